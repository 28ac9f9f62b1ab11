#include <algorithm>
#include <carom/impact/laws.hpp>
#include <carom/io/utf8.hpp>
#include <carom/report/table.hpp>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace carom {
namespace {

using Results = std::vector<ImpactResult>;

/// Longer words than this are put on two lines of their cell.
constexpr std::size_t longest_word = 12;

const char* const absent = "—";

/// "< 1e-15": the next power of ten says all that a residual has to say.
std::string rounded_up(double residual) {
  if (residual == 0) return "0";
  return fmt::format("< 1e{:+03d}", static_cast<int>(std::floor(std::log10(residual))) + 1);
}

/// A text from a file must not steer the terminal.
std::string shown(std::string_view text) { return printable(text, std::string::npos); }

// --- cells and rows -----------------------------------------------------------------------------

std::string number_or_absent(const std::optional<double>& x) {
  return x ? short_number(*x) : absent;
}

/// A row of numbers, one per law; left out where no law has one.
template <class Getter>
void add_numbers(TextTable& table, std::string label, std::string unit, const Results& results,
                 Getter get) {
  std::vector<Cell> row{{std::move(label)}, {std::move(unit), Tint::faint}};
  bool any = false;
  for (const ImpactResult& result : results) {
    const std::optional<double> x = get(result);
    any = any || x;
    row.push_back({number_or_absent(x)});
  }
  if (any) table.rows.push_back(std::move(row));
}

/// The getter, for what only an answer has: without solution there is nothing.
template <class Getter>
auto answered(Getter get) {
  return [get](const ImpactResult& r) -> std::optional<double> {
    return has_answer(r.status) ? get(r) : std::nullopt;
  };
}

/// A row of words, one per law; long ones take a second line, blanks a line only where needed.
template <class Getter>
void add_words(TextTable& table, std::string label, const Results& results, Tint tint, Getter get) {
  std::vector<Cell> first{{std::move(label)}, {}};
  std::vector<Cell> second{{}, {}};
  bool any = false;
  bool long_ones = false;
  for (const ImpactResult& result : results) {
    const std::string words = get(result);
    const std::size_t space = words.size() > longest_word ? words.rfind(' ') : std::string::npos;
    any = any || (!words.empty() && words != absent);
    long_ones = long_ones || space != std::string::npos;
    first.push_back({words.substr(0, space), tint});
    second.push_back({space == std::string::npos ? "" : words.substr(space + 1), tint});
  }
  if (any) table.rows.push_back(std::move(first));
  if (any && long_ones) table.rows.push_back(std::move(second));
}

// --- the sections of a table --------------------------------------------------------------------

void add_contact_words(TextTable& table, const Results& results, std::size_t k) {
  add_words(table, "mode", results, Tint::plain, [&](const ImpactResult& r) -> std::string {
    return has_answer(r.status) ? in_words(to_string(r.contacts[k].mode)) : absent;
  });
  add_words(table, "outcome", results, Tint::plain, [&](const ImpactResult& r) -> std::string {
    return has_answer(r.status) ? to_string(r.contacts[k].outcome) : absent;
  });
}

void add_motion(TextTable& table, const Results& results, std::size_t k) {
  const auto contact = [k](auto member, auto component) {
    return [=](const ImpactResult& r) -> std::optional<double> {
      return r.contacts[k].*member.*component;
    };
  };
  using V = Vec2<double>;
  using C = ContactResult;
  add_numbers(table, "impulse p_t", "N s", results, answered(contact(&C::impulse, &V::t)));
  add_numbers(table, "impulse p_n", "N s", results, answered(contact(&C::impulse, &V::n)));
  add_numbers(table, "u_t before", "m/s", results, contact(&C::u_before, &V::t));
  add_numbers(table, "u_t after", "m/s", results, answered(contact(&C::u_after, &V::t)));
  add_numbers(table, "u_n before", "m/s", results, contact(&C::u_before, &V::n));
  add_numbers(table, "u_n after", "m/s", results, answered(contact(&C::u_after, &V::n)));
}

void add_coefficients(TextTable& table, const Results& results, std::size_t k) {
  const auto effective = [k](auto member) {
    return [=](const ImpactResult& r) { return r.contacts[k].effective.*member; };
  };
  const auto threshold = [k](auto member) {
    return [=](const ImpactResult& r) { return r.contacts[k].friction.*member; };
  };
  using E = EffectiveCoefficients;
  using F = FrictionThresholds;
  add_numbers(table, "e kinematic", "", results, answered(effective(&E::kinematic)));
  add_numbers(table, "e kinetic", "", results, answered(effective(&E::kinetic)));
  add_numbers(table, "e energetic", "", results, answered(effective(&E::energetic)));
  add_numbers(table, "e tangential", "", results, answered(effective(&E::tangential)));
  add_numbers(table, "ratio p_t/p_n", "", results, answered(effective(&E::impulse_ratio)));
  add_numbers(table, "μ to hold stick", "", results, threshold(&F::to_hold_stick));
  add_numbers(table, "μ to end without slip", "", results, threshold(&F::to_end_without_slip));
  add_numbers(table, "μ to stick", "", results, threshold(&F::to_stick));
}

void add_work(TextTable& table, const Results& results, std::size_t k) {
  const auto work = [k](auto member) {
    return
        [=](const ImpactResult& r) -> std::optional<double> { return r.contacts[k].work.*member; };
  };
  add_numbers(table, "work, compression", "J", results,
              answered(work(&ContactWork::normal_compression)));
  add_numbers(table, "work, restitution", "J", results,
              answered(work(&ContactWork::normal_restitution)));
  add_numbers(table, "work, normal", "J", results, answered([k](const ImpactResult& r) {
                const ContactWork& w = r.contacts[k].work;
                return w.normal_compression ? std::nullopt : std::optional(w.normal);
              }));
  add_numbers(table, "work, friction", "J", results, answered(work(&ContactWork::friction)));
}

void add_energy(TextTable& table, const Results& results) {
  const auto part = [](auto member) {
    return [=](const ImpactResult& r) -> std::optional<double> { return r.energy.*member; };
  };
  add_numbers(table, "energy before", "J", results, part(&Energy::before));
  add_numbers(table, "energy after", "J", results, answered(part(&Energy::after)));
  add_numbers(table, "energy change", "J", results, answered(part(&Energy::change)));
  add_numbers(table, "from the surface", "J", results, answered(part(&Energy::drive)));
  add_numbers(table, "contact work", "J", results, answered(part(&Energy::contact_work)));
  add_words(table, "", results, Tint::alarm, [](const ImpactResult& r) -> std::string {
    return creates_energy(r) ? "CREATED" : "";
  });
}

void add_velocity(TextTable& table, const Results& results) {
  Eigen::Index size = 0;
  for (const ImpactResult& r : results)
    size = std::max(size, r.velocity_after ? r.velocity_after->size() : 0);
  for (Eigen::Index i = 0; i < size; ++i)
    add_numbers(table, fmt::format("velocity_after[{}]", i), "", results,
                [i](const ImpactResult& r) -> std::optional<double> {
                  if (!r.velocity_after) return std::nullopt;
                  return (*r.velocity_after)[i];
                });
}

/// One block: the laws that fit beside each other.
TextTable block_of(const Results& results) {
  TextTable table{{Align::left, Align::left}, {}};
  std::vector<Cell> heading{{}, {}};
  for (const ImpactResult& r : results)
    heading.push_back({std::string(law_of(r.law).name), Tint::strong});
  table.rows.push_back(std::move(heading));

  add_words(table, "status", results, Tint::plain,
            [](const ImpactResult& r) { return in_words(to_string(r.status)); });
  add_words(table, "case", results, Tint::plain, [](const ImpactResult& r) -> std::string {
    return r.slip_case ? to_string(*r.slip_case) : absent;
  });
  const std::size_t contacts = results.front().contacts.size();
  for (std::size_t k = 0; k < contacts; ++k) {
    if (contacts > 1)
      table.rows.push_back({{shown(results.front().contacts[k].name), Tint::strong}});
    add_contact_words(table, results, k);
    add_motion(table, results, k);
    add_coefficients(table, results, k);
    add_work(table, results, k);
  }
  add_velocity(table, results);
  add_energy(table, results);
  add_words(table, "residual", results, Tint::faint, [](const ImpactResult& r) -> std::string {
    return has_answer(r.status) ? rounded_up(r.residual) : absent;
  });
  return table;
}

/// True where the table fits into the width.
bool fits(const TextTable& table, int width) {
  int sum = -2;
  for (const int w : column_widths(table)) sum += w + 2;
  return sum <= width;
}

/// As few blocks of laws as the width allows, of about the same size.
std::string blocks(const Results& results, const TextStyle& style) {
  for (std::size_t count = 1;; ++count) {
    const std::size_t size = (results.size() + count - 1) / count;
    std::vector<TextTable> tables;
    bool fit = true;
    for (std::size_t i = 0; i < results.size(); i += size) {
      const auto first = results.begin() + static_cast<std::ptrdiff_t>(i);
      const auto last = first + static_cast<std::ptrdiff_t>(std::min(size, results.size() - i));
      tables.push_back(block_of(Results(first, last)));
      fit = fit && fits(tables.back(), style.width);
    }
    if (!fit && size > 1) continue;
    std::string text;
    for (const TextTable& table : tables) text.append("\n").append(render(table, style));
    return text;
  }
}

// --- what is said around the table --------------------------------------------------------------

std::string material(const Contact& contact) {
  std::string text;
  const auto add = [&text](const char* label, const std::optional<double>& x) {
    if (x) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", label, short_number(*x));
  };
  add("restitution", contact.restitution);
  add("friction", contact.friction);
  add("static friction", contact.static_friction);
  add("impulse ratio", contact.impulse_ratio);
  add("critical fraction", contact.critical_fraction);
  if (contact.touching) text += ", touching";
  return text.empty() ? "no friction, no restitution" : text;
}

std::string heading(const std::vector<Contact>& contacts, int number, const Results& results,
                    const TextStyle& style) {
  const std::string& name = results.front().name;
  const std::string title = name.empty() ? "" : ": " + shown(name);
  std::string text = wrapped(fmt::format("problem {}{}", number, title), style.width, 0, 2);
  text = tinted(text.substr(0, text.size() - 1), Tint::strong, style) + "\n";
  for (std::size_t k = 0; k < contacts.size(); ++k)
    text += wrapped(
        fmt::format("{}: {}", shown(results.front().contacts[k].name), material(contacts[k])),
        style.width, 2, 2);
  return text;
}

std::string sentence_of_creation(const ImpactResult& result) {
  const Energy& energy = result.energy;
  const std::string share =
      energy.before && *energy.before > 0
          ? fmt::format(", {:.3g} % of what was there", 100 * energy.contact_work / *energy.before)
          : "";
  return fmt::format(
      "The contact CREATED {} J{}: the law's answer is one that no contact can give.",
      short_number(energy.contact_work), share);
}

std::string with_full_stop(std::string text) {
  if (!text.empty() && text.back() != '.') text += '.';
  return text;
}

/// The remarks, each once, with the laws that it concerns.
std::string remarks(const Results& results, const TextStyle& style) {
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
    if (creates_energy(r)) say(sentence_of_creation(r), r.law);
    if (r.reason && r.notes.empty())
      say(fmt::format("There is no solution: {}.", in_words(to_string(*r.reason))), r.law);
    for (const std::string& note : r.notes) say(with_full_stop(note), r.law);
  }
  std::string text;
  for (const auto& [sentence, laws] : said)
    text += wrapped(fmt::format("{}: {}", laws, shown(sentence)), style.width, 0, 2);
  return text.empty() ? text : std::string("\n").append(text);
}

}  // namespace

std::string in_words(std::string_view name) {
  std::string words(name);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

bool creates_energy(const ImpactResult& result) {
  if (!has_answer(result.status)) return false;
  double terms = 0;
  for (const ContactResult& c : result.contacts)
    terms += (std::abs(c.impulse.t * c.u_before.t) + std::abs(c.impulse.t * c.u_after.t) +
              std::abs(c.impulse.n * c.u_before.n) + std::abs(c.impulse.n * c.u_after.n)) /
             2;
  return result.energy.contact_work > created_work_tolerance * terms;
}

std::string impact_table(const std::vector<Contact>& contacts, int number, const Results& results,
                         const TextStyle& style) {
  if (results.empty()) return "";
  return heading(contacts, number, results, style) + blocks(results, style) +
         remarks(results, style);
}

}  // namespace carom
