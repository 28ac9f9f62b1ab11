#include <carom/impact/one/cone_in_space.hpp>

#include <carom/impact/one/spatial_answer.hpp>

namespace carom {

SpatialConeImpact<double> in_space(const ConeImpact<double>& flat, const Tangent2<double>& t) {
  SpatialConeImpact<double> impact;
  impact.impulse = {flat.impulse.t * t, flat.impulse.n};
  impact.u_after = {flat.u_after.t * t, flat.u_after.n};
  impact.mode = flat.mode;
  impact.status = flat.status;
  impact.unique_impulse = flat.unique_impulse;
  return impact;
}

void take(const SpatialConeImpact<double>& impact, bool singular, SystemAnswer& answer) {
  clear(answer);
  answer.status = impact.status;
  if (impact.status == ImpactStatus::no_solution)
    answer.reason = singular ? NoSolution::singular : NoSolution::no_consistent_mode;
  answer.p = stacked(impact.impulse);
  answer.u_after = stacked(impact.u_after);
  answer.modes.assign(1, impact.mode);
  answer.unique_impulse = impact.unique_impulse;
  for (int i = 0; i < impact.alternative_count; ++i)
    answer.alternatives.push_back(
        {stacked(impact.alternatives[i].impulse), stacked(impact.alternatives[i].u_after)});
}

}  // namespace carom
