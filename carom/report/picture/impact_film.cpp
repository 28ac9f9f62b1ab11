#include <carom/report/picture/impact_film.hpp>

#include <carom/io/tree/json_line.hpp>

#include <cstddef>
#include <stdexcept>

namespace carom {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// One of their vectors of all contacts, (t, n) of each.
VectorXd of_contacts(const ImpactResult& result, ContactVector ContactResult::* vector) {
  VectorXd x(2 * static_cast<Index>(result.contacts.size()));
  for (std::size_t i = 0; i < result.contacts.size(); ++i) {
    const ContactVector& own = result.contacts[i].*vector;
    x.segment<2>(static_cast<Index>(2 * i)) << own.t, own.n;
  }
  return x;
}

/// The events of a path; of a law without one, its start and its end.
std::vector<FilmFrame> events_of(const ImpactResult& result) {
  std::vector<FilmFrame> events;
  events.reserve(result.path.size() + 2);
  for (const PathEvent& event : result.path)
    events.push_back({.event = to_string(event.kind),
                      .phase = event.phase,
                      .modes = event.modes,
                      .p = event.p,
                      .u = event.u});
  if (!events.empty()) return events;
  const VectorXd p = of_contacts(result, &ContactResult::impulse);
  const VectorXd before = of_contacts(result, &ContactResult::u_before);
  const VectorXd after = of_contacts(result, &ContactResult::u_after);
  events.push_back({.event = "start", .p = VectorXd::Zero(p.size()), .u = before});
  events.push_back({.event = "end", .p = p, .u = after});
  return events;
}

double normal_sum(const VectorXd& p) {
  double sum = 0;
  for (Index i = 1; i < p.size(); i += 2) sum += p[i];
  return sum;
}

/// Adds the works from `last` to `frame`: u is linear in p, so its mean over the stretch is exact.
void add_works(const FilmFrame& last, const Contacts& contact, FilmFrame& frame) {
  frame.normal_work = last.normal_work;
  frame.friction_work = last.friction_work;
  frame.drive = last.drive;
  for (Index i = 0; i < frame.p.size(); ++i) {
    const double step = frame.p[i] - last.p[i];
    const double work = step * (frame.u[i] + last.u[i]) / 2;
    (i % 2 == 1 ? frame.normal_work : frame.friction_work) += work;
    if (!contact.surface_moves) continue;
    const Vec2<double> v =
        pair_at(contact.surface_velocity, contact.rows[static_cast<std::size_t>(i / 2)]);
    frame.drive += step * (i % 2 == 1 ? v.n : v.t);
  }
}

FilmFrame between(const FilmFrame& a, const FilmFrame& b, double share) {
  return {.phase = a.phase,
          .modes = a.modes,
          .p = a.p + share * (b.p - a.p),
          .u = a.u + share * (b.u - a.u)};
}

/// The works hold for velocities relative to the surfaces; T changes by their sum and the drive.
std::vector<FilmFrame> frames_of(const Contacts& contact, const ImpactResult& result,
                                 int per_stretch) {
  if (!has_answer(result.status)) return {};
  const std::vector<FilmFrame> events = events_of(result);
  std::vector<FilmFrame> frames{events.front()};
  for (std::size_t i = 1; i < events.size(); ++i) {
    const int pieces = result.path.empty() ? 1 : per_stretch;
    for (int j = 1; j <= pieces; ++j) {
      FilmFrame frame =
          j == pieces ? events[i] : between(events[i - 1], events[i], double(j) / pieces);
      add_works(frames.back(), contact, frame);
      frames.push_back(std::move(frame));
    }
  }
  const double whole = normal_sum(frames.back().p);
  for (FilmFrame& frame : frames) frame.progress = whole > 0 ? normal_sum(frame.p) / whole : 0;
  frames.back().progress = 1;
  return frames;
}

std::vector<FilmPoses> moving_on(const Scene& scene, const VectorXd& v, double time, int poses) {
  std::vector<FilmPoses> motion;
  for (int i = 0; i <= poses; ++i) {
    const double t = time * i / poses;
    State x = scene.state;
    x.q += t * v;
    motion.push_back({t, kinematics(scene.model, x).pose});
  }
  return motion;
}

// --- as text ------------------------------------------------------------------------------------

void write_frame(JsonLine& json, const FilmFrame& frame) {
  json.next();
  json.begin('{');
  json.field("progress", frame.progress);
  if (!frame.event.empty()) json.field("event", frame.event);
  if (frame.phase) json.field("phase", to_string(*frame.phase));
  json.key("modes");
  json.list(frame.modes, [&](ContactMode mode) { append_json(json.out, to_string(mode)); });
  json.field("p", frame.p);
  json.field("u", frame.u);
  json.field("normal_work", frame.normal_work);
  json.field("friction_work", frame.friction_work);
  json.field("drive", frame.drive);
  json.key("bodies");
  json.list(frame.bodies, [&](const Twist& twist) {
    json.numbers(std::array{twist.velocity.x(), twist.velocity.y(), twist.rate});
  });
  json.end('}');
}

void write_motion(JsonLine& json, std::string_view name, const std::vector<FilmPoses>& motion) {
  json.key(name);
  json.begin('[');
  for (const FilmPoses& poses : motion) {
    json.next();
    json.begin('{');
    json.field("time", poses.time);
    json.key("poses");
    json.list(poses.pose, [&](const Pose& pose) {
      json.numbers(std::array{pose.position.x(), pose.position.y(), pose.angle});
    });
    json.end('}');
  }
  json.end(']');
}

}  // namespace

ImpactFilm impact_film(const Contacts& contact, const ImpactResult& result,
                       const FilmOptions& options) {
  if (contact.in_space)
    throw std::invalid_argument("film: an impact in space has no film in this version");
  return {.frames = frames_of(contact, result, options.per_stretch)};
}

ImpactFilm impact_film(const Scene& scene, const SceneResult& result, const FilmOptions& options) {
  const Contacts contact = contact_problem(scene);
  ImpactFilm film = impact_film(contact, result.impact, options);
  for (FilmFrame& frame : film.frames) {
    State x = scene.state;
    x.v = *contact.velocity + *contact.response * frame.p;
    const Kinematics k = kinematics(scene.model, x);
    for (std::size_t b = 0; b < scene.model.bodies().size(); ++b)
      frame.bodies.push_back(
          {point_velocity(k, static_cast<int>(b), scene.model.bodies()[b].centre_of_mass),
           k.twist[b].rate});
  }
  const VectorXd& after = result.impact.velocity_after.value_or(*contact.velocity);
  film.approach = moving_on(scene, *contact.velocity, -options.time, options.poses);
  film.departure = moving_on(scene, after, options.time, options.poses);
  return film;
}

std::string to_json(const ImpactFilm& film) {
  JsonLine json;
  json.begin('{');
  json.key("frames");
  json.begin('[');
  for (const FilmFrame& frame : film.frames) write_frame(json, frame);
  json.end(']');
  write_motion(json, "approach", film.approach);
  write_motion(json, "departure", film.departure);
  json.end('}');
  return std::move(json.out);
}

}  // namespace carom
