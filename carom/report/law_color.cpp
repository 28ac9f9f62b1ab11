#include <carom/report/law_color.hpp>

#include <carom/impact/laws.hpp>

namespace carom {

const char* color_of(LawId law) { return law_of(law).color.data(); }

}  // namespace carom
