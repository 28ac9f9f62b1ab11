#include <carom/impact/resolve.hpp>

#include <carom/impact/at_once/simultaneous.hpp>
#include <carom/impact/blocks.hpp>
#include <carom/impact/notes.hpp>
#include <carom/impact/one/planar_answer.hpp>
#include <carom/impact/one/spatial_answer.hpp>
#include <carom/impact/required_friction.hpp>
#include <carom/impact/residual.hpp>
#include <carom/impact/restore.hpp>
#include <carom/impact/several/tangential_impact.hpp>
#include <carom/impact/several_spatial/contact_solver.hpp>
#include <carom/impact/workspace.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace carom {
namespace {

/// What is the same for all laws, beside the contacts in normalised units.
struct Question {
  bool one = false;         ///< one contact with at most one tangent
  bool thresholds = true;   ///< those that need further solves too
  bool spatial = false;     ///< one contact with two tangents
  bool stages = false;      ///< several contacts, of which some have two tangents
  bool tangential = false;  ///< several contacts, none approaches, but slip drives one of them
};

/// Brings the contacts to normalised units, in work.system, once for all laws.
Question question_of(const std::vector<Contact>& contacts, const Contacts& c, Workspace& work) {
  Question q;
  ContactSystem& system = work.system;
  contact_system(c, contacts, system);
  if (contacts.size() == 1) {
    q.spatial = c.rows[0].tangents == 2;
    q.one = !q.spatial;
    q.thresholds = c.thresholds;
    return q;
  }
  q.stages = c.in_space;
  if (system.colliding != no_contact) return q;
  const Eigen::Index driver =
      q.stages ? several_spatial::tangential_driver(system) : tangential_driver(system, work.law);
  q.tangential = driver != no_contact;
  system.colliding = driver;
  if (q.tangential)
    system.restitution = contacts[static_cast<std::size_t>(driver)].restitution.value_or(0);
  return q;
}

/// Nothing happens: p = 0.
void rest(const Law& law, const ContactSystem& system, SystemAnswer& answer) {
  answer = SystemAnswer{};
  answer.p.setZero(system.u.size());
  answer.u_after = system.u;
  answer.modes.assign(system.count(), ImpactMode::none);
  if (law.follows_path) answer.ledger.resize(system.count());
}

FrictionThresholds thresholds_of(const ContactSystem& system, const FrictionThresholds& f) {
  return {restored_ratio(f.to_hold_stick, system, 0),
          restored_ratio(f.to_end_without_slip, system, 0), restored_ratio(f.to_stick, system, 0)};
}

/// |W_tn|/W_tt, in space |W_tt⁻¹ w_tn| (T5.4): the threshold that does not depend on the other contacts.
std::optional<double> to_hold_stick(const ContactSystem& system, std::size_t k) {
  const ContactRows& rows = system.rows[k];
  if (rows.tangents != 1)
    return restored_ratio(several_spatial::to_hold_stick(system, k), system, k);
  const Eigen::Index t = rows.first;
  if (!(system.W(t, t) > 0)) return std::nullopt;
  return restored_ratio(std::abs(system.W(t, t + 1)) / system.W(t, t), system, k);
}

void add_to_hold_stick(const ContactSystem& system, ImpactResult& result) {
  for (std::size_t k = 0; k < system.count(); ++k)
    result.contacts[k].friction.to_hold_stick = to_hold_stick(system, k);
}

/// The law's answer to the normalised problem, in work.law.state.answer.
/// @return the residual by the solver's own judge, if it has one.
double answer_by(const Law& law, const Question& q, Workspace& work, FrictionThresholds& friction) {
  const ContactSystem& system = work.system;
  SystemAnswer& answer = work.law.state.answer;
  clear(answer);
  double by_solver = 0;
  if (q.one) {
    law.answer(system, answer);
    friction = thresholds_of(system, thresholds(system, law.follows_path ? &law.answer : nullptr));
    return by_solver;
  }
  if (q.spatial) {
    law.answer_in_space(system, answer);
    friction =
        thresholds_of(system, thresholds_in_space(system, q.thresholds ? law.rule : std::nullopt));
    return by_solver;
  }
  const bool drives = q.tangential && law.follows_path;
  if (!drives && (q.tangential || system.colliding == no_contact))
    return rest(law, system, answer), by_solver;
  if (q.stages && law.rule)
    answer = several_spatial::follow_stages(system, *law.rule, by_solver);
  else
    law.answer_system(system, work.law);
  if (drives && answer.status == ImpactStatus::solved)
    answer.status = ImpactStatus::tangential_impact;
  return by_solver;
}

/// Contacts that feel each other, by one law: the answer, judged.
void resolve_by(const Law& law, const std::vector<Contact>& contacts, const Contacts& c,
                const Question& q, Workspace& work, ImpactResult& result) {
  if (collide_at_once(c)) {
    result = resolve_at_once(law, contacts, c, work.system);
    return add_to_hold_stick(work.system, result);
  }
  SystemAnswer& answer = work.law.state.answer;
  FrictionThresholds friction;
  double worst = answer_by(law, q, work, friction);
  if (has_answer(answer.status)) worst = std::max(worst, residual(work.system, law.id, answer));
  const auto withdrawn = withdraw_if_broken(worst, answer);
  restore(c, contacts, work.system, answer, work.restored, result);
  result.law = law.id;
  result.residual = worst;
  if (withdrawn) result.notes.push_back(*withdrawn);
  for (std::string& note : notes_on(contacts, c, work.system, law, answer))
    result.notes.push_back(std::move(note));
  if (!q.one && !q.spatial) return add_to_hold_stick(work.system, result);
  result.contacts[0].friction = friction;
  if (q.one) result.measured_notes = measured_notes_on(contacts[0], c, result);
}

/// Contacts that feel each other, by each law.
void resolve_block(const std::vector<Contact>& contacts, const Contacts& c,
                   const std::vector<LawId>& laws, Workspace& work,
                   const std::vector<ImpactResult*>& results) {
  const Question q = question_of(contacts, c, work);
  for (std::size_t i = 0; i < laws.size(); ++i)
    resolve_by(law_of(laws[i]), contacts, c, q, work, *results[i]);
}

std::vector<ImpactResult*> places_of(std::vector<ImpactResult>& results) {
  std::vector<ImpactResult*> places;
  for (ImpactResult& result : results) places.push_back(&result);
  return places;
}

/// Contacts of which some do not feel each other: block by block.
std::vector<ImpactResult> resolve_blocks(const std::vector<Contact>& contacts, const Contacts& c,
                                         const std::vector<std::vector<std::size_t>>& blocks,
                                         const std::vector<LawId>& laws, Workspace& work) {
  std::vector<std::vector<ImpactResult>> parts(laws.size());
  for (const std::vector<std::size_t>& block : blocks) {
    std::vector<ImpactResult> answers(laws.size());
    resolve_block(part_of(contacts, block), part_of(c, block), laws, work, places_of(answers));
    for (std::size_t i = 0; i < laws.size(); ++i) parts[i].push_back(std::move(answers[i]));
  }
  std::vector<ImpactResult> results;
  results.reserve(laws.size());
  for (std::vector<ImpactResult>& of_law : parts)
    results.push_back(merged(c, contacts, blocks, std::move(of_law)));
  return results;
}

void require_defined(const std::vector<Contact>& contacts, const Contacts& c, LawId law) {
  if (const auto why = undefined_because(contacts, c, law)) throw Objection(*why);
}

}  // namespace

void check(const ImpactProblem& problem) { contact_problem(problem); }

ImpactResult resolve(const ImpactProblem& problem, LawId law) {
  return std::move(resolve(problem, std::vector<LawId>{law}).front());
}

std::vector<ImpactResult> resolve(const ImpactProblem& problem, const std::vector<LawId>& laws) {
  return resolve(problem.name, problem.contacts, contact_problem(problem), laws);
}

std::vector<ImpactResult> resolve(const std::string& name, const std::vector<Contact>& contacts,
                                  const Contacts& c, const std::vector<LawId>& laws) {
  std::vector<ImpactResult> results(laws.size());
  Workspace work;
  resolve(name, contacts, c, laws, work, places_of(results));
  return results;
}

void resolve(const std::string& name, const std::vector<Contact>& contacts, const Contacts& c,
             const std::vector<LawId>& laws, Workspace& work,
             const std::vector<ImpactResult*>& results) {
  for (const LawId law : laws) require_defined(contacts, c, law);
  const bool one = c.count() == 1;
  const auto blocks = one ? std::vector<std::vector<std::size_t>>{} : blocks_of(c);
  if (blocks.size() > 1) {
    std::vector<ImpactResult> merged = resolve_blocks(contacts, c, blocks, laws, work);
    for (std::size_t i = 0; i < laws.size(); ++i) *results[i] = std::move(merged[i]);
  } else {
    resolve_block(contacts, c, laws, work, results);
  }
  for (ImpactResult* result : results) {
    result->name = name;
    result->required_friction.reset();
    if (c.required_friction)
      result->required_friction = required_friction(contacts, c, result->law);
  }
}

const ImpactResult& resolve(const ImpactProblem& problem, LawId law, Workspace& work) {
  contact_problem(problem, work.statement, work.contacts);
  resolve(problem.name, problem.contacts, work.contacts, law, work, work.result);
  return work.result;
}

void resolve(const std::string& name, const std::vector<Contact>& contacts, const Contacts& c,
             LawId law, Workspace& work, ImpactResult& result) {
  require_defined(contacts, c, law);
  const bool one = c.count() == 1;
  const auto blocks = one ? std::vector<std::vector<std::size_t>>{} : blocks_of(c);
  if (blocks.size() > 1)
    result = std::move(resolve_blocks(contacts, c, blocks, {law}, work).front());
  else
    resolve_by(law_of(law), contacts, c, question_of(contacts, c, work), work, result);
  result.name = name;
  result.required_friction.reset();
  if (c.required_friction) result.required_friction = required_friction(contacts, c, law);
}

std::vector<LawId> defined_laws(const ImpactProblem& problem) {
  return defined_laws(problem.contacts, contact_problem(problem));
}

std::vector<LawId> defined_laws(const std::vector<Contact>& contacts, const Contacts& c) {
  std::vector<LawId> defined;
  std::optional<Objection> first;
  for (const Law& law : laws()) {
    const auto why = undefined_because(contacts, c, law.id);
    if (!why) defined.push_back(law.id);
    if (why && !first) first = why;
  }
  if (defined.empty()) throw Objection(*first);
  return defined;
}

}  // namespace carom
