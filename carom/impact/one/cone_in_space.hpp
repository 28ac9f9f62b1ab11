/// @file
/// What the cone laws say of one contact with two tangents, as an answer of the hall.
#pragma once

#include <carom/core/spatial/cone_impact.hpp>
#include <carom/impact/several/answer.hpp>

namespace carom {

/// A planar answer along the unit tangent t.
SpatialConeImpact<double> in_space(const ConeImpact<double>& flat, const Tangent2<double>& t);

/// The answer with its alternatives; `singular`: W is, the reason of a no_solution.
void take(const SpatialConeImpact<double>& impact, bool singular, SystemAnswer& answer);

}  // namespace carom
