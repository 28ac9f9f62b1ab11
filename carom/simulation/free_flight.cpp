#include <carom/simulation/free_flight.hpp>

#include <carom/simulation/gap_search.hpp>
#include <carom/simulation/sleep.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

/// A turning edge is followed for less than this angle at a time, rad, so that its bound stays close.
constexpr double chunk_turning = 1;

/// Where the joint's frame is, seen from the centre of mass, in the body's frame.
Eigen::Vector2d joint_arm(const Model& model, int body) {
  return model.joint(body).in_child.position -
         model.bodies()[static_cast<std::size_t>(body)].centre_of_mass;
}

/// x moved on by dt (T10.8).
void advance(const Model& model, const State& x, double dt, State& to) {
  to.q.resize(x.q.size());
  to.v.resize(x.v.size());
  to.t = x.t + dt;
  const Eigen::Vector2d& g = model.gravity();
  for (std::size_t i = 0; i < model.bodies().size(); ++i) {
    const int b = static_cast<int>(i);
    const int c = model.first_coordinate(b);
    const double rate = x.v[c + 2];
    const Eigen::Vector2d arm = joint_arm(model, b);
    to.q[c + 2] = x.q[c + 2] + dt * rate;
    to.v[c + 2] = rate;
    Eigen::Vector2d before = Eigen::Vector2d::Zero();
    Eigen::Vector2d after = Eigen::Vector2d::Zero();
    if (rate != 0 && !arm.isZero(0)) {
      const double turned = -model.joint(b).in_child.angle;
      const Eigen::Vector2d from = direction(x.q[c + 2] + turned);
      const Eigen::Vector2d into = direction(to.q[c + 2] + turned);
      before = arm.x() * from + arm.y() * perp(from);
      after = arm.x() * into + arm.y() * perp(into);
    }
    const Eigen::Vector2d v = x.v.segment<2>(c) - rate * perp(before);  // of the centre of mass
    to.q.segment<2>(c) = x.q.segment<2>(c) + (dt * v + (0.5 * dt * dt) * g) + (after - before);
    to.v.segment<2>(c) = (v + dt * g) + rate * perp(after);
  }
}

/// One side's part in a gap: how it is accelerated, and how far its feature is from its centre.
struct SideBound {
  Eigen::Vector2d gravity = Eigen::Vector2d::Zero();
  double swing = 0;  ///< ω² r: the acceleration that turning adds at most
};

SideBound bound_of(const MotionRun& run, const ContactSide& side, const PrescribedMotion* moved) {
  const Model& model = run.scene.model;
  const Eigen::Vector2d* point = nullptr;
  if (const auto* disc = std::get_if<DiscFeature>(&side.feature)) point = &disc->centre;
  if (const auto* edge = std::get_if<EdgeFeature>(&side.feature)) point = &edge->point;
  if (const auto* own = std::get_if<PointFeature>(&side.feature)) point = &own->point;
  if (side.body == world) {
    const double rate = moved ? moved->twist.rate : 0.0;
    return {Eigen::Vector2d::Zero(), moved ? rate * rate * (*point - moved->about).norm() : 0.0};
  }
  const auto b = static_cast<std::size_t>(side.body);
  const double rate = run.x.v[model.first_coordinate(side.body) + 2];
  const bool rests = !run.asleep.empty() && run.asleep[b] != 0;
  const Eigen::Vector2d pull = rests ? Eigen::Vector2d(0, 0) : model.gravity();
  return {pull, rate * rate * (*point - model.bodies()[b].centre_of_mass).norm()};
}

/// A gap during a flight: quadratic where its curvature is constant, else bounded.
struct FlyingGap {
  GapSample sample{};                 ///< at the start
  double acceleration = 0;            ///< |d̈| at most, m/s²
  std::optional<double> curvature{};  ///< where it is constant, m/s²
};

FlyingGap flying_gap(const MotionRun& run, std::size_t contact) {
  const SceneContact& c = run.scene.contacts[contact];
  const auto& pair = std::get<ContactPair>(c.geometry);
  FlyingGap gap{gap_sample(c, run.scene.model, run.seen), 0, std::nullopt};
  const SideBound a = bound_of(run, pair.first, nullptr);
  const SideBound b = bound_of(run, pair.second, &c.surface_motion);
  const Eigen::Vector2d pull = a.gravity - b.gravity;
  gap.acceleration = pull.norm() + a.swing + b.swing;
  if (a.swing != 0 || b.swing != 0) return gap;
  if (gap.sample.radius > 0) {
    if (pull.isZero(0)) gap.curvature = gap.sample.speed * gap.sample.speed / gap.sample.radius;
  } else if (gap.sample.turning == 0) {
    gap.curvature = contact_frame(pair, run.seen.k).normal().dot(pull);
  }
  return gap;
}

/// Keeps what sleeps where it is.
void hold_sleepers(const MotionRun& run, State& to) {
  for (std::size_t b = 0; b < run.asleep.size(); ++b) {
    if (run.asleep[b] == 0) continue;
    const int c = run.scene.model.first_coordinate(static_cast<int>(b));
    to.q.segment<3>(c) = run.x.q.segment<3>(c);
    to.v.segment<3>(c).setZero();
  }
}

/// Where a gap starts: at zero if the contact leaves or rounding has put it just below.
double starting_gap(const MotionRun& run, std::size_t contact, double gap) {
  const bool by_rounding = gap < 0 && gap >= -lift_off_gap * run.size;
  return run.contacts[contact].leaves || by_rounding ? 0.0 : gap;
}

/// The time from now at which c + b t + ½ a t² falls through zero; infinity where it does not.
double falling_root(double a, double b, double c) {
  const double D = b * b - 2 * a * c;
  if (!(D >= 0)) return std::numeric_limits<double>::infinity();
  const double root = std::sqrt(D);
  if (b < 0) return c >= 0 ? 2 * c / (root - b) : std::numeric_limits<double>::infinity();
  return a < 0 ? (b + root) / -a : std::numeric_limits<double>::infinity();
}

/// A flight from run.x.
struct Look {
  MotionRun& run;

  const Instant& at(double dt) {
    Instant& now = run.ahead;
    advance(run.scene.model, run.x, dt, now.x);
    hold_sleepers(run, now.x);
    now.elapsed = now.x.t - run.scene.state.t;
    kinematics(run.scene.model, now.x, now.k);
    return now;
  }
  CurvePoint gap(std::size_t contact, double dt) {
    const GapSample s = gap_sample(run.scene.contacts[contact], run.scene.model, at(dt));
    return {s.value, s.rate};
  }
  bool within(std::size_t contact, double dt) {
    const Instant& now = at(dt);
    return meets_within(run, static_cast<int>(contact),
                        contact_motion(run.scene.contacts[contact], run.scene.model, now), now);
  }
};

/// K of (T10.4) over the time h from a sample, with D' = |ḋ| + |d̈| h and D = |d| + D' h.
double curvature_bound(const GapSample& s, double acceleration, double h) {
  const double speed = s.speed + acceleration * h;
  const double distance = s.distance + speed * h;
  if (s.radius > 0) return (speed * speed + distance * acceleration) / s.radius;
  return acceleration + 2 * s.turning * speed + s.turning * s.turning * distance;
}

/// How far ahead a bound is taken: until the edge has turned a little, or the sides could meet.
double chunk(const GapSample& s, double acceleration) {
  double h = std::numeric_limits<double>::infinity();
  if (s.turning > 0) h = chunk_turning / s.turning;
  const double approach = s.speed + std::sqrt(acceleration * s.distance);
  if (approach > 0 && s.radius > 0) h = std::min(h, s.distance / approach);
  return h;
}

/// The time from now, up to `limit`, at which a gap without constant curvature closes.
std::optional<double> searched_closing(Look& look, std::size_t contact, const FlyingGap& gap,
                                       double limit) {
  const bool leaves = starting_gap(look.run, contact, gap.sample.value) == 0;
  GapSample sample = gap.sample;
  bool first = true;
  for (double a = 0; a < limit && !stops_now(look.run);) {
    const double b = std::min(limit, a + chunk(sample, gap.acceleration));
    const CurvePoint at_b = look.gap(contact, b);
    const bool open = first && leaves;
    const Curve curve{.a = a,
                      .b = b,
                      .at_a = {open ? 0.0 : sample.value, sample.rate},
                      .at_b = at_b,
                      .curvature = curvature_bound(sample, gap.acceleration, b - a),
                      .resolution = gap_rounding * look.run.size,
                      .stop = look.run.observer.stop};
    const auto t = first_closing(
        curve, sample.value < 0 && !open, [&](double dt) { return look.gap(contact, dt); },
        [&](double dt) { return look.within(contact, dt); });
    if (t) return t;
    sample = gap_sample(look.run.scene.contacts[contact], look.run.scene.model, look.at(b));
    first = false;
    a = b;
  }
  return std::nullopt;
}

/// The time from now, up to `limit`, at which an open contact closes.
std::optional<double> closing_time(Look& look, std::size_t contact, double limit) {
  const MotionRun& run = look.run;
  if (const auto& plane = run.planes[contact]) {
    const double c = starting_gap(run, contact, plane->gap(run.x, run.x.t - run.scene.state.t));
    const double t = falling_root(plane->curvature, plane->rate(run.x), c);
    return t <= limit ? std::optional(t) : std::nullopt;
  }
  const FlyingGap gap = flying_gap(look.run, contact);
  if (!gap.curvature) return searched_closing(look, contact, gap, limit);
  const double c = starting_gap(run, contact, gap.sample.value);
  const double t = falling_root(*gap.curvature, gap.sample.rate, c);
  if (!(t <= limit)) return std::nullopt;
  const auto& geometry = std::get<ContactPair>(look.run.scene.contacts[contact].geometry);
  for (const ContactSide* side : {&geometry.first, &geometry.second})
    if (const auto* edge = std::get_if<EdgeFeature>(&side->feature))
      if (std::isfinite(edge->back) || std::isfinite(edge->ahead))
        return look.within(contact, t) ? std::optional(t) : std::nullopt;
  return t;
}

}  // namespace

bool moves_freely(const Model& model) {
  if (!model.loops().empty() || !model.springs().empty()) return false;
  for (std::size_t i = 0; i < model.bodies().size(); ++i) {
    const Joint& joint = model.joint(static_cast<int>(i));
    if (joint.kind != JointKind::free || joint.parent != world || joint.in_parent.angle != 0)
      return false;
    const Body& body = model.bodies()[i];
    if (!(body.mass > 0) || !(body.inertia > 0) || body.drag) return false;
  }
  return true;
}

bool flies_freely(const MotionRun& run) {
  return run.free_bodies &&
         std::none_of(run.contacts.begin(), run.contacts.end(), [](const ContactTrack& track) {
           return (track.closed() && !track.asleep) || track.lifted;
         });
}

FlightEvent fly_freely(MotionRun& run, double t_limit) {
  const Model& model = run.scene.model;
  run.motion.closed.clear();
  const bool planes_only = std::all_of(run.planes.begin(), run.planes.end(),
                                       [](const auto& plane) { return plane.has_value(); });
  if (!planes_only) {
    run.seen.x = run.x;
    run.seen.elapsed = run.x.t - run.scene.state.t;
    kinematics(model, run.x, run.seen.k);
  }
  Look look{run};
  double first = t_limit - run.x.t;
  FlightEvent event;
  for (std::size_t i = 0; i < run.contacts.size(); ++i) {
    if (sleeps(run, static_cast<int>(i))) continue;
    const auto t = closing_time(look, i, first);
    if (!t) continue;
    first = *t;
    event = {FlightEnd::gap, {static_cast<int>(i)}};
  }
  if (!run.running) return {};
  const bool ends = event.end == FlightEnd::limit;
  const double t_event = ends ? t_limit : run.x.t + first;
  for (double s = next_sample_time(run); run.running && (ends ? s <= t_event : s < t_event);
       s = next_sample_time(run)) {
    advance(model, run.x, s - run.x.t, run.ahead.x);
    hold_sleepers(run, run.ahead.x);
    run.ahead.x.t = s;
    give_sample(run, run.ahead.x, run.work);
  }
  for (Eigen::Index c = 0; c < run.x.v.size(); c += 3)
    run.speed = std::max({run.speed, std::abs(run.x.v[c]), std::abs(run.x.v[c + 1]),
                          std::abs(run.x.v[c + 2]) * run.size});
  advance(model, run.x, first, run.ahead.x);
  hold_sleepers(run, run.ahead.x);
  std::swap(run.x, run.ahead.x);
  run.x.t = t_event;
  for (ContactTrack& track : run.contacts) track.leaves = false;
  return event;
}

}  // namespace carom
