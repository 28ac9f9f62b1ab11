#include <carom/io/scene/contacts.hpp>
#include <carom/io/scene/decoder.hpp>
#include <carom/io/scene/free_body.hpp>
#include <carom/io/scene/reader.hpp>
#include <carom/io/tree/error_at.hpp>
#include <carom/multibody/planar/kinematics.hpp>

namespace carom {
namespace {

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
  std::vector<StatedName> names;
  for (const SceneContact& contact : scene.contacts)
    names.push_back({contact.material.name, contact.statement});
  return contact_objection(root, names, objection);
}

TreeError contact_objection(const TreeNode& root, const std::vector<StatedName>& contacts,
                            const std::invalid_argument& objection) {
  const auto* known = dynamic_cast<const Objection*>(&objection);
  if (known == nullptr || known->path().size() < 2 || known->path()[0] != PathStep("contacts"))
    return error_at(root, objection);
  ObjectionPath path = known->path();
  for (std::size_t k = 0; k < contacts.size(); ++k)
    if (path[1] == PathStep(k) || path[1] == PathStep(contacts[k].name)) {
      path[1] = contacts[k].statement;
      break;
    }
  return error_at(root, path, known->mistake());
}

}  // namespace carom
