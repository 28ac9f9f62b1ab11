#include <carom/impact/at_once/simultaneous.hpp>
#include <carom/impact/at_once/together_derivatives.hpp>
#include <carom/impact/blocks.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/impact/several_spatial/stage_slopes.hpp>

#include <fmt/format.h>

#include <Eigen/QR>

#include <algorithm>
#include <stdexcept>

namespace carom {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using several_spatial::change_by_W;
using Columns = several_spatial::StageColumns;

/// A phase as it was found, and how what drives it changes.
struct PhaseFound {
  VectorXd p{};   ///< impulse of the phase
  VectorXd w{};   ///< velocity at its end; what is held is exactly zero
  VectorXd l{};   ///< least normal impulse, per contact
  MatrixXd dq{};  ///< of the velocity without this phase's impulses
  MatrixXd dl{};  ///< of l, contacts × columns
};

/// P dp + Q dw = right (T18.14), row by row.
struct Linear {
  MatrixXd P{};
  MatrixXd Q{};
  MatrixXd right{};
  bool near_change = false;
};

/// Everything but the phases.
struct Colliding {
  const Contacts& c;
  std::vector<double> friction{};
  Columns at{};
  double impulse = 0;  ///< the largest of any contact
  double speed = 0;    ///< the largest velocity
};

bool near(double value, double size) { return std::abs(value) <= mode_change_reach * size; }

/// The normal of a contact: held, or at its least impulse.
bool add_normal(const Colliding& colliding, std::size_t i, const PhaseFound& phase,
                Linear& linear) {
  const int n = colliding.c.rows[i].normal();
  const double surplus = phase.p[n] - phase.l[static_cast<Index>(i)];
  const bool held = phase.w[n] == 0 && surplus > 0;
  linear.near_change |= held ? near(surplus, colliding.impulse) : near(phase.w[n], colliding.speed);
  if (held) {
    linear.Q(n, n) = 1;
  } else {
    linear.P(n, n) = 1;
    linear.right.row(n) = phase.dl.row(static_cast<Index>(i));
  }
  return held;
}

/// Its tangents: stuck, or with friction against the slip.
void add_tangents(const Colliding& colliding, std::size_t i, const PhaseFound& phase,
                  Linear& linear) {
  const ContactRows& rows = colliding.c.rows[i];
  const int n = rows.normal();
  const double mu = colliding.friction[i];
  const VectorXd w = phase.w.segment(rows.first, rows.tangents);
  const double slip = w.norm();
  const double limit = mu * phase.p[n];
  if (slip == 0 && phase.p[n] > 0 && mu > 0) {
    const double room = limit - phase.p.segment(rows.first, rows.tangents).norm();
    linear.near_change |= near(room, colliding.impulse);
    for (int t = rows.first; t < n; ++t) linear.Q(t, t) = 1;
    return;
  }
  linear.near_change |= limit > 0 && near(slip, colliding.speed);
  for (int t = rows.first; t < n; ++t) linear.P(t, t) = 1;
  if (slip == 0) return;
  const VectorXd d = w / slip;
  linear.P.block(rows.first, n, rows.tangents, 1) = mu * d;
  linear.Q.block(rows.first, rows.first, rows.tangents, rows.tangents) =
      limit / slip * (MatrixXd::Identity(rows.tangents, rows.tangents) - d * d.transpose());
  linear.right.block(rows.first, colliding.at.friction(i), rows.tangents, 1) = -phase.p[n] * d;
}

/// How the impulse of a phase changes. Contacts that depend on each other share the change with the least impulses.
MatrixXd differentiate(const Colliding& colliding, const PhaseFound& phase, bool& near_change) {
  const Index m = colliding.at.rows;
  Linear linear{MatrixXd::Zero(m, m), MatrixXd::Zero(m, m),
                MatrixXd::Zero(m, colliding.at.count())};
  std::vector<bool> used(static_cast<std::size_t>(m), false);
  for (std::size_t i = 0; i < colliding.c.count(); ++i) {
    const ContactRows& rows = colliding.c.rows[i];
    for (int r = rows.first; r <= rows.normal(); ++r) used[static_cast<std::size_t>(r)] = true;
    add_normal(colliding, i, phase, linear);
    add_tangents(colliding, i, phase, linear);
  }
  for (Index r = 0; r < m; ++r)
    if (!used[static_cast<std::size_t>(r)]) linear.P(r, r) = 1;  // of a planar stop
  near_change |= linear.near_change;
  constexpr double dependent = 1e-11;
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> system;
  system.setThreshold(dependent);
  system.compute(linear.P + linear.Q * colliding.c.W);
  return system.solve(linear.right - linear.Q * (phase.dq + change_by_W(colliding.at, phase.p)));
}

void require_together(const std::vector<Contact>& contacts, const Contacts& c, LawId law) {
  if (const auto why = undefined_because(contacts, c, law)) throw Objection(*why);
  const bool two_phases = law_of(law).rule || law == LawId::anitescu_potra;
  if (!two_phases || c.simultaneous != Simultaneous::together || !collide_at_once(c))
    throw std::invalid_argument(
        fmt::format("derivatives of {} contacts want several that collide with simultaneous: "
                    "together, under newton, poisson, stronge or anitescu_potra",
                    contacts.size()));
  if (blocks_of(c).size() > 1)
    throw std::invalid_argument(
        "derivatives: some contacts do not feel each other; state them as problems of their own");
}

Colliding colliding_of(const std::vector<Contact>& contacts, const Contacts& c) {
  Colliding colliding{.c = c};
  for (const Contact& contact : contacts)
    colliding.friction.push_back(contact.friction.value_or(0));
  colliding.at = {c.u.size(), static_cast<Index>(contacts.size())};
  colliding.speed = c.u.cwiseAbs().maxCoeff();
  return colliding;
}

/// Compression, as the path has it.
PhaseFound compression_of(const Colliding& colliding, const PathEvent& end) {
  const Columns& at = colliding.at;
  PhaseFound phase{end.p, end.u, VectorXd::Zero(at.contacts), MatrixXd::Zero(at.rows, at.count()),
                   MatrixXd::Zero(at.contacts, at.count())};
  phase.dq.leftCols(at.rows).setIdentity();
  return phase;
}

/// Expansion after it.
PhaseFound expansion_of(const Colliding& colliding, const std::vector<Contact>& contacts,
                        const PhaseFound& compression, const MatrixXd& dp_C, const PathEvent& end) {
  const Columns& at = colliding.at;
  PhaseFound phase{end.p - compression.p, end.u, VectorXd::Zero(at.contacts), compression.dq,
                   MatrixXd::Zero(at.contacts, at.count())};
  phase.dq += change_by_W(at, compression.p) + colliding.c.W * dp_C;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const int n = colliding.c.rows[i].normal();
    const double e = contacts[i].restitution.value_or(0);
    const auto row = static_cast<Index>(i);
    phase.l[row] = e * compression.p[n];
    phase.dl.row(row) = e * dp_C.row(n);
    phase.dl(row, at.restitution(i)) += compression.p[n];
  }
  return phase;
}

}  // namespace

ImpactDerivatives derivatives_together(const std::vector<Contact>& contacts, const Contacts& c,
                                       LawId law) {
  require_together(contacts, c, law);
  const ImpactResult result = resolve("", contacts, c, {law}).front();
  ImpactDerivatives d{.status = result.status, .tangents = c.in_space ? 2 : 1};
  if (result.status != ImpactStatus::solved || result.path.size() != 3) return d;
  Colliding colliding = colliding_of(contacts, c);
  const Columns& at = colliding.at;
  colliding.impulse = result.path.back().p.cwiseAbs().maxCoeff();
  const PhaseFound compression = compression_of(colliding, result.path[1]);
  const MatrixXd dp_C = differentiate(colliding, compression, d.near_mode_change);
  const PhaseFound expansion = expansion_of(colliding, contacts, compression, dp_C, result.path[2]);
  const MatrixXd dp = dp_C + differentiate(colliding, expansion, d.near_mode_change);
  MatrixXd du = compression.dq + change_by_W(at, result.path[2].p) + c.W * dp;
  if (!dp.allFinite()) return d;
  d.p = dp.leftCols(at.W());
  d.u_after = du.leftCols(at.W());
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> W(c.W);
  if (W.rank() < at.rows) return d;  // a change of one entry leaves what depends on the others
  d.p_W = dp.rightCols(at.rows * at.rows);
  d.u_after_W = du.rightCols(at.rows * at.rows);
  return d;
}

}  // namespace carom
