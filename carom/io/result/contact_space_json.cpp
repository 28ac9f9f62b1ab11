#include <carom/io/result/contact_space_json.hpp>

#include <carom/impact/at_once/simultaneous.hpp>
#include <carom/io/tree/json_line.hpp>

#include <cstddef>

namespace carom {
namespace {

/// The keys of decode_contact().
void write_contact(JsonLine& json, const Contact& c, bool normal_only) {
  json.begin('{');
  if (!c.name.empty()) json.field("name", c.name);
  json.given("restitution", c.restitution);
  // A contact without tangent need not say it; by W and u everybody must.
  json.given("friction", normal_only ? c.friction.value_or(0) : c.friction);
  json.given("static_friction", c.static_friction);
  json.given("impulse_ratio", c.impulse_ratio);
  json.given("critical_fraction", c.critical_fraction);
  if (c.allow_negative_restitution) json.flag("allow_negative_restitution", true);
  if (c.touching) json.flag("touching", true);
  json.given("tangential_restitution", c.tangential_restitution);
  json.given("friction_recovery", c.friction_recovery);
  json.given("moment_compression", c.moment_compression);
  json.given("moment_restitution", c.moment_restitution);
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
    write_contact(json, problem.contacts[i], contact.rows.at(i).is_stop());
  }
  json.end(']');
  json.end('}');
  return std::move(json.out);
}

}  // namespace carom
