#include <carom/impact/at_once/simultaneous.hpp>
#include <carom/impact/laws.hpp>
#include <carom/io/result/json.hpp>
#include <carom/io/result/motion_json.hpp>
#include <carom/io/result/vehicle_json.hpp>
#include <carom/io/tree/json_line.hpp>
#include <carom/multibody/planar/body_state.hpp>
#include <carom/simulation/acting_restitutions.hpp>

namespace carom {
namespace {

void write_ledger(JsonLine& json, const MotionLedger& ledger) {
  json.key("energy");
  json.begin('{');
  for (const LedgerTerm& term : ledger_terms) json.field(term.key, ledger.*term.value);
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

/// @param load  "force" or "impulse"
void write_joints(JsonLine& json, const Scene& scene, const std::vector<JointLoad>& joints,
                  std::string_view load) {
  if (joints.empty()) return;
  json.key("joints");
  json.begin('[');
  for (const JointLoad& joint : joints) {
    json.next();
    json.begin('{');
    json.field("name", joint.name);
    json.field("body", scene.model.bodies()[static_cast<std::size_t>(joint.body)].name);
    if (joint.moves) {
      json.field("value", joint.value);
      json.field("rate", joint.rate);
    }
    json.key(load);
    json.begin('{');
    json.field("x", joint.load.x());
    json.field("y", joint.load.y());
    json.end('}');
    json.field("moment", joint.moment);
    json.end('}');
  }
  json.end(']');
}

const std::string& name_of(const Scene& scene, int contact) {
  return scene.contacts[static_cast<std::size_t>(contact)].material.name;
}

void write_modes(JsonLine& json, const std::vector<ContactMode>& modes) {
  json.key("modes");
  json.list(modes, [&](ContactMode mode) { append_json(json.out, to_string(mode)); });
}

}  // namespace

std::string scene_json(const Scene& scene) {
  JsonLine json;
  json.begin('{');
  json.field("name", scene.name);
  json.key("bodies");
  json.list(scene.model.bodies(),
            [&](const Body& body) { append_json(json.out, std::string_view(body.name)); });
  json.key("contacts");
  json.list(scene.contacts, [&](const SceneContact& contact) {
    append_json(json.out, std::string_view(contact.material.name));
  });
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
  json.count("events", options.most_events);
  if (options.contact_time > 0) json.field("contact_time", options.contact_time);
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
  write_joints(json, scene, sample.joints, "force");
  write_ledger(json, sample.ledger);
  json.end('}');
  return std::move(json.out);
}

std::string to_json(const Scene& scene, const MotionEvent& event, int number,
                    const SimulationOptions& options, bool vehicle) {
  JsonLine json;
  json.begin('{');
  json.field("t", event.state.t);
  json.field("event", to_string(event.kind));
  json.key("contacts");
  json.list(event.contacts,
            [&](int contact) { append_json(json.out, std::string_view(name_of(scene, contact))); });
  write_modes(json, event.modes);
  if (!event.note.empty()) json.field("note", event.note);
  write_bodies(json, scene, event.state);
  write_joints(json, scene, event.joints, "impulse");
  write_ledger(json, event.ledger);
  if (event.impact) {
    json.key("restitutions");
    json.begin('{');
    for (const int contact : acting_restitutions(event, options))
      json.field(
          name_of(scene, contact),
          scene.contacts[static_cast<std::size_t>(contact)].material.restitution.value_or(0));
    json.end('}');
    json.key("impact");
    json.out += to_json(*event.impact, number);
    if (vehicle)
      write_vehicle_report(
          json, vehicle_report(scene.model, event.state, event.velocity_before, *event.impact));
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
  json.count("events", end.events);
  json.count("impacts", end.impacts);
  json.count("steps", end.steps);
  write_ledger(json, end.ledger);
  json.field("ledger_error", end.ledger_error);
  json.end('}');
  return std::move(json.out);
}

}  // namespace carom
