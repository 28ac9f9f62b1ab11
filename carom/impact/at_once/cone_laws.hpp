/// @file
/// The laws that are cone problems (T16.1), with several contacts, in the plane and in space.
///
/// moreau and fremond are one cone problem over all contacts, with
///
///     q = u⁻ + (e_t uₜ⁻, e uₙ⁻) at each contact, w = u⁺ + (e_t uₜ⁻, e uₙ⁻)                     (T16.22)
///
/// each with its own e and e_t; e = 0 where uₙ⁻ > 0. anitescu_potra is `together` (together.hpp) under a name of its
/// own. Contacts that approach, touch and leave take part. Where W is singular the rule of equal compliance chooses
/// (T18.5).
#pragma once

#include <carom/impact/several/answer.hpp>
#include <carom/impact/several/contact_system.hpp>

namespace carom {

/// Several contacts that collide together, or one that collides and others that touch.
void moreau_together(const ContactSystem& contacts, SystemAnswer& answer);
void fremond_together(const ContactSystem& contacts, SystemAnswer& answer);
void anitescu_potra_together(const ContactSystem& contacts, SystemAnswer& answer);

/// The same in the memory of an impact.
const SystemAnswer& end_moreau(const ContactSystem& contacts, SystemWorkspace& work);
const SystemAnswer& end_fremond(const ContactSystem& contacts, SystemWorkspace& work);
const SystemAnswer& end_anitescu_potra(const ContactSystem& contacts, SystemWorkspace& work);

/// True where the theorems promise that no energy is gained (docs/theory.md, Prop. 16.1): moreau with one e and one
/// e_t ≥ e, or e_t = 1; fremond; anitescu_potra with one e. A contact that leaves is not in them, but for the last.
bool moreau_never_gains(const ContactSystem& contacts);
bool fremond_never_gains(const ContactSystem& contacts);
bool anitescu_potra_never_gains(const ContactSystem& contacts);

}  // namespace carom
