#include <carom/impact/several_spatial/extrapolation.hpp>
#include <carom/impact/several_spatial/spring_motion.hpp>
#include <carom/impact/several_spatial/springs.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace carom::several_spatial {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr int most_arcs = 20000;
constexpr int most_spring_steps = 20000;
/// Slip below this share of the largest speed stops on one straight bit.
constexpr double stopping_slip = 1e-9;
/// A contact at rest that is not pressed: its force is rounding, against that of the problem.
constexpr double unloaded = 1e-14;
/// Slips of one body that stop together differ by rounding of the speed.
constexpr double stops_too = 1e-12;
/// How far ahead modes are chosen, against the time of the stiffest spring.
constexpr double look_ahead = 1e-6;

/// An event: a component of z that reaches a value.
struct SpringEvent {
  enum class Kind : unsigned char { turns, opens, loads_on, reloads, slip_stops } kind{};
  std::size_t contact = 0;
  Index row = 0;
  double target = 0;
};

std::vector<SpringEvent> spring_events(const Motion& m, const VectorXd& end) {
  std::vector<SpringEvent> events;
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i) {
    const ConeContact& contact = m.system.contacts[i];
    const Index n = contact.normal();
    const Index f = m.at.force(i);
    const Index g = m.at.gap(i);
    const Load load = m.modes.loads[i];
    const double largest = m.modes.largest[i];
    if (load == Load::loading && m.z[n] < 0 && end[n] >= 0)
      events.push_back({SpringEvent::Kind::turns, i, n, 0});
    if (load == Load::loading && end[f] < -unloaded * m.force)
      events.push_back({SpringEvent::Kind::opens, i, f, -unloaded * m.force});
    if (load == Load::elastic && end[f] <= 0 && end[n] > 0)
      events.push_back({SpringEvent::Kind::opens, i, f, 0});
    if (load == Load::elastic && m.z[f] < largest && end[f] >= largest)
      events.push_back({SpringEvent::Kind::loads_on, i, f, largest});
    if (load == Load::open && end[g] < 0 && end[n] < 0)
      events.push_back({SpringEvent::Kind::reloads, i, g, 0});
    const bool slips = load != Load::open && m.modes.friction.holds[i] == Hold::slip;
    if (contact.tangents == 1 && slips && contact.friction > 0 &&
        m.z[contact.first] * end[contact.first] < 0)
      events.push_back({SpringEvent::Kind::slip_stops, i, contact.first, 0});
  }
  return events;
}

struct Reached {
  double sigma = 0;
  VectorXd z{};
};

/// Where a component reaches its value: Newton's method guarded by bisection, in steps that become short.
std::optional<Reached> reach(const Motion& m, const SpringEvent& event, const Reached& end) {
  const double from = m.z[event.row] - event.target;
  const double to = end.z[event.row] - event.target;
  // An event that has just been at zero is looked for from the other end.
  const bool leaves = std::abs(from) <= unloaded * std::abs(to);
  Reached at{leaves ? end.sigma : end.sigma * from / (from - to), {}};
  int effort = 0;
  if (!spring_step(m, m.z, at.sigma, at.z, effort)) return std::nullopt;
  double low = 0;
  double high = end.sigma;
  for (int k = 0; k < 60; ++k) {
    const double value = at.z[event.row] - event.target;
    VectorXd rate;
    if (value == 0 || !spring_slope(m, at.z, rate)) break;
    (value * to < 0 ? low : high) = at.sigma;
    double next = at.sigma - value / (rate[event.row] * spring_pace(m, at.z));
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    const double step = next - at.sigma;
    if (std::abs(step) <= 4 * std::numeric_limits<double>::epsilon() * end.sigma) break;
    VectorXd z;
    if (!spring_step(m, at.z, step, z, effort)) return std::nullopt;
    at = {next, z};
  }
  return at;
}

/// Other slips that are zero but for rounding.
void stop_with_it(Motion& m) {
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i)
    if (m.modes.loads[i] != Load::open && slip_speed(m, i, m.z) <= stops_too * m.speed) {
      const ConeContact& contact = m.system.contacts[i];
      m.z.segment(contact.first, contact.tangents).setZero();
    }
}

void take_spring_event(Motion& m, const SpringEvent& event) {
  const std::size_t i = event.contact;
  const bool plastic = m.system.restitution[i] == 0;
  m.z[event.row] = event.target;
  switch (event.kind) {
    case SpringEvent::Kind::turns:
      m.modes.largest[i] = m.z[m.at.force(i)];
      m.modes.loads[i] = plastic ? Load::rigid : Load::elastic;
      break;
    case SpringEvent::Kind::opens:
      m.modes.loads[i] = Load::open;
      m.z[m.at.force(i)] = m.z[m.at.gap(i)] = 0;
      break;
    case SpringEvent::Kind::loads_on: m.modes.loads[i] = Load::loading; break;
    case SpringEvent::Kind::reloads: break;  // choose_springs loads it
    case SpringEvent::Kind::slip_stops: stop_with_it(m); break;
  }
}

/// Stuck contacts inside their cones, rigid ones between nothing and their largest force.
bool forces_hold(Motion& m, const VectorXd& z) {
  constexpr double slack = 1e-10;
  Rates forces;
  spring_forces(m.system, m.at, m.modes, m.held, z, forces);
  bool cones = true;
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i) {
    const ConeContact& contact = m.system.contacts[i];
    const int n = contact.normal();
    const double room = slack * m.force;
    if (m.modes.loads[i] == Load::rigid &&
        (forces.p[n] < -room || forces.p[n] > m.modes.largest[i] + room))
      return false;
    if (m.modes.loads[i] != Load::open && m.modes.friction.holds[i] == Hold::stick)
      cones &= forces.p.segment(contact.first, contact.tangents).norm() <=
               contact.friction * forces.p[n] + room * std::min(1.0, contact.friction);
  }
  if (cones) return true;
  // The loads may be shared in another way without any change of motion: ignore that.
  cone::Solution other;
  cone::solve(force_problem(m.system, m.at, m.modes, z, 0),
              {.starts = 0, .sharing = false, .enumerate = false}, &forces.p, m.work, other);
  const VectorXd terms = m.system.W.cwiseAbs() * forces.p.cwiseAbs();
  constexpr double same = 1e-8;
  return other.found && (other.w - forces.a).cwiseAbs().maxCoeff() <= same * terms.maxCoeff();
}

/// The first point at which forces do not hold, or nearly.
Reached last_holding(Motion& m, const Reached& end) {
  constexpr int halvings = 40;
  Reached low{0, m.z};
  double high = end.sigma;
  int effort = 0;
  for (int k = 0; k < halvings; ++k) {
    Reached middle{0.5 * (low.sigma + high), {}};
    if (spring_step(m, m.z, middle.sigma, middle.z, effort) && forces_hold(m, middle.z))
      low = middle;
    else
      high = middle.sigma;
  }
  return low;
}

/// A rigid contact that needs more than its largest force loads on.
void load_rigid_ones(Motion& m) {
  Rates forces;
  spring_forces(m.system, m.at, m.modes, m.held, m.z, forces);
  constexpr double near = 1e-8;
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i) {
    if (m.modes.loads[i] != Load::rigid) continue;
    const double force = forces.p[m.system.contacts[i].normal()];
    if (force < m.modes.largest[i] * (1 - near)) continue;
    m.modes.loads[i] = Load::loading;
    m.z[m.at.force(i)] = m.modes.largest[i];
  }
}

/// Ends slips in space that are about to stop.
bool stop_turning(Motion& m) {
  bool any = false;
  VectorXd rate;
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i) {
    if (!turns_freely(m, i) || slip_speed(m, i, m.z) > stopping_slip * m.speed) continue;
    if (rate.size() == 0 && !spring_slope(m, m.z, rate)) return false;
    const ConeContact& contact = m.system.contacts[i];
    auto slip = m.z.segment(contact.first, contact.tangents);
    if (slip.dot(rate.segment(contact.first, contact.tangents)) >= 0) continue;
    slip.setZero();
    any = true;
  }
  return any;
}

/// At zero slip that begins to turn: a first straight bit.
void begin_turning(Motion& m) {
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i) {
    if (!turns_freely(m, i) || slip_speed(m, i, m.z) > 0) continue;
    constexpr double bit = 1e-10;
    const ConeContact& contact = m.system.contacts[i];
    m.z.segment(contact.first, contact.tangents) = bit * m.speed * m.modes.friction.directions[i];
  }
}

double unit_of_time(const Motion& m) {
  double sum = 0;
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i) {
    const int n = m.system.contacts[i].normal();
    const double k = std::max(spring_rate(m.system, m.modes, i), stiffness_of(m.system, i));
    sum += m.system.W(n, n) * k;
  }
  return 1 / std::sqrt(sum);
}

/// Nothing is pressed, nothing approaches.
bool is_over(const Motion& m) {
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i) {
    const int n = m.system.contacts[i].normal();
    const bool pressed = m.modes.loads[i] == Load::loading || m.modes.loads[i] == Load::elastic;
    if (pressed && m.z[m.at.force(i)] > unloaded * m.force) return false;
    if (m.modes.loads[i] != Load::rigid && m.z[n] < -unloaded * m.speed) return false;
  }
  return true;
}

/// One arc, to its first event; false if it has none.
bool pass_arc(Motion& m) {
  double sigma = 0.5 * m.time;
  for (int step = 0; step < most_spring_steps; ++step) {
    Reached end{sigma, {}};
    int effort = 0;
    if (!(sigma > 0)) return false;
    if (!spring_step(m, m.z, sigma, end.z, effort)) {
      sigma *= 0.4;
      continue;
    }
    std::optional<SpringEvent> event;
    for (const SpringEvent& candidate : spring_events(m, end.z)) {
      const std::optional<Reached> at = reach(m, candidate, {sigma, end.z});
      if (!at || at->sigma > end.sigma) continue;
      end = *at;
      event = candidate;
    }
    if (!forces_hold(m, end.z)) {
      m.z = last_holding(m, end).z;
      load_rigid_ones(m);
      return true;
    }
    m.z = end.z;
    if (event) return take_spring_event(m, *event), true;
    if (stop_turning(m)) return true;
    sigma = next_length(sigma, effort);
  }
  return false;
}

Motion motion_of(const System& system) {
  Motion m{.system = system};
  const std::size_t k = system.contacts.size();
  m.at = {system.u.size(), static_cast<Index>(k)};
  m.speed = system.u.cwiseAbs().maxCoeff();
  m.modes.loads.assign(k, Load::open);
  m.modes.largest.assign(k, 0);
  m.modes.friction.holds.assign(k, Hold::slip);
  m.modes.friction.directions.assign(k, cone::Tangent::Zero());
  m.z = VectorXd::Zero(m.at.size());
  m.z.head(m.at.rows) = system.u;
  double longest = 0;
  for (std::size_t i = 0; i < k; ++i) {
    const int n = system.contacts[i].normal();
    const double root = std::sqrt(stiffness_of(system, i) / system.W(n, n));
    m.force = std::max(m.force, m.speed * root);
    longest = std::max(longest, 1 / std::sqrt(stiffness_of(system, i) * system.W(n, n)));
  }
  const double impulse = m.force * longest;
  m.scale.setConstant(m.at.size(), impulse * m.speed);
  m.scale.head(m.at.rows).setConstant(m.speed);
  m.scale.segment(m.at.rows, m.at.contacts).setConstant(m.force);
  m.scale.segment(m.at.rows + m.at.contacts, m.at.contacts).setConstant(m.speed * longest);
  m.scale.segment(m.at.impulse(), m.at.rows).setConstant(impulse);
  m.scale[m.at.time()] = longest;
  return m;
}

/// Momentum, cones, and what each spring kept: (1 − e²) F²/(2 K).
double springs_residual(const Motion& m, const Answer& answer) {
  const VectorXd sizes = m.system.u.cwiseAbs() + m.system.W.cwiseAbs() * answer.p.cwiseAbs();
  const double largest = answer.p.cwiseAbs().maxCoeff();
  double worst = (answer.u_after - m.system.u - m.system.W * answer.p).cwiseAbs().maxCoeff() /
                 sizes.maxCoeff();
  double booked = 0;
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i) {
    const int n = m.system.contacts[i].normal();
    const double e = m.system.restitution[i];
    const WorkLedger<double>& ledger = answer.ledger[i];
    const double kept =
        0.5 * (1 - e * e) * m.modes.largest[i] * m.modes.largest[i] / stiffness_of(m.system, i);
    const double normal = ledger.normal_compression + ledger.normal_restitution;
    worst = std::max({worst, std::abs(normal + kept) / (largest * sizes.maxCoeff()),
                      -answer.u_after[n] / sizes.maxCoeff(), -answer.p[n] / largest});
    booked += normal + ledger.friction;
  }
  const double work = contact_work(m.system, answer);
  return std::max(worst, std::abs(work - booked) / (largest * sizes.maxCoeff()));
}

Answer answer_of(const Motion& m) {
  Answer answer;
  answer.status = ImpactStatus::solved;
  answer.u_after = m.z.head(m.at.rows);
  answer.p = m.z.segment(m.at.impulse(), m.at.rows);
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i) {
    const double loading = m.z[m.at.loading_work(i)];
    answer.ledger.push_back({loading, m.z[m.at.elastic_work(i)], m.z[m.at.friction_work(i)]});
  }
  return answer;
}

}  // namespace

Answer collide_as_springs(const System& system) {
  Motion m = motion_of(system);
  bool goes_on = true;
  for (int arc = 0; arc < most_arcs && goes_on; ++arc) {
    m.time = unit_of_time(m);
    goes_on = choose_springs(system, m.at, look_ahead * m.time, m.z, m.work, m.modes);
    if (!goes_on || is_over(m)) break;
    m.held = spring_held(system, m.modes);
    for (const int r : m.held.rows) m.z[r] = 0;
    begin_turning(m);
    goes_on = pass_arc(m);
  }
  Answer answer = answer_of(m);
  if (answer.p.isZero(0)) {
    answer.status = ImpactStatus::no_impact;
    return answer;
  }
  answer.residual = springs_residual(m, answer);
  const bool ends = goes_on && is_over(m);
  if (!ends || !(answer.residual <= cone::accepted_residual)) {
    answer.status = ImpactStatus::no_solution;
    answer.failure = ends ? Failure::inaccurate : Failure::no_termination;
  }
  return answer;
}

}  // namespace carom::several_spatial
