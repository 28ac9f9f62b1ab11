#include <carom/io/result/contact_space_json.hpp>

#include <carom/impact/at_once/simultaneous.hpp>
#include <carom/impact/material_rows.hpp>
#include <carom/io/tree/json_line.hpp>

#include <algorithm>
#include <cstddef>

namespace carom {
namespace {

/// The keys of decode_contact().
void write_contact(JsonLine& json, const Contact& c, bool normal_only, int tangents) {
  json.begin('{');
  if (!c.name.empty()) json.field("name", c.name);
  for (const MaterialRow& row : material_rows) {
    if (row.flag != nullptr && c.*row.flag) json.flag(row.name, true);
    if (row.number == nullptr) continue;
    // A contact without tangent need not say its friction; by W and u everybody must.
    const bool needed = row.number == &Contact::friction && normal_only;
    json.given(row.name, needed ? c.friction.value_or(0) : c.*row.number);
  }
  if (c.touching) json.flag("touching", true);
  if (tangents >= 0) json.count("tangents", tangents);
  json.end('}');
}

}  // namespace

std::string contact_space_json(const Problem& problem, const Contacts& contact) {
  const std::string& name = name_of(problem);
  const std::vector<Contact> contacts = materials_of(problem);
  JsonLine json;
  json.begin('{');
  if (!name.empty()) json.field("name", name);
  if (contact.simultaneous != Simultaneous::refuse)
    json.field("simultaneous", to_string(contact.simultaneous));
  json.matrix("W", contact.W);
  json.field("u", contact.u);
  const bool mixed = std::any_of(contact.rows.begin(), contact.rows.end(),
                                 [](const ContactRows& r) { return r.is_stop(); });
  json.key("contacts");
  json.begin('[');
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    json.next();
    write_contact(json, contacts[i], contact.rows.at(i).is_stop(),
                  mixed ? contact.rows.at(i).tangents : -1);
  }
  json.end(']');
  json.end('}');
  return std::move(json.out);
}

}  // namespace carom
