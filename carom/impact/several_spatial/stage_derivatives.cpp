#include <carom/impact/blocks.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/impact/several_spatial/stage_derivatives.hpp>
#include <carom/impact/several_spatial/stage_walk.hpp>

#include <fmt/format.h>

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

namespace carom {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::RowVectorXd;
using Eigen::VectorXd;
using several_spatial::Hold;
using several_spatial::Point;
using several_spatial::Rates;
using several_spatial::StageAt;
using several_spatial::StageColumns;
using several_spatial::Way;

/// What the law has booked, with its changes.
struct Books {
  double mark_eta = 0;  ///< where the phase began
  double mark_work = 0;
  RowVectorXd dmark_eta{};
  RowVectorXd dmark_work{};
  double compression = 0, restored = 0, stored = 0, returned = 0;
  RowVectorXd dcompression{}, drestored{}, dstored{}, dreturned{};
  bool compresses = true;
};

struct Walk {
  const several_spatial::System system;
  const std::vector<PathEvent>& path;
  StageColumns columns{};
  int colliding = 0;
  int n = 0;  ///< row of its normal
  Restitution rule = Restitution::poisson;
  double e = 0;
};

StageAt stage_of(const Walk& walk, const PathEvent& from, const PathEvent& to) {
  StageAt stage{walk.system, walk.colliding, walk.columns, {}, {}};
  stage.modes.directions.assign(walk.system.contacts.size(), cone::Tangent(cone::Tangent::Zero()));
  for (std::size_t i = 0; i < walk.system.contacts.size(); ++i) {
    const ConeContact& contact = walk.system.contacts[i];
    const bool sticks =
        from.modes[i] == ContactMode::stick && contact.tangents > 0 && contact.friction > 0;
    stage.modes.holds.push_back(from.modes[i] == ContactMode::open ? Hold::open
                                : sticks                           ? Hold::stick
                                                                   : Hold::slip);
    const VectorXd slip = to.u.segment(contact.first, contact.tangents);
    if (slip.norm() > 0) stage.modes.directions[i].head(contact.tangents) = slip / slip.norm();
  }
  stage.held = held_set(walk.system, walk.colliding, stage.modes);
  return stage;
}

/// δη* of an event that ends a stage; nothing where it has no place of its own.
std::optional<RowVectorXd> place_of(const Walk& walk, const PathEvent& event, const Rates& rates,
                                    const Point& point) {
  const auto who = static_cast<std::size_t>(event.contacts.at(0));
  const ConeContact& contact = walk.system.contacts[who];
  switch (event.kind) {
    case PathEventKind::closes:
      return RowVectorXd(-point.du.row(contact.normal()) / rates.a[contact.normal()]);
    case PathEventKind::compression_ends:
    case PathEventKind::compression_starts:
      return RowVectorXd(-point.du.row(walk.n) / rates.a[walk.n]);
    case PathEventKind::slip_stops: {
      const VectorXd a = rates.a.segment(contact.first, contact.tangents);
      if (a.norm() == 0) return std::nullopt;
      const VectorXd d = -a / a.norm();  // at the stop slip runs straight into zero
      return RowVectorXd(-(d.transpose() * point.du.middleRows(contact.first, contact.tangents)) /
                         d.dot(a));
    }
    case PathEventKind::start:
    case PathEventKind::slip_starts:
    case PathEventKind::detaches:
    case PathEventKind::between:
    case PathEventKind::end: break;
  }
  return std::nullopt;
}

/// Books the phase that ends here, with the place of its end.
void book(double eta, const RowVectorXd& deta, const Point& point, Books& books) {
  const double length = eta - books.mark_eta;
  const double work = point.work - books.mark_work;
  const RowVectorXd dlength = deta - books.dmark_eta;
  const RowVectorXd dwork = point.dwork - books.dmark_work;
  if (books.compresses) {
    books.compression += length;
    books.dcompression += dlength;
    books.stored -= work;
    books.dstored -= dwork;
  } else {
    books.restored += length;
    books.drestored += dlength;
    books.returned += work;
    books.dreturned += dwork;
  }
  books.compresses = !books.compresses;
  books.mark_eta = eta;
  books.mark_work = point.work;
  books.dmark_eta = deta;
  books.dmark_work = point.dwork;
}

/// δη of the end by the law.
RowVectorXd end_of(const Walk& walk, const Books& books, const Point& point, const Rates& rates) {
  RowVectorXd de = RowVectorXd::Zero(walk.columns.count());
  de[walk.columns.restitution(static_cast<std::size_t>(walk.colliding))] = 1;
  RowVectorXd du_n = RowVectorXd::Zero(walk.columns.count());
  du_n[walk.n] = 1;
  const double e = walk.e;
  switch (walk.rule) {
    case Restitution::newton:
      return -(point.du.row(walk.n) + walk.system.u[walk.n] * de + e * du_n) / rates.a[walk.n];
    case Restitution::poisson:
      return books.dmark_eta + e * books.dcompression + books.compression * de - books.drestored;
    case Restitution::stronge:
      return (2 * e * books.stored * de + e * e * books.dstored - books.dreturned - point.dwork +
              books.dmark_work) /
             point.u[walk.n];
  }
  return {};
}

/// Enters the modes of `from` at an event whose place moves by deta.
bool enter(const Walk& walk, const PathEvent& from, const PathEvent& to, const Rates& before,
           const RowVectorXd& deta, StageAt& stage, Point& point) {
  StageAt next = stage_of(walk, from, to);
  stage.modes = std::move(next.modes);
  stage.held = std::move(next.held);
  Rates after;
  if (!settle_directions(stage, point.u, after)) return false;
  if (before.a.size() > 0) {
    point.du += (before.a - after.a) * deta;
    point.dp += (before.p - after.p) * deta;
  }
  for (const int r : stage.held.rows) point.du.row(r).setZero();
  return true;
}

struct Slopes {
  MatrixXd p{};
  MatrixXd u{};
};

/// The last event of those at one place.
std::size_t last_at(const Walk& walk, std::size_t k) {
  while (k + 1 < walk.path.size() && walk.path[k + 1].kind != PathEventKind::end &&
         walk.path[k + 1].p[walk.n] == walk.path[k].p[walk.n])
    ++k;
  return k;
}

/// Walks the path; nothing where an event has no slopes.
std::optional<Slopes> walk_path(const Walk& walk) {
  const Index m = walk.columns.rows;
  const Index count = walk.columns.count();
  const RowVectorXd none = RowVectorXd::Zero(count);
  Point point{
      walk.system.u, VectorXd::Zero(m), 0, MatrixXd::Zero(m, count), MatrixXd::Zero(m, count),
      none};
  point.du.leftCols(m).setIdentity();
  Books books{.dmark_eta = none,
              .dmark_work = none,
              .dcompression = none,
              .drestored = none,
              .dstored = none,
              .dreturned = none};
  StageAt stage{walk.system, walk.colliding, walk.columns, {}, {}};
  std::size_t k = last_at(walk, 0);
  if (!enter(walk, walk.path[k], walk.path[k + 1], {}, none, stage, point)) return std::nullopt;
  for (double eta = 0;;) {
    const PathEvent& event = walk.path[k + 1];
    const bool releases = event.kind == PathEventKind::detaches && event.p[walk.n] > eta;
    Way way{.length = event.p[walk.n] - eta};
    if (releases)
      way.released = walk.system.contacts[static_cast<std::size_t>(event.contacts.at(0))].normal();
    if (!walk_stage(stage, way, point)) return std::nullopt;
    eta += way.walked;
    if (event.kind == PathEventKind::end) {
      const RowVectorXd deta = end_of(walk, books, point, way.rates);
      return Slopes{point.dp + way.rates.p * deta, point.du + way.rates.a * deta};
    }
    // A load that falls to zero lets go without a jump of the rates.
    const auto deta = releases ? std::optional(none) : place_of(walk, event, way.rates, point);
    if (!deta || !deta->allFinite()) return std::nullopt;
    const std::size_t last = last_at(walk, k + 1);
    for (std::size_t at = k + 1; at <= last; ++at)
      if (walk.path[at].kind == PathEventKind::compression_ends ||
          walk.path[at].kind == PathEventKind::compression_starts)
        book(eta, *deta, point, books);
    k = last;
    if (k + 1 >= walk.path.size()) return std::nullopt;
    if (!releases) point.u = walk.path[k].u;
    if (!enter(walk, walk.path[k], walk.path[k + 1], way.rates, *deta, stage, point))
      return std::nullopt;
  }
}

/// Events and modes of a path, without its numbers.
std::vector<int> kind_of(const ImpactResult& result) {
  std::vector<int> kind{static_cast<int>(result.status)};
  for (const PathEvent& event : result.path) {
    kind.push_back(static_cast<int>(event.kind));
    for (const ContactMode mode : event.modes) kind.push_back(static_cast<int>(mode));
  }
  return kind;
}

/// Whether a little more or less of a velocity, a restitution or a friction changes the events.
bool near_mode_change(const std::vector<Contact>& contacts, const Contacts& c, LawId law,
                      const ImpactResult& result) {
  const std::vector<int> kind = kind_of(result);
  const double speed = c.u.cwiseAbs().maxCoeff();
  const auto differs = [&](const std::vector<Contact>& materials, const Contacts& moved) {
    return kind_of(resolve("", materials, moved, {law}).front()) != kind;
  };
  for (const double sign : {-1.0, 1.0}) {
    for (Index r = 0; r < c.u.size(); ++r) {
      if (c.u[r] == 0) continue;  // that it is zero is a mode
      Contacts moved = c;
      moved.u[r] += sign * mode_change_reach * speed;
      if (differs(contacts, moved)) return true;
    }
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      if (!contacts[i].friction) continue;  // a stop
      std::vector<Contact> materials = contacts;
      double& mu = *materials[i].friction;
      mu = std::max(0.0, mu + sign * mode_change_reach * std::max(mu, 1.0));
      if (differs(materials, c)) return true;
    }
  }
  return false;
}

std::optional<Walk> walk_of(const std::vector<Contact>& contacts, const Contacts& c, LawId law,
                            const ImpactResult& result) {
  several_spatial::System system{c.W, c.u, {}, {}, {}};
  int colliding = -1;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const ContactRows& rows = c.rows[i];
    system.contacts.push_back({rows.first, rows.tangents, contacts[i].friction.value_or(0)});
    system.restitution.push_back(contacts[i].restitution.value_or(0));
    if (c.u[rows.normal()] < 0) colliding = static_cast<int>(i);
  }
  if (colliding < 0) return std::nullopt;
  Walk walk{.system = std::move(system), .path = result.path};
  walk.columns = {c.u.size(), static_cast<Index>(contacts.size())};
  walk.colliding = colliding;
  walk.n = c.rows[static_cast<std::size_t>(colliding)].normal();
  walk.rule = *law_of(law).rule;
  walk.e = walk.system.restitution[static_cast<std::size_t>(colliding)];
  return walk;
}

void require_path(const std::vector<Contact>& contacts, const Contacts& c, LawId law) {
  if (const auto why = undefined_because(contacts, c, law)) throw Objection(*why);
  if (!law_of(law).rule)
    throw std::invalid_argument(fmt::format(
        "law: derivatives of several contacts are defined for newton, poisson and stronge, not for {}",
        law_of(law).name));
  for (const Contact& contact : contacts)
    if (contact.static_friction && contact.static_friction != contact.friction)
      throw std::invalid_argument(
          "static_friction: derivatives of several contacts want that of friction");
  if (blocks_of(c).size() > 1)
    throw std::invalid_argument(
        "derivatives: some contacts do not feel each other; state them as problems of their own");
}

}  // namespace

ImpactDerivatives derivatives_of_path(const std::vector<Contact>& contacts, const Contacts& c,
                                      LawId law) {
  require_path(contacts, c, law);
  Contacts plain = c;
  plain.path_points = 0;
  plain.thresholds = false;
  const ImpactResult result = resolve("", contacts, plain, {law}).front();
  ImpactDerivatives d{.status = result.status, .tangents = c.in_space ? 2 : 1};
  if (result.status != ImpactStatus::solved || result.path.size() < 2) return d;
  const auto walk = walk_of(contacts, c, law, result);
  if (!walk) return d;
  const auto slopes = walk_path(*walk);
  d.near_mode_change = !slopes || near_mode_change(contacts, plain, law, result);
  if (!slopes || !slopes->u.allFinite()) return d;
  const Index W = walk->columns.W();
  d.p = slopes->p.leftCols(W);
  d.u_after = slopes->u.leftCols(W);
  if (Eigen::CompleteOrthogonalDecomposition<MatrixXd>(c.W).rank() < c.W.rows()) return d;
  d.p_W = slopes->p.rightCols(c.W.size());
  d.u_after_W = slopes->u.rightCols(c.W.size());
  return d;
}

}  // namespace carom
