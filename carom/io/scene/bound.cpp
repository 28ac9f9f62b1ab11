#include <carom/io/scene/bound.hpp>

#include <carom/io/problem/material_member.hpp>
#include <carom/io/scene/contacts.hpp>
#include <carom/io/scene/decoder.hpp>
#include <carom/io/scene/reader.hpp>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace carom {
/// How much of the scene follows a number, from little to all.
enum class BoundReach : std::uint8_t {
  nothing,
  material,   ///< of a contact: positions stay
  motion,     ///< angles, rates, positions, velocities: which joints carry stays
  body,       ///< one body is decoded again
  statement,  ///< the whole statement is decoded again
};

/// Where a number goes.
struct BoundTarget {
  BoundReach reach = BoundReach::statement;
  double* value = nullptr;          ///< in the statement, where it is set directly
  MaterialMember member = nullptr;  ///< of a material
  std::size_t item = 0;             ///< the body or the contact
};

namespace {

using Reach = BoundReach;
using Target = BoundTarget;

/// The names that a key passes, from the root; "" for the items of lists.
std::vector<std::string_view> names_along(const TreeNode& root, const TreeKey& key) {
  std::vector<std::string_view> names;
  const TreeNode* node = &root;
  for (const std::size_t step : key.steps) {
    names.push_back(node->kind == NodeKind::map ? std::string_view(node->keys[step].text) : "");
    node = &node->items[step];
  }
  return names;
}

template <class Items, class Name>
std::optional<std::size_t> index_of(const Items& items, std::string_view name, const Name& of) {
  for (std::size_t i = 0; i < items.size(); ++i)
    if (of(items[i]) == name) return i;
  return std::nullopt;
}

double* value_in(std::optional<Given>& given) { return given ? &given->value : nullptr; }

/// A number of a body: set where it stands, or the body is decoded again.
Target target_in_body(SceneStatement& scene, std::string_view name, std::string_view key,
                      std::size_t depth) {
  const auto b = index_of(scene.bodies, name, [](const StatedBody& x) { return x.body.name; });
  if (!b) return {};  // prescribed
  Target target{.reach = Reach::body, .item = *b};
  StatedBody& body = scene.bodies[*b];
  if (depth == 3 && key == "angle") target.value = value_in(body.angle);
  if (depth == 3 && key == "rate") target.value = value_in(body.rate);
  if (target.value != nullptr) target.reach = Reach::motion;
  return target;
}

Target target_in_joint(SceneStatement& scene, std::string_view name, std::string_view key) {
  const auto j = index_of(scene.joints, name, [](const StatedJoint& x) { return x.name; });
  if (!j) return {};
  StatedJoint& joint = scene.joints[*j];
  Target target;
  if (key == "angle") target.value = value_in(joint.angle);
  if (key == "rate") target.value = value_in(joint.rate);
  if (key == "distance") target.value = value_in(joint.distance);
  if (key == "speed") target.value = value_in(joint.speed);
  if (target.value != nullptr) target.reach = Reach::motion;
  return target;
}

Target target_in_contact(SceneStatement& scene, std::string_view name, std::string_view key) {
  const auto c =
      index_of(scene.contacts, name, [](const StatedContact& x) { return x.material.name; });
  const MaterialMember member = material_member(key);
  if (!c || member == nullptr) return {};
  std::optional<double>& value = scene.contacts[*c].material.*member;
  if (!value) return {};
  return {Reach::material, &*value, member, *c};
}

Target target_of(const TreeNode& root, const TreeKey& key, SceneStatement& scene) {
  const std::vector<std::string_view> names = names_along(root, key);
  if (key.is_direction || names.size() < 3) return {};
  if (names[0] == "bodies") return target_in_body(scene, names[1], names[2], names.size());
  if (names.size() == 3 && names[0] == "joints") return target_in_joint(scene, names[1], names[2]);
  if (names.size() == 3 && names[0] == "contacts")
    return target_in_contact(scene, names[1], names[2]);
  return {};
}

}  // namespace

struct BoundScene::Bound {
  TreeNode root{};
  std::vector<TreeKey> keys{};
  std::vector<BoundTarget> targets{};
  SceneStatement statement{};
  SceneTree tree{};
  Scene scene{};
  BoundReach changed = BoundReach::statement;  ///< since the scene was last made
  std::vector<std::size_t> bodies{};           ///< to be decoded again
  std::vector<std::size_t> materials{};        ///< keys that were set

  void decode() {
    statement = decode_scene(root);
    for (StatedBody& body : statement.bodies) body.body.strokes.clear();  // pictures only
    bind();
  }

  /// Finds where the numbers of the keys stand in the statement.
  void bind() {
    targets.clear();
    for (const TreeKey& key : keys) targets.push_back(target_of(root, key, statement));
  }

  void decode_bodies() {
    const Place top{.node = &root};
    const Place list = *field(top, "bodies");
    for (const Place& entry : named_entries(list))
      for (const std::size_t body : bodies)
        if (statement.bodies[body].body.name == entry.key->text)
          statement.bodies[body] = decode_body(entry);
    bind();
  }

  void place() {
    PlacedScene placed = place_scene(statement, tree);
    scene.name = statement.name;
    scene.simultaneous = statement.simultaneous;
    scene.required_friction = statement.required_friction;
    scene.contacts = scene_contacts(statement, tree, placed, SceneUse::impact);
    if (changed >= Reach::body) scene_surfaces(statement, tree, placed);  // may object
    scene.model = std::move(placed.model);
    scene.state = std::move(placed.state);
  }

  void set_materials() {
    for (const std::size_t key : materials) {
      const Target& target = targets[key];
      const std::string& stated = statement.contacts[target.item].material.name;
      for (SceneContact& contact : scene.contacts)
        if (contact.statement == stated) contact.material.*target.member = *target.value;
    }
  }

  void update() {
    if (changed == Reach::statement) decode();
    if (changed == Reach::body) decode_bodies();
    if (changed >= Reach::body) tree = scene_tree(statement);
    if (changed >= Reach::motion)
      place();
    else
      set_materials();
    changed = Reach::nothing;
    bodies.clear();
    materials.clear();
  }
};

BoundScene::BoundScene(TreeNode root, const std::vector<TreeKey>& keys)
    : bound_(std::make_unique<Bound>()) {
  bound_->root = std::move(root);
  bound_->keys = keys;
}

BoundScene::~BoundScene() = default;
BoundScene::BoundScene(BoundScene&&) noexcept = default;
BoundScene& BoundScene::operator=(BoundScene&&) noexcept = default;

void BoundScene::set(std::size_t key, double x) {
  Bound& b = *bound_;
  set_number(b.root, b.keys[key], x);
  if (b.changed == Reach::statement) return;
  const Target& target = b.targets[key];
  if (target.value != nullptr && !std::isfinite(x)) {  // the decoder will say what is wrong
    b.changed = Reach::statement;
    return;
  }
  if (target.value != nullptr && *target.value == x && x != 0) return;  // −0 is not 0
  if (target.value != nullptr) *target.value = x;
  if (target.reach == Reach::material) b.materials.push_back(key);
  if (target.reach == Reach::body) b.bodies.push_back(target.item);
  b.changed = std::max(b.changed, target.reach);
}

const Scene& BoundScene::scene() {
  Bound& b = *bound_;
  if (b.changed == Reach::nothing) return b.scene;
  try {
    b.update();
    return b.scene;
  } catch (const std::invalid_argument&) {
    b.changed = Reach::statement;
  }
  b.scene = read_scene(b.root).scene;  // objects in the words of the file
  return b.scene;
}

}  // namespace carom
