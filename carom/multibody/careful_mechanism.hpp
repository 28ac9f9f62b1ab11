/// @file
/// The mass matrix and the rows of one contact of a mechanism in two doubles, for contacts whose rows are nearly parallel, such
/// as the end of a chain that is almost straight.
#pragma once

#include <carom/impact/careful_contact.hpp>
#include <carom/multibody/contact_frame.hpp>

namespace carom {

/// Joints, centres of mass and the contact are taken to be where one double puts them: that mechanism differs from the stated
/// one by rounding, and rounding comes into its answer once, not squared as in det W. Rows of zeros stay zeros.
/// @param model  without loops.
CarefulMechanism careful_mechanism(const Model& model, const Kinematics& k,
                                   const ContactFrame& frame, const Eigen::VectorXd& velocity);

}  // namespace carom
