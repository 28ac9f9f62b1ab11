#include <carom/impact/at_once/simultaneous.hpp>

#include <carom/impact/at_once/sequential.hpp>
#include <carom/impact/at_once/together.hpp>
#include <carom/impact/law_rows.hpp>
#include <carom/impact/notes.hpp>
#include <carom/impact/residual.hpp>
#include <carom/impact/restore.hpp>
#include <carom/impact/several_spatial/contact_solver.hpp>

#include <fmt/format.h>

#include <algorithm>
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

bool has_one_coefficient(const std::vector<Contact>& contacts) {
  return std::all_of(contacts.begin(), contacts.end(), [](const Contact& contact) {
    const double mu = contact.friction.value_or(0);
    return contact.static_friction.value_or(mu) == mu;
  });
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

/// By the law's own rule for contacts that collide together.
ImpactResult resolve_by_own_rule(const Law& law, const std::vector<Contact>& contacts,
                                 const Contacts& c, const ContactSystem& system) {
  SystemAnswer answer;
  law.answer_together(system, answer);
  const double worst = has_answer(answer.status) ? residual(system, law.id, answer) : 0;
  return result_of(law, contacts, c, system, answer, worst);
}

/// Each contact's restitution and stiffness.
several_spatial::OwnMaterials own_materials(const std::vector<Contact>& contacts) {
  several_spatial::OwnMaterials own{restitutions(contacts), {}};
  for (const Contact& contact : contacts) own.stiffness.push_back(contact.stiffness.value_or(1));
  return own;
}

ImpactResult resolve_together(const Law& law, const std::vector<Contact>& contacts,
                              const Contacts& c, const ContactSystem& system) {
  if (law.answer_together) return resolve_by_own_rule(law, contacts, c, system);
  double worst = 0;
  SystemAnswer answer = collide_in_two_phases(system, restitutions(contacts), worst);
  ImpactResult result = result_of(law, contacts, c, system, answer, worst);
  result.notes.emplace_back(
      "several contacts collide together: "
      "in compression and expansion each is given back at least e times its normal impulse of compression, under newton, poisson and stronge alike");
  return result;
}

ImpactResult resolve_on_springs(const Law& law, const std::vector<Contact>& contacts,
                                const Contacts& c, const ContactSystem& system) {
  double worst = 0;
  SystemAnswer answer = several_spatial::collide_as_springs(system, own_materials(contacts), worst);
  ImpactResult result = result_of(law, contacts, c, system, answer, worst);
  if (answer.reason == NoSolution::no_termination)
    result.notes.emplace_back("the springs were not relaxed after as many steps as are tried");
  result.notes.emplace_back(
      "springs: every contact is a stiff spring, of which only the ratios of stiffness matter; "
      "each returns e^2 of the energy that it stored");
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
  result.notes.push_back(fmt::format(
      "sequential: {} collision{}, one after the other, as if no other contact were there",
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
  const bool by_one =
      c.simultaneous == Simultaneous::sequential || c.simultaneous == Simultaneous::springs;
  return c.count() > 1 && (count > 1 || (count == 1 && by_one));
}

std::optional<Objection> undefined_at_once(const std::vector<Contact>& contacts, const Contacts& c,
                                           const Law& law) {
  if (c.simultaneous == Simultaneous::springs) {
    if (law.at_once.springs) return std::nullopt;
    return Objection(
        {"simultaneous"},
        fmt::format("springs is defined for the law {}, not for {}",
                    names_of_laws([](const Law& row) { return row.at_once.springs; }), law.name));
  }
  if (c.simultaneous != Simultaneous::sequential) {
    if (law.at_once.together) return std::nullopt;
    return Objection(
        {"simultaneous"},
        fmt::format("{} contacts collide together, for which the law {} is not defined; "
                    "want {}, or sequential",
                    colliding_count(c), law.name, names_of_laws_together()));
  }
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    if (!contacts[k].restitution)
      return Objection(
          path_to_contact(k, "restitution"),
          "missing; in a sequence any contact may come to collide (write 0 to mean 0)");
    if (*contacts[k].restitution < 0)
      return Objection(path_to_contact(k, "restitution"),
                       "is negative, with which a sequence does not end");
  }
  return std::nullopt;
}

std::optional<Objection> undefined_in_sequence(const std::vector<Contact>& contacts,
                                               const Contacts& c, const Law& law) {
  if (law.at_once.together && (!c.in_space || has_one_coefficient(contacts))) return std::nullopt;
  const Sequence sequence = collide_in_sequence(contacts, contact_system(c, contacts), law);
  if (sequence.undefined.empty()) return std::nullopt;
  return Objection({"simultaneous"}, sequence.undefined);
}

ImpactResult resolve_at_once(const Law& law, const std::vector<Contact>& contacts,
                             const Contacts& c, const ContactSystem& system) {
  switch (c.simultaneous) {
    case Simultaneous::sequential: return resolve_in_sequence(law, contacts, c, system);
    case Simultaneous::springs: return resolve_on_springs(law, contacts, c, system);
    case Simultaneous::refuse:
    case Simultaneous::together: break;
  }
  return resolve_together(law, contacts, c, system);
}

}  // namespace carom
