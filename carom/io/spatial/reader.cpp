#include <carom/io/problem/decoder.hpp>
#include <carom/io/scene/reader.hpp>
#include <carom/io/spatial/contacts.hpp>
#include <carom/io/spatial/keys.hpp>
#include <carom/io/spatial/reader.hpp>

#include <fmt/format.h>

namespace carom {
namespace {

constexpr std::array<RefusedKey, 8> refused_scene_keys{{
    {"W", "belongs to problems without bodies"},
    {"u", "belongs to problems without bodies"},
    {"mass", "belongs to a body: bodies.NAME.mass"},
    {"velocity", "belongs to a body, or to state"},
    {"laws", "unknown key; did you mean law?"},
    {"simulation",
     "scenes in space cannot be simulated, only solved: leave simulation out and use carom solve"},
    {"springs", "belongs to scenes in the plane; springs do not act in an impact"},
    {"bodies", "given together with robot; the bodies are the robot's"},
}};

/// A list of three numbers or quantities, not of lists.
bool is_triple(const TreeNode* node) {
  return node != nullptr && node->kind == NodeKind::sequence && node->items.size() == 3 &&
         node->items[0].kind != NodeKind::sequence && node->items[0].kind != NodeKind::map;
}

/// A triple under one of the keys of a map's entries, or a map of points under "points".
bool has_triple(const TreeNode* map, std::initializer_list<std::string_view> keys) {
  if (map == nullptr || map->kind != NodeKind::map) return false;
  for (const TreeNode& entry : map->items) {
    for (const std::string_view key : keys) {
      const TreeNode* value = value_of(entry, key);
      if (is_triple(value)) return true;
      if (value == nullptr || value->kind != NodeKind::map) continue;
      for (const TreeNode& inner : value->items)
        if (is_triple(&inner)) return true;
    }
  }
  return false;
}

bool has_triple_itself(const TreeNode* map) {
  if (map == nullptr || map->kind != NodeKind::map) return false;
  for (const TreeNode& entry : map->items)
    if (is_triple(&entry)) return true;
  return false;
}

/// Pairs where triples are wanted are found by the readers; `dimension` itself is checked here.
void check_dimension(const Place& root) {
  const auto place = field(root, "dimension");
  if (!place || number_at(*place) == 3) return;
  if (number_at(*place) == 2)
    refuse(*place, "the scene has three components elsewhere; it is in the plane or in space");
  refuse(*place, fmt::format("expected 2 or 3, got {}", number_at(*place)));
}

/// The folder of a file, with its last slash; "" for what stands in none.
std::string folder_of(const std::string& source) { return source.substr(0, source.rfind('/') + 1); }

SpatialMechanism mechanism_of(const Place& root, const std::string& folder) {
  const bool robot = field(root, "robot").has_value();
  if (robot)
    require_keys(root, {.accepted = spatial_keys::robot_scene, .refused = refused_scene_keys});
  else
    require_keys(root, {.accepted = spatial_keys::plain_scene, .refused = refused_scene_keys});
  check_dimension(root);
  SpatialMechanism m = robot ? read_scene_robot(root, folder) : decode_spatial_mechanism(root);
  decode_spatial_points(root, m);
  decode_spatial_surfaces(root, m);
  if (const auto state = field(root, "state")) decode_spatial_state(*state, m);
  return m;
}

}  // namespace

bool is_spatial_scene(const TreeNode& root) {
  if (value_of(root, "robot") != nullptr) return true;
  if (value_of(root, "bodies") == nullptr) return false;
  if (const TreeNode* d = value_of(root, "dimension"); d != nullptr && d->number == 3) return true;
  return has_triple(value_of(root, "bodies"), {"position", "velocity", "points"}) ||
         has_triple(value_of(root, "surfaces"), {"through"}) ||
         has_triple(value_of(root, "contacts"), {"at"}) ||
         has_triple(value_of(root, "points"), {}) || has_triple_itself(value_of(root, "points"));
}

StatedSpatialScene read_spatial_scene(const TreeNode& node, const std::string& source) {
  const Place root{.node = &node};
  StatedSpatialScene stated;
  spatial::Scene& scene = stated.scene;
  if (node.kind == NodeKind::map) scene.simultaneous = decode_heading(root);
  try {
    SpatialMechanism m = mechanism_of(root, folder_of(source));
    if (const auto name = field(root, "name")) scene.name = string_at(*name);
    if (const auto law = field(root, "law")) stated.law = decode_law(*law);
    scene.path_points = decode_path_points(root);
    scene.required_friction = optional_boolean(root, "required_friction").value_or(false);
    scene.contacts = spatial_contacts(root, m);
    for (const SpatialSurface& surface : m.surfaces) m.shapes.push_back(surface.shape);
    scene.model = std::move(m.model);
    scene.state = std::move(m.state);
    scene.shapes = std::move(m.shapes);
    scene.robot = m.robot;
    scene.notes = std::move(m.notes);
  } catch (const TreeError&) {
    throw;
  } catch (const std::invalid_argument& objection) {  // of multibody/
    throw spatial_objection(node, scene, objection);
  }
  return stated;
}

TreeError spatial_objection(const TreeNode& root, const spatial::Scene& scene,
                            const std::invalid_argument& objection) {
  std::vector<StatedName> names;
  for (const spatial::SceneContact& contact : scene.contacts)
    names.push_back({contact.material.name, contact.statement});
  return contact_objection(root, names, objection);
}

}  // namespace carom
