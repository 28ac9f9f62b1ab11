#include <carom/core/planar/algebraic_impact.hpp>
#include <carom/impact/one/planar_answer.hpp>

namespace carom {
namespace {

void write(const ContactSystem& system, const AlgebraicImpact<double>& impact,
           SystemAnswer& answer) {
  take(system, impact, answer);
  answer.unique_impulse = !(system.singular && impact.mode == ImpactMode::sticking &&
                            static_limit(planar_material(system)) > 0);
}

}  // namespace

void answer_whittaker(const ContactSystem& system, SystemAnswer& answer) {
  write(system, resolve_whittaker(planar_contact_of(system), planar_material(system)), answer);
}

void answer_conventional(const ContactSystem& system, SystemAnswer& answer) {
  write(system, resolve_conventional(planar_contact_of(system), planar_material(system)), answer);
}

void answer_brach(const ContactSystem& system, SystemAnswer& answer) {
  write(system, resolve_brach(planar_contact_of(system), planar_material(system)), answer);
}

void answer_impulse_ratio(const ContactSystem& system, SystemAnswer& answer) {
  const PlanarContact<double> c = planar_contact_of(system);
  const double e = system.restitution;
  write(system,
        system.critical_fraction ? resolve_critical_fraction(c, e, *system.critical_fraction)
                                 : resolve_impulse_ratio(c, e, system.impulse_ratio.value_or(0)),
        answer);
}

}  // namespace carom
