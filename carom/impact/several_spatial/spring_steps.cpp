#include <carom/impact/several_spatial/spring_steps.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace carom::several_spatial {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr std::size_t step_columns = 9;
/// Two columns of the extrapolation that agree to this, against the scale of each component, are one.
constexpr double agrees = 5e-12;
/// A step this short, in units of time, may hold a change of modes: its error is of second order.
constexpr double shortest = 1e-7;
/// Steps of one impact.
constexpr int most_implicit_steps = 3000;
/// Forces and speeds below this share of those of the problem are rounding.
constexpr double spring_rounding = 1e-13;
/// Slips below this share of the speed of the problem have no direction to keep; others keep so much of theirs in a step.
constexpr double no_slip = 1e-11;
constexpr double kept_slip = 0.05;
/// Friction below its limit, or a force above zero, by more than this share is within its bounds.
constexpr double within = 1e-7;
/// What contacts yield in one proximal step, against the mean diagonal of W.
constexpr double least_yield = 1e-4;
constexpr int most_proximal = 60;
constexpr double rounding_of_parts = 1e-14;
constexpr double solves = 1e-12;
constexpr double solves_at_last = 1e-10;

/// What steps share.
struct Stepper {
  Motion& m;
  cone::Problem problem{};
  Eigen::MatrixXd yielding{};  ///< W + ε 1
  VectorXd force{};            ///< of the contacts, in the last part of a step
  VectorXd impulse{};
  VectorXd trial{};
  VectorXd scale{};  ///< of the components of z whose extrapolation must agree
};

Stepper stepper_of(Motion& m) {
  Stepper s{.m = m};
  const Index rows = m.at.rows;
  s.problem = {m.system.W, m.system.contacts, VectorXd::Zero(rows),
               std::vector<cone::Condition>(m.system.contacts.size())};
  s.force = VectorXd::Zero(rows);
  // How dependent contacts share friction is no matter of the motion, and known to less.
  constexpr double shared = 1e4;
  s.scale = m.scale;
  for (const ConeContact& contact : m.system.contacts)
    s.scale.segment(m.at.impulse() + contact.first, contact.tangents) *= shared;
  return s;
}

/// Normal impulses of a part of length h: given by loading and elastic springs.
void write_conditions(const VectorXd& z, double h, Stepper& s) {
  const Motion& m = s.m;
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i) {
    cone::Condition& condition = s.problem.conditions[i];
    condition.least = 0;
    switch (m.modes.loads[i]) {
      case Load::open: condition.normal = cone::NormalRule::absent; break;
      case Load::rigid: condition.normal = cone::NormalRule::unilateral; break;
      case Load::loading:
      case Load::elastic:
        condition.normal = cone::NormalRule::given;
        condition.least = h * std::max(z[m.at.force(i)], 0.0);
    }
  }
}

/// Impulses of a part, by the proximal rule: contacts yield from what they had, until they need not, and the less the
/// better Newton's method does. Those that depend on each other keep how they share.
bool solve_part(const VectorXd& z, double h, Stepper& s) {
  const auto u = z.head(s.m.at.rows);
  const double mean = s.m.system.W.diagonal().mean();
  double yield = least_yield;
  double error = std::numeric_limits<double>::infinity();
  s.impulse = h * s.force;
  for (int k = 0; k < most_proximal; ++k) {
    s.yielding = s.m.system.W;
    s.yielding.diagonal().array() += yield * mean;
    s.problem.q = u - yield * mean * s.impulse;
    s.trial = s.impulse;
    const bool arrives = cone::newton(s.problem, s.yielding, cone::StepRule::regular, s.trial,
                                      s.m.work.newton) <= solves;
    if (!arrives && yield >= 1) break;
    yield = arrives ? std::max(yield / 10, least_yield) : 100 * yield;
    if (!arrives) continue;
    s.impulse.swap(s.trial);
    s.problem.q = u;
    const double last = error;
    error = cone::equation_error(s.problem, s.problem.W, s.impulse, s.m.work.newton);
    if (error <= rounding_of_parts || (error <= solves && error > 0.5 * last)) return true;
  }
  s.problem.q = u;
  return cone::newton(s.problem, s.problem.W, cone::StepRule::least, s.impulse, s.m.work.newton) <=
         solves_at_last;
}

/// One implicit step of first order: compression first, then friction against the slip after.
bool take_part(double h, VectorXd& z, Stepper& s) {
  const Motion& m = s.m;
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i)
    z[m.at.force(i)] -= h * spring_rate(m.system, m.modes, i) * z[m.system.contacts[i].normal()];
  write_conditions(z, h, s);
  if (!solve_part(z, h, s)) return false;
  const VectorXd& p = s.impulse;
  s.force = p / h;
  const VectorXd before = z.head(m.at.rows);
  z.head(m.at.rows).noalias() += m.system.W * p;
  z.segment(m.at.impulse(), m.at.rows) += p;
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i) {
    const ConeContact& contact = m.system.contacts[i];
    const int n = contact.normal();
    const bool loads = m.modes.loads[i] == Load::loading;
    if (m.modes.loads[i] == Load::open) z[m.at.gap(i)] += h * z[n];
    z[loads ? m.at.loading_work(i) : m.at.elastic_work(i)] += 0.5 * p[n] * (before[n] + z[n]);
    for (int t = contact.first; t < n; ++t)
      z[m.at.friction_work(i)] += 0.5 * p[t] * (before[t] + z[t]);
  }
  z[m.at.time()] += h;
  return true;
}

/// Whether a contact changes its mode between two points: a slip stops or turns back, a stuck contact slips, a rigid one
/// leaves. A part would take the force after the change for all of its length.
bool changes_mode(const Motion& m, const VectorXd& force, const VectorXd& from,
                  const VectorXd& to) {
  const double slow = no_slip * m.speed;
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i) {
    const ConeContact& contact = m.system.contacts[i];
    if (m.modes.loads[i] == Load::open) continue;
    const double pressed = force[contact.normal()];
    if (m.modes.loads[i] == Load::rigid && pressed > within * m.force &&
        to[contact.normal()] > slow)
      return true;
    if (contact.friction == 0 || contact.tangents == 0) continue;
    const auto before = from.segment(contact.first, contact.tangents);
    const auto after = to.segment(contact.first, contact.tangents);
    const bool held = force.segment(contact.first, contact.tangents).norm() <
                      (1 - within) * contact.friction * pressed;
    if (before.norm() <= slow ? held && after.norm() > slow
                              : after.dot(before) < kept_slip * before.squaredNorm())
      return true;
  }
  return false;
}

bool take_parts(const VectorXd& z, double length, int n, VectorXd& end, Stepper& s) {
  end = z;
  for (int k = 0; k < n; ++k)
    if (!take_part(length / n, end, s)) return false;
  return true;
}

/// Aitken and Neville on 1, 2, 3, ... parts; the number of columns, or 0 where they do not agree.
int extrapolated(const VectorXd& z, double length, VectorXd& end, Stepper& s) {
  std::array<VectorXd, step_columns> row;
  const VectorXd force = s.force;
  double last = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < step_columns; ++k) {
    VectorXd value;
    s.force = force;
    if (!take_parts(z, length, static_cast<int>(k) + 1, value, s)) break;
    if (k == 0 && changes_mode(s.m, force, z, value)) break;
    for (std::size_t j = 0; j < k; ++j) {
      const double ratio = static_cast<double>(k + 1) / static_cast<double>(k - j);
      VectorXd next = value + (value - row[j]) / (ratio - 1);
      row[j].swap(value);
      value.swap(next);
    }
    row[k] = value;
    if (k == 0) continue;
    const double error = (value - row[k - 1]).cwiseQuotient(s.scale).cwiseAbs().maxCoeff() / agrees;
    if (error <= 1) {
      end.swap(value);
      return static_cast<int>(k) + 1;
    }
    if (!(error < 1e14) || (k > 2 && error > 0.5 * last)) break;
    last = error;
  }
  s.force = force;
  return 0;
}

double next_step(double length, int columns) {
  if (columns <= 4) return 4 * length;
  if (columns <= 6) return 2 * length;
  return columns <= 7 ? 1.2 * length : 0.8 * length;
}

// --- events of the normal springs ---------------------------------------------------------------

/// A component of z that reaches a value.
struct NormalEvent {
  enum class Kind : unsigned char { none, turns, opens, loads_on, reloads } kind{};
  std::size_t contact = 0;
  Index row = 0;
  double target = 0;
  double way = 1;  ///< 1 where it is reached from below, −1 from above
};

/// Positive beyond the event.
double excess_of(const NormalEvent& event, const VectorXd& z) {
  return event.way * (z[event.row] - event.target);
}

std::vector<NormalEvent> events_until(const Motion& m, const VectorXd& end) {
  std::vector<NormalEvent> events;
  const double no_force = spring_rounding * m.force;
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i) {
    const Index n = m.system.contacts[i].normal();
    const Index f = m.at.force(i);
    const Index g = m.at.gap(i);
    using Kind = NormalEvent::Kind;
    switch (m.modes.loads[i]) {
      case Load::loading:
        if (end[f] < -no_force)
          events.push_back({Kind::opens, i, f, 0, -1});
        else if (end[n] > 0 && end[f] > no_force)
          events.push_back({Kind::turns, i, n, 0});
        break;
      case Load::elastic:
        if (end[f] < 0) events.push_back({Kind::opens, i, f, 0, -1});
        if (end[f] > m.modes.largest[i])
          events.push_back({Kind::loads_on, i, f, m.modes.largest[i]});
        break;
      case Load::open:
        if (end[g] < 0 && end[n] < 0) events.push_back({Kind::reloads, i, g, 0, -1});
        break;
      case Load::rigid: break;
    }
  }
  return events;
}

/// A point of a step.
struct StepPoint {
  double length = 0;
  VectorXd z{};
};

/// Moves `end` back to where the component reaches its value, by the Illinois rule; false where steps as long as that do
/// not agree with themselves: then `end` is a point before.
bool reach_by_steps(const NormalEvent& event, StepPoint& end, Stepper& s) {
  StepPoint low{0, s.m.z};
  double from = excess_of(event, low.z);
  double to = excess_of(event, end.z);
  if (from >= 0) {
    end = low;
    return true;
  }
  double high = end.length;
  for (int k = 0; k < 80; ++k) {
    StepPoint middle{low.length + (high - low.length) * from / (from - to), {}};
    if (!(middle.length > low.length && middle.length < high)) break;
    if (extrapolated(s.m.z, middle.length, middle.z, s) == 0) {
      end = low;
      return false;
    }
    const double value = excess_of(event, middle.z);
    const double move = std::abs(middle.length - end.length);
    end = middle;
    if (value == 0 || move <= 4 * std::numeric_limits<double>::epsilon() * high) break;
    if (value > 0) {
      high = middle.length;
      to = value;
      from *= 0.5;
    } else {
      low = middle;
      from = value;
      to *= 0.5;
    }
  }
  return true;
}

void open_contact(std::size_t i, Motion& m) {
  m.modes.loads[i] = Load::open;
  m.z[m.at.force(i)] = m.z[m.at.gap(i)] = 0;
}

void take_normal_event(const NormalEvent& event, Motion& m) {
  const std::size_t i = event.contact;
  const bool plastic = m.system.restitution[i] == 0;
  if (event.kind != NormalEvent::Kind::none) m.z[event.row] = event.target;
  switch (event.kind) {
    case NormalEvent::Kind::none: break;
    case NormalEvent::Kind::turns:
      m.modes.largest[i] = m.z[m.at.force(i)];
      m.modes.loads[i] = plastic ? Load::rigid : Load::elastic;
      break;
    case NormalEvent::Kind::opens: open_contact(i, m); break;
    case NormalEvent::Kind::loads_on: m.modes.loads[i] = Load::loading; break;
    case NormalEvent::Kind::reloads:
      m.z[m.at.force(i)] = plastic ? m.modes.largest[i] : 0;
      m.modes.loads[i] = plastic || m.modes.largest[i] == 0 ? Load::loading : Load::elastic;
      break;
  }
}

/// Rigid contacts that are not pressed open; one that needs more than its largest force loads on. True if there was one.
bool change_rigid_ones(Stepper& s) {
  Motion& m = s.m;
  bool any = false;
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i) {
    if (m.modes.loads[i] != Load::rigid) continue;
    const int n = m.system.contacts[i].normal();
    if (s.force[n] > m.modes.largest[i] * (1 + shortest)) {
      m.modes.loads[i] = Load::loading;
      m.z[m.at.force(i)] = m.modes.largest[i];
      any = true;
    } else if (s.force[n] <= 0 && m.z[n] > spring_rounding * m.speed) {
      open_contact(i, m);
      any = true;
    }
  }
  return any;
}

bool rigid_ones_hold(const Stepper& s) {
  const Motion& m = s.m;
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i)
    if (m.modes.loads[i] == Load::rigid &&
        s.force[m.system.contacts[i].normal()] > m.modes.largest[i] * (1 + shortest))
      return false;
  return true;
}

/// The first event up to `end`, which is moved to it; false where `end` is a point before that is not reached.
bool first_normal_event(StepPoint& end, NormalEvent& first, Stepper& s) {
  bool reached = true;
  for (const NormalEvent& event : events_until(s.m, end.z)) {
    if (excess_of(event, end.z) <= 0) continue;
    reached = reach_by_steps(event, end, s);
    first = reached ? event : NormalEvent{};
  }
  return reached;
}

/// A step as long as it may be, and the event at its end, if any; the length to try next.
double go_on_by_step(double length, Stepper& s) {
  Motion& m = s.m;
  const VectorXd force = s.force;
  StepPoint end{std::max(length, shortest * m.time), {}};
  int columns = extrapolated(m.z, end.length, end.z, s);
  const bool must = end.length <= shortest * m.time;
  if (!must && (columns == 0 || !rigid_ones_hold(s))) {
    s.force = force;
    return 0.2 * end.length;
  }
  if (columns == 0) {
    columns = 1;
    if (!take_parts(m.z, end.length, 1, end.z, s)) return 0;
  }
  const double asked = end.length;
  double next = next_step(end.length, columns);
  NormalEvent event;
  if (!first_normal_event(end, event, s)) next = 0.2 * (asked - end.length);
  m.z = end.z;
  take_normal_event(event, m);
  const bool changed = change_rigid_ones(s) || event.kind != NormalEvent::Kind::none;
  return changed ? std::max(0.01 * m.time, shortest) : next;
}

}  // namespace

bool relax_by_implicit_steps(Motion& m) {
  Stepper s = stepper_of(m);
  for (std::size_t i = 0; i < m.modes.loads.size(); ++i)
    if (m.z[m.system.contacts[i].normal()] <= 0) m.modes.loads[i] = Load::loading;
  m.time = unit_of_time(m);
  double length = 0.01 * m.time;
  for (int step = 0; step < most_implicit_steps && length > 0; ++step) {
    m.time = unit_of_time(m);
    length = go_on_by_step(length, s);
    if (is_relaxed(m)) return true;
  }
  return false;
}

}  // namespace carom::several_spatial
