#include <carom/impact/several/cone_modes.hpp>

#include <carom/impact/relative_violation.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// A velocity below this share of its terms, an impulse below this share of the largest, is zero.
constexpr double zero_velocity = 1e-10;
constexpr double zero_impulse = 1e-11;

bool has_tangent(const ModeProblem& problem, std::size_t i) {
  return problem.tangent[i] != TangentRule::frictionless;
}

/// Which rows take part, and the conditions of each contact.
void state_cones(const ModeProblem& problem, ConeMemory& memory) {
  cone::Problem& cones = memory.problem;
  cones.contacts.clear();
  cones.conditions.clear();
  memory.rows.clear();
  for (std::size_t i = 0; i < problem.normal.size(); ++i) {
    ConeContact contact{static_cast<int>(memory.rows.size()), has_tangent(problem, i) ? 1 : 0,
                        memory.friction[i]};
    const ContactRows& rows = problem.contacts->rows[i];
    if (contact.tangents > 0) memory.rows.push_back(rows.first);
    memory.rows.push_back(rows.normal());
    cone::Condition condition;
    if (problem.normal[i] == NormalRule::absent) condition.normal = cone::NormalRule::absent;
    if (problem.normal[i] == NormalRule::given_impulse) {
      condition.normal = cone::NormalRule::given;
      condition.least = problem.given[i];
    } else if (!problem.least.empty()) {
      condition.least = problem.least[i];
    }
    condition.slides = has_tangent(problem, i) && problem.tangent[i] != TangentRule::undecided;
    if (condition.slides)
      condition.slip.x() = problem.tangent[i] == TangentRule::slips_positive ? 1 : -1;
    cones.contacts.push_back(contact);
    cones.conditions.push_back(condition);
  }
  const auto count = static_cast<Index>(memory.rows.size());
  cones.W.resize(count, count);
  cones.q.resize(count);
  for (Index r = 0; r < count; ++r) {
    cones.q[r] = problem.q[static_cast<std::size_t>(memory.rows[static_cast<std::size_t>(r)])];
    for (Index c = 0; c < count; ++c)
      cones.W(r, c) = problem.contacts->W(memory.rows[static_cast<std::size_t>(r)],
                                          memory.rows[static_cast<std::size_t>(c)]);
  }
}

/// What a closed contact does, by its slip.
ContactMode mode_of(const ModeProblem& problem, std::size_t i, const ModeSolution& s, double size) {
  const Index t = problem.contacts->rows[i].first;
  if (problem.tangent[i] == TangentRule::frictionless) return ContactMode::slip_positive;
  if (problem.tangent[i] == TangentRule::slips_positive) return ContactMode::slip_positive;
  if (problem.tangent[i] == TangentRule::slips_negative) return ContactMode::slip_negative;
  if (std::abs(s.w[t]) <= zero_velocity * size) return ContactMode::stick;
  return s.w[t] > 0 ? ContactMode::slip_positive : ContactMode::slip_negative;
}

/// p, w and modes in the rows of the mode problem, zeros made exact.
void read_answer(const ModeProblem& problem, const ConeMemory& memory, ModeSolution& s) {
  const auto rows = static_cast<Index>(problem.q.size());
  s.p.setZero(rows);
  for (std::size_t r = 0; r < memory.rows.size(); ++r)
    s.p[memory.rows[r]] = memory.solution.p[static_cast<Index>(r)];
  const VectorXd q = Eigen::Map<const VectorXd>(problem.q.data(), rows);
  s.w = q + problem.contacts->W * s.p;
  const Eigen::MatrixXd& W = problem.contacts->W;
  const double largest = s.p.cwiseAbs().maxCoeff();
  const VectorXd terms = q.cwiseAbs() + W.cwiseAbs() * s.p.cwiseAbs();
  const VectorXd sizes = terms.cwiseMax(least_terms * largest * W.diagonal());
  s.size = sizes.maxCoeff();
  s.modes.assign(problem.normal.size(), ContactMode::open);
  for (std::size_t i = 0; i < s.modes.size(); ++i) {
    const Index n = problem.contacts->rows[i].normal();
    if (std::abs(s.w[n]) <= zero_velocity * sizes[n]) s.w[n] = 0;
    if (!(s.p[n] > zero_impulse * largest)) continue;
    s.modes[i] = mode_of(problem, i, s, sizes[problem.contacts->rows[i].first]);
    if (s.modes[i] == ContactMode::stick) s.w[n - 1] = 0;
  }
  s.violation = memory.solution.residual;
  s.unique_impulse = memory.solution.unique_impulse;
  s.unique_velocity = memory.solution.unique_velocity;
}

/// Contacts that slip although μ_s would hold more than μ slide with μ from now on; false if there are none.
bool weaken(const ModeProblem& problem, const ModeSolution& s, std::vector<double>& friction) {
  bool any = false;
  for (std::size_t i = 0; i < friction.size(); ++i) {
    const double mu = problem.contacts->friction[i];
    if (!slips(s.modes[i]) || friction[i] == mu) continue;
    friction[i] = mu;
    any = true;
  }
  return any;
}

}  // namespace

void cone_modes(const ModeProblem& problem, const cone::Examination& examination,
                const VectorXd* start, ConeMemory& memory, ModeSearch& search) {
  search.count = 0;
  search.exhaustive = false;
  if (search.found.empty()) search.found.emplace_back();
  ModeSolution& s = search.found[0];
  memory.friction = problem.contacts->static_friction;
  for (std::size_t i = 0; i < memory.friction.size(); ++i)
    if (problem.tangent[i] != TangentRule::undecided)
      memory.friction[i] = problem.contacts->friction[i];
  do {
    if (problem.contacts->stopped()) return;
    state_cones(problem, memory);
    const bool warm = start != nullptr && start->size() == static_cast<Index>(problem.q.size());
    if (warm) memory.start = (*start)(memory.rows);
    cone::solve(memory.problem, examination, warm ? &memory.start : nullptr, memory.work,
                memory.solution);
    if (!memory.solution.found) return;
    read_answer(problem, memory, s);
  } while (weaken(problem, s, memory.friction));
  search.count = 1;
}

}  // namespace carom
