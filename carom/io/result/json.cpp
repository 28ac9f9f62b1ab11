#include <carom/impact/laws.hpp>
#include <carom/io/result/json.hpp>
#include <carom/io/result/vehicle_json.hpp>
#include <carom/io/tree/json_line.hpp>

#include <fmt/format.h>

#include <Eigen/Core>
#include <cmath>
#include <optional>

namespace carom {
namespace {

/// (t, n), t an array of two in space, and m where the law has a moment.
void write_rows(JsonLine& json, std::string_view name, const ContactVector& x,
                const std::optional<double>& m) {
  json.key(name);
  json.begin('{');
  if (x.tangents == 2)
    json.field("t", Eigen::VectorXd(Eigen::Vector2d(x.t, x.t2)));
  else
    json.field("t", x.t);
  json.field("n", x.n);
  if (m) json.field("m", *m);
  json.end('}');
}

void write_work(JsonLine& json, const ContactWork& work,
                const std::optional<ContactMoment>& moment) {
  json.key("work");
  json.begin('{');
  if (work.normal_compression && work.normal_restitution) {
    json.field("normal_compression", *work.normal_compression);
    json.field("normal_restitution", *work.normal_restitution);
  } else {
    json.field("normal", work.normal);
  }
  json.field("friction", work.friction);
  if (moment) json.field("m", moment->work);
  json.end('}');
}

void write_effective(JsonLine& json, const EffectiveCoefficients& effective) {
  json.key("effective");
  json.begin('{');
  json.field("kinematic", effective.kinematic);
  json.field("kinetic", effective.kinetic);
  json.field("energetic", effective.energetic);
  json.field("tangential", effective.tangential);
  json.field("impulse_ratio", effective.impulse_ratio);
  json.end('}');
}

/// [t1, t2, n], each along the world's axes.
void write_frame(JsonLine& json, const Eigen::Matrix3d& axes) {
  json.key("frame");
  json.begin('[');
  for (Eigen::Index i = 0; i < 3; ++i) {
    json.next();
    json.begin('[');
    for (Eigen::Index j = 0; j < 3; ++j) {
      json.next();
      append_json(json.out, axes(j, i));
    }
    json.end(']');
  }
  json.end(']');
}

void write_contact(JsonLine& json, const ContactResult& contact, bool answered,
                   const std::optional<Eigen::Matrix3d>& frame = {}) {
  const auto m = [&](double ContactMoment::* part) {
    return contact.moment ? std::optional(*contact.moment.*part) : std::nullopt;
  };
  json.next();
  json.begin('{');
  json.field("name", contact.name);
  if (frame) write_frame(json, *frame);
  if (answered) {
    json.field("mode", to_string(contact.mode));
    json.field("outcome", to_string(contact.outcome));
    write_rows(json, "impulse", contact.impulse, m(&ContactMoment::impulse));
  }
  write_rows(json, "u_before", contact.u_before, m(&ContactMoment::u_before));
  if (answered) {
    write_rows(json, "u_after", contact.u_after, m(&ContactMoment::u_after));
    write_work(json, contact.work, contact.moment);
    write_effective(json, contact.effective);
  }
  json.key("friction");
  json.begin('{');
  json.field("to_hold_stick", contact.friction.to_hold_stick);
  json.field("to_end_without_slip", contact.friction.to_end_without_slip);
  json.field("to_stick", contact.friction.to_stick);
  json.end('}');
  json.field("effective_mass", contact.effective_mass);
  json.end('}');
}

void write_energy(JsonLine& json, const Energy& energy, bool answered) {
  if (!answered && !energy.before) return;
  json.key("energy");
  json.begin('{');
  if (energy.before) json.field("before", *energy.before);
  if (answered) {
    if (energy.after) json.field("after", *energy.after);
    json.field("change", energy.change);
    json.field("contact_work", energy.contact_work);
    if (energy.drive) json.field("drive", *energy.drive);
  }
  json.end('}');
}

void write_event(JsonLine& json, const PathEvent& event) {
  json.next();
  json.begin('{');
  json.field("event", to_string(event.kind));
  if (event.phase) json.field("phase", to_string(*event.phase));
  json.key("contacts");
  json.begin('[');
  for (const int contact : event.contacts) {
    json.next();
    fmt::format_to(std::back_inserter(json.out), "{}", contact);
  }
  json.end(']');
  json.key("modes");
  json.begin('[');
  for (const ContactMode mode : event.modes) {
    json.next();
    append_json(json.out, to_string(mode));
  }
  json.end(']');
  json.field("p", event.p);
  json.field("u", event.u);
  json.end('}');
}

void write_alternatives(JsonLine& json, const std::vector<Alternative>& alternatives) {
  json.key("alternatives");
  json.begin('[');
  for (const Alternative& alternative : alternatives) {
    json.next();
    json.begin('{');
    json.field("p", alternative.p);
    json.field("u_after", alternative.u_after);
    json.end('}');
  }
  json.end(']');
}

/// The names of the contacts that leave, where there are several.
void write_lifted(JsonLine& json, const ImpactResult& result) {
  if (result.contacts.size() < 2) return;
  json.key("lifts_off");
  json.begin('[');
  for (const std::size_t k : lifted_contacts(result)) {
    json.next();
    append_json(json.out, result.contacts[k].name);
  }
  json.end(']');
}

/// What the answer itself is made of; nothing of it exists without solution.
void write_answer(JsonLine& json, const ImpactResult& result) {
  if (result.slip_case) json.field("case", to_string(*result.slip_case));
  if (!result.path.empty()) {
    json.key("path");
    json.begin('[');
    for (const PathEvent& event : result.path) write_event(json, event);
    json.end(']');
  }
  if (result.velocity_after) json.field("velocity_after", *result.velocity_after);
  if (result.required_friction)
    json.field("required_friction",
               std::isfinite(*result.required_friction) ? result.required_friction : std::nullopt);
  write_lifted(json, result);
}

void write_pair(JsonLine& json, std::string_view name, const Eigen::Vector2d& x) {
  json.key(name);
  json.begin('{');
  json.field("x", x.x());
  json.field("y", x.y());
  json.end('}');
}

void write_twist(JsonLine& json, std::string_view name, const Twist& twist) {
  json.key(name);
  json.begin('{');
  json.field("vx", twist.velocity.x());
  json.field("vy", twist.velocity.y());
  json.field("omega", twist.rate);
  json.end('}');
}

void write_bodies(JsonLine& json, const SceneResult& result) {
  json.key("bodies");
  json.begin('[');
  for (const BodyMotion& body : result.bodies) {
    json.next();
    json.begin('{');
    json.field("name", body.name);
    write_twist(json, "before", body.before);
    if (has_answer(result.impact.status)) write_twist(json, "after", body.after);
    json.end('}');
  }
  json.end(']');
}

/// Joints without name hold free bodies: there is nothing to pass on.
void write_joints(JsonLine& json, const std::vector<JointImpulse>& joints) {
  for (const JointImpulse& joint : joints) {
    if (joint.name.empty()) continue;
    json.next();
    json.begin('{');
    json.field("name", joint.name);
    write_pair(json, "impulse", joint.impulse);
    json.field("moment", joint.moment);
    write_pair(json, "position", joint.position);
    json.end('}');
  }
}

void write_momentum(JsonLine& json, std::string_view name, const Momentum& momentum) {
  json.key(name);
  json.begin('{');
  json.field("x", momentum.linear.x());
  json.field("y", momentum.linear.y());
  json.field("angular", momentum.angular);
  json.end('}');
}

// --- in space -------------------------------------------------------------------------------------

void write_triple(JsonLine& json, std::string_view name, const Eigen::Vector3d& x) {
  json.key(name);
  json.begin('{');
  json.field("x", x.x());
  json.field("y", x.y());
  json.field("z", x.z());
  json.end('}');
}

void write_twist(JsonLine& json, std::string_view name, const spatial::Twist& twist) {
  json.key(name);
  json.begin('{');
  json.field("vx", twist.velocity.x());
  json.field("vy", twist.velocity.y());
  json.field("vz", twist.velocity.z());
  json.field("wx", twist.turning.x());
  json.field("wy", twist.turning.y());
  json.field("wz", twist.turning.z());
  json.end('}');
}

void write_joints(JsonLine& json, const std::vector<spatial::JointImpulse>& joints) {
  for (const spatial::JointImpulse& joint : joints) {
    if (joint.name.empty()) continue;
    json.next();
    json.begin('{');
    json.field("name", joint.name);
    write_triple(json, "impulse", joint.impulse);
    write_triple(json, "moment", joint.moment);
    write_triple(json, "position", joint.position);
    json.end('}');
  }
}

void write_momentum(JsonLine& json, std::string_view name, const spatial::Momentum& momentum) {
  json.key(name);
  json.begin('{');
  json.field("x", momentum.linear.x());
  json.field("y", momentum.linear.y());
  json.field("z", momentum.linear.z());
  write_triple(json, "angular", momentum.angular);
  json.end('}');
}

void write_parts(JsonLine& json, const spatial::SceneParts& parts, bool answered) {
  json.key("bodies");
  json.begin('[');
  for (const spatial::BodyMotion& body : parts.bodies) {
    json.next();
    json.begin('{');
    json.field("name", body.name);
    write_twist(json, "before", body.before);
    if (answered) write_twist(json, "after", body.after);
    json.end('}');
  }
  json.end(']');
  json.key("momentum");
  json.begin('{');
  write_momentum(json, "before", parts.momentum_before);
  if (answered) write_momentum(json, "after", parts.momentum_after);
  json.end('}');
  if (!answered) return;
  json.key("joints");
  json.begin('[');
  write_joints(json, parts.joints);
  write_joints(json, parts.loops);
  json.end(']');
}

/// The same in the plane.
void write_parts(JsonLine& json, const SceneResult& result, bool answered) {
  write_bodies(json, result);
  json.key("momentum");
  json.begin('{');
  write_momentum(json, "before", result.momentum_before);
  if (answered) write_momentum(json, "after", result.momentum_after);
  json.end('}');
  if (!answered) return;
  json.key("joints");
  json.begin('[');
  write_joints(json, result.joints);
  write_joints(json, result.loops);
  json.end(']');
}

/// Everything between the braces that impact/ knows of.
void write_result(JsonLine& json, const ImpactResult& result, int problem,
                  const spatial::SceneParts* space = nullptr) {
  const bool answered = has_answer(result.status);
  json.key("problem");
  json.out += std::to_string(problem);
  if (!result.name.empty()) json.field("name", result.name);
  json.field("law", law_of(result.law).name);
  json.field("status", to_string(result.status));
  if (result.reason) json.field("reason", to_string(*result.reason));
  if (const std::string note = note_of(result); !note.empty()) json.field("note", note);
  json.key("contacts");
  json.begin('[');
  for (std::size_t i = 0; i < result.contacts.size(); ++i)
    write_contact(json, result.contacts[i], answered, space ? space->frames[i] : std::nullopt);
  json.end(']');
  write_energy(json, result.energy, answered);
  if (answered || result.residual > 0) json.field("residual", result.residual);
  if (answered) write_answer(json, result);
  if (result.velocity_projection) json.field("projection", *result.velocity_projection);
  if (!result.alternatives.empty()) write_alternatives(json, result.alternatives);
}

}  // namespace

std::string to_json(const ImpactResult& result, int problem) {
  JsonLine json;
  json.out.reserve(1600);  // a path law's result has about 1,400 characters
  json.begin('{');
  write_result(json, result, problem);
  json.end('}');
  return std::move(json.out);
}

std::string to_json(const SceneResult& result, int problem,
                    const std::optional<VehicleReport>& vehicle) {
  JsonLine json;
  json.out.reserve(1600);  // see above
  json.begin('{');
  write_result(json, result.impact, problem, result.space ? &*result.space : nullptr);
  const bool answered = has_answer(result.impact.status);
  if (result.space) write_parts(json, *result.space, answered);
  if (!result.bodies.empty()) write_parts(json, result, answered);
  if (vehicle) write_vehicle_report(json, *vehicle);
  json.end('}');
  return std::move(json.out);
}

std::string error_json(int problem, std::string_view name, std::string_view error) {
  JsonLine json;
  json.begin('{');
  json.key("problem");
  json.out += std::to_string(problem);
  json.key("name");
  if (name.empty()) {
    json.out += "null";
  } else {
    append_json(json.out, name);
  }
  json.field("error", error);
  json.end('}');
  return std::move(json.out);
}

}  // namespace carom
