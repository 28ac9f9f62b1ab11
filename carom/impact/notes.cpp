#include <carom/impact/at_once/simultaneous.hpp>
#include <carom/impact/notes.hpp>

#include <fmt/format.h>

#include <cmath>

namespace carom {
namespace {

/// Several contacts in space, or in the plane where they collide at once and W is singular.
bool shares_by_rule(const Contacts& c, const ContactSystem& system) {
  if (c.in_space) return true;
  return collide_at_once(c) && c.simultaneous != Simultaneous::sequential && system.singular &&
         system.friction == system.static_friction;
}

/// Several answers, or several ways to share loads, under the rule of equal compliance (T18.5).
void add_notes_on_rule(const SystemAnswer& answer, std::vector<std::string>& notes) {
  if (!has_answer(answer.status)) return;
  if (answer.status == ImpactStatus::undetermined)
    notes.emplace_back(
        answer.unique_impulse
            ? "several motions satisfy the law: the one with the least energy is given"
            : "the motion depends on how dependent contacts share their loads: "
              "they share them as by equal springs; alternatives spare one contact each");
  else if (!answer.unique_impulse)
    notes.emplace_back(
        "W is singular: velocities are unique, impulses are not; "
        "loads are shared as by equal springs");
}

void add_notes_on_status(const Contacts& c, const ContactSystem& system, const SystemAnswer& answer,
                         std::vector<std::string>& notes) {
  const bool one = system.count() == 1;
  if (c.projection) notes.emplace_back("touching: the velocity was projected onto u_n = 0");
  if (answer.status == ImpactStatus::tangential_impact) {
    notes.emplace_back(
        "u_n is 0 and slip drives the bodies together: "
        "p = 0 satisfies the law as well, the impact is the documented choice");
  }
  if (!one && shares_by_rule(c, system)) return add_notes_on_rule(answer, notes);
  if (answer.status == ImpactStatus::undetermined)
    notes.emplace_back(
        !one ? "several choices of modes satisfy the law: "
               "the one that keeps the modes, else sticks, else stays closed is given"
        : answer.path_length == 0 && system.u[system.rows[0].normal()] != 0
            ? "several answers satisfy the law: "
              "the one that sticks, else the one with the least contact work, is given"
        : system.u[system.rows[0].normal()] != 0
            ? "compression may end in several ways: sticking with the least impulse is given"
        : answer.alternatives.empty()
            ? "u_n is 0 and stays 0 while slip lasts: every impulse against the slip satisfies the law; "
              "p = 0 is the documented choice"
            : "u_n is 0 and stays 0 while slip lasts: every impulse up to the slip stop satisfies the law; "
              "p = 0 is the documented choice");
  const bool velocities = !one || answer.status != ImpactStatus::undetermined;
  if (has_answer(answer.status) && !answer.unique_impulse && !(one && c.rows[0].is_stop()))
    notes.emplace_back(
        velocities
            ? "W is singular: velocities are unique, impulses are not; "
              "the least-norm impulse is given"
            : "W is singular: impulses are not unique, and what is given back depends on them");
  if (has_answer(answer.status) && !answer.exhaustive)
    notes.push_back(fmt::format(
        "more than {} combinations of modes: whether the answer is the only one was not examined",
        enumeration_limit));
}

void add_notes_on_energy(const ContactSystem& system, const SystemAnswer& answer,
                         std::vector<std::string>& notes) {
  if (answer.ledger.empty() || !has_answer(answer.status)) return;
  if (system.colliding == no_contact) return;
  const auto& ledger = answer.ledger[static_cast<std::size_t>(system.colliding)];
  if (ledger.normal_restitution > -ledger.normal_compression * (1 + noted_work))
    notes.emplace_back("restitution returned more normal work than compression stored");
}

void add_notes_on_reason(const Contacts& c, const SystemAnswer& answer, const Law& law,
                         std::vector<std::string>& notes) {
  const bool one = c.count() == 1;
  if (answer.reason == NoSolution::rank_one || answer.reason == NoSolution::singular)
    notes.emplace_back(
        law.keys.impulse_ratio
            ? "W is singular: no impulse ends without slip, so there is no critical ratio"
            : "W is singular and the contact locks: "
              "no impulse gives the velocity that the law asks for");
  if (one && answer.reason == NoSolution::no_consistent_mode)
    notes.emplace_back("no positive normal impulse has the impulse ratio that the law asks for");
  if (one || !answer.reason) return;
  const bool path = answer.path_length > 0;
  const std::string where =
      path ? fmt::format(
                 "stage {} of the path, in {}: ", answer.path_length,
                 to_string(answer.path[answer.path_length - 1].phase.value_or(Phase::restitution)))
           : "at the start: ";
  switch (*answer.reason) {
    case NoSolution::no_consistent_mode:
      notes.push_back(
          where +
          (c.in_space
               ? "no rates that satisfy Coulomb's law were found from several starts, which is no proof that there are none"
               : "no choice of stick, slip and separation satisfies Coulomb's law"));
      break;
    case NoSolution::no_termination:
      notes.push_back(where + "no event ends it, the impact would go on for ever");
      break;
    case NoSolution::recompression:
      notes.push_back(where + "the colliding contact approaches again before restitution ends");
      break;
    case NoSolution::no_zero_loss_root:
      notes.emplace_back("no impulse ratio up to whittaker's ends without loss of energy");
      break;
    case NoSolution::rate_diverges:
      notes.push_back(where + "the impulses grow without bound against each other");
      break;
    case NoSolution::rank_one:
    case NoSolution::singular:
    case NoSolution::penetrating:
    case NoSolution::no_compression:
    case NoSolution::moment_singular: break;
  }
}

/// One contact in space that collides with duₙ/dpₙ = W_nn − μ b·w < 0 (T12.1).
bool begins_in_a_jam(const ContactSystem& s) {
  if (s.count() != 1 || s.rows[0].tangents != 2 || !(s.u[2] < 0)) return false;
  const double slip = s.u.head<2>().norm();
  return slip > 0 && s.W(2, 2) * slip < s.friction[0] * s.W.col(2).head<2>().dot(s.u.head<2>());
}

/// A jam and a second compression are rare enough to be pointed out.
void add_notes_on_path(const ContactSystem& system, const SystemAnswer& answer,
                       std::vector<std::string>& notes) {
  if (answer.path_length > 0 && begins_in_a_jam(system))
    notes.emplace_back("the impact begins with a jam: friction drives the bodies together");
  for (std::size_t k = 0; k < answer.path_length; ++k)
    if (answer.path[k].kind == PathEventKind::compression_starts) {
      notes.emplace_back("the bodies compress a second time: slip turned and drove them together");
      return;
    }
}

/// Parameters that were given and do not act, or not given and taken as zero.
void add_notes_on_contacts(const std::vector<Contact>& contacts, const Contacts& c,
                           const ContactSystem& system, const Law& law, const SystemAnswer& answer,
                           std::vector<std::string>& notes) {
  if (contacts.size() == 1) {
    const bool nothing = answer.modes[0] == ImpactMode::none;
    if (contacts[0].touching && contacts[0].restitution.value_or(0) != 0)
      notes.emplace_back(nothing
                             ? "touching: restitution is not used where nothing collides"
                             : "touching: slip makes an impact of it, in which restitution acts");
    return;
  }
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    if (static_cast<Eigen::Index>(k) == system.colliding) continue;
    if (!law.keys.own_restitution && contacts[k].restitution.value_or(0) != 0)
      notes.push_back(contact_label(contacts[k], k) +
                      ".restitution: not used, the contact does not collide");
    if (!contacts[k].friction && !c.rows[k].is_stop())
      notes.push_back(contact_label(contacts[k], k) + ".friction: not given, taken as 0");
  }
}

/// The sign of pₜ at the end without slip: of −W_nn uₜ⁻ + W_tn (1+e) uₙ⁻, since pₜ is that over det W > 0.
double sign_of_critical(const Contacts& c, double e) {
  const Eigen::Index t = c.rows[0].first;
  const Eigen::Index n = c.rows[0].normal();
  return -c.W(n, n) * c.u[t] + c.W(t, n) * (1 + e) * c.u[n];
}

}  // namespace

std::vector<MeasuredNote> measured_notes_on(const Contact& contact, const Contacts& c,
                                            const ImpactResult& result) {
  if (!law_of(result.law).keys.impulse_ratio || !contact.impulse_ratio ||
      !has_answer(result.status))
    return {};
  const ContactResult& r = result.contacts[0];
  const double terms = std::abs(r.impulse.t) * (std::abs(r.u_before.t) + std::abs(r.u_after.t));
  if (!(r.work.friction > noted_work * terms)) return {};
  const double ratio = *contact.impulse_ratio;
  const std::optional<double>& critical = r.friction.to_end_without_slip;
  const bool right_sign =
      critical && ratio * sign_of_critical(c, contact.restitution.value_or(0)) > 0;
  const bool beyond = critical && std::abs(ratio) > *critical;
  if (right_sign && !beyond) return {};
  if (!critical && ratio * r.u_before.t < 0) return {};
  std::string remedy;
  if (!right_sign)
    remedy =
        fmt::format(": friction opposes slip, this drives it; write impulse_ratio: {:.6g}", -ratio);
  if (beyond)
    remedy += fmt::format(
        "{} {:.6g} is beyond the critical ratio {:.6g}, with which friction has stopped the slip and can do no more",
        right_sign ? ":" : ", but", std::abs(ratio), *critical);
  return {{.before = "the tangential impulse adds ",
           .value = r.work.friction,
           .measure = NoteMeasure::energy,
           .after = std::move(remedy)}};
}

std::vector<std::string> notes_on(const std::vector<Contact>& contacts, const Contacts& c,
                                  const ContactSystem& system, const Law& law,
                                  const SystemAnswer& answer) {
  std::vector<std::string> notes;
  add_notes_on_status(c, system, answer, notes);
  add_notes_on_energy(system, answer, notes);
  add_notes_on_reason(c, answer, law, notes);
  add_notes_on_path(system, answer, notes);
  if (law.add_notes) law.add_notes(system, answer, notes);
  add_notes_on_contacts(contacts, c, system, law, answer, notes);
  return notes;
}

std::vector<std::string> notes_at_once(const std::vector<Contact>& contacts, const Contacts& c,
                                       const ContactSystem& system, const SystemAnswer& answer) {
  std::vector<std::string> notes;
  SystemAnswer status;
  status.status = answer.status;
  const bool choice = answer.status == ImpactStatus::undetermined && !answer.unique_impulse &&
                      !shares_by_rule(c, system);
  status.unique_impulse = answer.unique_impulse || choice;
  status.exhaustive = answer.exhaustive;
  add_notes_on_status(c, system, status, notes);
  if (choice)
    notes.emplace_back(
        "W is singular: impulses are not unique, and what is given back depends on them; "
        "the least-norm impulse of each phase is given");
  if (has_answer(answer.status)) {
    const double work = answer.p.dot(system.u + answer.u_after);
    const double size = answer.p.cwiseAbs().dot(system.u.cwiseAbs() + answer.u_after.cwiseAbs());
    if (work > noted_work * size)
      notes.emplace_back(
          "energy was created, which the rule for several collisions does not exclude");
  }
  for (std::size_t k = 0; k < contacts.size(); ++k)
    if (!contacts[k].friction && !c.rows[k].is_stop())
      notes.push_back(contact_label(contacts[k], k) + ".friction: not given, taken as 0");
  return notes;
}

}  // namespace carom
