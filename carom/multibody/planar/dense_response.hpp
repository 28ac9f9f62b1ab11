/// @file
/// What an impulse does to bodies in loops, by dense factors of their part of M and G.
#pragma once

#include <carom/multibody/planar/impulse_response.hpp>

#include <vector>

namespace carom {

/// Adds to `response` what impulses at the ports do to the groups with loops (GroupKind::loops).
/// @throws std::invalid_argument if M is not positive definite.
void add_loop_response(const Model& model, const Kinematics& k,
                       const std::vector<ImpulsePort>& ports, ImpulseResponse& response);

}  // namespace carom
