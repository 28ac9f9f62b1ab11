#include <carom/impact/one/law_notes.hpp>

namespace carom {

void note_newton(const ContactSystem& system, const SystemAnswer& answer,
                 std::vector<std::string>& notes) {
  if (answer.status == ImpactStatus::tangential_impact && system.restitution > 0)
    notes.emplace_back("newton cannot express restitution at u_n = 0: the answer is that of e = 0");
}

void note_cataldo_sampaio(const ContactSystem& system, const SystemAnswer& answer,
                          std::vector<std::string>& notes) {
  if (system.two_phases.moment_compression > -1 && answer.status != ImpactStatus::no_impact)
    notes.emplace_back("moment_compression is above -1: with it the law can create energy");
  if (answer.reason == NoSolution::penetrating)
    notes.emplace_back(
        "the moment of expansion leaves the bodies moving into each other (u_n < 0 after)");
  if (answer.reason == NoSolution::no_compression)
    notes.emplace_back(
        system.two_phases.moment_compression > -1
            ? "the moment of compression alone parts the bodies: no positive normal impulse ends compression"
            : "no positive normal impulse ends compression");
  if (answer.reason == NoSolution::moment_singular)
    notes.emplace_back(
        "the moment stops the bodies by itself, or has no turning to act on: "
        "the normal impulse is not determined");
}

}  // namespace carom
