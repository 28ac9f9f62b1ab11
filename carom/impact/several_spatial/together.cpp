#include <carom/impact/several_spatial/together.hpp>

#include <carom/impact/cone/judge.hpp>
#include <carom/impact/several_spatial/two_phase_bound.hpp>

#include <algorithm>
#include <cmath>

namespace carom::several_spatial {
namespace {

using Eigen::VectorXd;

/// Ends whose velocities differ by less than this share of the largest are one end.
constexpr double one_end = 1e-7;

cone::Problem phase(const System& system, const VectorXd& q, const VectorXd* compression) {
  cone::Problem problem{system.W, system.contacts, q,
                        std::vector<cone::Condition>(system.contacts.size())};
  if (compression != nullptr)
    for (std::size_t i = 0; i < system.contacts.size(); ++i)
      problem.conditions[i].least =
          system.restitution[i] * std::max((*compression)[system.contacts[i].normal()], 0.0);
  return problem;
}

bool gives_back(const cone::Problem& problem) {
  return std::any_of(problem.conditions.begin(), problem.conditions.end(),
                     [](const cone::Condition& c) { return c.least > 0; });
}

/// Components that are rounding of their terms are zero.
void settle(const System& system, const VectorXd& p_sizes, VectorXd& u) {
  constexpr double left_by_rounding = 1e-10;  // of the limit ε → 0
  const VectorXd sizes = system.u.cwiseAbs() + system.W.cwiseAbs() * p_sizes;
  for (Eigen::Index r = 0; r < u.size(); ++r)
    if (std::abs(u[r]) <= left_by_rounding * sizes[r]) u[r] = 0;
}

/// Expansion from one compression; false if none was found.
bool expand(const System& system, const VectorXd& p_C, const VectorXd& u_C,
            const cone::Examination& examination, cone::Workspace& work,
            cone::Solution& expansion) {
  const cone::Problem problem = phase(system, u_C, &p_C);
  if (!gives_back(problem)) {
    expansion = cone::Solution{};
    expansion.found = true;
    expansion.p = VectorXd::Zero(u_C.size());
    expansion.w = u_C;
    return true;
  }
  const VectorXd start = [&] {
    VectorXd p = p_C;
    for (std::size_t i = 0; i < system.contacts.size(); ++i)
      for (int r = system.contacts[i].first; r <= system.contacts[i].normal(); ++r)
        p[r] *= system.restitution[i];
    return p;
  }();
  cone::solve(problem, examination, &start, work, expansion);
  return expansion.found;
}

std::vector<Mode> modes_of(const System& system, const VectorXd& p, const VectorXd& w) {
  std::vector<Mode> modes;
  for (const ConeContact& contact : system.contacts) {
    const bool slips = w.segment(contact.first, contact.tangents).cwiseAbs().sum() > 0;
    modes.push_back(!(p[contact.normal()] > 0) ? Mode::open : slips ? Mode::slip : Mode::stick);
  }
  return modes;
}

void write_path(const System& system, const VectorXd& p_C, const VectorXd& u_C, const VectorXd& p_E,
                Answer& answer) {
  std::vector<int> colliding;
  for (std::size_t i = 0; i < system.contacts.size(); ++i)
    if (system.u[system.contacts[i].normal()] < 0) colliding.push_back(static_cast<int>(i));
  const std::vector<Mode> first = modes_of(system, p_C, u_C);
  const std::vector<Mode> second = modes_of(system, p_E, answer.u_after);
  const VectorXd zero = VectorXd::Zero(system.u.size());
  answer.path = {{EventKind::start, Phase::compression, colliding, first, zero, system.u},
                 {EventKind::compression_ends, Phase::restitution, colliding, second, p_C, u_C},
                 {EventKind::end, Phase::restitution, colliding, second, answer.p, answer.u_after}};
}

/// Impulse times mean velocity, phase by phase.
void write_ledger(const System& system, Answer& answer) {
  const auto work = [&](std::size_t from, int r) {
    const Event& a = answer.path[from];
    const Event& b = answer.path[from + 1];
    return 0.5 * (b.p[r] - a.p[r]) * (a.u[r] + b.u[r]);
  };
  for (const ConeContact& contact : system.contacts) {
    const int n = contact.normal();
    WorkLedger<double> ledger{work(0, n), work(1, n), 0};
    for (int t = contact.first; t < n; ++t) ledger.friction += work(0, t) + work(1, t);
    answer.ledger.push_back(ledger);
    answer.compressions.push_back(answer.path[1].p[n]);
  }
}

bool is_known(const Answer& answer, const VectorXd& u) {
  const double size = std::max(answer.u_after.cwiseAbs().maxCoeff(), u.cwiseAbs().maxCoeff());
  const auto same = [&](const VectorXd& v) {
    return (u - v).cwiseAbs().maxCoeff() <= one_end * size;
  };
  if (same(answer.u_after)) return true;
  return std::any_of(answer.alternatives.begin(), answer.alternatives.end(),
                     [&](const cone::Answer& other) { return same(other.w); });
}

/// What other compressions and expansions end with.
void add_alternatives(const System& system, const cone::Solution& compression,
                      const cone::Solution& expansion, cone::Workspace& work, Answer& answer) {
  const auto add = [&](const VectorXd& p, const VectorXd& u) {
    if (!is_known(answer, u)) answer.alternatives.push_back({p, u});
  };
  for (const cone::Answer& other : expansion.others) add(compression.p + other.p, other.w);
  cone::Solution following;
  for (const cone::Answer& other : compression.others)
    if (expand(system, other.p, other.w, {.starts = 0, .sharing = false}, work, following))
      add(other.p + following.p, following.w);
}

bool has_one_restitution(const System& system) {
  return std::all_of(system.restitution.begin(), system.restitution.end(),
                     [&](double e) { return e == system.restitution.front(); });
}

Answer none_found(const System& system) {
  Answer answer;
  answer.status = ImpactStatus::no_solution;
  answer.failure = Failure::no_consistent_mode;
  answer.p = VectorXd::Zero(system.u.size());
  answer.u_after = system.u;
  return answer;
}

}  // namespace

double contact_work(const System& system, const Answer& answer) {
  return 0.5 * answer.p.dot(system.u + answer.u_after);
}

Answer collide_together(const System& system, const cone::Examination& examination) {
  cone::Workspace work;
  cone::Solution compression;
  cone::solve(phase(system, system.u, nullptr), examination, nullptr, work, compression);
  if (!compression.found) return none_found(system);
  cone::Solution expansion;
  settle(system, compression.p.cwiseAbs(), compression.w);
  if (!expand(system, compression.p, compression.w, examination, work, expansion))
    return none_found(system);
  Answer answer;
  answer.p = compression.p + expansion.p;
  answer.u_after = system.u + system.W * answer.p;
  settle(system, compression.p.cwiseAbs() + expansion.p.cwiseAbs(), answer.u_after);
  answer.unique_impulse = compression.unique_impulse && expansion.unique_impulse;
  write_path(system, compression.p, compression.w, expansion.p, answer);
  write_ledger(system, answer);
  add_alternatives(system, compression, expansion, work, answer);
  const bool unique = compression.unique_velocity && expansion.unique_velocity;
  answer.status = unique ? ImpactStatus::solved : ImpactStatus::undetermined;
  if (answer.p.isZero(0)) answer.status = ImpactStatus::no_impact;
  answer.residual = together_residual(system, answer);
  if (has_one_restitution(system))
    answer.residual = std::max(answer.residual, bound_excess(system, answer));
  if (!(answer.residual <= cone::accepted_residual)) {
    answer.status = ImpactStatus::no_solution;
    answer.failure = Failure::inaccurate;
  }
  return answer;
}

double together_residual(const System& system, const Answer& answer) {
  const VectorXd& p_C = answer.path[1].p;
  const VectorXd p_E = answer.p - p_C;
  const VectorXd p_sizes = p_C.cwiseAbs() + p_E.cwiseAbs();
  const double largest = p_sizes.maxCoeff();
  const VectorXd sizes = system.u.cwiseAbs() + system.W.cwiseAbs() * p_sizes;
  double worst = std::max(cone::residual(phase(system, system.u, nullptr), p_C, largest),
                          cone::residual(phase(system, answer.path[1].u, &p_C), p_E, largest));
  const VectorXd missed = answer.u_after - system.u - system.W * answer.p;
  for (Eigen::Index r = 0; r < missed.size(); ++r)
    if (missed[r] != 0) worst = std::max(worst, std::abs(missed[r]) / sizes[r]);
  return worst;
}

double bound_excess(const System& system, const Answer& answer) {
  const Event& end = answer.path[1];
  return bound_excess({system.W, system.u, end.p, end.u, answer.p, answer.u_after},
                      system.restitution.front());
}

}  // namespace carom::several_spatial
