#include <carom/impact/laws.hpp>

#include <carom/impact/at_once/simultaneous.hpp>
#include <carom/impact/blocks.hpp>
#include <carom/impact/law_rows.hpp>
#include <carom/impact/own_law.hpp>
#include <carom/impact/several/contact_system.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <memory>
#include <stdexcept>
#include <utility>

namespace carom {
namespace {

constexpr std::size_t most_own_laws = 4000;

/// Rows that users have added. A row, once in, stays for as long as the program runs: results name it.
struct OwnRows {
  std::atomic<std::size_t> taken{0};
  std::array<std::atomic<const Law*>, most_own_laws> rows{};
  std::array<std::atomic<bool>, most_own_laws> forgotten{};
};

constinit OwnRows own_rows;

/// The rows that are in and not forgotten, the newest last.
std::vector<const Law*> rows_in() {
  std::vector<const Law*> in;
  const std::size_t taken = std::min(own_rows.taken.load(), most_own_laws);
  for (std::size_t i = 0; i < taken; ++i)
    if (const Law* law = own_rows.rows[i].load(); law != nullptr && !own_rows.forgotten[i])
      in.push_back(law);
  return in;
}

using Why = std::optional<Objection>;

/// The law impulse_ratio is defined by its ratio, whether or not the contact collides.
Why without_ratio(const Contact& contact, std::size_t k, const Law& law) {
  if (!law.keys.impulse_ratio || contact.impulse_ratio || contact.critical_fraction)
    return std::nullopt;
  return Objection(path_to_contact(k, "impulse_ratio"),
                   fmt::format("missing; the law {} needs it or critical_fraction", law.name));
}

/// The parameters that a law asks of a contact that may collide.
Why missing(const Contact& contact, std::size_t k, const Law& law, bool is_stop) {
  const auto objection = [k](const char* key, const std::string& mistake) {
    return Objection(path_to_contact(k, key), mistake);
  };
  if (!contact.restitution && !contact.touching)
    return objection("restitution", "missing; give a number from 0 to 1 (write 0 to mean 0)");
  if (law.keys.impulse_ratio && is_stop)
    return objection("tangent", fmt::format("missing; the law {} needs it", law.name));
  if (contact.restitution.value_or(0) < 0 && !law.keys.negative_restitution)
    return objection(
        "restitution",
        fmt::format("is negative, which only the law {} takes, not {}",
                    names_of_laws([](const Law& row) { return row.keys.negative_restitution; }),
                    law.name));
  if (law.keys.friction && !contact.friction && !is_stop)
    return objection("friction", "missing; give the kinetic coefficient (write 0 to mean 0)");
  if (law.keys.stiffness_ratio && !contact.stiffness_ratio && !is_stop)
    return objection("stiffness_ratio", fmt::format("missing; the law {} needs it", law.name));
  return std::nullopt;
}

/// What a law does not take of any contact.
Why refused(const Contact& contact, std::size_t k, const Law& law, bool is_stop) {
  if (!law.keys.friction) return std::nullopt;
  const double mu = contact.friction.value_or(0);
  if (is_stop && mu > 0)
    return Objection(path_to_contact(k, "friction"),
                     "given for a contact without tangent; give the tangent or friction 0");
  if (!law.keys.static_friction && contact.static_friction.value_or(mu) != mu)
    return Objection(
        path_to_contact(k, "static_friction"),
        fmt::format("differs from friction, which the law {} does not take", law.name));
  const auto& range = law.keys.tangential_restitution;
  const auto& e_t = contact.tangential_restitution;
  if (range && e_t && (*e_t < range->least || *e_t > range->most))
    return Objection(path_to_contact(k, "tangential_restitution"),
                     fmt::format("{} is outside [{}, {}], the range of the law {}", *e_t,
                                 range->least, range->most, law.name));
  return std::nullopt;
}

/// A moment impulse of the law cataldo_sampaio needs the turning that it acts on.
Why without_turning(const Contact& contact, std::size_t k, const Contacts& c) {
  if (c.spin) return std::nullopt;
  const auto acts = [](const std::optional<double>& e_m) { return e_m.value_or(-1) > -1; };
  if (!acts(contact.moment_compression) && !acts(contact.moment_restitution)) return std::nullopt;
  const std::string key =
      acts(contact.moment_compression) ? "moment_compression" : "moment_restitution";
  if (!c.velocity)
    return Objection(path_to_contact(k, key),
                     "W and u say nothing of turning; give -1, or mass, velocity and spin_row");
  return Objection(path_to_contact(k, "spin_row"),
                   fmt::format("missing; {} needs the row of the relative rate of turning", key));
}

/// One contact may begin an impact by its slip alone; of several, only the approaching one asks for
/// all parameters.
bool may_collide(const Contacts& c, std::size_t k) {
  const ContactVector u = vector_at(c.u, c.rows[k]);
  return u.n < 0 || (c.count() == 1 && u.n == 0 && has_tangential(u));
}

/// Several contacts that feel each other have one coefficient each, in space and on springs.
Why two_coefficients(const std::vector<Contact>& contacts, const std::vector<std::size_t>& block,
                     const std::string& where) {
  for (const std::size_t k : block) {
    const double mu = contacts[k].friction.value_or(0);
    if (contacts[k].static_friction.value_or(mu) != mu)
      return Objection(path_to_contact(k, "static_friction"),
                       fmt::format("differs from friction, which {} do not take", where));
  }
  return std::nullopt;
}

/// Laws of the plane, and laws of one contact where several in space feel each other.
Why undefined_in_space(const std::vector<Contact>& contacts, const Contacts& c, const Law& law) {
  if (!c.in_space) return std::nullopt;
  if (law.most_tangents() < 2)
    return Objection({"contacts"}, fmt::format("are in space; the law {} is planar", law.name));
  if (c.simultaneous == Simultaneous::sequential && collide_at_once(c)) return std::nullopt;
  if (law.at_once.together && !law.rule) return std::nullopt;
  for (const std::vector<std::size_t>& block : blocks_of(c)) {
    if (block.size() == 1) continue;
    if (!law.rule)
      return Objection(
          {"contacts"},
          fmt::format("{} and {} feel each other; the law {} takes one contact in space; "
                      "want {}, contacts that do not feel each other, or simultaneous: sequential",
                      contact_path(block[0]), contact_path(block[1]), law.name,
                      names_of_laws([](const Law& row) { return row.rule.has_value(); })));
    if (auto why = two_coefficients(contacts, block, "several spatial contacts")) return why;
  }
  return std::nullopt;
}

Objection one_contact_only(std::size_t count, const Law& law) {
  return {{"contacts"}, fmt::format("{} given; the law {} takes one contact", count, law.name)};
}

/// On springs each contact's own restitution acts, and its one coefficient of friction.
Why undefined_on_springs(const std::vector<Contact>& contacts, const Contacts& c) {
  for (const std::vector<std::size_t>& block : blocks_of(c)) {
    if (!collide_at_once(part_of(c, block))) continue;
    for (const std::size_t k : block)
      if (!contacts[k].restitution)
        return Objection(
            path_to_contact(k, "restitution"),
            "missing; on springs each contact's own restitution acts (write 0 to mean 0)");
    if (auto why = two_coefficients(contacts, block, "contacts on springs")) return why;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::reference_wrapper<const Law>> laws() {
  std::vector<std::reference_wrapper<const Law>> all(law_rows().begin(), law_rows().end());
  const std::vector<const Law*> own = rows_in();
  for (std::size_t i = 0; i < own.size(); ++i) {
    const auto replaces = [&](const Law* later) { return later->name == own[i]->name; };
    if (std::none_of(own.begin() + static_cast<std::ptrdiff_t>(i) + 1, own.end(), replaces))
      all.emplace_back(*own[i]);
  }
  return all;
}

LawId add_row(Law law) {
  if (law.name.empty()) throw std::invalid_argument("law: has no name");
  for (const Law& row : law_rows())
    if (row.name == law.name)
      throw std::invalid_argument(fmt::format("law: {} is the name of a built-in law", law.name));
  const std::size_t place = own_rows.taken.fetch_add(1);
  if (place >= most_own_laws)
    throw std::invalid_argument(fmt::format("law: more than {} laws of one's own", most_own_laws));
  law.id = static_cast<LawId>(built_in_laws + place);
  const LawId id = law.id;
  own_rows.rows[place] = std::make_unique<const Law>(std::move(law)).release();
  return id;
}

void forget_law(LawId law) {
  if (!is_own_law(law))
    throw std::invalid_argument(fmt::format("law: {} is a built-in law", law_of(law).name));
  own_rows.forgotten[static_cast<std::size_t>(law) - built_in_laws] = true;
}

const Law& law_of(LawId id) {
  const auto place = static_cast<std::size_t>(id);
  if (place < built_in_laws) return law_rows()[place];
  const Law* law = own_rows.rows[place - built_in_laws].load();
  assert(law != nullptr);
  return *law;
}

std::optional<LawId> find_law(std::string_view name) {
  for (const Law& law : laws())
    if (law.name == name) return law.id;
  return std::nullopt;
}

std::optional<Objection> undefined_because(const ImpactProblem& problem, LawId law) {
  return undefined_because(problem.contacts, contact_problem(problem), law);
}

std::optional<Objection> undefined_because(const std::vector<Contact>& contacts, const Contacts& c,
                                           LawId id) {
  const Law& law = law_of(id);
  const bool at_once = collide_at_once(c);
  const bool sequence = at_once && c.simultaneous == Simultaneous::sequential;
  if (auto why = undefined_in_space(contacts, c, law)) return why;
  if (contacts.size() > 1 && !law.at_once.sequential) return one_contact_only(contacts.size(), law);
  if (!c.in_space && !sequence && contacts.size() > 1 && !law.answer_system)
    return one_contact_only(contacts.size(), law);
  if (at_once)
    if (auto why = undefined_at_once(contacts, c, law)) return why;
  if (at_once && c.simultaneous == Simultaneous::springs)
    if (auto why = undefined_on_springs(contacts, c)) return why;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const bool stop = c.rows[k].is_stop();
    const bool collides = sequence || may_collide(c, k);
    if (collides)
      if (auto why = missing(contacts[k], k, law, stop)) return why;
    if (auto why = without_ratio(contacts[k], k, law)) return why;
    if (collides || contacts.size() > 1)
      if (auto why = refused(contacts[k], k, law, stop)) return why;
    if (collides && law.keys.moment)
      if (auto why = without_turning(contacts[k], k, c)) return why;
  }
  if (sequence) return undefined_in_sequence(contacts, c, law);
  if (law.refuses_in_space && c.in_space && c.rows[0].tangents == 2)
    return law.refuses_in_space(contact_system(c, contacts));
  return std::nullopt;
}

}  // namespace carom
