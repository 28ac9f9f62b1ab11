#include <carom/impact/law_rows.hpp>

#include <carom/impact/at_once/cone_laws.hpp>
#include <carom/impact/judged.hpp>
#include <carom/impact/one/law_notes.hpp>
#include <carom/impact/one/law_of_scalars.hpp>
#include <carom/impact/one/planar_answer.hpp>
#include <carom/impact/one/spatial_answer.hpp>
#include <carom/impact/several/answer.hpp>

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

}  // namespace

const LawRows& law_rows() {
  static const LawRows rows{{
      {.id = LawId::newton,
       .name = "newton",
       .title = "Routh's path with Newton's kinematic coefficient",
       .statement = "Friction acts along the path of the impact (slip, stick, reversal); "
                    "the impact ends when the normal velocity is -e times the one before.",
       .guarantees =
           "Friction cone kept at every instant. "
           "Can create energy where slip stops or reverses, and cannot express restitution when the approach velocity is zero.",
       .use =
           "To compare with the literature and with engines that prescribe the rebound velocity.",
       .reference = "[Routh1905] [WangMason1992]",
       .color = "#d55e00",
       .follows_path = true,
       .at_once = along_the_path,
       .answer = answer_newton,
       .answer_in_space = newton_in_space,
       .rule = Restitution::newton,
       .answer_system = follow_newton,
       .violation = violation_of_newton,
       .never_gains = never,
       .add_notes = note_newton,
       .termination = Termination::newton,
       .fitted = true,
       .scalars = &newton_of_scalars},
      {.id = LawId::poisson,
       .name = "poisson",
       .title = "Routh's path with Poisson's kinetic coefficient",
       .statement = "Friction acts along the path of the impact; "
                    "the normal impulse of restitution is e times that of compression. "
                    "With static friction this is Shen and Townsend's method; without, Keller's.",
       .guarantees = "Friction cone kept at every instant. Never creates energy with one contact; "
                     "with several frictional contacts it can.",
       .use = "The default of the literature on impacts of constrained systems with friction.",
       .reference = "[Routh1905] [Keller1986] [WangMason1992] [ShenTownsend1998]",
       .color = "#0072b2",
       .follows_path = true,
       .at_once = along_the_path,
       .answer = answer_poisson,
       .answer_in_space = poisson_in_space,
       .rule = Restitution::poisson,
       .answer_system = follow_poisson,
       .violation = violation_of_poisson,
       .never_gains = with_one_contact,
       .termination = Termination::poisson,
       .fitted = true,
       .scalars = &poisson_of_scalars},
      {.id = LawId::stronge,
       .name = "stronge",
       .title = "Routh's path with Stronge's energetic coefficient",
       .statement = "Friction acts along the path of the impact; "
                    "restitution returns e^2 of the normal work that compression stored.",
       .guarantees =
           "Friction cone kept at every instant. "
           "Never creates energy, with any number of contacts: e alone measures the loss that is not friction's.",
       .use = "When energy must be right: this is the law to choose without other reasons.",
       .reference = "[Stronge1990] [Stronge2000]",
       .color = "#009e73",
       .follows_path = true,
       .at_once = with_springs,
       .answer = answer_stronge,
       .answer_in_space = stronge_in_space,
       .rule = Restitution::stronge,
       .answer_system = follow_stronge,
       .violation = violation_of_stronge,
       .never_gains = always,
       .fitted = true,
       .scalars = &stronge_of_scalars},
      {.id = LawId::whittaker,
       .name = "whittaker",
       .title = "Algebraic: friction opposes the final slip",
       .statement =
           "Newton's coefficient between the velocities before and after; "
           "the total impulse lies on the friction cone against the slip after the impact, or inside it without slip.",
       .guarantees =
           "Always solvable for a regular contact. "
           "Creates energy in Kane and Levinson's double pendulum and wherever slip reverses strongly.",
       .use = "To reproduce Kane and Levinson's Table 1; not for predictions.",
       .reference = "[Whittaker1917] [KaneLevinson1985]",
       .color = "#cc79a7",
       .answer = answer_whittaker,
       .answer_in_space = whittaker_in_space,
       .answer_system = end_whittaker,
       .violation = violation_of_whittaker,
       .never_gains = never,
       .termination = Termination::newton,
       .fitted = true,
       .scalars = &whittaker_of_scalars},
      {.id = LawId::conventional,
       .name = "conventional",
       .title = "Algebraic: friction opposes the initial slip",
       .statement =
           "Newton's coefficient between the velocities before and after; "
           "the total impulse lies on the friction cone against the slip before the impact, or inside it without slip.",
       .guarantees = "Right where slip keeps its direction. "
                     "Creates energy and pushes along the slip where it reverses.",
       .use = "To reproduce Shen and Townsend's Table 2; textbook problems of single bodies.",
       .reference = "[Groesberg1968] [ShenTownsend1998]",
       .color = "#e69f00",
       .answer = answer_conventional,
       .answer_in_space = conventional_in_space,
       .violation = violation_of_conventional,
       .never_gains = never,
       .termination = Termination::newton,
       .fitted = true,
       .jumps_with_friction = true,
       .scalars = &conventional_of_scalars},
      {.id = LawId::brach,
       .name = "brach",
       .title = "Algebraic: whittaker, capped at zero energy loss",
       .statement =
           "As whittaker, but the impulse ratio is lowered where the impact would gain energy, until it gains none.",
       .guarantees =
           "Never creates energy with one contact. The cap replaces friction by bookkeeping; "
           "at e = 1 it can remove friction altogether.",
       .use = "To compare with Brach's rule as Hurmuzlu and Marghitu state it.",
       .reference = "[Brach1989] [HurmuzluMarghitu1994]",
       .color = "#56b4e9",
       .keys = one_coefficient,
       .answer = answer_brach,
       .answer_in_space = brach_in_space,
       .answer_system = end_brach,
       .violation = violation_of_whittaker,
       .never_gains = always,
       .termination = Termination::newton,
       .fitted = true,
       .scalars = &brach_of_scalars},
      {.id = LawId::impulse_ratio,
       .name = "impulse_ratio",
       .title = "Algebraic: a given impulse ratio (planar impact mechanics)",
       .statement =
           "Newton's coefficient and a given ratio p_t/p_n, or a share of the critical ratio that just ends without slip. "
           "Restitution may be negative (sideswipes) when allowed.",
       .guarantees = "Momentum only: whether energy is lost depends on the numbers given.",
       .use = "Accident reconstruction, where the ratio is measured or estimated.",
       .reference = "[Brach1984] [Brach1989]",
       .color = "#555555",
       .keys = given_ratio,
       .answer = answer_impulse_ratio,
       .violation = violation_of_impulse_ratio,
       .never_gains = never,
       .termination = Termination::newton,
       .scalars = &impulse_ratio_of_scalars},
      {.id = LawId::cataldo_sampaio,
       .name = "cataldo_sampaio",
       .title = "Two phases with tangential restitution and a moment impulse",
       .statement =
           "Compression ends at u_n = 0 with friction against the slip at its end; "
           "expansion has e times the normal impulse and gives back tangential impulse by tangential_restitution and friction_recovery. "
           "A moment impulse acts on the relative turning of the bodies by moment_compression and moment_restitution (-1: "
           "none). Without moment this is Glocker and Pfeiffer's law; "
           "poisson's answer comes out where slip does not reverse inside a phase.",
       .guarantees =
           "Never creates energy with moment_compression = -1; above -1 it can. "
           "Always solvable without moment; with one it may have no solution. "
           "Jumps where compression ends without tangential impulse and friction_recovery > 0.",
       .use =
           "Balls that come back with reversed slip and spin (superballs), rolling resistance in an impact.",
       .reference = "[CataldoSampaio2002] [GlockerPfeiffer1995]",
       .color = "#7a4f2a",
       .keys = two_phase_keys,
       .answer = answer_cataldo_sampaio,
       .violation = violation_of_cataldo_sampaio,
       .never_gains = without_moment_in_compression,
       .add_notes = note_cataldo_sampaio,
       .fitted = true,
       .scalars = &cataldo_sampaio_of_scalars},
      {.id = LawId::moreau,
       .name = "moreau",
       .title = "Cone problem: friction opposes u_t+ + e_t u_t-",
       .statement =
           "Newton's coefficient on the normal velocity, and friction against u_t+ + e_t u_t-: "
           "where friction suffices, u_t+ = -e_t u_t-. Every contact has its own e and e_t. "
           "With e_t = 0 one contact in the plane is whittaker's.",
       .guarantees =
           "Always solvable for a regular contact. "
           "Never creates energy with one e and one tangential_restitution of at least e; "
           "with a smaller one it can. In space one contact can have three answers.",
       .use = "To compare with time-stepping programs (Siconos and others), whose law it is.",
       .reference = "[Moreau1988] [PreclikEiblRuede2018]",
       .color = "#882255",
       .keys = {.static_friction = false,
                .own_restitution = true,
                .tangential_restitution = Range{0, 1}},
       .at_once = {.together = true},
       .answer = answer_moreau,
       .answer_in_space = moreau_in_space,
       .answer_system = end_moreau,
       .violation = violation_of_moreau,
       .never_gains = moreau_never_gains,
       .add_notes = note_moreau,
       .answer_together = moreau_together,
       .termination = Termination::newton,
       .fitted = true,
       .scalars = &moreau_of_scalars},
      {.id = LawId::fremond,
       .name = "fremond",
       .title = "Cone problem: friction opposes the mean slip",
       .statement =
           "Newton's coefficient on the normal velocity, and friction against the mean of the slips before and after: "
           "moreau with e_t = 1. Where friction suffices the slip is reversed.",
       .guarantees = "Always solvable for a regular contact. "
                     "Never creates energy, each contact with its own e. "
                     "In space one contact can have three answers.",
       .use = "Time stepping with several contacts where energy must not grow; superballs.",
       .reference = "[Fremond2002]",
       .color = "#117733",
       .keys = {.static_friction = false, .own_restitution = true},
       .at_once = {.together = true},
       .answer = answer_fremond,
       .answer_in_space = fremond_in_space,
       .answer_system = end_fremond,
       .violation = violation_of_fremond,
       .never_gains = fremond_never_gains,
       .answer_together = fremond_together,
       .termination = Termination::newton,
       .fitted = true,
       .scalars = &fremond_of_scalars},
      {.id = LawId::anitescu_potra,
       .name = "anitescu_potra",
       .title = "Two phases, each a cone problem",
       .statement =
           "Compression ends with u_n = 0 and friction against the slip then; "
           "expansion has at least e times the normal impulse of compression, and friction against the slip at its end. "
           "It is `together` under its own name; "
           "one contact in the plane is cataldo_sampaio's with its defaults. "
           "The cone is round, where the paper has a polygon.",
       .guarantees =
           "Always solvable for a regular contact. Never creates energy with one e for all contacts; "
           "with several it can.",
       .use = "Several contacts at once, and to compare with programs that use this law.",
       .reference = "[AnitescuPotra1997] [GlockerPfeiffer1995]",
       .color = "#332288",
       .keys = {.static_friction = false, .own_restitution = true},
       .at_once = {.together = true},
       .answer = answer_anitescu_potra,
       .answer_in_space = anitescu_potra_in_space,
       .answer_system = end_anitescu_potra,
       .violation = violation_of_anitescu_potra,
       .never_gains = anitescu_potra_never_gains,
       .fitted = true,
       .scalars = &anitescu_potra_of_scalars},
      {.id = LawId::chatterjee_ruina,
       .name = "chatterjee_ruina",
       .title = "On the line from the frictionless to the sticking impulse",
       .statement =
           "The plastic impulse without friction times 1 + e, plus 1 + e_t times what is missing from it to the plastic impulse that sticks, or less: "
           "as far as the friction cone.",
       .guarantees = "Always solvable for a regular contact, in closed form, and continuous. "
                     "Never creates energy for e in [0, 1] and e_t in [-1, 1].",
       .use =
           "Two fitted numbers per pair of bodies; on spheres it is Walton's law of granular flow.",
       .reference = "[ChatterjeeRuina1998]",
       .color = "#999933",
       .keys = {.static_friction = false, .tangential_restitution = Range{-1, 1}},
       .answer = answer_chatterjee_ruina,
       .answer_in_space = chatterjee_ruina_in_space,
       .violation = violation_of_chatterjee_ruina,
       .never_gains = always,
       .termination = Termination::newton,
       .fitted = true,
       .scalars = &chatterjee_ruina_of_scalars},
      {.id = LawId::compliant,
       .name = "compliant",
       .title = "A contact patch on a normal and a tangential spring",
       .statement =
           "A massless patch hangs on the body by two springs, the normal one with hysteresis, and slides on the other body with Coulomb friction. "
           "stiffness_ratio is K_n/K_t: Mindlin's (2 - nu)/(2 - 2 nu) for smooth bodies of Poisson's ratio nu. "
           "Its path has exact events.",
       .guarantees = "Never creates energy; the answer is unique. "
                     "Tends to stronge as the ratio goes to 0. "
                     "A jam may swing on for more than 100,000 stages, and then has no answer.",
       .use = "Spheres and other round bodies, whose slip comes back: nothing needs to be fitted.",
       .reference = "[Stronge2000] [Jia2013]",
       .color = "#44aa99",
       .keys = {.static_friction = false, .stiffness_ratio = true},
       .at_once = {.sequential = false},
       .answer = answer_compliant,
       .answer_in_space = compliant_in_space,
       .violation = violation_of_compliant,
       .never_gains = always,
       .add_notes = note_compliant,
       .refuses_in_space = compliant_refuses_in_space,
       .fitted = true,
       .scalars = &compliant_of_scalars},
  }};
  return rows;
}

}  // namespace carom
