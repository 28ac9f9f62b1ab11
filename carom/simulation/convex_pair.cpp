#include <carom/simulation/convex_pair.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

/// Sides whose normals differ by less than this sine are parallel.
constexpr double parallel = 1e-3;
/// A corner this share of a side's length in front of it makes a shape that is not convex.
constexpr double rounding_of_shapes = 1e-9;

const ContactPair& geometry_of(const Scene& scene, int contact) {
  return std::get<ContactPair>(scene.contacts[static_cast<std::size_t>(contact)].geometry);
}

/// Corners and sides of one shape, as the contacts name them.
struct Shape {
  std::vector<Eigen::Vector2d> corners{};
  std::vector<EdgeFeature> sides{};
  bool round = false;

  int add(const EdgeFeature& edge) {
    for (std::size_t i = 0; i < sides.size(); ++i)
      if (sides[i].point == edge.point && sides[i].angle == edge.angle) return static_cast<int>(i);
    sides.push_back(edge);
    return static_cast<int>(sides.size()) - 1;
  }
  bool is_convex() const {
    for (const EdgeFeature& side : sides) {
      if (!std::isfinite(side.back) || !std::isfinite(side.ahead)) return false;
      const double allowed = rounding_of_shapes * (side.back + side.ahead);
      const Eigen::Vector2d normal(-std::sin(side.angle), std::cos(side.angle));
      for (const Eigen::Vector2d& corner : corners)
        if (normal.dot(corner - side.point) > allowed) return false;
    }
    return !round && !corners.empty();
  }
};

/// The contacts of one statement as a pair; absent where a shape is round or not convex.
std::optional<ConvexPair> pair_of(const Scene& scene, const std::vector<int>& contacts) {
  std::array<Shape, 2> shapes;
  ConvexPair pair;
  for (const int c : contacts) {
    const ContactPair& g = geometry_of(scene, c);
    const std::array<const ContactSide*, 2> ends{&g.first, &g.second};
    for (int i = 0; i < 2; ++i) {
      Shape& shape = shapes[static_cast<std::size_t>(i)];
      const auto& feature = ends[static_cast<std::size_t>(i)]->feature;
      shape.round |= std::holds_alternative<DiscFeature>(feature);
      if (const auto* point = std::get_if<PointFeature>(&feature))
        shape.corners.push_back(point->point);
      const auto* edge = std::get_if<EdgeFeature>(&feature);
      if (edge == nullptr) continue;
      const std::array<int, 2> of{i, shape.add(*edge)};
      const auto known = std::find_if(pair.sides.begin(), pair.sides.end(),
                                      [&](const PairSide& s) { return s.of == of; });
      if (known == pair.sides.end())
        pair.sides.push_back({of, {c}});
      else
        known->contacts.push_back(c);
    }
  }
  if (!shapes[0].is_convex() || !shapes[1].is_convex()) return std::nullopt;
  pair.outlined = shapes[0].sides.size() > 2 && shapes[1].sides.size() > 2;
  return pair;
}

/// Whether two contacts are ways in which the same two shapes may meet.
bool same_statement(const SceneContact& a, const SceneContact& b) {
  return a.of_whole_bodies && b.of_whole_bodies && a.statement == b.statement;
}

/// The corner that is nearest to the line of a side.
ContactMotion nearest(const PairSide& side, const Scene& scene, const Instant& now) {
  ContactMotion least;
  least.gap = std::numeric_limits<double>::infinity();
  for (const int c : side.contacts) {
    ContactMotion m = contact_motion(scene.contacts[static_cast<std::size_t>(c)], scene.model, now);
    if (m.gap < least.gap) least = std::move(m);
  }
  return least;
}

}  // namespace

ConvexPairs convex_pairs(const Scene& scene) {
  ConvexPairs all;
  all.place.assign(scene.contacts.size(), {-1, -1});
  for (std::size_t begin = 0, end = 0; begin < scene.contacts.size(); begin = end) {
    std::vector<int> contacts;
    for (end = begin; end < scene.contacts.size(); ++end) {
      if (end > begin && !same_statement(scene.contacts[begin], scene.contacts[end])) break;
      contacts.push_back(static_cast<int>(end));
    }
    if (!scene.contacts[begin].of_whole_bodies) continue;
    const std::optional<ConvexPair> pair = pair_of(scene, contacts);
    if (!pair) continue;
    for (std::size_t s = 0; s < pair->sides.size(); ++s)
      for (const int c : pair->sides[s].contacts)
        all.place[static_cast<std::size_t>(c)] = {static_cast<int>(all.pairs.size()),
                                                  static_cast<int>(s)};
    all.pairs.push_back(*pair);
  }
  return all;
}

bool is_met(const ConvexPairs& pairs, const Scene& scene, int contact, const Instant& now,
            const PairTolerance& tolerance) {
  const auto [index, own] = pairs.place[static_cast<std::size_t>(contact)];
  if (index < 0) return true;
  const ConvexPair& pair = pairs.pairs[static_cast<std::size_t>(index)];
  const PairSide& side = pair.sides[static_cast<std::size_t>(own)];
  if (nearest(side, scene, now).gap < -tolerance.overlap) return false;
  const ContactMotion met =
      contact_motion(scene.contacts[static_cast<std::size_t>(contact)], scene.model, now);
  const Eigen::Vector2d along = met.frame.tangent;
  for (const PairSide& other : pair.sides) {
    if (&other == &side) continue;
    const ContactMotion m = nearest(other, scene, now);
    if (m.gap < -tolerance.gap || m.u.y() <= met.u.y() + tolerance.speed) continue;
    if (std::abs(along.dot(m.frame.normal())) > parallel) return false;
  }
  return true;
}

double overlap_of(const ConvexPair& pair, const Scene& scene, const Instant& now) {
  double deepest = std::numeric_limits<double>::infinity();
  for (const PairSide& side : pair.sides)
    deepest = std::min(deepest, -nearest(side, scene, now).gap);
  return deepest;
}

}  // namespace carom
