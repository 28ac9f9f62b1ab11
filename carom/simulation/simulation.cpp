#include <carom/simulation/simulation.hpp>

#include <carom/multibody/touching_contacts.hpp>

#include <carom/impact/laws.hpp>
#include <carom/impact/objection.hpp>
#include <carom/simulation/accumulation.hpp>
#include <carom/simulation/flight.hpp>
#include <carom/simulation/free_bounce.hpp>
#include <carom/simulation/free_flight.hpp>
#include <carom/simulation/ground_rest.hpp>
#include <carom/simulation/islands.hpp>
#include <carom/simulation/motion_run.hpp>
#include <carom/simulation/settle.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace carom {
namespace {

/// The least size of a scene that is far from the origin, as a share of the distance.
constexpr double least_size = 1e-3;
/// The coarsest tolerance that makes sense.
constexpr double coarsest_tolerance = 1e-2;

[[noreturn]] void refuse(const char* key, const std::string& mistake) {
  throw Objection({key}, mistake);
}

void check_options(const SimulationOptions& options) {
  if (!(options.duration > 0) || !std::isfinite(options.duration))
    refuse("duration", fmt::format("is {} s; want a positive time", options.duration));
  if (options.sample_interval && !(*options.sample_interval > 0))
    refuse("sample", fmt::format("is {} s; want a positive time", *options.sample_interval));
  if (!(options.tolerance > 0) || options.tolerance > coarsest_tolerance)
    refuse("tolerance",
           fmt::format("is {}; want above 0, up to {}", options.tolerance, coarsest_tolerance));
  if (!(options.contact_time >= 0) || !std::isfinite(options.contact_time))
    refuse("contact_time", fmt::format("is {} s; want 0 or more", options.contact_time));
  if (options.most_events < 1)
    refuse("events", fmt::format("is {}; want at least 1", options.most_events));
}

/// Refuses contacts that cannot be followed through a motion.
void check_geometry(const SceneContact& contact, const std::string& name) {
  const auto* pair = std::get_if<ContactPair>(&contact.geometry);
  if (!pair) return;
  if (pair->position || pair->tangent_angle)
    throw Objection(path_to_contact(name),
                    "its place or normal is fixed, which holds at one instant only; describe both "
                    "sides by features");
  if (contact.surface_motion.moves() && pair->second.body != world)
    throw Objection(path_to_contact(name),
                    "a surface on a body moves against it; in a motion only surfaces of the world "
                    "may");
}

/// Refuses what the law would refuse of this contact alone.
void check_material(const Contact& material, bool normal_only, LawId law, const std::string& name) {
  check_contacts({material});
  Contacts alone;
  append_contact(normal_only ? 0 : 1, alone.rows);
  const Eigen::Index n = alone.rows[0].normal();
  alone.W = Eigen::MatrixXd::Identity(n + 1, n + 1);
  alone.u = -Eigen::VectorXd::Unit(n + 1, n);
  alone.spin = ContactSpin{.W_mm = 1};
  if (const auto why = undefined_because({material}, alone, law)) {
    ObjectionPath path = why->path();  // contacts, 0 and perhaps a key
    path[1] = name;
    throw Objection(path, why->mistake());
  }
}

/// The extent of bodies, features and the places where they would meet.
double size_of(const Scene& scene, const Instant& now) {
  Eigen::Vector2d low = Eigen::Vector2d::Constant(std::numeric_limits<double>::infinity());
  Eigen::Vector2d high = -low;
  const auto include = [&](const Eigen::Vector2d& x) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  };
  for (std::size_t b = 0; b < scene.model.bodies().size(); ++b) {
    include(now.k.joint_origin[b]);
    include(now.k.pose[b].position);
    include(point_position(now.k, static_cast<int>(b), scene.model.bodies()[b].centre_of_mass));
  }
  double largest = 0;
  for (const SceneContact& contact : scene.contacts) {
    const auto* pair = std::get_if<ContactPair>(&contact.geometry);
    if (!pair) continue;
    include(contact_motion(contact, scene.model, now).frame.position);
    for (const ContactSide* side : {&pair->first, &pair->second}) {
      if (const auto* point = std::get_if<PointFeature>(&side->feature))
        include(point_position(now.k, side->body, point->point));
      if (const auto* disc = std::get_if<DiscFeature>(&side->feature)) {
        include(point_position(now.k, side->body, disc->centre));
        largest = std::max(largest, disc->radius);
      }
    }
  }
  const double extent = std::max((high - low).norm(), largest);
  const double far = least_size * std::max(low.cwiseAbs().maxCoeff(), high.cwiseAbs().maxCoeff());
  return extent > 0 ? std::max(extent, far) : std::max(1.0, far);
}

/// Refuses features that start inside each other. Behind a finite edge is no overlap.
void check_overlap(const MotionRun& run, std::size_t i, double size, const std::string& name) {
  const SceneContact& contact = run.scene.contacts[i];
  const ContactMotion m = contact_motion(contact, run.scene.model, run.seen);
  if (std::isfinite(m.inside)) return;
  if (m.gap < -position_tolerance * gap_scale(contact, run.scene.model, size))
    throw Objection(path_to_contact(name),
                    fmt::format("starts {:.6g} {} inside; want the features apart or touching",
                                -m.gap, m.stop ? "beyond its stop or" : "m"));
}

void check_loops(const MotionRun& run) {
  const Model& model = run.scene.model;
  if (model.loops().empty()) return;
  const Eigen::VectorXd error = constraint_error(model, run.seen.k);
  Eigen::Index row = 0;
  for (const Joint& joint : model.loops())
    for (int i = coordinates(joint.kind); i < 3; ++i, ++row)
      if (std::abs(error[row]) > position_tolerance * size_of(model, run.seen.k))
        throw Objection(path_to_joint(joint.name),
                        fmt::format("the loop does not close, off by {:.3g}", error[row]));
}

bool any_drags(const Model& model) {
  return std::any_of(model.bodies().begin(), model.bodies().end(),
                     [](const Body& body) { return body.drag.has_value(); });
}

bool all_steady(const Scene& scene) {
  return std::all_of(scene.contacts.begin(), scene.contacts.end(),
                     [](const SceneContact& c) { return c.surface_motion.steady(); });
}

/// The first knot of a table over time that is still to come, s; infinity where there is none.
double coming_knot(const Scene& scene, double t) {
  double next = next_knot(scene.model, t);
  for (const SceneContact& contact : scene.contacts)
    for (const TimeTable& table : contact.surface_motion.over_time)
      next = std::min(next, scene.state.t + table.next_knot(t - scene.state.t));
  return next;
}

/// Everything that can be wrong before the first step.
void prepare(MotionRun& run) {
  const Scene& scene = run.scene;
  check_options(run.options);
  if (!scene.state.q.allFinite() || !scene.state.v.allFinite() || !std::isfinite(scene.state.t))
    refuse("state", "holds numbers that are not finite");
  run.x = scene.state;
  run.t_end = scene.state.t + run.options.duration;
  run.contacts.resize(scene.contacts.size());
  run.seen.x = run.x;
  kinematics(scene.model, run.x, run.seen.k);
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    const SceneContact& contact = scene.contacts[i];
    const std::string name = contact_label(contact.material, i);
    check_geometry(contact, name);
    check_material(contact.material, std::holds_alternative<JointStop>(contact.geometry),
                   run.options.law, name);
  }
  run.size = size_of(scene, run.seen);
  check_loops(run);
  const double stated = size_of(scene.model, run.seen.k);
  for (std::size_t i = 0; i < scene.contacts.size(); ++i)
    check_overlap(run, i, stated, contact_label(scene.contacts[i].material, i));
  run.groups = connected_groups(scene.model);
  run.pairs = convex_pairs(scene);
  run.free_bodies = moves_freely(scene.model) && all_steady(scene);
  run.has_joints = has_joints(scene.model);
  if (run.free_bodies)
    for (const SceneContact& contact : scene.contacts)
      run.planes.push_back(plane_gap(scene, contact));
  run.motion.scene = &scene;
  run.motion.asleep = &run.asleep;
  evaluate(run.x, run.motion);  // refuses bodies that move no inertia
  project(run.x, run.motion);
}

/// A rest that was due is announced where it comes true, or where another event comes before it.
void announce_rest(MotionRun& run) {
  const PendingRest rest = *run.rest;
  run.rest.reset();
  announce(run, MotionEventKind::rests, rest.contacts, "");
}

void finish(MotionRun& run) {
  if (run.running) {
    run.end.reason = StopReason::finished;
    run.end.message = "the duration is over";
  }
  announce(run, MotionEventKind::end, {}, "");
  run.end.state = run.x;
}

}  // namespace

SimulationEnd simulate(const Scene& scene, const SimulationOptions& options,
                       const MotionObserver& observer) {
  MotionRun run{scene, options, observer};
  Flight flight;
  prepare(run);
  settle_start(run);
  const bool drags = any_drags(scene.model);
  const bool driven = std::isfinite(coming_knot(scene, run.x.t));
  while (run.running && run.x.t < run.t_end) {
    if (drags) stand_on_ground(run);
    if (!run.running) break;
    const double knot = driven ? coming_knot(scene, run.x.t) : run.t_end;
    const double t_limit = std::min(run.rest ? std::min(run.rest->t, run.t_end) : run.t_end, knot);
    const FlightEvent event =
        flies_freely(run) ? fly_freely(run, t_limit) : fly(run, flight, t_limit);
    watch_for_stall(run);
    if (!run.running) break;
    const bool rests = run.rest && (event.end != FlightEnd::limit || run.x.t >= run.rest->t);
    if (rests) announce_rest(run);
    if (event.end == FlightEnd::limit) {
      if ((rests || (driven && run.x.t >= knot)) && run.running) settle(run, event);
      continue;
    }
    if (event.end == FlightEnd::failed) {
      stop(
          run, StopReason::no_solution,
          fmt::format("t = {:.9g} s: forces grow without bound, no step is short enough", run.x.t));
      break;
    }
    if (event.end != FlightEnd::gap || !bounce(run, event.contacts.front())) settle(run, event);
    if (run.running && clatters(run)) settle_clatter(run);
  }
  finish(run);
  return run.end;
}

void check_motion(const Scene& scene, const SimulationOptions& options) {
  const MotionObserver nobody;
  MotionRun run{scene, options, nobody};
  prepare(run);
}

const char* to_string(MotionEventKind kind) {
  switch (kind) {
    case MotionEventKind::start: return "start";
    case MotionEventKind::impact: return "impact";
    case MotionEventKind::tangential_impact: return "tangential_impact";
    case MotionEventKind::rests: return "rests";
    case MotionEventKind::slip_stops: return "slip_stops";
    case MotionEventKind::slip_reverses: return "slip_reverses";
    case MotionEventKind::slip_starts: return "slip_starts";
    case MotionEventKind::lifts_off: return "lifts_off";
    case MotionEventKind::slides_off: return "slides_off";
    case MotionEventKind::end: return "end";
  }
  return "";
}

const char* to_string(StopReason reason) {
  switch (reason) {
    case StopReason::finished: return "finished";
    case StopReason::event_limit: return "event_limit";
    case StopReason::interrupted: return "interrupted";
    case StopReason::no_solution: return "no_solution";
    case StopReason::undefined: return "undefined";
    case StopReason::stalled: return "stalled";
  }
  return "";
}

}  // namespace carom
