/// @file
/// What an impulse does to a body that hangs on nothing: closed form about its centre of mass.
#pragma once

#include <carom/multibody/planar/impulse_response.hpp>

#include <vector>

namespace carom {

/// Adds to `response` what impulses at the ports do to the bodies that move alone (GroupKind::free_body):
///
///     m Δv_c = f p,   I Δω = l p,   l = arm × f
void add_free_response(const Model& model, const Kinematics& k,
                       const std::vector<ImpulsePort>& ports, ImpulseResponse& response);

}  // namespace carom
