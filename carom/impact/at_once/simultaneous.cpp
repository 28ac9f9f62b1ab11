#include <carom/impact/at_once/simultaneous.hpp>

#include <carom/impact/at_once/sequential.hpp>
#include <carom/impact/at_once/together.hpp>
#include <carom/impact/notes.hpp>
#include <carom/impact/residual.hpp>
#include <carom/impact/restore.hpp>

#include <fmt/format.h>

#include <cmath>

namespace carom {
namespace {

std::size_t colliding_count(const Contacts& c) {
  std::size_t count = 0;
  for (const ContactRows& rows : c.rows) count += c.u[rows.normal()] < 0 ? 1 : 0;
  return count;
}

std::vector<double> restitutions(const std::vector<Contact>& contacts) {
  std::vector<double> e;
  e.reserve(contacts.size());
  for (const Contact& contact : contacts) e.push_back(contact.restitution.value_or(0));
  return e;
}

/// The result of a judged answer.
ImpactResult result_of(const Law& law, const std::vector<Contact>& contacts, const Contacts& c,
                       const ContactSystem& system, SystemAnswer& answer, double worst) {
  const auto withdrawn = withdraw_if_broken(worst, answer);
  ImpactResult result = restored(c, contacts, system, answer);
  result.law = law.id;
  result.residual = worst;
  if (withdrawn) result.notes.push_back(*withdrawn);
  for (std::string& note : notes_at_once(contacts, c, system, answer))
    result.notes.push_back(std::move(note));
  return result;
}

ImpactResult resolve_together(const Law& law, const std::vector<Contact>& contacts,
                              const Contacts& c, const ContactSystem& system) {
  const std::vector<double> e = restitutions(contacts);
  SystemAnswer answer = collide_together(system, e);
  const bool answered = has_answer(answer.status);
  ImpactResult result = result_of(law, contacts, c, system, answer,
                                  answered ? together_residual(system, e, answer) : 0);
  result.notes.emplace_back(
      "several contacts collide together: in compression and expansion each is given back at least "
      "e "
      "times its normal impulse of compression, under newton, poisson and stronge alike");
  return result;
}

ImpactResult resolve_in_sequence(const Law& law, const std::vector<Contact>& contacts,
                                 const Contacts& c, const ContactSystem& system) {
  Sequence sequence = collide_in_sequence(contacts, system, law);
  SystemAnswer& answer = sequence.answer;
  if (law.follows_path)
    answer.ledger = sequence.works;
  else
    answer.compressions.clear();
  ImpactResult result = result_of(law, contacts, c, system, answer,
                                  has_answer(answer.status) ? sequence.residual : 0);
  if (!law.follows_path && has_answer(answer.status))
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      ContactWork& work = result.contacts[k].work;
      const WorkLedger<double>& sum = sequence.works[k];
      work.normal =
          std::ldexp(sum.normal_compression + sum.normal_restitution, -2 * system.speed_scale);
      work.friction = std::ldexp(sum.friction, -2 * system.speed_scale);
    }
  if (!sequence.note.empty()) result.notes.push_back(sequence.note);
  result.notes.push_back(
      fmt::format("sequential: {} collision{}, one after the other, as if no other contact were "
                  "there",
                  sequence.collisions, sequence.collisions == 1 ? "" : "s"));
  return result;
}

}  // namespace

const char* to_string(Simultaneous rule) {
  switch (rule) {
    case Simultaneous::refuse: return "refuse";
    case Simultaneous::together: return "together";
    case Simultaneous::sequential: return "sequential";
    case Simultaneous::springs: return "springs";
  }
  return "";
}

bool collide_at_once(const Contacts& c) {
  const std::size_t count = colliding_count(c);
  const bool sequential = c.simultaneous == Simultaneous::sequential;
  return c.count() > 1 && (count > 1 || (count == 1 && sequential));
}

std::optional<std::string> undefined_at_once(const std::vector<Contact>& contacts,
                                             const Contacts& c, const Law& law) {
  if (c.simultaneous == Simultaneous::springs)
    return "simultaneous: springs is not solved in this version; want together or sequential";
  if (c.simultaneous != Simultaneous::sequential) {
    if (law.at_once.together) return std::nullopt;
    return fmt::format(
        "simultaneous: {} contacts collide together, for which the law {} is not defined; want "
        "newton, poisson or stronge, or sequential",
        colliding_count(c), law.name);
  }
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    if (!contacts[k].restitution)
      return contact_path(k) +
             ".restitution: missing; in a sequence any contact may come to collide (write 0 to "
             "mean "
             "0)";
    if (*contacts[k].restitution < 0)
      return contact_path(k) + ".restitution: is negative, with which a sequence does not end";
  }
  return std::nullopt;
}

std::optional<std::string> undefined_in_sequence(const std::vector<Contact>& contacts,
                                                 const Contacts& c, const Law& law) {
  if (law.at_once.together && !c.in_space) return std::nullopt;
  const Sequence sequence = collide_in_sequence(contacts, contact_system(c, contacts), law);
  if (sequence.undefined.empty()) return std::nullopt;
  return "simultaneous: " + sequence.undefined;
}

ImpactResult resolve_at_once(const Law& law, const std::vector<Contact>& contacts,
                             const Contacts& c, const ContactSystem& system) {
  return c.simultaneous == Simultaneous::sequential ? resolve_in_sequence(law, contacts, c, system)
                                                    : resolve_together(law, contacts, c, system);
}

}  // namespace carom
