#include <carom/impact/laws.hpp>
#include <carom/impact/simultaneous.hpp>
#include <carom/io/json_line.hpp>
#include <carom/io/motion_json.hpp>
#include <carom/io/result_json.hpp>
#include <carom/multibody/body_state.hpp>

namespace carom {
namespace {

void write_count(JsonLine& json, std::string_view name, std::int64_t count) {
  json.key(name);
  json.out += std::to_string(count);
}

void write_words(JsonLine& json, std::string_view name,
                 const std::vector<std::string_view>& words) {
  json.key(name);
  json.begin('[');
  for (const std::string_view word : words) {
    json.next();
    append_json(json.out, word);
  }
  json.end(']');
}

void write_ledger(JsonLine& json, const MotionLedger& ledger) {
  json.key("energy");
  json.begin('{');
  json.field("kinetic", ledger.kinetic);
  json.field("potential", ledger.potential);
  json.field("impacts", ledger.impacts);
  json.field("friction", ledger.friction);
  json.field("dampers", ledger.dampers);
  json.field("efforts", ledger.efforts);
  json.field("surfaces", ledger.surfaces);
  json.field("total", ledger.total());
  json.end('}');
}

void write_bodies(JsonLine& json, const Scene& scene, const State& state) {
  const std::vector<BodyState> bodies = body_states(scene.model, kinematics(scene.model, state));
  json.key("bodies");
  json.begin('[');
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    json.next();
    json.begin('{');
    json.field("name", scene.model.bodies()[b].name);
    json.field("x", bodies[b].centre.x());
    json.field("y", bodies[b].centre.y());
    json.field("angle", bodies[b].angle);
    json.field("vx", bodies[b].twist.velocity.x());
    json.field("vy", bodies[b].twist.velocity.y());
    json.field("omega", bodies[b].twist.rate);
    json.end('}');
  }
  json.end(']');
}

const std::string& name_of(const Scene& scene, int contact) {
  return scene.contacts[static_cast<std::size_t>(contact)].material.name;
}

void write_modes(JsonLine& json, const std::vector<ContactMode>& modes) {
  std::vector<std::string_view> words;
  for (const ContactMode mode : modes) words.emplace_back(to_string(mode));
  write_words(json, "modes", words);
}

}  // namespace

std::string scene_json(const Scene& scene) {
  JsonLine json;
  json.begin('{');
  json.field("name", scene.name);
  std::vector<std::string_view> bodies;
  for (const Body& body : scene.model.bodies()) bodies.emplace_back(body.name);
  write_words(json, "bodies", bodies);
  std::vector<std::string_view> contacts;
  for (const SceneContact& contact : scene.contacts) contacts.emplace_back(contact.material.name);
  write_words(json, "contacts", contacts);
  json.end('}');
  return std::move(json.out);
}

std::string to_json(const SimulationOptions& options) {
  JsonLine json;
  json.begin('{');
  json.field("law", law_of(options.law).name);
  json.field("simultaneous", to_string(options.simultaneous));
  json.field("duration", options.duration);
  json.field("sample", options.sample_interval);
  json.field("tolerance", options.tolerance);
  write_count(json, "events", options.most_events);
  json.end('}');
  return std::move(json.out);
}

std::string to_json(const Scene& scene, const MotionSample& sample) {
  JsonLine json;
  json.begin('{');
  json.field("t", sample.state.t);
  write_bodies(json, scene, sample.state);
  json.key("contacts");
  json.begin('[');
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    json.next();
    json.begin('{');
    json.field("name", scene.contacts[i].material.name);
    json.field("mode", to_string(sample.modes[i]));
    json.field("gap", sample.gap[row]);
    json.field("force", Vec2<double>{sample.force[2 * row], sample.force[2 * row + 1]});
    json.end('}');
  }
  json.end(']');
  write_ledger(json, sample.ledger);
  json.end('}');
  return std::move(json.out);
}

std::string to_json(const Scene& scene, const MotionEvent& event, int number) {
  JsonLine json;
  json.begin('{');
  json.field("t", event.state.t);
  json.field("event", to_string(event.kind));
  std::vector<std::string_view> contacts;
  for (const int contact : event.contacts) contacts.emplace_back(name_of(scene, contact));
  write_words(json, "contacts", contacts);
  write_modes(json, event.modes);
  if (!event.note.empty()) json.field("note", event.note);
  write_bodies(json, scene, event.state);
  write_ledger(json, event.ledger);
  if (event.impact) {
    json.key("impact");
    json.out += to_json(*event.impact, number);
  }
  json.end('}');
  return std::move(json.out);
}

std::string to_json(const SimulationEnd& end) {
  JsonLine json;
  json.begin('{');
  json.field("t", end.state.t);
  json.field("reason", to_string(end.reason));
  json.field("message", end.message);
  write_count(json, "events", end.events);
  write_count(json, "impacts", end.impacts);
  write_count(json, "steps", end.steps);
  write_ledger(json, end.ledger);
  json.field("ledger_error", end.ledger_error);
  json.end('}');
  return std::move(json.out);
}

}  // namespace carom
