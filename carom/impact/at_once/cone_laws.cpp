#include <carom/impact/at_once/cone_laws.hpp>

#include <carom/core/planar/cone_impact.hpp>
#include <carom/impact/at_once/together.hpp>
#include <carom/impact/cone/judge.hpp>
#include <carom/impact/cone/solve.hpp>
#include <carom/impact/judged.hpp>
#include <carom/impact/one/law_notes.hpp>
#include <carom/impact/one/spatial_answer.hpp>
#include <carom/impact/several_spatial/together.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// A component of w below this share of its terms is what rounding leaves of zero.
constexpr double rounding_of_w = 1e-13;

std::vector<ConeContact> cone_contacts(const ContactSystem& contacts) {
  std::vector<ConeContact> all;
  int first = 0;
  for (std::size_t k = 0; k < contacts.count(); ++k) {
    const int tangents = contacts.rows[k].tangents;
    all.push_back({first, tangents, contacts.friction[k]});
    first += tangents + 1;
  }
  return all;
}

cone::Problem cone_problem(const ContactSystem& contacts, const VectorXd& q) {
  return {contacts.W, cone_contacts(contacts), q, std::vector<cone::Condition>(contacts.count())};
}

/// (T16.22): what w has beside u⁺.
VectorXd kept(const ContactSystem& contacts, const std::vector<double>& e_t) {
  VectorXd k = VectorXd::Zero(contacts.u.size());
  for (std::size_t i = 0; i < contacts.count(); ++i) {
    const ContactRows& rows = contacts.rows[i];
    for (int r = rows.first; r < rows.normal(); ++r) k[r] = e_t[i] * contacts.u[r];
    const double u_n = contacts.u[rows.normal()];
    if (u_n < 0) k[rows.normal()] = contacts.restitutions[i] * u_n;
  }
  return k;
}

/// w without rounding of zero.
VectorXd settled(const cone::Problem& problem, const VectorXd& p, VectorXd w) {
  const VectorXd sizes = problem.q.cwiseAbs() + problem.W.cwiseAbs() * p.cwiseAbs();
  for (Index r = 0; r < w.size(); ++r)
    if (std::abs(w[r]) <= rounding_of_w * sizes[r]) w[r] = 0;
  return w;
}

ImpactMode mode_of(const ContactSystem& contacts, const ContactRows& rows, const VectorXd& p,
                   const VectorXd& w) {
  const int n = rows.normal();
  if (!p.segment(rows.first, rows.count()).any())
    return contacts.u[n] == 0 && w[n] > 0 ? ImpactMode::detached : ImpactMode::none;
  return w.segment(rows.first, rows.tangents).any() ? ImpactMode::sliding : ImpactMode::sticking;
}

void no_answer(const ContactSystem& contacts, SystemAnswer& answer) {
  clear(answer);
  answer.status = ImpactStatus::no_solution;
  answer.reason = NoSolution::no_consistent_mode;
  answer.p = VectorXd::Zero(contacts.u.size());
  answer.u_after = contacts.u;
  answer.modes.assign(contacts.count(), ImpactMode::none);
}

/// One cone problem over all contacts.
void solve_once(const ContactSystem& contacts, const std::vector<double>& e_t,
                SystemAnswer& answer) {
  const VectorXd k = kept(contacts, e_t);
  const cone::Problem problem = cone_problem(contacts, contacts.u + k);
  const cone::Solution solution = cone::solve(problem);
  no_answer(contacts, answer);
  if (!solution.found) return;
  const auto after = [&](const VectorXd& p, const VectorXd& w) {
    return VectorXd(settled(problem, p, w) - k);
  };
  answer.reason.reset();
  answer.status = solution.unique_velocity ? ImpactStatus::solved : ImpactStatus::undetermined;
  answer.p = solution.p;
  answer.u_after = after(solution.p, solution.w);
  answer.unique_impulse = solution.unique_impulse;
  const VectorXd w = answer.u_after + k;
  for (std::size_t i = 0; i < contacts.count(); ++i)
    answer.modes[i] = mode_of(contacts, contacts.rows[i], answer.p, w);
  for (const cone::Answer& other : solution.others)
    answer.alternatives.push_back({other.p, after(other.p, other.w)});
}

std::vector<double> all_one(const ContactSystem& contacts) {
  return std::vector<double>(contacts.count(), 1);
}

bool in_space(const ContactSystem& contacts) {
  return std::any_of(contacts.rows.begin(), contacts.rows.end(),
                     [](const ContactRows& rows) { return rows.tangents == 2; });
}

bool none_leaves(const ContactSystem& contacts) {
  return std::none_of(contacts.rows.begin(), contacts.rows.end(),
                      [&](const ContactRows& rows) { return contacts.u[rows.normal()] > 0; });
}

bool all_equal(const std::vector<double>& x) {
  return std::all_of(x.begin(), x.end(), [&](double y) { return y == x.front(); });
}

ContactMode mode_in_space(several_spatial::Mode mode) {
  switch (mode) {
    case several_spatial::Mode::open: return ContactMode::open;
    case several_spatial::Mode::stick: return ContactMode::stick;
    case several_spatial::Mode::slip: return ContactMode::slip;
  }
  return ContactMode::open;
}

/// The two phases of several spatial contacts.
void take(const ContactSystem& contacts, several_spatial::Answer&& found, SystemAnswer& answer) {
  no_answer(contacts, answer);
  if (!has_answer(found.status)) return;
  answer.reason.reset();
  answer.status = found.status;
  answer.p = std::move(found.p);
  answer.u_after = std::move(found.u_after);
  answer.unique_impulse = found.unique_impulse;
  answer.ledger = std::move(found.ledger);
  answer.compressions = std::move(found.compressions);
  for (std::size_t i = 0; i < contacts.count(); ++i)
    answer.modes[i] = mode_of(contacts, contacts.rows[i], answer.p, answer.u_after);
  answer.path.clear();
  for (const several_spatial::Event& event : found.path) {
    const bool ends = event.kind == several_spatial::EventKind::end;
    const bool starts = event.kind == several_spatial::EventKind::start;
    answer.path.push_back({.kind = starts ? PathEventKind::start
                                   : ends ? PathEventKind::end
                                          : PathEventKind::compression_ends,
                           .phase = ends ? std::nullopt : std::optional(event.phase),
                           .contacts = event.contacts,
                           .p = event.p,
                           .u = event.u});
    for (const several_spatial::Mode mode : event.modes)
      answer.path.back().modes.push_back(mode_in_space(mode));
  }
  answer.path_length = answer.path.size();
  for (cone::Answer& other : found.alternatives)
    answer.alternatives.push_back({std::move(other.p), std::move(other.w)});
}

/// How far p misses the cone problem of q and l, gathered from all rows.
double missed(const Judged& c, const VectorXd& q, const std::vector<double>& least,
              const VectorXd& p) {
  cone::Problem problem = cone_problem(c.contacts, q);
  for (std::size_t i = 0; i < least.size(); ++i) problem.conditions[i].least = least[i];
  return cone::residual(problem, p, c.largest);
}

/// Both phases of one planar contact, relative to the terms of the whole impact.
double planar_violation(const Judged& c) {
  const PathEvent& middle = c.path[1];
  TwoConePhases<double> impact;
  impact.compression.impulse = planar_pair(c.contacts, middle.p);
  impact.compression.u_after = planar_pair(c.contacts, middle.u);
  impact.whole.impulse = planar_pair(c.contacts, c.answer.p);
  impact.whole.u_after = planar_pair(c.contacts, c.answer.u_after);
  const ConeLaw<double> law{c.contacts.friction[0], c.contacts.restitution, 0};
  return anitescu_potra_violation(planar_contact_of(c.contacts), law, impact);
}

double violation_with(const Judged& c, const std::vector<double>& e_t) {
  if (c.contacts.count() == 1 && !in_space(c.contacts)) {
    ConeImpact<double> impact;
    impact.impulse = planar_pair(c.contacts, c.answer.p);
    impact.u_after = planar_pair(c.contacts, c.answer.u_after);
    const ConeLaw<double> law{c.contacts.friction[0], c.contacts.restitution, e_t[0]};
    return moreau_violation(planar_contact_of(c.contacts), law, impact);
  }
  return missed(c, c.contacts.u + kept(c.contacts, e_t), {}, c.answer.p);
}

}  // namespace

void moreau_together(const ContactSystem& contacts, SystemAnswer& answer) {
  solve_once(contacts, contacts.tangential_restitutions, answer);
}

void fremond_together(const ContactSystem& contacts, SystemAnswer& answer) {
  solve_once(contacts, all_one(contacts), answer);
}

void anitescu_potra_together(const ContactSystem& contacts, SystemAnswer& answer) {
  if (!in_space(contacts)) {
    double residual = 0;
    answer = collide_in_two_phases(contacts, contacts.restitutions, residual);
    return;
  }
  take(contacts,
       several_spatial::collide_together(
           {contacts.W, contacts.u, cone_contacts(contacts), contacts.restitutions, {}}),
       answer);
}

const SystemAnswer& end_moreau(const ContactSystem& contacts, SystemWorkspace& work) {
  moreau_together(contacts, work.state.answer);
  return work.state.answer;
}

const SystemAnswer& end_fremond(const ContactSystem& contacts, SystemWorkspace& work) {
  fremond_together(contacts, work.state.answer);
  return work.state.answer;
}

const SystemAnswer& end_anitescu_potra(const ContactSystem& contacts, SystemWorkspace& work) {
  anitescu_potra_together(contacts, work.state.answer);
  return work.state.answer;
}

bool moreau_never_gains(const ContactSystem& contacts) {
  const std::vector<double>& e_t = contacts.tangential_restitutions;
  if (!none_leaves(contacts) || !all_equal(e_t)) return false;
  const bool enough = all_equal(contacts.restitutions) && e_t[0] >= contacts.restitutions[0];
  return enough || e_t[0] == 1;
}

bool fremond_never_gains(const ContactSystem& contacts) { return none_leaves(contacts); }

bool anitescu_potra_never_gains(const ContactSystem& contacts) {
  return all_equal(contacts.restitutions);
}

void note_moreau(const ContactSystem& system, const SystemAnswer& answer,
                 std::vector<std::string>& notes) {
  if (!has_answer(answer.status) || answer.status == ImpactStatus::no_impact) return;
  if (moreau_never_gains(system)) return;
  const auto u =
      system.u.head(answer.p.size());  // a turning, which moreau does not feel, stands behind
  const double gained = answer.p.dot(u + answer.u_after);
  const double size = answer.p.cwiseAbs().dot(u.cwiseAbs() + answer.u_after.cwiseAbs());
  if (gained > created_work_tolerance * size)
    notes.emplace_back(
        "energy was created, which moreau excludes only for tangential_restitution of at least restitution");
}

double violation_of_moreau(const Judged& c) {
  return violation_with(c, c.contacts.tangential_restitutions);
}

double violation_of_fremond(const Judged& c) { return violation_with(c, all_one(c.contacts)); }

double violation_of_anitescu_potra(const Judged& c) {
  if (c.path.size() != 3) return std::numeric_limits<double>::infinity();
  if (!in_space(c.contacts) && c.contacts.count() == 1) return planar_violation(c);
  const PathEvent& middle = c.path[1];
  std::vector<double> least;
  for (std::size_t i = 0; i < c.contacts.count(); ++i)
    least.push_back(c.contacts.restitutions[i] *
                    std::max(middle.p[c.contacts.rows[i].normal()], 0.0));
  return std::max({missed(c, c.contacts.u, {}, middle.p),
                   missed(c, middle.u, least, c.answer.p - middle.p),
                   momentum_violation(c, middle.p, middle.u)});
}

}  // namespace carom
