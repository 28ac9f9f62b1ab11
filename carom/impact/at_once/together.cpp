#include <carom/impact/at_once/together.hpp>

#include <carom/impact/relative_violation.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/impact/several/cone_modes.hpp>
#include <carom/impact/several/least_impulse.hpp>
#include <carom/impact/several_spatial/contact_solver.hpp>
#include <carom/impact/several_spatial/two_phase_bound.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// Ends whose velocities differ by less than this share of the largest are one end.
constexpr double same_tolerance = 1e-9;
/// Slip below this share of its terms may be none.
constexpr double nearly_stuck = 1e-12;

/// Contacts up to which other answers and other ways of sharing loads are looked for,
constexpr std::size_t most_examined = 6;
/// and up to which all modes are tried before none is said to exist.
constexpr std::size_t most_enumerated = 5;

/// Both phases, one way through.
struct Phases {
  ModeSolution compression{};
  ModeSolution expansion{};
};

/// A phase from the velocities u on, with at least these normal impulses.
void state_phase(const ContactSystem& contacts, const VectorXd& u, std::vector<double> least,
                 ModeProblem& problem) {
  const std::size_t count = contacts.count();
  problem.contacts = &contacts;
  problem.q.assign(u.data(), u.data() + u.size());
  problem.normal.assign(count, NormalRule::unilateral);
  problem.given.assign(count, 0);
  problem.least = std::move(least);
  problem.tangent.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    problem.tangent[i] =
        contacts.static_friction[i] == 0 ? TangentRule::frictionless : TangentRule::undecided;
}

/// e p_nC of every contact.
std::vector<double> given_back(const ContactSystem& contacts,
                               const std::vector<double>& restitution, const VectorXd& p) {
  std::vector<double> least;
  least.reserve(restitution.size());
  for (std::size_t i = 0; i < restitution.size(); ++i)
    least.push_back(restitution[i] * p[contacts.rows[i].normal()]);
  return least;
}

std::vector<ModeSolution> answers_of(const ModeProblem& problem, ModeRoute route,
                                     ModeSearch& search) {
  find_modes(problem, route, search);
  return {search.found.begin(), search.found.begin() + static_cast<std::ptrdiff_t>(search.count)};
}

/// Where compression leaves a choice of impulses what is given back depends on it: adds, for every
/// contact, the choice that spares this contact most, if its normal impulses are others.
void add_other_impulses(const ModeProblem& problem, ModeSearch& search,
                        std::vector<ModeSolution>& compressions) {
  constexpr int sparing = 20;  // log₂ of the weight of the contact that is spared
  const std::size_t count = compressions.size();
  for (std::size_t k = 0; k < count; ++k) {
    if (compressions[k].unique_impulse) continue;
    for (ModeSolution& other : sparing_impulses(problem, search, compressions[k], sparing)) {
      const VectorXd change = (other.p - compressions[k].p).cwiseAbs();
      double moved = 0;
      for (const ContactRows& rows : problem.contacts->rows)
        moved = std::max(moved, change[rows.normal()]);
      if (moved > same_tolerance * other.p.maxCoeff()) compressions.push_back(std::move(other));
    }
  }
}

/// Whether combinations of modes are too many to be tried: then the cone problem decides (T18.5).
bool by_cones(const ModeProblem& problem, ModeRoute route) {
  return route == ModeRoute::automatic && combinations(problem) > enumeration_limit;
}

/// Both phases by the cone problem; false if one has no answer.
bool find_phases_by_cones(const std::vector<double>& restitution, ModeProblem& problem,
                          ModeSearch& search, std::vector<Phases>& ways) {
  ConeMemory memory;
  const bool few = problem.normal.size() <= most_examined;
  const cone::Examination examination{
      .starts = few ? 2 : 0, .sharing = few, .enumerate = problem.normal.size() <= most_enumerated};
  const ContactSystem& contacts = *problem.contacts;
  cone_modes(problem, examination, nullptr, memory, search);
  if (search.count == 0) return false;
  Phases way{search.found[0], search.found[0]};
  way.expansion.p.setZero();
  std::vector<double> least = given_back(contacts, restitution, way.compression.p);
  if (*std::max_element(least.begin(), least.end()) > 0) {
    state_phase(contacts, way.compression.w, std::move(least), problem);
    const VectorXd start =
        way.compression.p * *std::max_element(restitution.begin(), restitution.end());
    cone_modes(problem, examination, &start, memory, search);
    if (search.count == 0) return false;
    way.expansion = search.found[0];
  }
  ways.push_back(std::move(way));
  return true;
}

/// Every way through both phases; false if uniqueness was not examined.
bool find_phases(const ContactSystem& contacts, const std::vector<double>& restitution,
                 ModeRoute route, std::vector<Phases>& ways) {
  ModeProblem problem;
  ModeSearch search;
  prepare(contacts, search);
  state_phase(contacts, contacts.u, {}, problem);
  if (by_cones(problem, route) && find_phases_by_cones(restitution, problem, search, ways))
    return false;
  state_phase(contacts, contacts.u, {}, problem);
  std::vector<ModeSolution> compressions = answers_of(problem, route, search);
  bool exhaustive = search.exhaustive;
  if (*std::max_element(restitution.begin(), restitution.end()) > 0)
    add_other_impulses(problem, search, compressions);
  for (const ModeSolution& compression : compressions) {
    if (contacts.stopped()) break;
    std::vector<double> least = given_back(contacts, restitution, compression.p);
    const bool nothing = *std::max_element(least.begin(), least.end()) == 0;
    if (nothing) {
      ways.push_back({compression, compression});
      ways.back().expansion.p.setZero();
      continue;
    }
    state_phase(contacts, compression.w, std::move(least), problem);
    for (ModeSolution& expansion : answers_of(problem, route, search))
      ways.push_back({compression, std::move(expansion)});
    exhaustive &= search.exhaustive;
  }
  return exhaustive;
}

/// Frictionless contacts are named by the slip they have.
std::vector<ContactMode> named_modes(const ContactSystem& contacts, const ModeSolution& phase) {
  std::vector<ContactMode> modes = phase.modes;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (contacts.static_friction[i] != 0 || modes[i] == ContactMode::open) continue;
    const double slip = pair_at(phase.w, contacts.rows[i]).t;
    modes[i] = slip > 0   ? ContactMode::slip_positive
               : slip < 0 ? ContactMode::slip_negative
                          : ContactMode::stick;
  }
  return modes;
}

void write_path(const ContactSystem& contacts, const Phases& way, SystemAnswer& answer) {
  std::vector<int> colliding;
  for (std::size_t i = 0; i < contacts.count(); ++i)
    if (contacts.u[contacts.rows[i].normal()] < 0) colliding.push_back(static_cast<int>(i));
  const std::vector<ContactMode> first = named_modes(contacts, way.compression);
  const std::vector<ContactMode> second = named_modes(contacts, way.expansion);
  answer.path = {{PathEventKind::start, Phase::compression, colliding, first,
                  VectorXd::Zero(contacts.u.size()), contacts.u},
                 {PathEventKind::compression_ends, Phase::restitution, colliding, second,
                  way.compression.p, way.compression.w},
                 {PathEventKind::end, std::nullopt, colliding, second, answer.p, answer.u_after}};
  answer.path_length = answer.path.size();
}

/// Impulse times mean velocity, phase by phase.
void write_ledger(const ContactSystem& contacts, SystemAnswer& answer) {
  for (const ContactRows& rows : contacts.rows) {
    const auto work = [&](std::size_t phase) {
      const Vec2<double> p = pair_at(answer.path[phase].p, rows);
      const Vec2<double> q = pair_at(answer.path[phase + 1].p, rows);
      const Vec2<double> u = pair_at(answer.path[phase].u, rows);
      const Vec2<double> v = pair_at(answer.path[phase + 1].u, rows);
      return Vec2<double>{0.5 * (q.t - p.t) * (u.t + v.t), 0.5 * (q.n - p.n) * (u.n + v.n)};
    };
    const Vec2<double> compression = work(0);
    const Vec2<double> expansion = work(1);
    answer.ledger.push_back({compression.n, expansion.n, compression.t + expansion.t});
  }
}

ImpactMode mode_of(const ContactSystem& contacts, const SystemAnswer& answer,
                   const ContactRows& rows) {
  const Vec2<double> p = pair_at(answer.p, rows);
  const Vec2<double> u = pair_at(answer.u_after, rows);
  const bool leaves = contacts.u[rows.normal()] == 0 && u.n > 0;
  if (p.t == 0 && p.n == 0) return leaves ? ImpactMode::detached : ImpactMode::none;
  return u.t == 0 ? ImpactMode::sticking : ImpactMode::sliding;
}

void write(const ContactSystem& contacts, const Phases& way, SystemAnswer& answer) {
  answer.p = way.compression.p + way.expansion.p;
  answer.u_after = way.expansion.w;
  answer.unique_impulse = way.compression.unique_impulse && way.expansion.unique_impulse;
  write_path(contacts, way, answer);
  write_ledger(contacts, answer);
  for (const ContactRows& rows : contacts.rows) {
    answer.modes.push_back(mode_of(contacts, answer, rows));
    answer.compressions.push_back(way.compression.p[rows.normal()]);
  }
}

bool same(const VectorXd& a, const VectorXd& b) {
  const double size = std::max(a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff());
  return (a - b).cwiseAbs().maxCoeff() <= same_tolerance * size;
}

bool is_known(const SystemAnswer& answer, const VectorXd& u) {
  bool known = same(answer.u_after, u);
  for (const Alternative& other : answer.alternatives) known |= same(other.u_after, u);
  return known;
}

// --- the judge ----------------------------------------------------------------------------------

/// One phase under judgement.
struct PhaseCase {
  const ContactSystem& contacts;
  const PathEvent& from;
  const PathEvent& to;
  VectorXd sizes;  ///< of the terms of u, row by row
  double largest;  ///< impulse of any contact in the whole impact
};

double momentum(const PhaseCase& c) {
  const VectorXd missed = c.to.u - c.from.u - c.contacts.W * (c.to.p - c.from.p);
  double worst = 0;
  for (Index r = 0; r < missed.size(); ++r) worst = std::max(worst, share(missed[r], c.sizes[r]));
  return worst;
}

/// (T8.2) with the least impulse, (T8.3) with the slip at the end of the phase.
double conditions(const PhaseCase& c, std::size_t i, double least) {
  const ContactRows& rows = c.contacts.rows[i];
  const Vec2<double> to = pair_at(c.to.p, rows);
  const Vec2<double> from = pair_at(c.from.p, rows);
  const double p_t = to.t - from.t;
  const double p_n = to.n - from.n;
  const auto [u_t, u_n] = pair_at(c.to.u, rows);
  const auto [t_size, n_size] = pair_at(c.sizes, rows);
  const double mu = c.contacts.friction[i];
  const double mu_s = c.contacts.static_friction[i];
  const double signs = std::max(excess(least - p_n, 0, c.largest), excess(-u_n, 0, n_size));
  const double either = std::min(share(p_n - least, c.largest), share(u_n, n_size));
  const double size = std::abs(p_t) + mu_s * p_n + c.largest;
  const bool sticks = std::abs(u_t) <= nearly_stuck * t_size;
  const double friction = sticks ? excess(std::abs(p_t), mu_s * p_n, size)
                                 : share(p_t + std::copysign(mu, u_t) * p_n, size);
  return std::max({signs, either, friction});
}

}  // namespace

namespace {

/// Whether every way moves the contacts alike as long as the same impulses are given back: what is left is how loads
/// are shared.
bool differ_in_sharing_only(const std::vector<Phases>& ways) {
  const Phases& first = ways[0];
  return std::all_of(ways.begin(), ways.end(), [&](const Phases& way) {
    const bool same_impulse = same(way.compression.p, first.compression.p);
    return way.compression.unique_velocity && way.expansion.unique_velocity &&
           same(way.compression.w, first.compression.w) &&
           (!same_impulse || same(way.expansion.w, first.expansion.w));
  });
}

SystemAnswer answer_of(const ContactSystem& contacts, bool exhaustive,
                       const std::vector<Phases>& ways) {
  SystemAnswer answer;
  answer.exhaustive = exhaustive;
  if (ways.empty()) {
    answer.status = ImpactStatus::no_solution;
    answer.reason = NoSolution::no_consistent_mode;
    answer.modes.assign(contacts.count(), ImpactMode::none);
    return answer;
  }
  write(contacts, ways[0], answer);
  for (std::size_t k = 1; k < ways.size(); ++k)
    if (!is_known(answer, ways[k].expansion.w))
      answer.alternatives.push_back(
          {ways[k].compression.p + ways[k].expansion.p, ways[k].expansion.w});
  const bool unique = ways[0].compression.unique_velocity && ways[0].expansion.unique_velocity &&
                      answer.alternatives.empty();
  answer.status = unique ? ImpactStatus::solved : ImpactStatus::undetermined;
  return answer;
}

}  // namespace

SystemAnswer collide_together(const ContactSystem& contacts, const std::vector<double>& restitution,
                              ModeRoute route) {
  std::vector<Phases> ways;
  const bool exhaustive = find_phases(contacts, restitution, route, ways);
  return answer_of(contacts, exhaustive, ways);
}

SystemAnswer collide_in_two_phases(const ContactSystem& contacts,
                                   const std::vector<double>& restitution, double& residual) {
  if (has_spatial(contacts))
    return several_spatial::collide_together(contacts, {restitution, {}}, {}, residual);
  std::vector<Phases> ways;
  const bool exhaustive = find_phases(contacts, restitution, ModeRoute::automatic, ways);
  SystemAnswer answer = answer_of(contacts, exhaustive, ways);
  residual = has_answer(answer.status) ? together_residual(contacts, restitution, answer) : 0;
  const bool rule_decides = answer.status == ImpactStatus::undetermined &&
                            contacts.friction == contacts.static_friction &&
                            differ_in_sharing_only(ways);
  if (!rule_decides) return answer;
  double by_rule = 0;
  SystemAnswer shared =
      several_spatial::collide_together(contacts, {restitution, {}}, {.starts = 0}, by_rule);
  if (!has_answer(shared.status) || !(by_rule <= residual_limit)) return answer;
  residual = by_rule;
  return shared;
}

double together_residual(const ContactSystem& contacts, const std::vector<double>& restitution,
                         const SystemAnswer& answer) {
  const VectorXd& p_C = answer.path[1].p;
  const VectorXd p_sizes = p_C.cwiseAbs() + (answer.p - p_C).cwiseAbs();
  VectorXd sizes = contacts.u.cwiseAbs() + contacts.W.cwiseAbs() * p_sizes;
  sizes = sizes.cwiseMax(least_terms * p_sizes.maxCoeff() * contacts.W.diagonal());
  double worst = 0;
  for (std::size_t phase = 0; phase < 2; ++phase) {
    const PhaseCase c{contacts, answer.path[phase], answer.path[phase + 1], sizes,
                      p_sizes.maxCoeff()};
    worst = std::max(worst, momentum(c));
    for (std::size_t i = 0; i < contacts.count(); ++i) {
      const double taken = p_C[contacts.rows[i].normal()];
      worst = std::max(worst, conditions(c, i, phase == 0 ? 0 : restitution[i] * taken));
    }
  }
  // One e and one coefficient of friction a contact: a theorem bounds the energy.
  const bool bounded = contacts.friction == contacts.static_friction &&
                       std::all_of(restitution.begin(), restitution.end(),
                                   [&](double e) { return e == restitution.front(); });
  if (!bounded) return worst;
  const several_spatial::TwoPhases phases{contacts.W,       contacts.u, p_C,
                                          answer.path[1].u, answer.p,   answer.u_after};
  return std::max(worst, several_spatial::bound_excess(phases, restitution.front()));
}

}  // namespace carom
