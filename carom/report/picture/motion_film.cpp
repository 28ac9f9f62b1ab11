#include <carom/report/picture/motion_film.hpp>

#include <carom/impact/laws.hpp>
#include <carom/io/result/json.hpp>
#include <carom/report/picture/mechanism_json.hpp>
#include <carom/simulation/contact_motion.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace carom {
namespace {

void append(std::vector<double>& numbers, const Pose& pose) {
  numbers.insert(numbers.end(), {pose.position.x(), pose.position.y(), pose.angle});
}

std::vector<double> poses_of(const Scene& scene, const State& state) {
  std::vector<double> numbers;
  for (const Pose& pose : kinematics(scene.model, state).pose) append(numbers, pose);
  return numbers;
}

/// In the order in which the picture has them.
std::vector<PrescribedMotion> prescribed_motions(const Scene& scene) {
  std::vector<PrescribedMotion> motions;
  motions.reserve(scene.words.prescribed.size() + scene.words.surfaces.size());
  for (const PrescribedBody& body : scene.words.prescribed)
    motions.push_back({body.twist, body.centre, body.over_time});
  for (const SurfaceWords& surface : scene.words.surfaces)
    if (surface.on.empty()) motions.push_back({surface.motion, surface.point, surface.over_time});
  return motions;
}

std::vector<double> driven_by(const Scene& scene, double seconds) {
  const std::vector<PrescribedMotion> motions = prescribed_motions(scene);
  const bool any = std::any_of(motions.begin(), motions.end(),
                               [](const PrescribedMotion& m) { return m.moves(); });
  std::vector<double> numbers;
  if (any)
    for (const PrescribedMotion& motion : motions) append(numbers, displacement(motion, seconds));
  return numbers;
}

void write_modes(JsonLine& json, const std::vector<ContactMode>& modes) {
  json.key("modes");
  json.list(modes, [&](ContactMode mode) { append_json(json.out, to_string(mode)); });
}

void write_ledger(JsonLine& json, const MotionLedger& l) {
  json.key("ledger");
  json.begin('[');
  for (const LedgerTerm& term : ledger_terms) {
    json.next();
    append_json(json.out, l.*term.value);
  }
  json.next();
  append_json(json.out, l.total());
  json.end(']');
}

void write_places(JsonLine& json, const Scene& scene, const State& state) {
  json.key("poses");
  json.numbers(poses_of(scene, state));
  json.key("driven");
  json.numbers(driven_by(scene, state.t - scene.state.t));
}

void write_simulation(JsonLine& json, const SimulationOptions& options) {
  json.key("simulation");
  json.begin('{');
  json.field("law", law_of(options.law).name);
  json.field("duration", options.duration);
  if (options.sample_interval) json.field("sample", *options.sample_interval);
  json.end('}');
}

void write_end(JsonLine& json, const SimulationEnd& end) {
  json.key("end");
  json.begin('{');
  json.field("reason", to_string(end.reason));
  json.field("message", end.message);
  json.field("t", end.state.t);
  json.field("events", static_cast<double>(end.events));
  json.field("impacts", static_cast<double>(end.impacts));
  json.field("ledger_error", end.ledger_error);
  json.end('}');
}

}  // namespace

void add(MotionFilm& film, const Scene& scene, const MotionSample& sample) {
  JsonLine& json = film.samples;
  json.next();
  json.begin('{');
  json.field("t", sample.state.t);
  write_places(json, scene, sample.state);
  write_modes(json, sample.modes);
  write_ledger(json, sample.ledger);
  json.end('}');
}

void add(MotionFilm& film, const Scene& scene, const MotionEvent& event) {
  JsonLine& json = film.events;
  json.next();
  json.begin('{');
  json.field("t", event.state.t);
  json.field("kind", to_string(event.kind));
  json.key("contacts");
  json.list(event.contacts, [&](int contact) {
    const auto i = static_cast<std::size_t>(contact);
    append_json(json.out, std::string_view(scene.contacts[i].material.name));
  });
  write_places(json, scene, event.state);
  write_modes(json, event.modes);
  write_ledger(json, event.ledger);
  if (!event.note.empty()) json.field("note", event.note);
  if (event.impact) {
    json.key("impact");
    json.out += to_json(*event.impact, 1);
  }
  json.end('}');
}

std::string to_json(const MotionFilm& film, const Scene& scene, const SimulationOptions& options,
                    const SimulationEnd& end) {
  JsonLine json;
  json.begin('{');
  write_simulation(json, options);
  json.key("picture");
  json.out += to_json(motion_picture(scene), scene);
  json.key("samples");
  json.out += "[" + film.samples.out + "]";
  json.key("events");
  json.out += "[" + film.events.out + "]";
  write_end(json, end);
  json.end('}');
  return std::move(json.out);
}

}  // namespace carom
