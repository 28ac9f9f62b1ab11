#include <carom/impact/cone/every_mode.hpp>
#include <carom/impact/cone/gauss_seidel.hpp>
#include <carom/impact/cone/judge.hpp>
#include <carom/impact/cone/solve.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace carom::cone {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// An error of (T18.4) that ends the search.
constexpr double answers = 1e-12;
/// The compliance ε of the rule, against the mean diagonal of W; its half is the second point.
constexpr double compliance = 1e-7;
/// A pivot of W below this share of its diagonal: rows depend on each other.
constexpr double dependent = 1e-10;
/// Velocities further apart than this, against their terms, are two answers.
constexpr double distinct = 1e-7;
/// Sweeps before Newton's method is tried again.
constexpr std::array batches{3, 8, 20, 60, 200, 600, 2000, 6000};
/// The same from a random start, where nobody waits for an answer.
constexpr std::size_t few_batches = 2;
/// After so many batches a path of falling compliance is tried.
constexpr std::size_t direct_batches = 1;
/// Sets of modes up to which all are tried before "none" is said, and in search of other answers.
constexpr int most_sets = 1024;
constexpr int most_sets_of_others = 64;
constexpr double no_error_known = std::numeric_limits<double>::infinity();

/// Whether rows of contacts that are not absent depend on each other: Cholesky without exchanges.
bool is_singular(const Problem& problem, MatrixXd& L) {
  std::vector<int> rows;
  for (std::size_t i = 0; i < problem.contacts.size(); ++i)
    if (problem.conditions[i].normal != NormalRule::absent)
      for (int r = problem.contacts[i].first; r <= problem.contacts[i].normal(); ++r)
        rows.push_back(r);
  L.resize(problem.W.rows(), problem.W.cols());
  for (std::size_t j = 0; j < rows.size(); ++j) {
    const auto col = static_cast<Index>(j);
    for (std::size_t i = j; i < rows.size(); ++i) {
      const auto row = static_cast<Index>(i);
      L(row, col) = problem.W(rows[i], rows[j]) - L.row(row).head(col).dot(L.row(col).head(col));
    }
    if (!(L(col, col) > dependent * problem.W(rows[j], rows[j]))) return true;
    L.col(col).segment(col, static_cast<Index>(rows.size()) - col) /= std::sqrt(L(col, col));
  }
  return false;
}

/// How much contacts yield.
struct Yield {
  double epsilon = 0;
  const std::vector<double>& weights;  ///< per contact; empty: 1
};

/// W + ε D with D the compliance of each contact.
void yield_a_little(const Problem& problem, const Yield& yield, Workspace& work) {
  work.W = problem.W;
  work.blocks.clear();
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const ConeContact& contact = problem.contacts[i];
    const double weight = yield.weights.empty() ? 1 : yield.weights[i];
    for (int r = contact.first; r <= contact.normal(); ++r) work.W(r, r) += yield.epsilon * weight;
    work.blocks.push_back(block_of(work.W, contact));
  }
}

/// Sweeps, then Newton's method, on work.W; keeps in p what is better than `best`.
double improve(const Problem& problem, int sweeps, VectorXd& swept, double best, VectorXd& p,
               Workspace& work) {
  if (sweeps > 0) sweep(problem, work.W, work.blocks, sweeps, swept, work.w);
  work.trial = swept;
  const double error = newton(problem, work.W, StepRule::regular, work.trial, work.newton);
  if (error < best) p = work.trial;
  return std::min(error, best);
}

/// From a large compliance, where Newton's method hardly fails, down to ε: p(ε) is continuous.
double follow_compliance(const Problem& problem, const Yield& yield, VectorXd& p, Workspace& work) {
  constexpr double first = 0.25;
  constexpr double factor = 0.25;
  constexpr int sweeps = 20;
  const double mean = problem.W.diagonal().mean();
  VectorXd start = VectorXd::Zero(p.size());
  VectorXd found = start;
  double error = no_error_known;
  for (double share = first; share > 0.5 * compliance; share *= factor) {
    yield_a_little(problem, {std::max(share * mean, yield.epsilon), yield.weights}, work);
    error = improve(problem, share == first ? 3 : 0, start, no_error_known, found, work);
    if (error > answers) error = improve(problem, sweeps, start, error, found, work);
    start = found;
  }
  yield_a_little(problem, yield, work);
  return improve(problem, 0, start, no_error_known, p, work);
}

/// Gauss-Seidel and Newton in turn on W + ε D, from p on; the error.
double converge(const Problem& problem, const Yield& yield, std::size_t rounds, bool warm,
                VectorXd& p, Workspace& work) {
  yield_a_little(problem, yield, work);
  VectorXd swept = p;
  double best = no_error_known;
  if (warm) best = improve(problem, 0, swept, best, p, work);
  for (std::size_t k = 0; k < rounds && best > answers; ++k) {
    best = improve(problem, batches[k], swept, best, p, work);
    if (k != direct_batches || best <= answers) continue;
    VectorXd followed = p;
    const double error = follow_compliance(problem, yield, followed, work);
    if (error < best) p = followed;
    best = std::min(best, error);
  }
  return best;
}

/// The limit ε → 0 (T18.5) from p(ε) and p(ε/2), then the least Newton steps on W itself.
double limit_of_compliance(const Problem& problem, const std::vector<double>& weights,
                           std::size_t rounds, bool warm, VectorXd& p, Workspace& work) {
  const double epsilon = compliance * problem.W.diagonal().mean();
  VectorXd near = p;
  const double first = converge(problem, {epsilon, weights}, rounds, warm, near, work);
  VectorXd nearer = near;
  const double second = converge(problem, {epsilon / 2, weights}, rounds, true, nearer, work);
  p = first <= answers && second <= answers ? 2 * nearer - near : nearer;
  VectorXd polished = p;
  double error = newton(problem, problem.W, StepRule::least, polished, work.newton);
  if (error > answers) {
    VectorXd from_near = nearer;
    const double other = newton(problem, problem.W, StepRule::least, from_near, work.newton);
    if (other < error) {
      error = other;
      polished = from_near;
    }
  }
  p = polished;
  return error;
}

/// One answer from a start.
double answer_from(const Problem& problem, bool singular, std::size_t rounds, bool warm,
                   VectorXd& p, Workspace& work) {
  if (singular) return limit_of_compliance(problem, {}, rounds, warm, p, work);
  return converge(problem, {0, {}}, rounds, warm, p, work);
}

VectorXd velocity(const Problem& problem, const VectorXd& p) { return problem.q + problem.W * p; }

/// What the iteration leaves of no impulse is zero: apart, separating, or below zero by rounding.
void open_separating(const Problem& problem, VectorXd& p) {
  const double largest = p.size() > 0 ? p.cwiseAbs().maxCoeff() : 0;
  const VectorXd w = velocity(problem, p);
  const VectorXd sizes = problem.q.cwiseAbs() + problem.W.cwiseAbs() * p.cwiseAbs();
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const ConeContact& contact = problem.contacts[i];
    const Condition& condition = problem.conditions[i];
    const int n = contact.normal();
    const bool may_open = condition.normal == NormalRule::unilateral && condition.least == 0;
    const bool none =
        std::abs(p[n]) <= answers * largest && (p[n] < 0 || w[n] > answers * sizes[n]);
    if (condition.normal == NormalRule::absent || (may_open && none))
      p.segment(contact.first, contact.tangents + 1).setZero();
  }
}

/// Whether two impulses leave with other velocities.
bool moves_otherwise(const Problem& problem, const VectorXd& p, const VectorXd& other) {
  const VectorXd terms =
      problem.q.cwiseAbs() + problem.W.cwiseAbs() * p.cwiseAbs().cwiseMax(other.cwiseAbs());
  return (problem.W * (p - other)).cwiseAbs().maxCoeff() > distinct * terms.maxCoeff();
}

void add_other(const Problem& problem, const VectorXd& p, Solution& solution) {
  if (!moves_otherwise(problem, solution.p, p)) return;
  for (const Answer& other : solution.others)
    if (!moves_otherwise(problem, other.p, p)) return;
  VectorXd settled = p;
  open_separating(problem, settled);
  const VectorXd w = velocity(problem, settled);
  solution.others.push_back({std::move(settled), w});
}

/// splitmix64, seeded by nothing: the same starts for the same problem.
double next_random(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/// A point of the cones, of the size of the answer.
VectorXd random_start(const Problem& problem, double size, std::uint64_t& state) {
  VectorXd p = VectorXd::Zero(problem.q.size());
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const ConeContact& contact = problem.contacts[i];
    if (problem.conditions[i].normal == NormalRule::absent) continue;
    const double n = 2 * size * next_random(state);
    p[contact.normal()] = n;
    for (int j = 0; j < contact.tangents; ++j)
      p[contact.first + j] = contact.friction * n * (2 * next_random(state) - 1);
  }
  return p;
}

/// Whether a contact's friction has a choice: without one, conditions are linear.
bool has_cones(const Problem& problem) {
  for (std::size_t i = 0; i < problem.contacts.size(); ++i)
    if (problem.conditions[i].normal != NormalRule::absent && !problem.conditions[i].slides &&
        problem.contacts[i].friction > 0 && problem.contacts[i].tangents > 0)
      return true;
  return false;
}

int present(const Problem& problem) {
  return static_cast<int>(
      std::count_if(problem.conditions.begin(), problem.conditions.end(),
                    [](const Condition& c) { return c.normal != NormalRule::absent; }));
}

/// Another answer from a start, if it leads to one. Where no contact has a choice of friction, modes are linear, and
/// what they miss is not mended.
void try_start(const Problem& problem, bool singular, bool linear, VectorXd& p, Solution& solution,
               Workspace& work) {
  constexpr double misses = 1e-6;
  if (linear && !(equation_error(problem, problem.W, p, work.newton) <= misses)) return;
  const double error = answer_from(problem, singular, few_batches, true, p, work);
  if (error <= answers && residual(problem, p) <= accepted_residual)
    add_other(problem, p, solution);
}

void search_others(const Problem& problem, bool singular, int starts, Solution& solution,
                   Workspace& work) {
  const bool linear = !has_cones(problem);
  visit_every_mode(problem, problem.W, most_sets_of_others, [&](VectorXd& start) {
    try_start(problem, singular, linear, start, solution, work);
    return false;
  });
  if (linear) return;
  VectorXd yielding = solution.p;
  follow_compliance(problem, {compliance * problem.W.diagonal().mean(), {}}, yielding, work);
  try_start(problem, singular, linear, yielding, solution, work);
  double size = solution.p.cwiseAbs().maxCoeff();
  if (size == 0) size = problem.q.cwiseAbs().maxCoeff() / problem.W.diagonal().maxCoeff();
  std::uint64_t state = 18;
  for (int k = 0; k < starts; ++k) {
    VectorXd p = random_start(problem, size, state);
    try_start(problem, singular, linear, p, solution, work);
  }
}

/// Does w change when contacts yield unequally? And p?
void examine_sharing(const Problem& problem, Solution& solution, Workspace& work) {
  std::vector<double> weights;
  for (std::size_t i = 0; i < problem.contacts.size(); ++i)
    weights.push_back(i % 2 == 0 ? 1.5 - 0.1 * static_cast<double>(i % 7)
                                 : 0.6 + 0.05 * static_cast<double>(i % 5));
  VectorXd p = solution.p;
  const double error = limit_of_compliance(problem, weights, few_batches, true, p, work);
  if (error > answers) return;
  const double size = solution.p.cwiseAbs().maxCoeff();
  solution.unique_impulse = (p - solution.p).cwiseAbs().maxCoeff() <= distinct * size;
  if (solution.unique_impulse || !moves_otherwise(problem, solution.p, p)) return;
  solution.unique_velocity = false;
  // Spares each contact in turn; what ends without approach there is an answer too.
  Problem sparing = problem;
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    if (problem.conditions[i].normal != NormalRule::unilateral) continue;
    sparing.conditions = problem.conditions;
    if (problem.conditions[i].least > 0)
      sparing.conditions[i].normal = NormalRule::given;
    else
      sparing.conditions[i].normal = NormalRule::absent;
    p = solution.p;
    const double spared = limit_of_compliance(sparing, {}, batches.size() - 3, false, p, work);
    if (spared <= answers && residual(problem, p) <= accepted_residual)
      add_other(problem, p, solution);
  }
}

/// Several answers: the one that leaves the least energy is given.
void prefer_least_energy(const Problem& problem, Solution& solution) {
  const auto energy = [&](const VectorXd& p) { return p.dot(problem.q + 0.5 * (problem.W * p)); };
  for (Answer& other : solution.others)
    if (energy(other.p) < energy(solution.p)) {
      solution.p.swap(other.p);
      solution.w.swap(other.w);
    }
}

}  // namespace

void solve(const Problem& problem, const Examination& examination, const VectorXd* start,
           Workspace& work, Solution& solution) {
  const bool singular = is_singular(problem, work.W);
  solution = Solution{};
  solution.p = start != nullptr ? *start : VectorXd::Zero(problem.q.size());
  const double error =
      answer_from(problem, singular, batches.size(), start != nullptr, solution.p, work);
  solution.residual = residual(problem, solution.p);
  if (error > answers && solution.residual > accepted_residual && examination.enumerate) {
    const StepRule rule = singular ? StepRule::least : StepRule::regular;
    visit_every_mode(problem, problem.W, most_sets, [&](VectorXd& tried) {
      if (newton(problem, problem.W, rule, tried, work.newton) > answers) return false;
      solution.p.swap(tried);
      return true;
    });
    solution.residual = residual(problem, solution.p);
  }
  solution.found = solution.residual <= accepted_residual;
  if (solution.found) open_separating(problem, solution.p);
  solution.w = velocity(problem, solution.p);
  if (!solution.found) return;
  if (examination.starts > 0 && present(problem) > 1)
    search_others(problem, singular, examination.starts, solution, work);
  if (!solution.others.empty()) {
    solution.unique_velocity = false;
    prefer_least_energy(problem, solution);
  }
  if (singular && examination.sharing) examine_sharing(problem, solution, work);
}

Solution solve(const Problem& problem, const Examination& examination) {
  Workspace work;
  Solution solution;
  solve(problem, examination, nullptr, work, solution);
  return solution;
}

}  // namespace carom::cone
