#include <carom/io/scene/contacts.hpp>
#include <carom/io/scene/decoder.hpp>
#include <carom/io/scene/free_body.hpp>
#include <carom/io/scene/reader.hpp>
#include <carom/io/tree/error_at.hpp>
#include <carom/multibody/planar/kinematics.hpp>

namespace carom {
namespace {

/// The contact of the file that a contact of the scene comes from: "landing" of "landing: bottom_left".
std::string stated_contact(const TreeNode& root, const std::string& name) {
  const TreeNode* contacts = value_of(root, "contacts");
  std::string_view stated = name;
  std::size_t longest = 0;
  if (contacts != nullptr)
    for (const NodeKey& key : contacts->keys) {
      const std::string start = key.text + ": ";
      if (key.text == name) return name;
      if (name.compare(0, start.size(), start) != 0 || key.text.size() < longest) continue;
      longest = key.text.size();
      stated = key.text;
    }
  return std::string(stated);
}

/// The way in the file: contacts by their names in it instead of by their numbers.
ObjectionPath stated_path(const TreeNode& root, const Scene& scene, ObjectionPath path) {
  if (path.size() < 2 || path[0] != PathStep("contacts")) return path;
  if (const auto* index = std::get_if<std::size_t>(&path[1]);
      index != nullptr && *index < scene.contacts.size())
    path[1] = scene.contacts[*index].material.name;
  if (const auto* name = std::get_if<std::string>(&path[1])) path[1] = stated_contact(root, *name);
  return path;
}

/// What reports say beyond the mechanics.
SceneWords words_of(const SceneStatement& scene, const SceneTree& tree, const PlacedScene& placed) {
  SceneWords words{.gravity_given = scene.gravity_given};
  for (const StatedBody& body : scene.bodies) words.bodies.push_back(body.words);
  for (const StatedBody& body : scene.prescribed) {
    PrescribedBody p{body.body, free_pose(body), {}, free_twist(body), body.over_time, body.words};
    const Eigen::Vector2d arm = turned(p.pose.angle, body.body.centre_of_mass);
    p.centre = p.pose.position + arm;
    p.twist.velocity += p.twist.rate * perp(arm);
    words.prescribed.push_back(std::move(p));
  }
  words.surfaces = scene_surfaces(scene, tree, placed);
  for (const StatedSpring& spring : scene.springs)
    words.spring_ends.push_back({written(spring.first), written(spring.second)});
  return words;
}

}  // namespace

bool is_scene(const TreeNode& root) { return value_of(root, "bodies") != nullptr; }

StatedScene read_scene(const TreeNode& root, SceneUse use) {
  const SceneStatement statement = decode_scene(root);
  const SceneTree tree = scene_tree(statement);
  StatedScene stated{.law = statement.law, .simulation = statement.simulation};
  try {
    PlacedScene placed = place_scene(statement, tree);
    stated.scene.name = statement.name;
    stated.scene.simultaneous = statement.simultaneous;
    stated.scene.required_friction = statement.required_friction;
    stated.scene.contacts = scene_contacts(statement, tree, placed, use);
    stated.scene.words = words_of(statement, tree, placed);
    stated.scene.model = std::move(placed.model);
    stated.scene.state = std::move(placed.state);
  } catch (const TreeError&) {
    throw;
  } catch (const std::invalid_argument& objection) {  // of multibody/: centres that coincide
    throw scene_objection(root, stated.scene, objection);
  }
  return stated;
}

TreeError scene_objection(const TreeNode& root, const Scene& scene,
                          const std::invalid_argument& objection) {
  const auto* known = dynamic_cast<const Objection*>(&objection);
  if (known == nullptr) return error_in_words(root, objection.what());
  return error_at(root, stated_path(root, scene, known->path()), known->mistake());
}

}  // namespace carom
