#include <carom/impact/name_list.hpp>
#include <carom/impact/objection.hpp>
#include <carom/io/scene/contacts.hpp>
#include <carom/io/scene/loops.hpp>
#include <carom/io/scene/meeting_points.hpp>
#include <carom/io/scene/quantity.hpp>
#include <carom/io/scene/side.hpp>
#include <carom/multibody/planar/kinematics.hpp>
#include <carom/multibody/touching_contacts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace carom {
namespace {

using std::numbers::pi;

// --- geometry -----------------------------------------------------------------------------------

/// An ellipse meets an edge with the point that lies lowest above it.
void place_ellipse(const Setting& s, Side& ellipse, const Side& other) {
  const int body = other.side.body;
  const double normal = s.angle_of(body) + std::get<EdgeFeature>(other.side.feature).angle + pi / 2;
  const Eigen::Vector2d n = direction(normal - s.angle_of(ellipse.side.body));
  ellipse.side.feature = PointFeature{lowest_point(*ellipse.semi_axes, n)};
  ellipse.feature = true;
}

void require_feature(const Side& side) {
  if (side.feature) return;
  refuse(side.name.where,
         fmt::format("which part of {} touches? It has {}; or give the contact's at and normal_deg",
                     side.body->body.name, listed(touching_parts(*side.body))));
}

/// Two corners that meet: their point, if the user gives the normal.
Eigen::Vector2d common_point(const Setting& s, const StatedContact& contact, const Side& a,
                             const Side& b) {
  if (!contact.normal) refuse(contact.where, "two points have no common normal; give normal_deg");
  const auto position = [&](const Side& side) {
    return point_position(s.k, side.side.body, std::get<PointFeature>(side.side.feature).point);
  };
  const Eigen::Vector2d x = position(a);
  const Eigen::Vector2d y = position(b);
  const double apart = (x - y).norm();
  if (apart > loop_tolerance * (1 + x.norm()))
    refuse(contact.where,
           fmt::format("the two points are {:.6g} m apart; want them to touch", apart));
  return x;
}

ContactPair pair_of_features(const Setting& s, const StatedContact& contact, Side a, Side b) {
  ContactPair pair{.name = contact.material.name};
  if (contact.at) {
    const auto* part = std::get_if<PartName>(&*contact.at);
    pair.position = part ? position_of(s, *part) : std::get<Eigen::Vector2d>(*contact.at);
  }
  if (contact.normal) pair.tangent_angle = *contact.normal - pi / 2;
  if (!pair.position || !pair.tangent_angle) {
    if (a.semi_axes && is_edge(b)) place_ellipse(s, a, b);
    if (b.semi_axes && is_edge(a)) place_ellipse(s, b, a);
    // A body as a whole will do where the point is given and the other side has the normal.
    if (!pair.position || !is_edge(b)) require_feature(a);
    if (!pair.position || !is_edge(a)) require_feature(b);
    if (is_edge(a) && is_edge(b))
      refuse(contact.where, "two sides touch along a line; give a corner of one of them");
    if (is_point(a) && is_point(b)) pair.position = common_point(s, contact, a, b);
  }
  if (pair.position && pair.tangent_angle) {  // the user's frame wins: no geometry is asked
    a.side.feature = PointFeature{};
    b.side.feature = EdgeFeature{};
  }
  pair.first = a.side;
  pair.second = b.side;
  return pair;
}

/// How the second side moves against the first, beyond what the bodies do.
PrescribedMotion relative_motion(const StatedContact& contact, const Side& a, const Side& b) {
  if (!a.motion.steady())
    refuse(contact.where, fmt::format("{} moves by a table; name it second: [{}, {}]",
                                      written(a.name), written(b.name), written(a.name)));
  if (!b.motion.steady()) return b.motion;
  const Eigen::Vector2d about = b.motion.about;
  return {{b.motion.twist.velocity - a.motion.at(about), b.motion.twist.rate - a.motion.twist.rate},
          about};
}

// --- whole bodies ---------------------------------------------------------------------------------

/// Points and round parts meet straight ones and round ones; two corners, or two sides, meet where a
/// corner meets a side.
bool can_meet(const Feature& a, const Feature& b) {
  const auto is_round = [](const Feature& f) { return std::holds_alternative<DiscFeature>(f); };
  return is_round(a) || is_round(b) ||
         std::holds_alternative<EdgeFeature>(a) != std::holds_alternative<EdgeFeature>(b);
}

/// "landing: bottom_left", "hit: bottom on top_left"
std::string name_of_meeting(const std::string& contact, const SidePart& a, const SidePart& b) {
  const char* on = a.name.empty() || b.name.empty() ? "" : " on ";
  return fmt::format("{}: {}{}{}", contact, a.name, on, b.name);
}

/// "box.bottom_left"; "floor" for a surface itself.
std::string words_of(const PartName& owner, const SidePart& part) {
  return owner.part.empty() && !part.name.empty() ? owner.owner + "." + part.name : written(owner);
}

/// The ways in which two sides may meet, where there are several: each a contact of its own, of the same
/// material. Empty where there is one way only, or the file says where.
std::vector<SceneContact> ways_to_meet(const StatedContact& stated, const Side& a, const Side& b,
                                       const SceneContact& common) {
  std::vector<SceneContact> ways;
  if (stated.at || stated.normal) return ways;
  for (const SidePart& first : parts_of(a))
    for (const SidePart& second : parts_of(b)) {
      if (!can_meet(first.feature, second.feature)) continue;
      SceneContact way = common;
      way.material.name = name_of_meeting(stated.material.name, first, second);
      way.words.first = words_of(stated.first, first);
      way.words.second = words_of(stated.second, second);
      way.geometry = ContactPair{.name = way.material.name,
                                 .first = {a.side.body, first.feature},
                                 .second = {b.side.body, second.feature}};
      way.of_whole_bodies = true;
      ways.push_back(std::move(way));
    }
  if (ways.size() == 1) ways.clear();
  return ways;
}

// --- contacts -----------------------------------------------------------------------------------

std::vector<SceneContact> contacts_of_features(const Setting& s, const StatedContact& contact) {
  const Side a = side_of(s, contact.first);
  const Side b = side_of(s, contact.second);
  if (a.side.body == b.side.body)
    refuse(contact.where,
           a.side.body == world
               ? "nothing that could be moved takes part; want a body that is not prescribed"
               : fmt::format("both sides belong to {}; want two bodies, or one and a surface",
                             contact.first.owner));
  SceneContact result;
  result.surface_motion = relative_motion(contact, a, b);
  result.material = with_pair(s.scene, contact, a.material, b.material);
  result.words = contact_words(contact, a.material, b.material, result.material);
  result.words.place_from = contact.at ? "the contact" : "geometry";
  result.words.normal_from = contact.normal ? "the contact" : "geometry";
  compare_meeting_points(s, contact, a, b, result.words);
  std::vector<SceneContact> ways = ways_to_meet(contact, a, b, result);
  if (!ways.empty()) return ways;
  result.geometry = pair_of_features(s, contact, a, b);
  return {result};
}

std::vector<SceneContact> those_that_touch(const Setting& s, const StatedContact& contact,
                                           const std::vector<SceneContact>& ways) {
  const double tolerance = position_tolerance * size_of(s.placed.model, s.k);
  TouchingWays touching = touching_ways(ways, s.k, tolerance);
  if (touching.contacts.empty())
    refuse(contact.where,
           touching.nearest < 0
               ? "the two are inside each other; want them to touch"
               : fmt::format("the two are {:.6g} m apart; want them to touch", touching.nearest));
  return std::move(touching.contacts);
}

SceneContact contact_of_stop(const Setting& s, const StatedContact& contact) {
  const auto carries = [&](const Carrier& carrier) {
    return carrier.joint >= 0 &&
           s.scene.joints[static_cast<std::size_t>(carrier.joint)].name == contact.stop->owner;
  };
  const auto& carriers = s.tree.carriers;
  const auto carrier = std::find_if(carriers.begin(), carriers.end(), carries);
  if (carrier == carriers.end())
    refuse(contact.stop->where, "the joint closes a loop; list another joint of the loop last");
  JointStop stop{.body = static_cast<int>(carrier - carriers.begin())};
  const Joint& joint = s.placed.model.joint(stop.body);
  if (joint.kind == JointKind::weld) refuse(contact.stop->where, "a weld does not move");
  const double sign = carrier->reversed ? -1 : 1;
  stop.limit = sign * (contact.upper ? contact.upper->value : contact.lower->value);
  stop.upper = contact.upper.has_value() != carrier->reversed;
  if (joint.kind == JointKind::revolute) {  // the limit of the same turn
    const double q = s.placed.state.q[s.placed.model.first_coordinate(stop.body)];
    stop.limit += 2 * pi * std::round((q - stop.limit) / (2 * pi));
  }
  ContactWords words{.first = contact.stop->owner, .restitution_from = "the contact"};
  if (contact.lower) words.lower = contact.lower->value;
  if (contact.upper) words.upper = contact.upper->value;
  return {stop, contact.material, {}, words};
}

/// A contact of the file, in every way in which its sides may meet.
std::vector<SceneContact> contacts_of(const Setting& s, const StatedContact& contact,
                                      SceneUse use) {
  if (contact.stop) return {contact_of_stop(s, contact)};
  try {
    std::vector<SceneContact> ways = contacts_of_features(s, contact);
    const bool choose = use == SceneUse::impact && ways.front().of_whole_bodies;
    return choose ? those_that_touch(s, contact, ways) : ways;
  } catch (const Objection& objection) {  // of multibody/, to one of the ways
    refuse(contact.where, objection.mistake());
  }
}

}  // namespace

std::vector<SceneContact> scene_contacts(const SceneStatement& scene, const SceneTree& tree,
                                         const PlacedScene& placed, SceneUse use) {
  const Setting s{scene, tree, placed, kinematics(placed.model, placed.state)};
  std::vector<SceneContact> contacts;
  contacts.reserve(scene.contacts.size());
  for (const StatedContact& contact : scene.contacts) {
    for (SceneContact& way : contacts_of(s, contact, use)) {
      way.statement = contact.material.name;
      contacts.push_back(std::move(way));
    }
  }
  return contacts;
}

std::vector<SurfaceWords> scene_surfaces(const SceneStatement& scene, const SceneTree& tree,
                                         const PlacedScene& placed) {
  const Setting s{scene, tree, placed, kinematics(placed.model, placed.state)};
  std::vector<SurfaceWords> surfaces;
  surfaces.reserve(scene.surfaces.size());
  for (const StatedSurface& stated : scene.surfaces) {
    const PartName name{stated.name, "", stated.where};
    const Side side = surface_side(s, stated, name);
    const int body = side.side.body;
    const EdgeFeature& edge = std::get<EdgeFeature>(side.side.feature);
    SurfaceWords surface{.name = stated.name,
                         .point = point_position(s.k, body, edge.point),
                         .angle = s.angle_of(body) + edge.angle,
                         .motion = side.motion.twist,
                         .over_time = stated.over_time,
                         .material = stated.material};
    if (body != world) {
      surface.on = stated.on->owner;
      surface.motion = {point_velocity(s.k, body, edge.point),
                        s.k.twist[static_cast<std::size_t>(body)].rate};
    }
    surfaces.push_back(std::move(surface));
  }
  return surfaces;
}

}  // namespace carom
