#include <carom/impact/several/answer.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace carom {
namespace {

using Eigen::Index;

/// (T8.9): Newton's coefficient at the colliding contact, Coulomb's law on the velocities after.
void state_end(const ContactSystem& contacts, ModeProblem& problem) {
  const std::size_t count = contacts.count();
  problem.contacts = &contacts;
  problem.q.assign(contacts.u.data(), contacts.u.data() + contacts.u.size());
  problem.given.assign(count, 0);
  problem.normal.assign(count, NormalRule::unilateral);
  problem.tangent.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    problem.tangent[i] =
        contacts.static_friction[i] == 0 ? TangentRule::frictionless : TangentRule::undecided;
  const auto c = static_cast<std::size_t>(contacts.colliding);
  problem.normal[c] = NormalRule::given_velocity;
  problem.given[c] = -contacts.restitution * contacts.u[contacts.rows[c].normal()] + 0.0;
}

ImpactMode mode_of(const ContactSystem& contacts, const ModeSolution& end, std::size_t i) {
  const ContactRows& rows = contacts.rows[i];
  const Vec2<double> p = pair_at(end.p, rows);
  const Vec2<double> w = pair_at(end.w, rows);
  const bool touched = contacts.u[rows.normal()] == 0;
  if (p.t == 0 && p.n == 0) return touched && w.n > 0 ? ImpactMode::detached : ImpactMode::none;
  const bool frictionless = contacts.static_friction[i] == 0;
  const bool sticks = end.modes[i] == ContactMode::stick || (frictionless && w.t == 0);
  return sticks ? ImpactMode::sticking : ImpactMode::sliding;
}

void write(const ContactSystem& contacts, const ModeSolution& end, SystemAnswer& answer) {
  answer.p = end.p;
  answer.u_after = end.w;
  answer.unique_impulse = end.unique_impulse;
  answer.modes.resize(contacts.count());
  for (std::size_t i = 0; i < contacts.count(); ++i) answer.modes[i] = mode_of(contacts, end, i);
}

/// With the modes of the other contacts kept, the end is affine in pₜ of the colliding contact.
struct EndLine {
  Eigen::VectorXd p{}, dp{};  ///< impulses at pₜ = 0, and per unit of pₜ
  Eigen::VectorXd u{}, du{};  ///< velocities after
};

const ContactRows& colliding_rows(const ContactSystem& contacts) {
  return contacts.rows[static_cast<std::size_t>(contacts.colliding)];
}

/// States the end with pₜ of the colliding contact given (T8.10).
void state_end_with(const ContactSystem& contacts, double p_t, ModeProblem& problem) {
  state_end(contacts, problem);
  const Index t = colliding_rows(contacts).first;
  for (Index r = 0; r < contacts.u.size(); ++r)
    problem.q[static_cast<std::size_t>(r)] += p_t * contacts.W(r, t);
  problem.tangent[static_cast<std::size_t>(contacts.colliding)] = TangentRule::frictionless;
}

bool end_line(const ContactSystem& contacts, const std::vector<ContactMode>& modes,
              SystemWorkspace& work, EndLine& line) {
  ModeSolution at;
  state_end_with(contacts, 0, work.problem);
  if (!solve_linear_modes(work.problem, modes, work.search, at)) return false;
  line.p = at.p;
  line.u = at.w;
  state_end_with(contacts, 1, work.problem);
  solve_linear_modes(work.problem, modes, work.search, at);
  line.dp = at.p - line.p;
  line.dp[colliding_rows(contacts).first] = 1;
  line.du = at.w - line.u;
  return true;
}

/// The two values of pₜ at which p·(u⁻ + u⁺) = 0, not numbers where there are none.
std::array<double, 2> zero_loss(const ContactSystem& contacts, const EndLine& line) {
  constexpr double rounding = 1e-14;
  const Eigen::VectorXd sum = contacts.u + line.u;
  const double size = line.p.cwiseAbs().dot(contacts.u.cwiseAbs() + line.u.cwiseAbs());
  double c = line.p.dot(sum);
  if (std::abs(c) <= rounding * size) c = 0;
  const double b = 0.5 * (line.dp.dot(sum) + line.p.dot(line.du));
  const double a = line.dp.dot(line.du);
  if (a == 0) return {-c / (2 * b), std::numeric_limits<double>::quiet_NaN()};
  const double far = -(b + std::copysign(std::sqrt(b * b - a * c), b));
  return {far / a, c / far};
}

/// Brach's cap: the largest ratio |pₜ|/pₙ up to whittaker's, of the same sign, that ends without loss.
bool cap(const ContactSystem& contacts, SystemWorkspace& work, ModeSolution& end) {
  const ContactRows& rows = colliding_rows(contacts);
  if (rows.is_stop()) return false;
  const Index t = rows.first;
  const Index n = rows.normal();
  const double sign = end.p[t] < 0 ? -1 : 1;
  const double largest = std::abs(end.p[t] / end.p[n]);
  double best = -1;
  EndLine line;
  ModeSolution candidate;
  std::vector<ContactMode> modes;
  state_end_with(contacts, 0, work.problem);
  first_modes(work.problem, work.search);
  do {
    modes = work.search.modes;
    if (!end_line(contacts, modes, work, line)) continue;
    for (const double p_t : zero_loss(contacts, line)) {
      if (!std::isfinite(p_t) || sign * p_t < 0) continue;
      state_end_with(contacts, p_t, work.problem);
      if (!solve_modes(work.problem, modes, work.search, candidate)) continue;
      const double ratio = sign * p_t / candidate.p[n];
      if (!(ratio > best && ratio <= largest)) continue;
      best = ratio;
      end = candidate;
      end.p[t] = p_t;
    }
  } while (next_modes(work.search) < contacts.count());
  return best >= 0;
}

bool gains(const ContactSystem& contacts, const ModeSolution& end) {
  constexpr double rounding = 1e-14;
  const double work = end.p.dot(contacts.u + end.w);
  return work > rounding * end.p.cwiseAbs().dot(contacts.u.cwiseAbs() + end.w.cwiseAbs());
}

void clear(SystemAnswer& answer) {
  answer.compression.reset();
  answer.ledger.clear();
  answer.path_length = 0;
  answer.alternatives.clear();
  answer.unique_impulse = true;
}

/// The ends by whittaker, or by brach: those that gain energy capped.
const SystemAnswer& ends_of(const ContactSystem& contacts, bool capped, SystemWorkspace& work) {
  SystemAnswer& answer = work.state.answer;
  clear(answer);
  prepare(contacts, work.search);
  state_end(contacts, work.problem);
  find_modes(work.problem, work.route, work.search);
  answer.exhaustive = work.search.exhaustive;
  answer.status = ImpactStatus::no_solution;
  answer.reason = NoSolution::no_consistent_mode;
  std::swap(work.ends, work.search.found);
  for (std::size_t k = 0, count = work.search.count; k < count; ++k) {
    ModeSolution& end = work.ends[k];
    const bool over = capped && gains(contacts, end);
    if (over && !cap(contacts, work, end)) {
      answer.reason = NoSolution::no_zero_loss_root;
      continue;
    }
    if (has_answer(answer.status)) {
      answer.alternatives.push_back({end.p, end.w});
      answer.status = ImpactStatus::undetermined;
      continue;
    }
    answer.status = end.unique_velocity ? ImpactStatus::solved : ImpactStatus::undetermined;
    answer.reason.reset();
    write(contacts, end, answer);
    if (over) answer.modes[static_cast<std::size_t>(contacts.colliding)] = ImpactMode::capped;
  }
  return answer;
}

}  // namespace

const SystemAnswer& end_whittaker(const ContactSystem& contacts, SystemWorkspace& work) {
  return ends_of(contacts, false, work);
}

const SystemAnswer& end_brach(const ContactSystem& contacts, SystemWorkspace& work) {
  return ends_of(contacts, true, work);
}

}  // namespace carom
