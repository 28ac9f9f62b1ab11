#include <carom/impact/several_spatial/path_state.hpp>
#include <carom/impact/several_spatial/stages.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace carom::several_spatial {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// A path with more stages than this does not come to an end.
constexpr int most_stages = 300;
/// Other rates that are followed at most.
constexpr std::size_t most_branches = 8;
/// Ends whose velocities differ by less than this share of the largest are one end.
constexpr double same_end = 1e-7;

Mode mode_of(Hold hold) {
  return hold == Hold::open ? Mode::open : hold == Hold::stick ? Mode::stick : Mode::slip;
}

void record(const Impact& impact, EventKind kind, const std::vector<int>& contacts, PathState& s) {
  Event event{kind, s.phase, contacts, {}, impact.at.p(s.z), impact.at.u(s.z)};
  for (const Hold hold : s.stage.modes.holds) event.modes.push_back(mode_of(hold));
  s.answer.path.push_back(std::move(event));
}

/// Contacts that went from one hold to another.
std::vector<int> changed(const std::vector<Hold>& before, const std::vector<Hold>& after, Hold was,
                         Hold is) {
  std::vector<int> who;
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i] == was && after[i] == is) who.push_back(static_cast<int>(i));
  return who;
}

/// Enters a stage; what it holds at zero is zero.
void enter(const Impact& impact, const VectorXd& p_rate, PathState& s) {
  const std::vector<Hold> before = s.stage.modes.holds;
  s.stage = stage_with(impact.system, impact.colliding, impact.at.u(s.z), p_rate);
  if (!s.closed.empty()) record(impact, EventKind::closes, s.closed, s);
  if (!s.stopped.empty()) record(impact, EventKind::slip_stops, s.stopped, s);
  s.closed.clear();
  s.stopped.clear();
  if (before.empty()) return record(impact, EventKind::start, {impact.colliding}, s);
  const std::vector<Hold>& after = s.stage.modes.holds;
  if (const auto who = changed(before, after, Hold::stick, Hold::slip); !who.empty())
    record(impact, EventKind::slip_starts, who, s);
  std::vector<int> left = changed(before, after, Hold::stick, Hold::open);
  for (const int i : changed(before, after, Hold::slip, Hold::open)) left.push_back(i);
  if (!left.empty()) record(impact, EventKind::detaches, left, s);
}

bool fail(Failure failure, PathState& s) {
  s.answer.status = ImpactStatus::no_solution;
  s.answer.failure = failure;
  return false;
}

/// Other rates at a point of the path, to be followed later.
struct Branch {
  PathState state{};
  VectorXd p_rate{};
};

/// Chooses the modes from here on; false where no rates were found.
bool choose(const Impact& impact, cone::Workspace& work, std::vector<Branch>& branches,
            PathState& s) {
  if (!s.answer.path.empty()) settle(impact, s.z);
  cone::Solution rates;
  cone::solve(rate_problem(impact.system, impact.colliding, impact.at.u(s.z)), impact.examination,
              nullptr, work, rates);
  if (!rates.found) return fail(Failure::no_consistent_mode, s);
  s.answer.unique_impulse &= rates.unique_impulse;
  if (!rates.unique_velocity) s.answer.status = ImpactStatus::undetermined;
  for (const cone::Answer& other : rates.others)
    if (branches.size() < most_branches) branches.push_back({s, other.p});
  enter(impact, rates.p, s);
  return true;
}

/// Books the phase that ends here, of all contacts.
void book(const Impact& impact, PathState& s) {
  const bool compression = s.phase == Phase::compression;
  for (Index i = 0; i < impact.at.contacts; ++i) {
    const Index w = impact.at.normal_work(i);
    const double work = s.z[w] - s.marked[w];
    const Index p = impact.at.rows + impact.system.contacts[static_cast<std::size_t>(i)].normal();
    const double dp = s.z[p] - s.marked[p];
    WorkLedger<double>& ledger = s.answer.ledger[static_cast<std::size_t>(i)];
    (compression ? ledger.normal_compression : ledger.normal_restitution) += work;
    ledger.friction = s.z[impact.at.friction_work(i)];
    if (compression) s.answer.compressions[static_cast<std::size_t>(i)] += dp;
    if (static_cast<int>(i) != impact.colliding) continue;
    (compression ? s.stored : s.returned) += compression ? -work : work;
    (compression ? s.compression : s.restored) += dp;
  }
  s.marked = s.z;
}

void turn_phase(const Impact& impact, PathState& s) {
  book(impact, s);
  s.phase_ends = false;
  const bool compression = s.phase == Phase::compression;
  s.phase = compression ? Phase::restitution : Phase::compression;
  if (!compression) ++s.answer.recompressions;
  record(impact, compression ? EventKind::compression_ends : EventKind::compression_starts,
         {impact.colliding}, s);
}

/// Goes to the next event; false if there is none.
bool advance(const Impact& impact, cone::Workspace& work, PathState& s) {
  if (s.stage.straight) return advance_straight(impact, s);
  const VectorXd before = impact.at.p(s.z);
  if (!advance_turning(impact, s, work)) return false;
  VectorXd p = impact.at.p(s.z) - before;
  share_within_cones(impact.system, impact.colliding, s.stage.modes, work, p);
  impact.at.p(s.z) = before + p;
  return true;
}

/// Whether contacts hold each other everywhere, so that what is left of uₙ is rounding: compression is over.
bool locks(const Impact& impact, const PathState& s) {
  constexpr double rounding = 1e-10;  // of events and steps
  return s.phase == Phase::compression && s.stage.straight && s.stage.rates.a.isZero(0) &&
         std::abs(s.z[impact.n]) <= rounding * impact.speed;
}

/// One stage, to its first event; false when it was the last.
bool pass_stage(const Impact& impact, cone::Workspace& work, std::vector<Branch>& branches,
                PathState& s) {
  s.modes_end = false;
  if (locks(impact, s)) {
    s.z[impact.n] = 0;
    s.phase_ends = true;
  } else if (!advance(impact, work, s)) {
    return fail(s.stage.straight ? Failure::no_termination : Failure::rate_diverges, s);
  }
  if (s.ends) return false;
  if (s.phase_ends) turn_phase(impact, s);
  if (s.phase == Phase::restitution && missing(impact, s, s.z) <= 0) return false;
  return !s.modes_end || choose(impact, work, branches, s);
}

void finish(const Impact& impact, PathState& s) {
  book(impact, s);
  if (impact.rule == Restitution::newton)
    s.z[impact.n] = -impact.restitution() * impact.system.u[impact.n] + 0.0;
  if (!s.stopped.empty()) record(impact, EventKind::slip_stops, s.stopped, s);
  record(impact, EventKind::end, {impact.colliding}, s);
  s.answer.p = impact.at.p(s.z);
  s.answer.u_after = impact.at.u(s.z);
}

void follow(const Impact& impact, cone::Workspace& work, std::vector<Branch>& branches,
            PathState& s) {
  int stage = 0;
  while (stage < most_stages && pass_stage(impact, work, branches, s)) ++stage;
  if (stage == most_stages) fail(Failure::no_termination, s);
  finish(impact, s);
}

PathState start(const Impact& impact) {
  PathState s;
  s.z = VectorXd::Zero(impact.at.size());
  impact.at.u(s.z) = impact.system.u;
  s.marked = s.z;
  s.answer.status = ImpactStatus::solved;
  s.answer.ledger.assign(impact.system.contacts.size(), {});
  s.answer.compressions.assign(impact.system.contacts.size(), 0);
  return s;
}

Impact impact_of(const System& system, int colliding, Restitution rule,
                 const cone::Examination& examination) {
  const int n = system.contacts[static_cast<std::size_t>(colliding)].normal();
  Impact impact{
      .system = system, .colliding = colliding, .n = n, .rule = rule, .examination = examination};
  impact.at = {system.u.size(), static_cast<Index>(system.contacts.size())};
  impact.speed = system.u.cwiseAbs().maxCoeff();
  // Where slip alone drives the contact (uₙ = 0) the slip gives the scale.
  const double approach = system.u[n] != 0 ? std::abs(system.u[n]) : impact.speed;
  impact.eta = approach / system.W(n, n);
  impact.scale.resize(impact.at.size());
  impact.at.u(impact.scale).setConstant(impact.speed);
  impact.at.p(impact.scale).setConstant(impact.eta);
  impact.scale.tail(2 * impact.at.contacts + 1).setConstant(impact.eta * impact.speed);
  impact.scale[impact.at.eta()] = impact.eta;
  return impact;
}

void check(const System& system, int colliding) {
  for (std::size_t i = 0; i < system.contacts.size(); ++i) {
    const double u_n = system.u[system.contacts[i].normal()];
    const bool drives = static_cast<int>(i) == colliding;
    if (drives ? !(u_n <= 0) : !(u_n >= 0))
      throw std::invalid_argument(
          "follow_stages: contact " + std::to_string(i + 1) +
          (drives ? " leaves; want u_n <= 0" : " approaches too; want u_n >= 0"));
  }
}

/// Momentum, the cones of the total impulses, and the ledger against ½ p·(u⁻ + u⁺).
double residual_of(const System& system, const Answer& answer) {
  const VectorXd sizes = system.u.cwiseAbs() + system.W.cwiseAbs() * answer.p.cwiseAbs();
  const double largest = answer.p.cwiseAbs().maxCoeff();
  const VectorXd missed = answer.u_after - system.u - system.W * answer.p;
  double worst = missed.cwiseAbs().maxCoeff() / sizes.maxCoeff();
  double booked = 0;
  for (std::size_t i = 0; i < system.contacts.size(); ++i) {
    const ConeContact& contact = system.contacts[i];
    const double limit = contact.friction * answer.p[contact.normal()];
    const double outside = answer.p.segment(contact.first, contact.tangents).norm() - limit;
    worst = std::max({worst, outside / largest, -answer.p[contact.normal()] / largest,
                      -answer.u_after[contact.normal()] / sizes.maxCoeff()});
    const WorkLedger<double>& ledger = answer.ledger[i];
    booked += ledger.normal_compression + ledger.normal_restitution + ledger.friction;
  }
  const double work = contact_work(system, answer);
  return std::max(worst, std::abs(work - booked) / (largest * sizes.maxCoeff()));
}

/// Follows the other rates: one may be the only answer, or another answer.
void follow_branches(const Impact& impact, cone::Workspace& work, std::vector<Branch>& branches,
                     Answer& answer) {
  for (std::size_t k = 0; k < branches.size(); ++k) {
    PathState s = branches[k].state;
    const VectorXd p_rate = branches[k].p_rate;
    enter(impact, p_rate, s);
    follow(impact, work, branches, s);
    if (!has_answer(s.answer.status)) continue;
    if (!has_answer(answer.status)) {
      answer = s.answer;
      answer.status = ImpactStatus::undetermined;
      continue;
    }
    const auto same = [&](const VectorXd& u) {
      return (u - s.answer.u_after).cwiseAbs().maxCoeff() <= same_end * impact.speed;
    };
    const bool known = same(answer.u_after) ||
                       std::any_of(answer.alternatives.begin(), answer.alternatives.end(),
                                   [&](const cone::Answer& other) { return same(other.w); });
    if (!known) answer.alternatives.push_back({s.answer.p, s.answer.u_after});
  }
}

}  // namespace

void settle(const Impact& impact, VectorXd& z) {
  constexpr double rounding = 1e-12;
  const VectorXd terms =
      impact.system.u.cwiseAbs() + impact.system.W.cwiseAbs() * impact.at.p(z).cwiseAbs();
  for (std::size_t i = 0; i < impact.system.contacts.size(); ++i) {
    const ConeContact& contact = impact.system.contacts[i];
    const int n = contact.normal();
    if (static_cast<int>(i) != impact.colliding && std::abs(z[n]) <= rounding * terms[n]) z[n] = 0;
    const double size = terms.segment(contact.first, contact.tangents).norm();
    if (slip_of(contact, z) <= rounding * size)
      z.segment(contact.first, contact.tangents).setZero();
  }
}

Answer follow_stages(const System& system, int colliding, Restitution rule,
                     const cone::Examination& examination) {
  check(system, colliding);
  const Impact impact = impact_of(system, colliding, rule, examination);
  cone::Workspace work;
  std::vector<Branch> branches;
  PathState s = start(impact);
  if (choose(impact, work, branches, s)) follow(impact, work, branches, s);
  if (s.answer.p.size() == 0) finish(impact, s);
  Answer answer = std::move(s.answer);
  follow_branches(impact, work, branches, answer);
  answer.residual = residual_of(system, answer);
  if (has_answer(answer.status) && !(answer.residual <= cone::accepted_residual)) {
    answer.status = ImpactStatus::no_solution;
    answer.failure = Failure::inaccurate;
  }
  return answer;
}

}  // namespace carom::several_spatial
