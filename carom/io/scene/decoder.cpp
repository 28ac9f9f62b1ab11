#include <carom/impact/contacts.hpp>
#include <carom/impact/objection.hpp>
#include <carom/io/scene/decoder.hpp>
#include <carom/io/scene/keys.hpp>
#include <carom/io/scene/quantity.hpp>
#include <carom/io/tree/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace carom {
namespace {

// --- keys that are recognised in order to say why they are refused ---------------------------------

constexpr std::array<RefusedKey, 9> refused_scene_keys{{
    {"W", "belongs to problems without bodies"},
    {"u", "belongs to problems without bodies"},
    {"mass", "belongs to a body: bodies.NAME.mass"},
    {"velocity", "belongs to a body: bodies.NAME.velocity"},
    {"laws", "unknown key; did you mean law?"},
    {"materials",
     "unknown key; bodies and surfaces name their material, pairs says what two of them do"},
    {"units", "unknown key; every value may have its unit, such as 40 mph; plain numbers are SI"},
    {"friction", "unknown key; it belongs to a contact, or to a pair of materials in pairs"},
    {"restitution", "unknown key; it belongs to a contact, or to a pair of materials in pairs"},
}};

constexpr std::array<RefusedKey, 7> refused_joint_keys{{
    {"spring", "unknown key; a spring on the joint has stiffness and rest"},
    {"effort", "unknown key; did you mean torque (or force, of a prismatic joint)?"},
    {"friction", "joints have no dry friction in this version; damping is N m s/rad (N s/m)"},
    {"free", "a body without joint is free; leave the joint out"},
    {"fixed", "unknown key; did you mean weld?"},
    {"between", "unknown key; the kind itself is the key: revolute: [upper.end, lower.start]"},
    {"name", "unknown key; the key before the colon is the joint's name"},
}};

constexpr std::array<RefusedKey, 4> refused_surface_keys{{
    {"two_sided", "unknown key; a surface has one side; give a second one the other way round"},
    {"point", "unknown key; did you mean through?"},
    {"friction", "unknown key; it belongs to a contact, or to a pair of materials in pairs"},
    {"name", "unknown key; the key before the colon is the surface's name"},
}};

constexpr std::array<RefusedKey, 9> refused_keys_of_contacts{{
    {"e", "unknown key; did you mean restitution?"},
    {"mu", "unknown key; did you mean friction?"},
    {"mu_s", "unknown key; did you mean static_friction?"},
    {"law", "unknown key; it belongs to the scene"},
    {"tangent", "unknown key; give the direction of the normal, normal_deg"},
    {"surface_velocity", "unknown key; a surface has its velocity: surfaces.NAME.velocity"},
    {"spin_row", "unknown key; in a scene the two bodies themselves say how they turn"},
    {"materials", "unknown key; bodies and surfaces name their material"},
    {"name", "unknown key; the key before the colon is the contact's name"},
}};

void refuse_keys(const Place& map, std::initializer_list<std::string_view> keys,
                 std::string_view why) {
  for (const std::string_view key : keys)
    if (const auto place = field(map, key)) refuse(*place, std::string(why));
}

// --- joints -------------------------------------------------------------------------------------

/// The one key that says what kind of joint it is.
Place kind_of_joint(const Place& joint) {
  std::optional<Place> chosen;
  for (const std::string_view kind : scene_keys::joint_kinds) {
    const auto place = field(joint, kind);
    if (!place) continue;
    if (chosen)
      refuse(*place, fmt::format("a joint is of one kind; it is {} already", chosen->key->text));
    chosen = place;
  }
  if (!chosen)
    refuse(joint,
           "say which kind of joint: "
           "revolute, prismatic or weld, with the two points that it joins: revolute: "
           "[upper.end, lower.start]");
  return *chosen;
}

/// Spring and damper on the joint's coordinate.
void decode_spring_on(const Place& place, const Dimension& stiffness, const Dimension& damping,
                      StatedJoint& joint) {
  joint.stiffness = given_not_negative(place, "stiffness", stiffness);
  joint.damping = given_not_negative(place, "damping", damping);
  if (joint.rest && !joint.stiffness)
    refuse(joint.rest->where, "given without stiffness; there is no spring that could rest");
}

/// A number, or a table over time: [[0 s, 0 N m], [0.1 s, 3 N m]].
void decode_effort(const Place& map, std::string_view key, const Dimension& wanted,
                   StatedJoint& joint) {
  const auto place = field(map, key);
  if (place && place->node->kind == NodeKind::sequence)
    joint.effort_over_time = time_table_at(*place, wanted);
  else
    joint.effort = given_quantity(map, key, wanted);
  if (place) joint.effort_at = where(*place);
}

void decode_revolute(const Place& place, StatedJoint& joint) {
  refuse_keys(place, {"axis", "axis_deg", "distance", "speed", "force"},
              "belongs to prismatic joints");
  joint.kind = JointKind::revolute;
  joint.rate = given_angle(place, "rate", dimensions::rate);
  joint.guess = given_angle(place, "guess");
  if (const auto armature = field(place, "armature"))
    joint.armature = not_negative_at(*armature, dimensions::inertia);
  joint.rest = given_angle(place, "rest");
  decode_effort(place, "torque", dimensions::torque, joint);
  decode_spring_on(place, dimensions::turning_stiffness, dimensions::turning_damping, joint);
}

void decode_prismatic(const Place& place, StatedJoint& joint) {
  refuse_keys(place, {"rate", "rate_deg", "guess_deg", "rest_deg", "torque"},
              "belongs to revolute joints");
  joint.kind = JointKind::prismatic;
  if (const auto axis = given_angle(place, "axis")) joint.axis = axis->value;
  joint.distance = given_quantity(place, "distance", dimensions::length);
  joint.speed = given_quantity(place, "speed", dimensions::speed);
  joint.guess = given_quantity(place, "guess", dimensions::length);
  if (const auto armature = field(place, "armature"))
    joint.armature = not_negative_at(*armature, dimensions::mass);
  joint.rest = given_quantity(place, "rest", dimensions::length);
  decode_effort(place, "force", dimensions::force, joint);
  decode_spring_on(place, dimensions::stiffness, dimensions::damping, joint);
}

void decode_weld(const Place& place, StatedJoint& joint) {
  refuse_keys(place,
              {"axis", "axis_deg", "distance", "speed", "rate", "rate_deg", "guess", "guess_deg",
               "armature", "stiffness", "rest", "rest_deg", "damping", "torque", "force"},
              "a weld does not move");
  joint.kind = JointKind::weld;
}

StatedJoint decode_joint(const Place& place) {
  require_keys(place, {.accepted = scene_keys::joint, .refused = refused_joint_keys});
  StatedJoint joint{.name = place.key->text, .where = where(place)};
  const Place kind = kind_of_joint(place);
  std::tie(joint.first, joint.second) = parts_at(kind);
  if (kind.key->text == "revolute") decode_revolute(place, joint);
  if (kind.key->text == "prismatic") decode_prismatic(place, joint);
  if (kind.key->text == "weld") decode_weld(place, joint);
  joint.angle = given_angle(place, "angle");
  const auto& exact = joint.kind == JointKind::prismatic ? joint.distance : joint.angle;
  if (joint.guess && exact)
    refuse(joint.guess->where, "given together with the value itself; give one of them");
  return joint;
}

StatedSpring decode_spring(const Place& place) {
  require_keys(place, {.accepted = scene_keys::spring});
  StatedSpring spring{.name = place.key->text, .where = where(place)};
  std::tie(spring.first, spring.second) =
      parts_at(required_field(place, "between", "give its two ends: [upper.end, world.hook]"));
  const auto stiffness = given_not_negative(place, "stiffness", dimensions::stiffness);
  const auto damping = given_not_negative(place, "damping", dimensions::damping);
  if (!stiffness && !damping) refuse(place, "give stiffness and length, or damping, or all");
  if (stiffness) {
    spring.stiffness = stiffness->value;
    spring.length = not_negative_at(
        required_field(place, "length", "how long is the spring when it is relaxed?"),
        dimensions::length);
  } else if (const auto length = field(place, "length")) {
    refuse(*length, "given without stiffness; a damper has no length");
  }
  if (damping) spring.damping = damping->value;
  return spring;
}

// --- surfaces, contacts, pairs --------------------------------------------------------------------

/// `from` and `to`, of a surface that ends.
void decode_ends(const Place& place, StatedSurface& surface) {
  const auto from = field(place, "from");
  const auto to = field(place, "to");
  if (!from && !to) return;
  if (!from || !to)
    refuse(place, "a piece of a line has two ends; give from and to (free space is to its left)");
  refuse_keys(place, {"through", "angle", "angle_deg"},
              "given together with from and to, which say where the surface is");
  surface.from = point_or_part_at(*from);
  surface.to = point_or_part_at(*to);
}

StatedSurface decode_surface(const Place& place) {
  require_keys(place, {.accepted = scene_keys::surface, .refused = refused_surface_keys});
  StatedSurface surface{.name = place.key->text, .where = where(place)};
  if (const auto on = field(place, "on")) surface.on = part_at(*on);
  if (const auto through = field(place, "through")) surface.through = point_or_part_at(*through);
  if (const auto angle = given_angle(place, "angle")) surface.angle = angle->value;
  decode_ends(place, surface);
  if (surface.on)
    refuse_keys(place, {"velocity", "rate", "rate_deg"},
                "a surface on a body moves with it; give the body's velocity and rate");
  surface.over_time = prescribed_tables(place);
  const bool steady = surface.over_time[0].empty();
  if (const auto velocity = field(place, "velocity"); velocity && steady)
    surface.velocity = pair_at(*velocity, dimensions::speed);
  if (!steady) {
    surface.velocity = {surface.over_time[0].at(0), surface.over_time[1].at(0)};
    surface.rate = surface.over_time[2].at(0);
  } else if (const auto rate = given_angle(place, "rate", dimensions::rate)) {
    surface.rate = rate->value;
  }
  if (const auto material = field(place, "material")) surface.material = string_at(*material);
  return surface;
}

void decode_stop(const Place& place, const SceneStatement& scene, StatedContact& contact) {
  constexpr std::array<std::string_view, 4> place_keys{"between", "at", "normal", "normal_deg"};
  refuse_along_tangent(place, place_keys);
  const Place stop = *field(place, "stop");
  contact.stop = PartName{string_at(stop), "", where(stop)};
  const auto joint =
      std::find_if(scene.joints.begin(), scene.joints.end(),
                   [&](const StatedJoint& j) { return j.name == contact.stop->owner; });
  if (joint == scene.joints.end()) {
    std::vector<std::string> names;
    names.reserve(scene.joints.size());
    for (const StatedJoint& j : scene.joints) names.push_back(j.name);
    refuse_name(contact.stop->where, "joint", contact.stop->owner, names);
  }
  if (joint->kind == JointKind::prismatic) {
    refuse_keys(place, {"lower_deg", "upper_deg"}, "belongs to revolute joints");
    contact.lower = given_quantity(place, "lower", dimensions::length);
    contact.upper = given_quantity(place, "upper", dimensions::length);
  } else {
    contact.lower = given_angle(place, "lower");
    contact.upper = given_angle(place, "upper");
  }
  if (contact.lower.has_value() == contact.upper.has_value())
    refuse(place,
           "give one limit of the joint: lower or upper (lower_deg or upper_deg in degrees)");
}

StatedContact decode_scene_contact(const Place& place, const SceneStatement& scene) {
  require_keys(place, {.accepted = scene_keys::contact, .refused = refused_keys_of_contacts});
  StatedContact contact{.where = where(place)};
  contact.material = decode_contact(place);
  contact.material.name = place.key->text;
  if (field(place, "stop")) {
    decode_stop(place, scene, contact);
    return contact;
  }
  refuse_keys(place, {"lower", "lower_deg", "upper", "upper_deg"},
              "belongs to joint stops: {stop: JOINT, upper_deg: 90}");
  std::tie(contact.first, contact.second) =
      parts_at(required_field(place, "between", "give the two that meet: [lower.end, floor]"));
  if (const auto at = field(place, "at")) contact.at = point_or_part_at(*at);
  if (const auto normal = given_angle(place, "normal")) contact.normal = normal->value;
  return contact;
}

/// Drag is friction on level ground, of bodies that nothing but contacts holds.
void check_drag(const SceneStatement& scene) {
  for (const StatedBody& body : scene.bodies) {
    if (!body.drag) continue;
    if (!scene.gravity.isZero(0))
      refuse(*body.drag,
             "drag is friction on level ground that is seen from above; say gravity: 0");
    const auto holds = [&](const PartName& end) { return end.owner == body.body.name; };
    for (const StatedJoint& joint : scene.joints)
      if (holds(joint.first) || holds(joint.second))
        refuse(*body.drag, fmt::format("{} hangs on the joint {}; only free bodies drag",
                                       body.body.name, joint.name));
    for (const StatedSpring& spring : scene.springs)
      if (holds(spring.first) || holds(spring.second))
        refuse(
            *body.drag,
            fmt::format("the spring {} pulls at {}; a body that drags is pushed by contacts only",
                        spring.name, body.body.name));
  }
}

/// Refuses values that no contact may have, where the pair gives them.
void check_pair(const Place& pair, const Contact& material) {
  try {
    check_contacts({material});
  } catch (const Objection& objection) {  // to a key of the one contact
    const auto* name = std::get_if<std::string>(&objection.path().back());
    const auto key = name != nullptr ? field(pair, *name) : std::nullopt;
    refuse(key ? *key : pair, objection.mistake());
  }
}

StatedPair decode_pair(const Place& place, const std::vector<StatedPair>& before) {
  require_keys(place, {.accepted = scene_keys::pair});
  StatedPair pair{.where = where(place)};
  const Place between = required_field(place, "between", "give two materials: [steel, ice]");
  const std::size_t size = size_at(between, "two materials, such as [steel, ice]");
  if (size != 2) refuse(between, fmt::format("expected two materials, got {}", size));
  pair.first = string_at(item(between, 0));
  pair.second = string_at(item(between, 1));
  pair.material = decode_contact(place);
  check_pair(place, pair.material);
  for (const StatedPair& other : before)
    if ((other.first == pair.first && other.second == pair.second) ||
        (other.first == pair.second && other.second == pair.first))
      refuse(between, fmt::format("{} and {} are a pair already, in {}", in_quotes(pair.first),
                                  in_quotes(pair.second), written(other.where.path)));
  return pair;
}

Eigen::Vector2d decode_gravity(const Place& place) {
  if (place.node->kind == NodeKind::sequence) return pair_at(place, dimensions::acceleration);
  return {0, -quantity_at(place, dimensions::acceleration)};
}

void decode_mechanism(const Place& root, SceneStatement& scene) {
  if (const auto gravity = field(root, "gravity")) {
    scene.gravity = decode_gravity(*gravity);
    scene.gravity_given = true;
  }
  if (const auto points = field(root, "points")) scene.points = decode_points(*points);
  const Place bodies = required_field(root, "bodies", "give at least one");
  for (const Place& entry : named_entries(bodies)) {
    StatedBody body = decode_body(entry);
    if (body.prescribed) {
      scene.prescribed.push_back(std::move(body));
    } else {
      scene.body_of_name.emplace(entry.key->text, static_cast<int>(scene.bodies.size()));
      scene.bodies.push_back(std::move(body));
    }
  }
  if (scene.bodies.empty() && scene.prescribed.empty())
    refuse(bodies, "empty; give at least one body");
  if (scene.bodies.empty()) refuse(bodies, "all prescribed; give at least one that can be moved");
  if (const auto joints = field(root, "joints"))
    for (const Place& entry : named_entries(*joints)) scene.joints.push_back(decode_joint(entry));
  if (const auto springs = field(root, "springs"))
    for (const Place& entry : named_entries(*springs))
      scene.springs.push_back(decode_spring(entry));
  if (const auto surfaces = field(root, "surfaces"))
    for (const Place& entry : named_entries(*surfaces)) {
      scene.surfaces.push_back(decode_surface(entry));
      if (field(bodies, entry.key->text))
        refuse(entry, fmt::format("{} is a body already", in_quotes(entry.key->text)));
    }
  check_drag(scene);
}

}  // namespace

std::vector<Place> named_entries(const Place& map) {
  if (map.node->kind != NodeKind::map) refuse_kind(map, "a map of names");
  std::vector<Place> entries;
  for (std::size_t i = 0; i < map.node->items.size(); ++i) {
    entries.push_back(
        {.node = &map.node->items[i], .parent = &map, .key = &map.node->keys[i], .index = i});
    require_name(entries.back(), map.node->keys[i].text);
  }
  return entries;
}

std::vector<StatedPair> decode_pairs(const Place& place) {
  std::vector<StatedPair> pairs;
  const std::size_t size = size_at(place, "a list of pairs of materials");
  pairs.reserve(size);
  for (std::size_t i = 0; i < size; ++i) pairs.push_back(decode_pair(item(place, i), pairs));
  return pairs;
}

std::vector<NamedPoint> decode_points(const Place& map) {
  std::vector<NamedPoint> points;
  for (const Place& entry : named_entries(map))
    points.push_back({entry.key->text, pair_at(entry, dimensions::length), true});
  return points;
}

SceneStatement decode_scene(const TreeNode& node) {
  const Place root{.node = &node};
  require_keys(root, {.accepted = scene_keys::scene, .refused = refused_scene_keys});
  SceneStatement scene;
  scene.simultaneous = decode_heading(root);
  scene.required_friction = optional_boolean(root, "required_friction").value_or(false);
  if (const auto name = field(root, "name")) scene.name = string_at(*name);
  if (const auto law = field(root, "law")) scene.law = decode_law(*law);
  decode_mechanism(root, scene);
  const Place contacts = required_field(root, "contacts", "give at least one, by name");
  for (const Place& entry : named_entries(contacts))
    scene.contacts.push_back(decode_scene_contact(entry, scene));
  if (scene.contacts.empty()) refuse(contacts, "empty; give at least one contact");
  if (const auto pairs = field(root, "pairs")) scene.pairs = decode_pairs(*pairs);
  if (const auto simulation = field(root, "simulation"))
    scene.simulation = decode_simulation(*simulation);
  return scene;
}

}  // namespace carom
