/// @file
/// One colour for each law in all pictures.
#pragma once

#include <carom/impact/law_id.hpp>

namespace carom {

/// "#d55e00"; colours that the colour-blind can tell apart [Okabe & Ito].
const char* color_of(LawId law);

}  // namespace carom
