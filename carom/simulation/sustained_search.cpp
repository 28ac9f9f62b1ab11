#include <carom/simulation/sustained_search.hpp>

#include <carom/simulation/gap_search.hpp>
#include <carom/simulation/resolution.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Forces may miss their inequalities by this share of the largest before they are judged exactly.
constexpr double force_rounding = 1e-12;
/// Halvings in search of a time at which a slip that has just started is seen.
constexpr int most_halvings = 20;
/// Closed contacts up to which the shares of forces are looked for among all.
constexpr std::size_t most_enumerated = 3;

const SceneContact& scene_contact(const MotionRun& run, const ClosedContact& c) {
  return run.scene.contacts[static_cast<std::size_t>(c.contact)];
}

double static_friction(const Contact& material) {
  return material.static_friction.value_or(material.friction.value_or(0));
}

/// A quantity of a closed contact that an event brings to zero from above.
using Margin = std::function<double(const ContactMotion&)>;

/// The first time until `until` at which the margin is negative at the end or in the middle of the step.
std::optional<double> margin_end(const MotionRun& run, Flight& flight, const ClosedContact& closed,
                                 double until, const Margin& margin) {
  const double a = flight.integrator->last().t_a;
  const std::function<double(double)> at = [&](double t) {
    return margin(
        contact_motion(scene_contact(run, closed), run.scene.model, look_at(run, flight, t)));
  };
  double b = until;
  double f_b = at(b);
  const double middle = a + (until - a) / 2;
  const double f_middle = at(middle);
  if (f_middle < 0) {
    b = middle;
    f_b = f_middle;
  }
  if (!(f_b < 0)) return std::nullopt;
  double t = a;
  double f_t = at(a);
  for (int i = 0; !(f_t > 0) && i < most_halvings; ++i) {
    t = a + (b - a) * std::ldexp(1.0, i - most_halvings);
    f_t = at(t);
  }
  // A slip that never shows was none: it ends where it begins.
  return f_t > 0 ? bracketed_root(t, b, f_t, f_b, at) : a + std::ldexp(b - a, -most_halvings);
}

/// Whether the modes satisfy (T10.2) at a time of the last step.
bool forces_hold(MotionRun& run, Flight& flight, double t) {
  SmoothMotion& motion = run.motion;
  evaluate(look_at(run, flight, t).x, motion);
  const double allowed = force_rounding * motion.force.cwiseAbs().maxCoeff();
  bool clear = true;
  bool saturated = false;
  std::vector<TouchingContact> touching;
  for (std::size_t i = 0; i < motion.closed.size(); ++i) {
    const ClosedContact& c = motion.closed[i];
    const Eigen::Vector2d f = motion.force.segment<2>(static_cast<Eigen::Index>(2 * i));
    const bool sticks = c.mode == ContactMode::stick || c.saturated;
    const double cone = static_friction(scene_contact(run, c).material) * f.y();
    clear =
        clear && f.y() > allowed && (!sticks || c.saturated || std::abs(f.x()) < cone - allowed);
    saturated = saturated || c.saturated;
    const double side = c.mode == ContactMode::slip_negative ? -1 : 1;
    touching.push_back({c.contact, sticks ? 0.0 : side, sticks ? ContactMode::stick : c.mode});
  }
  if (clear) return true;
  const State& x = flight.seen.x;
  if (!saturated && touching.size() <= most_enumerated)
    return modes_hold(run.scene, x, touching, run.forces);
  return other_shares(run.scene, x, touching, Eigen::VectorXd(motion.force), run.forces)
      .has_value();
}

/// The first time until `until` at which the forces do not hold, by bisection to rounding.
std::optional<double> forces_end(MotionRun& run, Flight& flight, double until) {
  if (forces_hold(run, flight, until)) return std::nullopt;
  double low = flight.integrator->last().t_a;
  double high = until;
  for (;;) {
    const double middle = low + (high - low) / 2;
    if (!(middle > low && middle < high)) return high;
    (forces_hold(run, flight, middle) ? low : high) = middle;
  }
}

/// Without friction nothing happens where slip changes its sign, but its name does.
void rename_frictionless(MotionRun& run, const Flight& flight) {
  for (std::size_t i = 0; i < run.motion.closed.size(); ++i) {
    ClosedContact& c = run.motion.closed[i];
    if (rubs(scene_contact(run, c)) || c.mode == ContactMode::stick || c.saturated) continue;
    const double slip = contact_motion(scene_contact(run, c), run.scene.model, flight.seen).u.x();
    if (slip > 0) c.mode = ContactMode::slip_positive;
    if (slip < 0) c.mode = ContactMode::slip_negative;
    run.contacts[static_cast<std::size_t>(c.contact)].mode = c.mode;
  }
}

}  // namespace

StepEvent search_sustained(MotionRun& run, Flight& flight, StepEvent first) {
  for (const ClosedContact& c : run.motion.closed) {
    const double side = c.mode == ContactMode::slip_negative ? -1 : 1;
    if (c.saturated) {
      const double slowest = resolution_of(run).speed;
      if (const auto t = margin_end(run, flight, c, first.t, [&](const ContactMotion& m) {
            return slowest - std::abs(m.u.x());
          }))
        first = {FlightEnd::slip, *t, c.contact};
    } else if (rubs(scene_contact(run, c)) && c.mode != ContactMode::stick)
      if (const auto t = margin_end(run, flight, c, first.t,
                                    [&](const ContactMotion& m) { return side * m.u.x(); }))
        first = {FlightEnd::slip, *t, c.contact};
    if (const auto t =
            margin_end(run, flight, c, first.t, [](const ContactMotion& m) { return m.inside; }))
      first = {FlightEnd::edge, *t, c.contact};
  }
  if (const auto t = forces_end(run, flight, first.t)) first = {FlightEnd::forces, *t, 0};
  look_at(run, flight, first.t);
  rename_frictionless(run, flight);
  return first;
}

}  // namespace carom
