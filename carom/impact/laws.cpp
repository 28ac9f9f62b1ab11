#include <carom/impact/laws.hpp>

#include <carom/impact/at_once/simultaneous.hpp>
#include <carom/impact/blocks.hpp>
#include <carom/impact/further_laws.hpp>
#include <carom/impact/judged.hpp>
#include <carom/impact/one/law_notes.hpp>
#include <carom/impact/one/one_contact.hpp>
#include <carom/impact/one/spatial_answer.hpp>
#include <carom/impact/several/answer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>

namespace carom {
namespace {

constexpr LawKeys one_coefficient{.static_friction = false};
constexpr LawKeys given_ratio{
    .friction = false, .impulse_ratio = true, .negative_restitution = true};
constexpr LawKeys two_phase_keys{
    .static_friction = false, .moment = true, .tangential_restitution = Range{0, 1}};
constexpr LawAtOnce along_the_path{.together = true};
constexpr LawAtOnce with_springs{.together = true, .springs = true};

bool always(const ContactSystem&) { return true; }
bool never(const ContactSystem&) { return false; }
bool with_one_contact(const ContactSystem& contacts) { return contacts.count() == 1; }
bool without_moment_in_compression(const ContactSystem& contacts) {
  return contacts.two_phases.moment_compression == -1;
}

/// All rows; a new law is one more, and its name in law_id.hpp.
constexpr std::array<Law, 13> table{{
    {LawId::newton,
     "newton",
     "Routh's path with Newton's kinematic coefficient",
     "Friction acts along the path of the impact (slip, stick, reversal); the impact ends when the "
     "normal velocity is -e times the one before.",
     "Friction cone kept at every instant. Can create energy where slip stops or reverses, and "
     "cannot "
     "express restitution when the approach velocity is zero.",
     "To compare with the literature and with engines that prescribe the rebound velocity.",
     "[Routh1905] [WangMason1992]",
     "#d55e00",
     true,
     {},
     along_the_path,
     answer_newton,
     newton_in_space,
     Restitution::newton,
     follow_newton,
     violation_of_newton,
     never,
     note_newton},
    {LawId::poisson,
     "poisson",
     "Routh's path with Poisson's kinetic coefficient",
     "Friction acts along the path of the impact; the normal impulse of restitution is e times "
     "that of "
     "compression. With static friction this is Shen and Townsend's method; without, Keller's.",
     "Friction cone kept at every instant. Never creates energy with one contact; with several "
     "frictional contacts it can.",
     "The default of the literature on impacts of constrained systems with friction.",
     "[Routh1905] [Keller1986] [WangMason1992] [ShenTownsend1998]",
     "#0072b2",
     true,
     {},
     along_the_path,
     answer_poisson,
     poisson_in_space,
     Restitution::poisson,
     follow_poisson,
     violation_of_poisson,
     with_one_contact,
     nullptr},
    {LawId::stronge,
     "stronge",
     "Routh's path with Stronge's energetic coefficient",
     "Friction acts along the path of the impact; restitution returns e^2 of the normal work that "
     "compression stored.",
     "Friction cone kept at every instant. Never creates energy, with any number of contacts: e "
     "alone "
     "measures the loss that is not friction's.",
     "When energy must be right: this is the law to choose without other reasons.",
     "[Stronge1990] [Stronge2000]",
     "#009e73",
     true,
     {},
     with_springs,
     answer_stronge,
     stronge_in_space,
     Restitution::stronge,
     follow_stronge,
     violation_of_stronge,
     always,
     nullptr},
    {LawId::whittaker,
     "whittaker",
     "Algebraic: friction opposes the final slip",
     "Newton's coefficient between the velocities before and after; the total impulse lies on the "
     "friction cone against the slip after the impact, or inside it without slip.",
     "Always solvable for a regular contact. Creates energy in Kane and Levinson's double pendulum "
     "and "
     "wherever slip reverses strongly.",
     "To reproduce Kane and Levinson's Table 1; not for predictions.",
     "[Whittaker1917] [KaneLevinson1985]",
     "#cc79a7",
     false,
     {},
     {},
     answer_whittaker,
     whittaker_in_space,
     {},
     end_whittaker,
     violation_of_whittaker,
     never,
     nullptr},
    {LawId::conventional,
     "conventional",
     "Algebraic: friction opposes the initial slip",
     "Newton's coefficient between the velocities before and after; the total impulse lies on the "
     "friction cone against the slip before the impact, or inside it without slip.",
     "Right where slip keeps its direction. Creates energy and pushes along the slip where it "
     "reverses.",
     "To reproduce Shen and Townsend's Table 2; textbook problems of single bodies.",
     "[Groesberg1968] [ShenTownsend1998]",
     "#e69f00",
     false,
     {},
     {},
     answer_conventional,
     conventional_in_space,
     {},
     nullptr,
     violation_of_conventional,
     never,
     nullptr},
    {LawId::brach,
     "brach",
     "Algebraic: whittaker, capped at zero energy loss",
     "As whittaker, but the impulse ratio is lowered where the impact would gain energy, until it "
     "gains none.",
     "Never creates energy with one contact. The cap replaces friction by bookkeeping; at e = 1 it "
     "can "
     "remove friction altogether.",
     "To compare with Brach's rule as Hurmuzlu and Marghitu state it.",
     "[Brach1989] [HurmuzluMarghitu1994]",
     "#56b4e9",
     false,
     one_coefficient,
     {},
     answer_brach,
     brach_in_space,
     {},
     end_brach,
     violation_of_whittaker,
     always,
     nullptr},
    {LawId::impulse_ratio,
     "impulse_ratio",
     "Algebraic: a given impulse ratio (planar impact mechanics)",
     "Newton's coefficient and a given ratio p_t/p_n, or a share of the critical ratio that just "
     "ends "
     "without slip. Restitution may be negative (sideswipes) when allowed.",
     "Momentum only: whether energy is lost depends on the numbers given.",
     "Accident reconstruction, where the ratio is measured or estimated.",
     "[Brach1984] [Brach1989]",
     "#555555",
     false,
     given_ratio,
     {},
     answer_impulse_ratio,
     nullptr,
     {},
     nullptr,
     violation_of_impulse_ratio,
     never,
     nullptr},
    {LawId::cataldo_sampaio,
     "cataldo_sampaio",
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
     "[CataldoSampaio2002] [GlockerPfeiffer1995]",
     "#7a4f2a",
     false,
     two_phase_keys,
     {},
     answer_cataldo_sampaio,
     nullptr,
     {},
     nullptr,
     violation_of_cataldo_sampaio,
     without_moment_in_compression,
     note_cataldo_sampaio},
    further::moreau,
    further::fremond,
    further::anitescu_potra,
    further::chatterjee_ruina,
    further::compliant,
}};

/// The law impulse_ratio is defined by its ratio, whether or not the contact collides.
std::optional<std::string> without_ratio(const Contact& contact, const std::string& at,
                                         const Law& law) {
  if (!law.keys.impulse_ratio || contact.impulse_ratio || contact.critical_fraction)
    return std::nullopt;
  return fmt::format("{}.impulse_ratio: missing; the law {} needs it or critical_fraction", at,
                     law.name);
}

/// The parameters that a law asks of a contact that may collide.
std::optional<std::string> missing(const Contact& contact, const std::string& at, const Law& law,
                                   bool is_stop) {
  if (!contact.restitution && !contact.touching)
    return at + ".restitution: missing; give a number from 0 to 1 (write 0 to mean 0)";
  if (law.keys.impulse_ratio && is_stop)
    return fmt::format("{}.tangent: missing; the law {} needs it", at, law.name);
  if (contact.restitution.value_or(0) < 0 && !law.keys.negative_restitution)
    return fmt::format(
        "{}.restitution: is negative, which only the law impulse_ratio takes, not {}", at,
        law.name);
  if (law.keys.friction && !contact.friction && !is_stop)
    return at + ".friction: missing; give the kinetic coefficient (write 0 to mean 0)";
  if (law.keys.stiffness_ratio && !contact.stiffness_ratio && !is_stop)
    return fmt::format("{}.stiffness_ratio: missing; the law {} needs it", at, law.name);
  return std::nullopt;
}

/// What a law does not take of any contact.
std::optional<std::string> refused(const Contact& contact, const std::string& at, const Law& law,
                                   bool is_stop) {
  if (!law.keys.friction) return std::nullopt;
  const double mu = contact.friction.value_or(0);
  if (is_stop && mu > 0)
    return at + ".friction: given for a contact without tangent; give the tangent or friction 0";
  if (!law.keys.static_friction && contact.static_friction.value_or(mu) != mu)
    return fmt::format("{}.static_friction: differs from friction, which the law {} does not take",
                       at, law.name);
  const auto& range = law.keys.tangential_restitution;
  const auto& e_t = contact.tangential_restitution;
  if (range && e_t && (*e_t < range->least || *e_t > range->most))
    return fmt::format("{}.tangential_restitution: {} is outside [{}, {}], the range of the law {}",
                       at, *e_t, range->least, range->most, law.name);
  return std::nullopt;
}

/// A moment impulse of the law cataldo_sampaio needs the turning that it acts on.
std::optional<std::string> without_turning(const Contact& contact, const std::string& at,
                                           const Contacts& c) {
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
bool may_collide(const Contacts& c, std::size_t k) {
  const ContactVector u = vector_at(c.u, c.rows[k]);
  return u.n < 0 || (c.count() == 1 && u.n == 0 && has_tangential(u));
}

/// Several contacts that feel each other have one coefficient each, in space and on springs.
std::optional<std::string> two_coefficients(const std::vector<Contact>& contacts,
                                            const std::vector<std::size_t>& block,
                                            const std::string& where) {
  for (const std::size_t k : block) {
    const double mu = contacts[k].friction.value_or(0);
    if (contacts[k].static_friction.value_or(mu) != mu)
      return fmt::format("{}.static_friction: differs from friction, which {} do not take",
                         contact_path(k), where);
  }
  return std::nullopt;
}

/// Laws of the plane, and laws of one contact where several in space feel each other.
std::optional<std::string> undefined_in_space(const std::vector<Contact>& contacts,
                                              const Contacts& c, const Law& law) {
  if (!c.in_space) return std::nullopt;
  if (law.most_tangents() < 2)
    return fmt::format("contacts: are in space; the law {} is planar", law.name);
  if (c.simultaneous == Simultaneous::sequential && collide_at_once(c)) return std::nullopt;
  if (law.at_once.together && !law.rule) return std::nullopt;
  for (const std::vector<std::size_t>& block : blocks_of(c)) {
    if (block.size() == 1) continue;
    if (!law.rule)
      return fmt::format(
          "contacts: {} and {} feel each other; the law {} takes one contact in space; want "
          "newton, "
          "poisson or stronge, contacts that do not feel each other, or simultaneous: sequential",
          contact_path(block[0]), contact_path(block[1]), law.name);
    if (auto why = two_coefficients(contacts, block, "several spatial contacts")) return why;
  }
  return std::nullopt;
}

/// On springs each contact's own restitution acts, and its one coefficient of friction.
std::optional<std::string> undefined_on_springs(const std::vector<Contact>& contacts,
                                                const Contacts& c) {
  for (const std::vector<std::size_t>& block : blocks_of(c)) {
    if (!collide_at_once(part_of(c, block))) continue;
    for (const std::size_t k : block)
      if (!contacts[k].restitution)
        return contact_path(k) +
               ".restitution: missing; on springs each contact's own restitution acts (write 0 to "
               "mean 0)";
    if (auto why = two_coefficients(contacts, block, "contacts on springs")) return why;
  }
  return std::nullopt;
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
                                             const Contacts& c, LawId id) {
  const Law& law = law_of(id);
  const bool at_once = collide_at_once(c);
  const bool sequence = at_once && c.simultaneous == Simultaneous::sequential;
  if (auto why = undefined_in_space(contacts, c, law)) return why;
  if (contacts.size() > 1 && !law.at_once.sequential)
    return fmt::format("contacts: {} given; the law {} takes one contact", contacts.size(),
                       law.name);
  if (!c.in_space && !sequence && contacts.size() > 1 && law.answer_system == nullptr)
    return fmt::format("contacts: {} given; the law {} takes one contact", contacts.size(),
                       law.name);
  if (at_once)
    if (auto why = undefined_at_once(contacts, c, law)) return why;
  if (at_once && c.simultaneous == Simultaneous::springs)
    if (auto why = undefined_on_springs(contacts, c)) return why;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const std::string at = contact_path(k);
    const bool stop = c.rows[k].is_stop();
    const bool collides = sequence || may_collide(c, k);
    if (collides)
      if (auto why = missing(contacts[k], at, law, stop)) return why;
    if (auto why = without_ratio(contacts[k], at, law)) return why;
    if (collides || contacts.size() > 1)
      if (auto why = refused(contacts[k], at, law, stop)) return why;
    if (collides && law.keys.moment)
      if (auto why = without_turning(contacts[k], at, c)) return why;
  }
  if (sequence) return undefined_in_sequence(contacts, c, law);
  if (law.refuses_in_space != nullptr && c.in_space && c.rows[0].tangents == 2)
    return law.refuses_in_space(contact_system(c, contacts));
  return std::nullopt;
}

}  // namespace carom
