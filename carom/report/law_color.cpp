#include <carom/report/law_color.hpp>

namespace carom {

const char* color_of(LawId law) {
  switch (law) {
    case LawId::newton: return "#d55e00";
    case LawId::poisson: return "#0072b2";
    case LawId::stronge: return "#009e73";
    case LawId::whittaker: return "#cc79a7";
    case LawId::conventional: return "#e69f00";
    case LawId::brach: return "#56b4e9";
    case LawId::impulse_ratio: return "#555555";
    case LawId::cataldo_sampaio: return "#7a4f2a";
  }
  return "#555555";
}

}  // namespace carom
