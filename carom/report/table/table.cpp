#include <algorithm>
#include <carom/impact/laws.hpp>
#include <carom/impact/material_rows.hpp>
#include <carom/report/table/rows.hpp>
#include <carom/report/table/table.hpp>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <utility>

namespace carom {
namespace {

using Results = std::vector<ImpactResult>;

// --- what is said around the table --------------------------------------------------------------

std::string material(const Contact& contact) {
  std::string text;
  for (const MaterialRow& row : material_rows)
    if (row.number != nullptr && contact.*row.number)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", in_words(row.name),
                          short_number(*(contact.*row.number)));
  if (contact.touching) text += ", touching";
  return text.empty() ? "no friction, no restitution" : text;
}

std::string title_line(const std::string& title, const TextStyle& style) {
  if (style.markup == Markup::latex)
    return "\\noindent " + tinted(title, Tint::strong, style) + "\\par\n";
  const std::string lines = wrapped(title, style.width, 0, 2);
  return tinted(lines.substr(0, lines.size() - 1), Tint::strong, style) + "\n";
}

}  // namespace

std::string table_heading(const std::vector<Contact>& contacts, int number, const Results& results,
                          const TextStyle& style) {
  const std::string& name = results.front().name;
  const std::string title = name.empty() ? "" : ": " + plain(name);
  std::string text = title_line(fmt::format("problem {}{}", number, title), style);
  for (std::size_t k = 0; k < contacts.size(); ++k)
    text += paragraph(
        fmt::format("{}: {}", plain(results.front().contacts[k].name), material(contacts[k])),
        style, 2, 2);
  return text;
}

namespace {

std::string sentence_of_creation(const ImpactResult& result, UnitSystem units) {
  const Energy& energy = result.energy;
  const ShownUnit unit = unit_of(Measure::energy, units);
  const std::string share =
      energy.before && *energy.before > 0
          ? fmt::format(", {:.3g} % of what was there", 100 * energy.contact_work / *energy.before)
          : "";
  return fmt::format(
      "The contact CREATED {} {}{}: the law's answer is one that no contact can give.",
      short_number(energy.contact_work / unit.si), unit.symbol, share);
}

Measure shown_measure(NoteMeasure measure) {
  switch (measure) {
    case NoteMeasure::length: return Measure::length;
    case NoteMeasure::speed: return Measure::speed;
    case NoteMeasure::energy: return Measure::energy;
  }
  return Measure::number;
}

std::string sentence_of_note(const MeasuredNote& note, UnitSystem units) {
  const ShownUnit unit = unit_of(shown_measure(note.measure), units);
  return fmt::format("{}{} {}{}", note.before, short_number(note.value / unit.si), unit.symbol,
                     note.after);
}

/// How many contacts a sentence names.
constexpr std::size_t most_named = 8;

std::string named(const ImpactResult& result, const std::vector<std::size_t>& contacts,
                  bool with_outcome) {
  std::string text;
  for (std::size_t i = 0; i < std::min(contacts.size(), most_named); ++i) {
    const ContactResult& contact = result.contacts[contacts[i]];
    text += (i == 0 ? "" : ", ") + contact.name;
    if (with_outcome) text += fmt::format(" ({})", to_string(contact.outcome));
  }
  if (contacts.size() > most_named)
    text += fmt::format(" and {} more", contacts.size() - most_named);
  return text;
}

/// Which of several contacts lift off and which stay; "" where nothing happens or there is one.
std::string sentence_of_lift(const ImpactResult& result) {
  const std::size_t count = result.contacts.size();
  if (count < 2 || !has_answer(result.status) || result.status == ImpactStatus::no_impact)
    return "";
  const std::vector<std::size_t> lifted = lifted_contacts(result);
  if (lifted.size() == count) return "All contacts lift off.";
  std::vector<std::size_t> rest;
  for (std::size_t k = 0; k < count; ++k)
    if (!std::binary_search(lifted.begin(), lifted.end(), k)) rest.push_back(k);
  const std::string stay = named(result, rest, true);
  if (lifted.empty()) return fmt::format("No contact lifts off: {}.", stay);
  return fmt::format("Lift off: {}. Stay: {}.", named(result, lifted, false), stay);
}

std::string with_full_stop(std::string text) {
  if (!text.empty() && text.back() != '.') text += '.';
  return text;
}

}  // namespace

std::string table_remarks(const Results& results, const TextStyle& style) {
  std::vector<std::pair<std::string, std::string>> said;  // sentence, laws
  const auto say = [&said](const std::string& sentence, LawId law) {
    const auto known =
        std::find_if(said.begin(), said.end(), [&](const auto& s) { return s.first == sentence; });
    const std::string name(law_of(law).name);
    if (known == said.end())
      said.emplace_back(sentence, name);
    else
      known->second += ", " + name;
  };
  for (const ImpactResult& r : results) {
    if (creates_energy(r)) say(sentence_of_creation(r, style.units), r.law);
    if (const std::string lift = sentence_of_lift(r); !lift.empty()) say(lift, r.law);
    if (r.reason && r.notes.empty())
      say(fmt::format("There is no solution: {}.", in_words(to_string(*r.reason))), r.law);
    for (const std::string& note : r.notes) say(with_full_stop(note), r.law);
    for (const MeasuredNote& note : r.measured_notes)
      say(with_full_stop(sentence_of_note(note, style.units)), r.law);
  }
  std::string text;
  for (const auto& [sentence, laws] : said)
    text += paragraph(fmt::format("{}: {}", laws, plain(sentence)), style, 0, 2);
  return text.empty() ? text : std::string("\n").append(text);
}

std::string in_words(std::string_view name) {
  std::string words(name);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

std::string impact_blocks(const Results& results, const TextStyle& style,
                          const std::vector<bool>& turning) {
  return in_blocks(results.size(), style, [&](std::size_t first, std::size_t count) {
    const auto begin = results.begin() + static_cast<std::ptrdiff_t>(first);
    return impact_rows({begin, begin + static_cast<std::ptrdiff_t>(count)}, style.units, turning);
  });
}

std::string impact_table(const std::vector<Contact>& contacts, int number, const Results& results,
                         const TextStyle& style) {
  if (results.empty()) return "";
  return table_heading(contacts, number, results, style) + impact_blocks(results, style) +
         table_remarks(results, style);
}

}  // namespace carom
