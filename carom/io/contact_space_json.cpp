#include <carom/io/contact_space_json.hpp>

#include <carom/impact/simultaneous.hpp>
#include <carom/io/json_line.hpp>

#include <cstddef>
#include <optional>
#include <string_view>

namespace carom {
namespace {

void write_given(JsonLine& json, std::string_view key, const std::optional<double>& x) {
  if (x) json.field(key, *x);
}

void write_flag(JsonLine& json, std::string_view key, bool flag) {
  if (!flag) return;
  json.key(key);
  json.out += "true";
}

/// The keys of decode_contact().
void write_contact(JsonLine& json, const Contact& c, bool normal_only) {
  json.begin('{');
  if (!c.name.empty()) json.field("name", c.name);
  write_given(json, "restitution", c.restitution);
  // A contact without tangent need not say it; by W and u everybody must.
  write_given(json, "friction", normal_only ? c.friction.value_or(0) : c.friction);
  write_given(json, "static_friction", c.static_friction);
  write_given(json, "impulse_ratio", c.impulse_ratio);
  write_given(json, "critical_fraction", c.critical_fraction);
  write_flag(json, "allow_negative_restitution", c.allow_negative_restitution);
  write_flag(json, "touching", c.touching);
  write_given(json, "tangential_restitution", c.tangential_restitution);
  write_given(json, "friction_recovery", c.friction_recovery);
  write_given(json, "moment_compression", c.moment_compression);
  write_given(json, "moment_restitution", c.moment_restitution);
  json.end('}');
}

}  // namespace

std::string contact_space_json(const ImpactProblem& problem, const ContactProblem& contact) {
  JsonLine json;
  json.begin('{');
  if (!problem.name.empty()) json.field("name", problem.name);
  if (contact.simultaneous != Simultaneous::refuse)
    json.field("simultaneous", to_string(contact.simultaneous));
  json.matrix("W", contact.W);
  json.field("u", contact.u);
  json.key("contacts");
  json.begin('[');
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    json.next();
    write_contact(json, problem.contacts[i], contact.normal_only.at(i));
  }
  json.end(']');
  json.end('}');
  return std::move(json.out);
}

}  // namespace carom
