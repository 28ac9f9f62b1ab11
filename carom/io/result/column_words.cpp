#include <carom/io/result/column_words.hpp>

#include <array>

namespace carom {
namespace {

/// A quantity by how its path starts and ends; names of contacts and bodies stand between.
struct Meaning {
  std::string_view start{};
  std::string_view end{};
  std::string_view words{};
};

constexpr std::array<Meaning, 65> meanings{{
    {"law", "", "law of impact"},
    {"status", "",
     "how the impact ended: solved, no_impact, undetermined, no_solution, ... or error"},
    {"reason", "", "why there is no solution"},
    {"case", "", "slip case of the impact"},
    {"note", "", "what is to be known of the result"},
    {"error", "", "why the point could not be computed"},
    {"residual", "", "how well the result satisfies its own law and momentum, relative"},
    {"energy.before", "", "kinetic energy before"},
    {"energy.after", "", "kinetic energy after"},
    {"energy.change", "", "change of the kinetic energy: contact_work + drive"},
    {"energy.contact_work", "", "work of the contacts' impulses; above 0: energy is created"},
    {"energy.drive", "", "work of moving surfaces"},
    {"velocity_after[", "", "generalized velocity after"},
    {"projection[", "", "what touching contacts changed of the velocity before"},
    {"contacts.", ".mode", "what the contact did, by its first slip stop"},
    {"contacts.", ".outcome", "what the contact leaves with"},
    {"contacts.", ".impulse.t", "tangential impulse on the first body"},
    {"contacts.", ".impulse.t[0]", "impulse on the first body along the first tangent"},
    {"contacts.", ".impulse.t[1]", "impulse on the first body along the second tangent"},
    {"contacts.", ".impulse.n", "impulse on the first body along the normal"},
    {"contacts.", ".impulse.m", "moment impulse on the first body"},
    {"contacts.", ".u_before.t", "tangential contact velocity before"},
    {"contacts.", ".u_before.t[0]", "contact velocity before along the first tangent"},
    {"contacts.", ".u_before.t[1]", "contact velocity before along the second tangent"},
    {"contacts.", ".u_before.n", "normal contact velocity before; below 0: approaches"},
    {"contacts.", ".u_before.m", "relative turning before"},
    {"contacts.", ".u_after.t", "tangential contact velocity after"},
    {"contacts.", ".u_after.t[0]", "contact velocity after along the first tangent"},
    {"contacts.", ".u_after.t[1]", "contact velocity after along the second tangent"},
    {"contacts.", ".u_after.n", "normal contact velocity after"},
    {"contacts.", ".u_after.m", "relative turning after"},
    {"contacts.", ".work.normal_compression", "work of the normal impulse in compression"},
    {"contacts.", ".work.normal_restitution", "work of the normal impulse in restitution"},
    {"contacts.", ".work.normal", "work of the normal impulse"},
    {"contacts.", ".work.friction", "work of friction"},
    {"contacts.", ".work.m", "work of the moment impulse"},
    {"contacts.", ".effective.kinematic", "-u_n after/u_n before"},
    {"contacts.", ".effective.kinetic", "impulse of restitution/impulse of compression"},
    {"contacts.", ".effective.energetic", "root of returned work/stored work"},
    {"contacts.", ".effective.tangential", "-u_t after/u_t before"},
    {"contacts.", ".effective.impulse_ratio", "p_t/p_n"},
    {"contacts.", ".friction.to_hold_stick", "friction with which a stuck contact stays stuck"},
    {"contacts.", ".friction.to_end_without_slip", "|p_t/p_n| at the algebraic end without slip"},
    {"contacts.", ".friction.to_stick", "least friction with which this law ends sticking"},
    {"contacts.", ".effective_mass", "1/W_nn, the mass that the contact feels along its normal"},
    {"required_friction", "", "least friction, the same at all contacts, with which none slips"},
    {"lifts_off", "", "the contacts that leave"},
    {"bodies.", ".before.omega", "rate of turning before"},
    {"bodies.", ".after.omega", "rate of turning after"},
    {"bodies.", ".before.", "velocity of the centre of mass before, or rate"},
    {"bodies.", ".after.", "velocity of the centre of mass after, or rate"},
    {"joints.", ".impulse.", "impulse of the joint on the child"},
    {"joints.", ".moment", "moment impulse of the joint on the child"},
    {"joints.", ".position.", "where the joint is"},
    {"vehicle.energy_lost", "", "what the contacts took"},
    {"vehicle.", ".delta_v.forward", "change of velocity along the vehicle's forward axis"},
    {"vehicle.", ".delta_v.left", "change of velocity to the vehicle's left"},
    {"vehicle.", ".delta_v.size", "delta-V, size of the change of velocity"},
    {"vehicle.", ".pdof", "principal direction of force, clockwise from straight ahead"},
    {"vehicle.", ".ees.all_of_the_loss",
     "energy equivalent speed, all of the loss in this vehicle"},
    {"vehicle.", ".ees.half_of_the_loss", "energy equivalent speed, half of the loss in it"},
    {"vehicle.", ".yaw_rate_change", "change of the yaw rate, counter-clockwise"},
    {"vehicle.", ".departure.speed", "speed after"},
    {"vehicle.", ".departure.direction",
     "direction of the velocity after, from x, counter-clockwise"},
    {"path[", "", "an event of the impact's path"},
}};

}  // namespace

std::string column_words(std::string_view path) {
  for (const Meaning& m : meanings) {
    const bool whole = m.end.empty() && !m.start.ends_with('[');
    if (whole ? path == m.start
              : path.starts_with(m.start) &&
                    (path.ends_with(m.end) ||
                     (m.end.ends_with('.') && path.find(m.end) != std::string_view::npos)))
      return std::string(m.words);
  }
  return "what varies, or a quantity of the result";
}

}  // namespace carom
