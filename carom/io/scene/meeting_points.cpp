#include <carom/io/scene/meeting_points.hpp>
#include <carom/multibody/touching_contacts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace carom {
namespace {

/// Places closer than this share of the lever arms are one: the centre of an impact is estimated, and for
/// a car whose front is 2 m ahead of its centre of mass this is 0.1 m.
constexpr double same_place = 0.05;

struct MeantPlace {
  std::string name{};                                  ///< "first.impact"
  Eigen::Vector2d position = Eigen::Vector2d::Zero();  ///< world, m
};

/// Nothing holds it but the contact.
bool is_free(const Setting& s, const Side& side) {
  if (side.body == nullptr) return false;
  return side.body->prescribed ||
         s.tree.carriers[static_cast<std::size_t>(side.side.body)].joint < 0;
}

bool has_given_point(const StatedBody& body, const std::string& name) {
  return std::any_of(body.points.begin(), body.points.end(),
                     [&](const NamedPoint& p) { return p.given && p.name == name; });
}

/// The point of a side that is meant to be at the contact; absent where none is.
std::optional<PartName> meant_point(const StatedContact& contact, const Side& side) {
  if (side.body == nullptr) return std::nullopt;
  if (!side.name.part.empty()) return is_point(side) ? std::optional(side.name) : std::nullopt;
  const auto* at = std::get_if<PartName>(&*contact.at);
  if (at == nullptr || !has_given_point(*side.body, at->part)) return std::nullopt;
  return PartName{side.name.owner, at->part, side.name.where};
}

}  // namespace

void compare_meeting_points(const Setting& s, const StatedContact& contact, const Side& a,
                            const Side& b, ContactWords& words) {
  if (!contact.at || !contact.normal || !is_free(s, a) || !is_free(s, b)) return;
  const auto* part = std::get_if<PartName>(&*contact.at);
  std::vector<MeantPlace> places{
      {part != nullptr ? written(*part) : "at",
       part != nullptr ? position_of(s, *part) : std::get<Eigen::Vector2d>(*contact.at)}};
  double lever = 0;
  for (const Side* side : {&a, &b}) {
    const auto point = meant_point(contact, *side);
    if (!point) continue;
    places.push_back({written(*point), position_of(s, *point)});
    const Eigen::Vector2d centre = position_of(s, {point->owner, "centre", point->where});
    lever = std::max(lever, (places.back().position - centre).norm());
  }
  const double near =
      std::max(same_place * lever, position_tolerance * size_of(s.placed.model, s.k));
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = i + 1; j < places.size(); ++j) {
      const double apart = (places[i].position - places[j].position).norm();
      if (!(apart > near) || !(apart > words.apart)) continue;
      words.apart = apart;
      words.points_apart = fmt::format("{} and {}", places[i].name, places[j].name);
    }
}

}  // namespace carom
