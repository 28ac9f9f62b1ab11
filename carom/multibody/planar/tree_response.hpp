/// @file
/// What an impulse does to trees of bodies: articulated inertias, O(n) for each unit impulse.
#pragma once

#include <carom/multibody/planar/impulse_response.hpp>

#include <vector>

namespace carom {

/// Adds to `response` what impulses at the ports do to the groups without loops (GroupKind::tree). W is symmetric but for
/// rounding.
/// @throws std::invalid_argument naming the body whose joint feels no inertia.
void add_tree_response(const Model& model, const Kinematics& k,
                       const std::vector<ImpulsePort>& ports, TreeMemory& tree,
                       ImpulseResponse& response);

}  // namespace carom
