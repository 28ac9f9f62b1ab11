#include <carom/impact/several_spatial/stage_choice.hpp>

#include <algorithm>
#include <cmath>

namespace carom::several_spatial {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// Rates below this, per unit of the colliding contact's impulse or against their terms, count as zero.
constexpr double no_rate = 1e-9;
/// Directions that turn by less than this against their terms do not turn.
constexpr double no_turn = 1e-13;
/// Rates of two routes that agree to this are the same.
constexpr double same_rates = 1e-7;
/// Rates below this share of their terms are rounding.
constexpr double rounding = 1e-12;
/// What rounding and the accuracy of a step leave of an inequality.
constexpr double slack = 1e-10;

cone::Tangent tangents_of(const ConeContact& contact, const VectorXd& v) {
  cone::Tangent t = cone::Tangent::Zero();
  for (int j = 0; j < contact.tangents; ++j) t[j] = v[contact.first + j];
  return t;
}

VectorXd terms_of(const System& system, const VectorXd& p) {
  return system.W.cwiseAbs() * p.cwiseAbs();
}

/// Does friction turn at this contact while it slips?
bool turns(const ConeContact& contact, const VectorXd& a, const VectorXd& terms,
           const cone::Tangent& direction) {
  if (contact.tangents < 2 || contact.friction == 0) return false;
  const cone::Tangent a_t = tangents_of(contact, a);
  const double across = a_t[0] * direction[1] - a_t[1] * direction[0];
  return std::abs(across) > no_turn * tangents_of(contact, terms).norm();
}

/// `one`: an impulse that counts as one.
bool inside(const ConeContact& contact, const VectorXd& p, double one) {
  const double limit = contact.friction * p[contact.normal()];
  return tangents_of(contact, p).norm() <= limit + slack * one;
}

bool within_cones(const System& system, const StageModes& modes, const VectorXd& p, double one) {
  for (std::size_t i = 0; i < modes.holds.size(); ++i)
    if (modes.holds[i] == Hold::stick && !inside(system.contacts[i], p, one)) return false;
  return true;
}

/// An open contact has no impulse; an iteration may leave one of its rounding.
void open_contacts(const System& system, const StageModes& modes, VectorXd& p) {
  for (std::size_t i = 0; i < modes.holds.size(); ++i)
    if (modes.holds[i] == Hold::open)
      p.segment(system.contacts[i].first, system.contacts[i].tangents + 1).setZero();
}

}  // namespace

cone::Problem rate_problem(const System& system, int colliding, const VectorXd& u) {
  cone::Problem problem{system.W, system.contacts, VectorXd::Zero(u.size()),
                        std::vector<cone::Condition>(system.contacts.size())};
  for (std::size_t i = 0; i < system.contacts.size(); ++i) {
    const ConeContact& contact = system.contacts[i];
    cone::Condition& condition = problem.conditions[i];
    if (static_cast<int>(i) == colliding) {
      condition.normal = cone::NormalRule::given;
      condition.least = 1;
    } else if (u[contact.normal()] != 0) {
      condition.normal = cone::NormalRule::absent;
    }
    condition.slip = slip_direction(contact, u, cone::Tangent::Zero());
    condition.slides = condition.slip != cone::Tangent::Zero();
  }
  return problem;
}

StageStart stage_with(const System& system, int colliding, const VectorXd& u,
                      const VectorXd& p_rate) {
  StageStart start;
  const VectorXd a = system.W * p_rate;
  const VectorXd terms = terms_of(system, p_rate);
  start.modes.directions.assign(system.contacts.size(), cone::Tangent::Zero());
  for (std::size_t i = 0; i < system.contacts.size(); ++i) {
    const ConeContact& contact = system.contacts[i];
    const bool loaded = p_rate[contact.normal()] > no_rate;
    const cone::Tangent slip = tangents_of(contact, u);
    const cone::Tangent a_t = tangents_of(contact, a);
    const bool begins = a_t.norm() > no_rate * tangents_of(contact, terms).norm();
    const bool slips = contact.tangents == 0 || contact.friction == 0 || slip.norm() > 0 || begins;
    start.modes.holds.push_back(!loaded ? Hold::open : slips ? Hold::slip : Hold::stick);
    if (begins) start.modes.directions[i] = a_t / a_t.norm();
  }
  start.held = held_set(system, colliding, start.modes);
  held_rates(system, colliding, start.modes, start.held, u, start.rates);
  const double miss = (start.rates.a - a).cwiseAbs().maxCoeff();
  if (!start.rates.finite || miss > same_rates * terms.maxCoeff()) start.rates = {p_rate, a, true};
  for (std::size_t i = 0; i < system.contacts.size(); ++i)
    if (start.modes.holds[i] == Hold::slip)
      start.straight &= !turns(system.contacts[i], start.rates.a, terms,
                               slip_direction(system.contacts[i], u, start.modes.directions[i]));
  // Another share of the same accelerations is within the cones: where rates are constant, it is taken.
  if (start.straight && !within_cones(system, start.modes, start.rates.p, 1))
    start.rates.p = p_rate;
  open_contacts(system, start.modes, start.rates.p);
  // Where everything holds everything else, rates are rounding: the contacts lock.
  for (Index r = 0; r < a.size(); ++r)
    if (std::abs(start.rates.a[r]) <= rounding * terms[r]) start.rates.a[r] = 0;
  // A contact that touches without load and without acceleration goes on touching.
  for (std::size_t i = 0; i < system.contacts.size(); ++i) {
    const int n = system.contacts[i].normal();
    if (start.modes.holds[i] == Hold::open && u[n] == 0 &&
        std::abs(start.rates.a[n]) <= no_rate * terms[n])
      start.rates.a[n] = 0;
  }
  return start;
}

bool still_admissible(const System& system, int colliding, const StageModes& modes,
                      const Rates& rates, const VectorXd& u, cone::Workspace& work) {
  bool holds = true;
  const VectorXd terms = terms_of(system, rates.p);
  for (std::size_t i = 0; i < modes.holds.size(); ++i) {
    const ConeContact& contact = system.contacts[i];
    const int n = contact.normal();
    if (modes.holds[i] == Hold::open)
      holds &= u[n] > 0 || static_cast<int>(i) == colliding || rates.a[n] >= -slack * terms[n];
    else
      holds &= rates.p[n] >= -slack;
    if (modes.holds[i] == Hold::stick) holds &= inside(contact, rates.p, 1);
  }
  if (holds) return true;
  cone::Solution other;
  cone::solve(rate_problem(system, colliding, u),
              {.starts = 0, .sharing = false, .enumerate = false}, &rates.p, work, other);
  return other.found && (other.w - rates.a).cwiseAbs().maxCoeff() <= same_rates * terms.maxCoeff();
}

void share_within_cones(const System& system, int colliding, const StageModes& modes,
                        cone::Workspace& work, VectorXd& p) {
  const double one = p[system.contacts[static_cast<std::size_t>(colliding)].normal()];
  if (within_cones(system, modes, p, one)) return;
  VectorXd stuck = VectorXd::Zero(p.size());
  cone::Problem problem{system.W, system.contacts, {}, {}};
  for (std::size_t i = 0; i < modes.holds.size(); ++i) {
    const ConeContact& contact = system.contacts[i];
    cone::Condition& condition = problem.conditions.emplace_back();
    if (modes.holds[i] != Hold::stick) {
      condition.normal = cone::NormalRule::absent;
      continue;
    }
    stuck.segment(contact.first, contact.tangents + 1) =
        p.segment(contact.first, contact.tangents + 1);
    if (static_cast<int>(i) != colliding) continue;
    condition.normal = cone::NormalRule::given;
    condition.least = p[contact.normal()];
  }
  problem.q = -(system.W * stuck);
  cone::Solution shared;
  cone::solve(problem, {.starts = 0, .sharing = false, .enumerate = false}, &stuck, work, shared);
  const VectorXd terms = terms_of(system, stuck);
  if (!shared.found || shared.w.cwiseAbs().maxCoeff() > slack * terms.maxCoeff()) return;
  p += shared.p - stuck;
}

}  // namespace carom::several_spatial
