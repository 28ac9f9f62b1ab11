#include "motion_request.hpp"

#include <algorithm>
#include <array>
#include <carom/impact/laws.hpp>
#include <carom/io/json_line.hpp>
#include <carom/io/result_json.hpp>
#include <carom/io/scene_reader.hpp>
#include <carom/report/mechanism_json.hpp>
#include <carom/simulation/simulation.hpp>
#include <cmath>
#include <cstddef>
#include <stdexcept>

namespace carom::page {
namespace {

/// Most events that a page shows; a simulation for more belongs on the command line.
constexpr std::int64_t most_events = 20'000;
/// Most samples.
constexpr double most_samples = 20'000;

void write_numbers(JsonLine& json, std::string_view name, const std::vector<double>& numbers) {
  json.key(name);
  json.begin('[');
  for (const double x : numbers) {
    json.next();
    append_json(json.out, x);
  }
  json.end(']');
}

/// Poses of all bodies one after the other: x, y, angle.
std::vector<double> poses_of(const Scene& scene, const State& state) {
  std::vector<double> numbers;
  for (const Pose& pose : kinematics(scene.model, state).pose)
    numbers.insert(numbers.end(), {pose.position.x(), pose.position.y(), pose.angle});
  return numbers;
}

/// In the order of MotionLedger.
std::vector<double> ledger_of(const MotionLedger& l) {
  return {l.kinetic, l.potential, l.impacts,  l.friction,
          l.dampers, l.efforts,   l.surfaces, l.total()};
}

void write_modes(JsonLine& json, const std::vector<ContactMode>& modes) {
  json.key("modes");
  json.begin('[');
  for (const ContactMode mode : modes) {
    json.next();
    append_json(json.out, to_string(mode));
  }
  json.end(']');
}

void write_sample(JsonLine& json, const Scene& scene, const MotionSample& sample) {
  json.next();
  json.begin('{');
  json.field("t", sample.state.t);
  write_numbers(json, "poses", poses_of(scene, sample.state));
  write_modes(json, sample.modes);
  write_numbers(json, "ledger", ledger_of(sample.ledger));
  json.end('}');
}

void write_event(JsonLine& json, const Scene& scene, const MotionEvent& event) {
  json.next();
  json.begin('{');
  json.field("t", event.state.t);
  json.field("kind", to_string(event.kind));
  json.key("contacts");
  json.begin('[');
  for (const int contact : event.contacts) {
    json.next();
    append_json(json.out,
                std::string_view(scene.contacts[static_cast<std::size_t>(contact)].material.name));
  }
  json.end(']');
  write_numbers(json, "poses", poses_of(scene, event.state));
  write_modes(json, event.modes);
  write_numbers(json, "ledger", ledger_of(event.ledger));
  if (!event.note.empty()) json.field("note", event.note);
  if (event.impact) {
    json.key("impact");
    json.out += to_json(*event.impact, 1);
  }
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

SimulationOptions options_at(const Place& request) {
  SimulationOptions options;
  const std::string law = string_at(required_field(request, "law", "the name of a law"));
  const auto id = find_law(law);
  if (!id) throw std::invalid_argument("law: unknown: " + law);
  options.law = *id;
  options.duration = number_at(required_field(request, "duration", "seconds"));
  options.sample_interval = number_at(required_field(request, "interval", "seconds"));
  options.most_events = most_events;
  if (!(options.duration / *options.sample_interval <= most_samples))
    throw std::invalid_argument("interval: too fine for a page; use carom simulate");
  return options;
}

}  // namespace

std::string simulate_call(const Place& request) {
  const TreeNode tree = parse_json(string_at(required_field(request, "problem", "a scene")));
  if (!is_scene(tree)) throw std::invalid_argument("a motion needs a scene: bodies, not matrices");
  const Scene scene = read_scene(tree, SceneUse::motion).scene;
  const SimulationOptions options = options_at(request);
  JsonLine samples;
  JsonLine events;
  const SimulationEnd end = simulate(scene, options,
                                     {.sample =
                                          [&](const MotionSample& sample) {
                                            write_sample(samples, scene, sample);
                                            return true;
                                          },
                                      .event =
                                          [&](const MotionEvent& event) {
                                            write_event(events, scene, event);
                                            return true;
                                          }});
  JsonLine json;
  json.begin('{');
  json.key("picture");
  json.out += to_json(motion_picture(scene), scene);
  json.key("samples");
  json.out += "[" + samples.out + "]";
  json.key("events");
  json.out += "[" + events.out + "]";
  write_end(json, end);
  json.end('}');
  return std::move(json.out);
}

}  // namespace carom::page
