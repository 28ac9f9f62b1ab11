#include <carom/impact/derivatives.hpp>

#include <carom/impact/at_once/simultaneous.hpp>
#include <carom/impact/at_once/together_derivatives.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/one/derivatives_in_space.hpp>
#include <carom/impact/one/law_of_scalars.hpp>
#include <carom/impact/one/planar_answer.hpp>
#include <carom/impact/one/slopes.hpp>
#include <carom/impact/several_spatial/stage_derivatives.hpp>

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <stdexcept>
#include <tuple>
#include <type_traits>

namespace carom {
namespace {

/// What varies, in normalised units: u_t, u_n, e, μ, W_tt, W_tn, W_nn.
template <class S>
using Variables = std::array<S, slope_variables<2>>;

template <class S>
using Answer = LawAnswer<S, 2>;

/// One contact and a law: everything but the variables.
struct Situation {
  ContactSystem contact{};
  const Law& law;
  bool static_friction_given = false;
};

/// The law's answer by its row.
template <class S>
Answer<S> answer(const Situation& situation, const Variables<S>& x) {
  const auto& [u_t, u_n, e, mu, W_tt, W_tn, W_nn] = x;
  const ScalarContact contact{situation.contact, situation.static_friction_given};
  const ScalarVariables<S> variables{{u_t, u_n}, e, mu, {W_tt, W_tn, W_nn}};
  const LawOfScalars& law = *situation.law.scalars;
  ScalarAnswer<S> a;
  if constexpr (std::is_same_v<S, double>)
    a = law.numbers(contact, variables);
  else
    a = law.duals(contact, variables);
  return {{a.p.t, a.p.n}, {a.u_after.t, a.u_after.n}, a.mode, a.status, {a.slips.t, a.slips.n}};
}

// --- mode changes -------------------------------------------------------------------------------

/// What must stay the same for the slopes to hold.
struct Kind {
  ImpactStatus status = ImpactStatus::no_impact;
  ImpactMode mode = ImpactMode::none;
  double direction = 0;  ///< of the slip that friction opposes; 0 where the answer does not know it
  double slip_c = 0;     ///< with which compression ends, where there are phases
  double slip_e = 0;     ///< with which expansion ends, likewise

  friend bool operator==(const Kind&, const Kind&) = default;
};

Kind kind_of(const Situation& situation, const Variables<double>& x) {
  const Answer<double> a = answer(situation, x);
  Kind kind{a.status, a.mode, 0, a.slips[0], a.slips[1]};
  if (a.mode == ImpactMode::none || situation.law.scalars->slips_tell) return kind;
  if (situation.law.follows_path)
    kind.direction = sign(x[0]);
  else if (a.mode == ImpactMode::sliding || a.mode == ImpactMode::capped)
    kind.direction = sign(a.p[0]);
  return kind;
}

ImpactDerivatives derivatives_in_plane(const Situation& situation) {
  const ContactSystem& one = situation.contact;
  const PlanarContact<double> contact = planar_contact_of(one);
  const auto& [W, u] = std::tie(contact.W, contact.u);
  const Variables<double> here{u.t, u.n, one.restitution, one.friction[0], W.tt, W.tn, W.nn};
  const auto kind_at = [&](const Variables<double>& x) { return kind_of(situation, x); };
  const Kind kind = kind_at(here);
  ImpactDerivatives result{.status = kind.status, .mode = kind.mode};
  result.near_mode_change = !keeps_kind<2>(here, kind_at);
  const auto [t, n, c] = contact_scale(one, 0);
  const bool boundless = one.friction[0] == boundless_friction;
  restore_slopes<2>(answer(situation, independent<2>(here, boundless)), {{t, n}, c}, result);
  if (one.singular) {  // no neighbour but on the border
    result.p_W.reset();
    result.u_after_W.reset();
  }
  return result;
}

}  // namespace

ImpactDerivatives derivatives(const ImpactProblem& problem, LawId law) {
  return derivatives(problem.contacts, contact_problem(problem), law);
}

ImpactDerivatives derivatives(const std::vector<Contact>& contacts, const Contacts& c, LawId law) {
  if (contacts.size() > 1)
    return collide_at_once(c) ? derivatives_together(contacts, c, law)
                              : derivatives_of_path(contacts, c, law);
  if (const auto why = undefined_because(contacts, c, law)) throw Objection(*why);
  if (law_of(law).scalars == nullptr)
    throw std::invalid_argument(
        fmt::format("law: derivatives are not defined for {}", law_of(law).name));
  if (c.in_space) return derivatives_in_space(contacts[0], c, law);
  const Contact& contact = contacts[0];
  return derivatives_in_plane(
      {contact_system(c, contacts), law_of(law), contact.static_friction.has_value()});
}

CoordinateDerivatives coordinate_derivatives(const ImpactDerivatives& d,
                                             const Eigen::MatrixXd& mass, const Eigen::MatrixXd& J,
                                             const Eigen::VectorXd& velocity,
                                             const Eigen::VectorXd& impulse) {
  using Eigen::Index;
  const Index r = J.rows();
  const Index n = J.cols();
  if (!d.p || !d.p_W) throw std::invalid_argument("coordinate_derivatives: there are no slopes");
  if (mass.rows() != n || mass.cols() != n || velocity.size() != n || impulse.size() != r ||
      d.p->rows() != r)
    throw std::invalid_argument(fmt::format(
        "coordinate_derivatives: J is {}x{}; want mass {}x{}, velocity {}, impulse and slopes {}",
        r, n, n, n, n, r));
  const Eigen::LLT<Eigen::MatrixXd> L(mass);
  const Eigen::MatrixXd Y = L.solve(J.transpose());  // M⁻¹Jᵀ, n × r
  const Eigen::VectorXd dv = Y * impulse;            // q̇⁺ − q̇⁻
  const Eigen::MatrixXd inverse = L.solve(Eigen::MatrixXd::Identity(n, n));

  CoordinateDerivatives c;
  c.p_v = d.p->leftCols(r) * J;
  c.p_M.setZero(r, n * n);
  c.p_J.setZero(r, r * n);
  for (Index i = 0; i < r; ++i)
    for (Index j = 0; j < r; ++j) {
      const Eigen::VectorXd slope = d.p_W->col(i * r + j);
      for (Index a = 0; a < n; ++a) {
        for (Index b = 0; b < n; ++b) c.p_M.col(a * n + b) -= Y(a, i) * Y(b, j) * slope;
        c.p_J.col(i * n + a) += 2 * Y(a, j) * slope;
      }
    }
  for (Index i = 0; i < r; ++i)
    for (Index a = 0; a < n; ++a) c.p_J.col(i * n + a) += velocity[a] * d.p->col(i);
  c.velocity_material = Y * d.p->rightCols(d.p->cols() - r);
  c.velocity_v = Eigen::MatrixXd::Identity(n, n) + Y * c.p_v;
  c.velocity_M = Y * c.p_M;
  c.velocity_J = Y * c.p_J;
  for (Index a = 0; a < n; ++a) {
    for (Index b = 0; b < n; ++b) {  // −M⁻¹ dM M⁻¹Jᵀp, dM symmetric
      c.velocity_M.col(a * n + b) -= 0.5 * inverse.col(a) * dv[b];
      c.velocity_M.col(a * n + b) -= 0.5 * inverse.col(b) * dv[a];
    }
    for (Index i = 0; i < r; ++i) c.velocity_J.col(i * n + a) += inverse.col(a) * impulse[i];
  }
  return c;
}

}  // namespace carom
