/// @file
/// The rows of the further laws (docs/theory.md, §16) in the table of laws.
#pragma once

#include <carom/impact/at_once/cone_laws.hpp>
#include <carom/impact/judged.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/one/law_notes.hpp>
#include <carom/impact/one/one_contact.hpp>
#include <carom/impact/one/spatial_answer.hpp>

namespace carom::further {

inline bool always(const ContactSystem&) { return true; }

inline constexpr Law moreau{
    .id = LawId::moreau,
    .name = "moreau",
    .title = "Cone problem: friction opposes u_t+ + e_t u_t-",
    .statement =
        "Newton's coefficient on the normal velocity, and friction against u_t+ + e_t u_t-: where "
        "friction suffices, u_t+ = -e_t u_t-. Every contact has its own e and e_t. With e_t = 0 "
        "one contact in the plane is whittaker's.",
    .guarantees =
        "Always solvable for a regular contact. Never creates energy with one e and one "
        "tangential_restitution of at least e; with a smaller one it can. In space one contact "
        "can have three answers.",
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
    .answer_together = moreau_together};

inline constexpr Law fremond{
    .id = LawId::fremond,
    .name = "fremond",
    .title = "Cone problem: friction opposes the mean slip",
    .statement =
        "Newton's coefficient on the normal velocity, and friction against the mean of the slips "
        "before and after: moreau with e_t = 1. Where friction suffices the slip is reversed.",
    .guarantees =
        "Always solvable for a regular contact. Never creates energy, each contact with its own "
        "e. In space one contact can have three answers.",
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
    .answer_together = fremond_together};

inline constexpr Law anitescu_potra{
    .id = LawId::anitescu_potra,
    .name = "anitescu_potra",
    .title = "Two phases, each a cone problem",
    .statement =
        "Compression ends with u_n = 0 and friction against the slip then; expansion has at least "
        "e times the normal impulse of compression, and friction against the slip at its end. It "
        "is `together` under its own name; one contact in the plane is cataldo_sampaio's with its "
        "defaults. The cone is round, where the paper has a polygon.",
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
    .never_gains = anitescu_potra_never_gains};

inline constexpr Law chatterjee_ruina{
    .id = LawId::chatterjee_ruina,
    .name = "chatterjee_ruina",
    .title = "On the line from the frictionless to the sticking impulse",
    .statement =
        "The plastic impulse without friction times 1 + e, plus 1 + e_t times what is "
        "missing from "
        "it to the plastic impulse that sticks, or less: as far as the friction cone.",
    .guarantees =
        "Always solvable for a regular contact, in closed form, and continuous. Never creates "
        "energy for e in [0, 1] and e_t in [-1, 1].",
    .use = "Two fitted numbers per pair of bodies; on spheres it is Walton's law of granular flow.",
    .reference = "[ChatterjeeRuina1998]",
    .color = "#999933",
    .keys = {.static_friction = false, .tangential_restitution = Range{-1, 1}},
    .answer = answer_chatterjee_ruina,
    .answer_in_space = chatterjee_ruina_in_space,
    .violation = violation_of_chatterjee_ruina,
    .never_gains = always};

inline constexpr Law compliant{
    .id = LawId::compliant,
    .name = "compliant",
    .title = "A contact patch on a normal and a tangential spring",
    .statement =
        "A massless patch hangs on the body by two springs, the normal one with hysteresis, and "
        "slides on the other body with Coulomb friction. stiffness_ratio is K_n/K_t: Mindlin's "
        "(2 - nu)/(2 - 2 nu) for smooth bodies of Poisson's ratio nu. Its path has exact events.",
    .guarantees =
        "Never creates energy; the answer is unique. Tends to stronge as the ratio goes to 0. A "
        "jam may swing on for more than 100,000 stages, and then has no answer.",
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
    .refuses_in_space = compliant_refuses_in_space};

}  // namespace carom::further
