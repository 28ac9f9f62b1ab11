/// @file
/// What a reader should know of the answers of single laws.
#pragma once

#include <carom/impact/several/answer.hpp>

#include <string>
#include <vector>

namespace carom {

/// Newton's law where uₙ⁻ = 0.
void note_newton(const ContactSystem& system, const SystemAnswer& answer,
                 std::vector<std::string>& notes);

/// What the moment of cataldo_sampaio does to energy and to solutions (E-CS10), (E-CS11).
void note_cataldo_sampaio(const ContactSystem& system, const SystemAnswer& answer,
                          std::vector<std::string>& notes);

/// Why the answer of moreau may create energy here.
void note_moreau(const ContactSystem& system, const SystemAnswer& answer,
                 std::vector<std::string>& notes);

/// A contact that swings on its springs without end.
void note_compliant(const ContactSystem& system, const SystemAnswer& answer,
                    std::vector<std::string>& notes);

}  // namespace carom
