#include <carom/core/dual.hpp>
#include <carom/core/spatial/algebraic_impact.hpp>
#include <carom/core/spatial/spatial_impact.hpp>
#include <carom/impact/derivatives.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/impact/spatial_derivatives.hpp>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <stdexcept>

namespace carom {
namespace {

/// u_t1, u_t2, u_n, W_11, W_12, W_22, W_1n, W_2n, W_nn, restitution, friction.
constexpr int count = 11;
constexpr int restitution = 9;
constexpr int friction = 10;
using D = Dual<double, count>;
template <class S>
using Point = std::array<S, count>;

/// A law's answer with any scalar.
template <class S>
struct Answer {
  Vec3<S> p{};
  ImpactMode mode = ImpactMode::none;
  ImpactStatus status = ImpactStatus::no_impact;
};

template <class Impact>
auto answer_of(const Impact& impact) {
  using S = std::decay_t<decltype(impact.impulse.n)>;
  return Answer<S>{impact.impulse, impact.mode, impact.status};
}

/// One contact and a law: everything but the variables.
struct Situation {
  LawId law = LawId::stronge;
  std::optional<double> static_friction{};
};

template <class S>
Answer<S> answer(const Situation& situation, const Point<S>& x) {
  const Sym3<S> W{{x[3], x[4], x[5]}, {x[6], x[7]}, x[8]};
  const Vec3<S> u{{x[0], x[1]}, x[2]};
  ContactLaw<S> material{x[friction], x[friction], x[restitution]};
  if (situation.static_friction) material.static_friction = S(*situation.static_friction);
  if (const auto rule = law_of(situation.law).rule) {
    material.rule = *rule;
    return answer_of(resolve_spatial(W, u, material));
  }
  if (situation.law == LawId::whittaker) return answer_of(resolve_whittaker(W, u, material).impact);
  if (situation.law == LawId::conventional) return answer_of(resolve_conventional(W, u, material));
  if (situation.law == LawId::brach) return answer_of(resolve_brach(W, u, material));
  throw std::invalid_argument(
      fmt::format("law: there are no derivatives of '{}' in space", law_of(situation.law).name));
}

Point<double> point_of(const Contact& contact, const Contacts& c) {
  return {c.u[0],
          c.u[1],
          c.u[2],
          c.W(0, 0),
          c.W(0, 1),
          c.W(1, 1),
          c.W(0, 2),
          c.W(1, 2),
          c.W(2, 2),
          contact.restitution.value_or(0),
          contact.friction.value_or(0)};
}

/// True where no single variable but W changes status or mode within mode_change_reach.
bool keeps_mode(const Situation& situation, const Point<double>& here) {
  const Answer<double> answered = answer(situation, here);
  const double speed = std::sqrt(here[0] * here[0] + here[1] * here[1] + here[2] * here[2]);
  for (const std::size_t i : {0, 1, 2, restitution, friction})
    for (const double sign : {-1.0, 1.0}) {
      Point<double> x = here;
      const double scale = i < 3 ? speed : i == friction ? std::max(here[i], 1.0) : 1.0;
      x[i] += sign * mode_change_reach * scale;
      if (i >= 3 && x[i] < 0) continue;  // the border of its domain is no mode change
      const Answer<double> other = answer(situation, x);
      if (other.mode != answered.mode || other.status != answered.status) return false;
    }
  return true;
}

bool take_slopes(const Vec3<D>& p, SpatialSlopes& s) {
  const std::array<const D*, 3> rows{&p.t.x, &p.t.y, &p.n};
  bool finite = true;
  for (Eigen::Index i = 0; i < 3; ++i) {
    const D& row = *rows[static_cast<std::size_t>(i)];
    s.p[i] = row.value;
    for (int j = 0; j < count; ++j) finite = finite && std::isfinite(row.grad[j]);
    for (int j = 0; j < 3; ++j) s.by_u(i, j) = row.grad[j];
    for (int j = 0; j < 6; ++j) s.by_W(i, j) = row.grad[3 + j];
    s.by_restitution[i] = row.grad[restitution];
    s.by_friction[i] = row.grad[friction];
  }
  return finite;
}

}  // namespace

SpatialSlopes spatial_slopes(const std::vector<Contact>& contacts, const Contacts& c, LawId law) {
  if (contacts.size() != 1 || c.rows[0].tangents != 2)
    throw std::invalid_argument(
        fmt::format("contacts: derivatives want one contact, got {}", contacts.size()));
  if (const auto why = undefined_because(contacts, c, law)) throw Objection(*why);
  const Situation situation{law, contacts[0].static_friction};
  const Point<double> here = point_of(contacts[0], c);
  Point<D> x;
  for (std::size_t i = 0; i < count; ++i)
    x[i] = variable<double, count>(here[i], static_cast<int>(i));
  const Answer<D> slopes = answer(situation, x);
  SpatialSlopes s{.status = slopes.status, .mode = slopes.mode};
  if (has_answer(slopes.status)) s.finite = take_slopes(slopes.p, s);
  s.near_mode_change = !s.finite || !keeps_mode(situation, here);
  return s;
}

}  // namespace carom
