#include <carom/io/scene/contacts.hpp>
#include <carom/io/scene/decoder.hpp>
#include <carom/io/scene/free_body.hpp>
#include <carom/io/scene/reader.hpp>
#include <carom/multibody/planar/kinematics.hpp>

#include <fmt/format.h>

#include <array>
#include <charconv>

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

/// "contacts[1].friction" as the scene says it, "contacts.heel.friction"; other paths stay.
std::string named_path(const TreeNode& root, const Scene& scene, std::string_view path) {
  constexpr std::string_view list = "contacts[";
  std::size_t index = 0;
  if (path.substr(0, list.size()) != list) return std::string(path);
  const char* end = path.data() + path.size();
  const auto [rest, error] = std::from_chars(path.data() + list.size(), end, index);
  if (error != std::errc{} || rest == end || index >= scene.contacts.size())
    return std::string(path);
  return "contacts." + stated_contact(root, scene.contacts[index].material.name) +
         std::string(rest + 1, end);
}

/// "contact 'tip'" as a path, "contacts.tip"; "" if it is nothing of the kind.
std::string path_of_label(std::string_view label) {
  struct Kind {
    std::string_view word, list;
  };
  constexpr std::array<Kind, 3> kinds{
      {{"contact '", "contacts."}, {"joint '", "joints."}, {"body '", "bodies."}}};
  for (const Kind& kind : kinds)
    if (label.size() > kind.word.size() && label.substr(0, kind.word.size()) == kind.word &&
        label.back() == '\'')
      return std::string(kind.list) +
             std::string(label.substr(kind.word.size(), label.size() - kind.word.size() - 1));
  return "";
}

/// What reports say beyond the mechanics.
SceneWords words_of(const SceneStatement& scene, const SceneTree& tree, const PlacedScene& placed) {
  SceneWords words{.gravity_given = scene.gravity_given};
  for (const StatedBody& body : scene.bodies) words.bodies.push_back(body.words);
  for (const StatedBody& body : scene.prescribed) {
    PrescribedBody p{body.body, free_pose(body), {}, free_twist(body), body.words};
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
  } catch (
      const std::invalid_argument& objection) {  // of multibody/, such as centres that coincide
    throw scene_objection(root, stated.scene, objection.what());
  }
  return stated;
}

TreeError scene_objection(const TreeNode& root, const Scene& scene, std::string_view objection) {
  const std::size_t quote = objection.find("': ");
  const bool named = !path_of_label(objection.substr(0, quote + 1)).empty();
  const std::size_t colon = named ? quote + 1 : objection.find(": ");
  if (colon == std::string_view::npos) return {"", std::string(objection), root.line};
  const std::string_view label = objection.substr(0, colon);
  const std::string from_label = path_of_label(label);
  std::string path = from_label.empty() ? named_path(root, scene, label) : from_label;
  constexpr std::string_view contact = "contact '";
  if (label.substr(0, contact.size()) == contact)
    path = "contacts." + stated_contact(root, path.substr(std::string_view("contacts.").size()));
  return {path, std::string(objection.substr(colon + 2)), line_of(root, path)};
}

}  // namespace carom
