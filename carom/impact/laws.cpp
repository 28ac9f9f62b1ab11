#include <carom/impact/laws.hpp>

#include <carom/impact/at_once/simultaneous.hpp>
#include <carom/impact/one/one_contact.hpp>
#include <carom/impact/several/answer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>

namespace carom {
namespace {

constexpr std::array<Law, 8> table{{
    {LawId::newton, "newton", "Routh's path with Newton's kinematic coefficient",
     "Friction acts along the path of the impact (slip, stick, reversal); the impact ends when the "
     "normal velocity is -e times the one before.",
     "Friction cone kept at every instant. Can create energy where slip stops or reverses, and "
     "cannot "
     "express restitution when the approach velocity is zero.",
     "To compare with the literature and with engines that prescribe the rebound velocity.",
     "[Routh1905] [WangMason1992]", true, answer_newton, follow_newton},
    {LawId::poisson, "poisson", "Routh's path with Poisson's kinetic coefficient",
     "Friction acts along the path of the impact; the normal impulse of restitution is e times "
     "that of "
     "compression. With static friction this is Shen and Townsend's method; without, Keller's.",
     "Friction cone kept at every instant. Never creates energy with one contact; with several "
     "frictional contacts it can.",
     "The default of the literature on impacts of constrained systems with friction.",
     "[Routh1905] [Keller1986] [WangMason1992] [ShenTownsend1998]", true, answer_poisson,
     follow_poisson},
    {LawId::stronge, "stronge", "Routh's path with Stronge's energetic coefficient",
     "Friction acts along the path of the impact; restitution returns e^2 of the normal work that "
     "compression stored.",
     "Friction cone kept at every instant. Never creates energy, with any number of contacts: e "
     "alone "
     "measures the loss that is not friction's.",
     "When energy must be right: this is the law to choose without other reasons.",
     "[Stronge1990] [Stronge2000]", true, answer_stronge, follow_stronge},
    {LawId::whittaker, "whittaker", "Algebraic: friction opposes the final slip",
     "Newton's coefficient between the velocities before and after; the total impulse lies on the "
     "friction cone against the slip after the impact, or inside it without slip.",
     "Always solvable for a regular contact. Creates energy in Kane and Levinson's double pendulum "
     "and "
     "wherever slip reverses strongly.",
     "To reproduce Kane and Levinson's Table 1; not for predictions.",
     "[Whittaker1917] [KaneLevinson1985]", false, answer_whittaker, end_whittaker},
    {LawId::conventional, "conventional", "Algebraic: friction opposes the initial slip",
     "Newton's coefficient between the velocities before and after; the total impulse lies on the "
     "friction cone against the slip before the impact, or inside it without slip.",
     "Right where slip keeps its direction. Creates energy and pushes along the slip where it "
     "reverses.",
     "To reproduce Shen and Townsend's Table 2; textbook problems of single bodies.",
     "[Groesberg1968] [ShenTownsend1998]", false, answer_conventional, nullptr},
    {LawId::brach, "brach", "Algebraic: whittaker, capped at zero energy loss",
     "As whittaker, but the impulse ratio is lowered where the impact would gain energy, until it "
     "gains none.",
     "Never creates energy with one contact. The cap replaces friction by bookkeeping; at e = 1 it "
     "can "
     "remove friction altogether.",
     "To compare with Brach's rule as Hurmuzlu and Marghitu state it.",
     "[Brach1989] [HurmuzluMarghitu1994]", false, answer_brach, end_brach},
    {LawId::impulse_ratio, "impulse_ratio",
     "Algebraic: a given impulse ratio (planar impact mechanics)",
     "Newton's coefficient and a given ratio p_t/p_n, or a share of the critical ratio that just "
     "ends "
     "without slip. Restitution may be negative (sideswipes) when allowed.",
     "Momentum only: whether energy is lost depends on the numbers given.",
     "Accident reconstruction, where the ratio is measured or estimated.",
     "[Brach1984] [Brach1989]", false, answer_impulse_ratio, nullptr},
    {LawId::cataldo_sampaio, "cataldo_sampaio",
     "Two phases with tangential restitution and a moment impulse",
     "Compression ends at u_n = 0 with friction against the slip at its end; expansion has e times "
     "the normal impulse and gives back tangential impulse by tangential_restitution and "
     "friction_recovery. A moment impulse acts on the relative turning of the bodies by "
     "moment_compression and moment_restitution (-1: none). Without moment this is Glocker and "
     "Pfeiffer's law; poisson's answer comes out where slip does not reverse inside a phase.",
     "Never creates energy with moment_compression = -1; above -1 it can. Always solvable without "
     "moment; with one it may have no solution. Jumps where compression ends without tangential "
     "impulse and friction_recovery > 0.",
     "Balls that come back with reversed slip and spin (superballs), rolling resistance in an "
     "impact.",
     "[CataldoSampaio2002] [GlockerPfeiffer1995]", false, answer_cataldo_sampaio, nullptr},
}};

/// The law impulse_ratio is defined by its ratio, whether or not the contact collides.
std::optional<std::string> without_ratio(const Contact& contact, const std::string& at, LawId law) {
  if (law != LawId::impulse_ratio || contact.impulse_ratio || contact.critical_fraction)
    return std::nullopt;
  return at + ".impulse_ratio: missing; the law impulse_ratio needs it or critical_fraction";
}

/// The parameters that a law asks of a contact that may collide.
std::optional<std::string> missing(const Contact& contact, const std::string& at, LawId law,
                                   bool normal_only) {
  const std::string name(law_of(law).name);
  if (!contact.restitution && !contact.touching)
    return at + ".restitution: missing; give a number from 0 to 1 (write 0 to mean 0)";
  if (law == LawId::impulse_ratio) {
    if (normal_only) return at + ".tangent: missing; the law impulse_ratio needs it";
    return std::nullopt;
  }
  if (contact.restitution.value_or(0) < 0)
    return at + ".restitution: is negative, which only the law impulse_ratio takes, not " + name;
  if (!contact.friction && !normal_only)
    return at + ".friction: missing; give the kinetic coefficient (write 0 to mean 0)";
  return std::nullopt;
}

/// What a law does not take of any contact.
std::optional<std::string> refused(const Contact& contact, const std::string& at, LawId law,
                                   bool normal_only) {
  if (law == LawId::impulse_ratio) return std::nullopt;
  const double mu = contact.friction.value_or(0);
  if (normal_only && mu > 0)
    return at + ".friction: given for a contact without tangent; give the tangent or friction 0";
  const bool one_coefficient = law == LawId::brach || law == LawId::cataldo_sampaio;
  if (one_coefficient && contact.static_friction.value_or(mu) != mu)
    return fmt::format("{}.static_friction: differs from friction, which the law {} does not take",
                       at, law_of(law).name);
  return std::nullopt;
}

/// A moment impulse of the law cataldo_sampaio needs the turning that it acts on.
std::optional<std::string> without_turning(const Contact& contact, const std::string& at,
                                           const ContactProblem& c) {
  if (c.spin) return std::nullopt;
  const auto acts = [](const std::optional<double>& e_m) { return e_m.value_or(-1) > -1; };
  if (!acts(contact.moment_compression) && !acts(contact.moment_restitution)) return std::nullopt;
  const std::string key =
      acts(contact.moment_compression) ? "moment_compression" : "moment_restitution";
  if (!c.velocity)
    return fmt::format(
        "{}.{}: W and u say nothing of turning; give -1, or mass, velocity and "
        "spin_row",
        at, key);
  return fmt::format("{}.spin_row: missing; {} needs the row of the relative rate of turning", at,
                     key);
}

/// One contact may begin an impact by its slip alone; of several, only the approaching one asks for
/// all parameters.
bool may_collide(const ContactProblem& c, std::size_t k) {
  const auto t = static_cast<Eigen::Index>(2 * k);
  const bool alone = c.u.size() == 2;
  return c.u[t + 1] < 0 || (alone && c.u[t + 1] == 0 && c.u[t] != 0);
}

}  // namespace

std::span<const Law> laws() { return table; }

const Law& law_of(LawId id) {
  const auto* found =
      std::find_if(table.begin(), table.end(), [&](const Law& law) { return law.id == id; });
  assert(found != table.end());
  return *found;
}

std::optional<LawId> find_law(std::string_view name) {
  for (const Law& law : table)
    if (law.name == name) return law.id;
  return std::nullopt;
}

std::optional<std::string> undefined_because(const ImpactProblem& problem, LawId law) {
  return undefined_because(problem.contacts, contact_problem(problem), law);
}

std::optional<std::string> undefined_because(const std::vector<Contact>& contacts,
                                             const ContactProblem& c, LawId law) {
  const bool at_once = collide_at_once(c);
  const bool sequence = at_once && c.simultaneous == Simultaneous::sequential;
  if (!sequence && contacts.size() > 1 && law_of(law).answer_system == nullptr)
    return fmt::format("contacts: {} given; the law {} takes one contact", contacts.size(),
                       law_of(law).name);
  if (at_once)
    if (auto why = undefined_at_once(contacts, c, law_of(law))) return why;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const std::string at = contact_path(k);
    const bool collides = sequence || may_collide(c, k);
    if (collides)
      if (auto why = missing(contacts[k], at, law, c.normal_only[k])) return why;
    if (auto why = without_ratio(contacts[k], at, law)) return why;
    if (collides || contacts.size() > 1)
      if (auto why = refused(contacts[k], at, law, c.normal_only[k])) return why;
    if (collides && law == LawId::cataldo_sampaio)
      if (auto why = without_turning(contacts[k], at, c)) return why;
  }
  if (sequence) return undefined_in_sequence(contacts, c, law_of(law));
  return std::nullopt;
}

}  // namespace carom
