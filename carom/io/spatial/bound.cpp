#include <carom/io/spatial/bound.hpp>

#include <carom/io/problem/material_member.hpp>
#include <carom/io/scene/decoder.hpp>
#include <carom/io/spatial/bodies.hpp>
#include <carom/io/spatial/contacts.hpp>
#include <carom/io/spatial/reader.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string_view>
#include <utility>

namespace carom {

/// How much of the scene follows a number, from little to all.
enum class SpatialReach : std::uint8_t {
  nothing,
  material,   ///< of a contact
  state,      ///< positions and velocities under `state`
  parts,      ///< surfaces, points, contacts
  mechanism,  ///< bodies and joints, of a scene without robot
  statement,  ///< the whole is read again
};

/// Where a number goes.
struct SpatialTarget {
  SpatialReach reach = SpatialReach::statement;
  MaterialMember member = nullptr;  ///< of a material
  std::string name{};               ///< of the contact or the body
};

namespace {

/// One reader at a time: the libraries that read robots keep handlers of the whole process. No mutex, which a page
/// without threads does not have.
class OneReader {
 public:
  OneReader() {
    while (taken.test_and_set(std::memory_order_acquire)) {
    }
  }
  ~OneReader() { taken.clear(std::memory_order_release); }
  OneReader(const OneReader&) = delete;
  OneReader& operator=(const OneReader&) = delete;

 private:
  static inline std::atomic_flag taken = ATOMIC_FLAG_INIT;
};

/// The names of maps that a key passes, from the root; "" for the items of lists.
std::vector<std::string> spatial_names_along(const TreeNode& root, const TreeKey& key) {
  std::vector<std::string> names;
  const TreeNode* node = &root;
  for (const std::size_t step : key.steps) {
    names.push_back(node->kind == NodeKind::map ? node->keys[step].text : "");
    node = &node->items[step];
  }
  return names;
}

SpatialTarget spatial_target_of(const TreeNode& root, const TreeKey& key) {
  const std::vector<std::string> names = spatial_names_along(root, key);
  const bool robot = value_of(root, "robot") != nullptr;
  const std::string_view first = names.front();
  if (first == "contacts" && names.size() == 3)
    if (const MaterialMember member = material_member(names[2]))
      return {SpatialReach::material, member, names[1]};
  if (first == "state") return {.reach = SpatialReach::state};
  if (first == "contacts" || first == "surfaces" || first == "pairs")
    return {.reach = SpatialReach::parts};
  if (first == "points" && robot) return {.reach = SpatialReach::parts};
  const bool of_bodies = first == "bodies" || first == "joints" || first == "points";
  if (!of_bodies || robot) return {};
  return {.reach = SpatialReach::mechanism, .name = first == "bodies" ? names[1] : ""};
}

/// The contacts of the scene that come from contact `stated` of the file, which may meet in several places.
bool comes_from_contact(const std::string& name, const std::string& stated) {
  return name.compare(0, stated.size(), stated) == 0 &&
         (name.size() == stated.size() || name.compare(stated.size(), 2, ": ") == 0);
}

}  // namespace

struct BoundSpatialScene::Bound {
  TreeNode root{};
  std::vector<TreeKey> keys{};
  std::string source{};
  std::vector<SpatialTarget> targets{};
  std::vector<DecodedBody> bodies{};  ///< none of a robot
  SpatialMechanism mechanism{};       ///< of the bodies or the robot
  SpatialMechanism whole{};           ///< with the scene's points, surfaces and state
  spatial::Scene scene{};
  SpatialReach changed = SpatialReach::statement;           ///< since the scene was last made
  std::vector<std::string> other_bodies{};                  ///< to be decoded again
  std::vector<std::pair<std::size_t, double>> materials{};  ///< keys that were set

  /// Everything, in the words of the file where something is wrong.
  void decode() {
    const OneReader alone;
    const Place top{.node = &root};
    scene = read_spatial_scene(root, source).scene;
    if (field(top, "robot")) {
      mechanism = read_scene_robot(top, source.substr(0, source.rfind('/') + 1));
    } else {
      bodies = decode_spatial_bodies(top);
      mechanism = mechanism_of_bodies(top, bodies);
    }
    place_parts();
    targets.clear();
    for (const TreeKey& key : keys) targets.push_back(spatial_target_of(root, key));
    const bool plain = std::none_of(scene.contacts.begin(), scene.contacts.end(),
                                    [&](const spatial::SceneContact& c) {
                                      const TreeNode* contacts = value_of(root, "contacts");
                                      return c.material.name.find(": ") != std::string::npos &&
                                             value_of(*contacts, c.material.name) != nullptr;
                                    });
    for (SpatialTarget& target : targets)  // whose material it is must be plain
      if (target.reach == SpatialReach::material && !plain) target.reach = SpatialReach::parts;
  }

  void decode_bodies() {
    const Place top{.node = &root};
    const Place list = *field(top, "bodies");
    for (const Place& entry : named_entries(list))
      for (std::size_t b = 0; b < bodies.size(); ++b)
        if (bodies[b].body.name == entry.key->text &&
            std::count(other_bodies.begin(), other_bodies.end(), entry.key->text) > 0)
          bodies[b] = decode_spatial_body(entry);
    mechanism = mechanism_of_bodies(top, bodies);
  }

  void place_parts() {
    const Place top{.node = &root};
    whole = mechanism;
    decode_spatial_points(top, whole);
    decode_spatial_surfaces(top, whole);
    place_state();
  }

  void place_state() {
    const Place top{.node = &root};
    whole.state = mechanism.state;
    if (const auto state = field(top, "state")) decode_spatial_state(*state, whole);
  }

  void set_materials() {
    for (const auto& [key, x] : materials)
      for (spatial::SceneContact& contact : scene.contacts)
        if (comes_from_contact(contact.material.name, targets[key].name))
          contact.material.*targets[key].member = x;
  }

  void update() {
    if (changed == SpatialReach::statement) {
      decode();
    } else {
      if (changed == SpatialReach::mechanism) decode_bodies();
      if (changed >= SpatialReach::parts) place_parts();
      if (changed == SpatialReach::state) place_state();
      const bool moved = changed >= SpatialReach::parts || whole.state.q != scene.state.q;
      if (changed == SpatialReach::mechanism) scene.model = whole.model;
      if (changed >= SpatialReach::state) scene.state = whole.state;
      if (moved) scene.contacts = spatial_contacts({.node = &root}, whole);
      if (!moved) set_materials();
      if (changed >= SpatialReach::parts) scene.shapes = shapes();
    }
    changed = SpatialReach::nothing;
    other_bodies.clear();
    materials.clear();
  }

  std::vector<spatial::Shape> shapes() const {
    std::vector<spatial::Shape> all = whole.shapes;
    for (const SpatialSurface& surface : whole.surfaces) all.push_back(surface.shape);
    return all;
  }
};

BoundSpatialScene::BoundSpatialScene(TreeNode root, std::vector<TreeKey> keys, std::string source)
    : bound_(std::make_unique<Bound>()) {
  bound_->root = std::move(root);
  bound_->keys = std::move(keys);
  bound_->source = std::move(source);
}

BoundSpatialScene::~BoundSpatialScene() = default;
BoundSpatialScene::BoundSpatialScene(BoundSpatialScene&&) noexcept = default;
BoundSpatialScene& BoundSpatialScene::operator=(BoundSpatialScene&&) noexcept = default;

void BoundSpatialScene::set(std::size_t key, double x) {
  Bound& b = *bound_;
  set_number(b.root, b.keys[key], x);
  if (b.changed == SpatialReach::statement) return;
  const SpatialTarget& target = b.targets[key];
  if (!std::isfinite(x)) {  // the decoder has the words for it
    b.changed = SpatialReach::statement;
    return;
  }
  if (target.reach == SpatialReach::material) b.materials.emplace_back(key, x);
  if (target.reach == SpatialReach::mechanism) b.other_bodies.push_back(target.name);
  b.changed = std::max(b.changed, target.reach);
}

const spatial::Scene& BoundSpatialScene::scene() {
  Bound& b = *bound_;
  if (b.changed == SpatialReach::nothing) return b.scene;
  const bool whole = b.changed == SpatialReach::statement;
  try {
    b.update();
  } catch (const std::invalid_argument&) {
    b.changed = SpatialReach::statement;
    if (whole) throw;
    b.update();  // objects in the words of the file
  }
  return b.scene;
}

}  // namespace carom
