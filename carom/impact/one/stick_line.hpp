/// @file
/// What a contact that sticks feels, with the digits that W and u lose where W is nearly singular.
#pragma once

#include <carom/core/scalar.hpp>

#include <Eigen/Core>

namespace carom {

struct Contacts;

/// What a contact that sticks feels, known to more digits than W and u tell (T2.18), (T2.19).
struct StickLine {
  double k_s = 0;         ///< kg⁻¹
  double u_s = 0;         ///< m/s
  bool singular = false;  ///< the two rows of the contact are parallel, or it has one only
};

/// What the contact of a given W and u feels while it sticks.
StickLine stick_line(const Sym2<double>& W, const Vec2<double>& u);

/// The stick lines of all contacts by W and u, where nothing more is known.
void add_stick_lines(Contacts& c);

/// The stick lines of all contacts of a mechanism, from the rows of J: with j' = jₙ − κ jₜ, the normal row freed of
/// its tangential part, k_s = j' M⁻¹ j'ᵀ and u_s = j' q̇ − surface velocity keep the digits of the angle between the
/// rows, where W keeps those of its square. W, u, response and velocity of `c` are known. Where the rows are parallel
/// and the surface is at rest, u is taken into the range of W.
/// @throws std::invalid_argument if u is not finite.
void add_stick_lines(const Eigen::Ref<const Eigen::MatrixXd>& J, Contacts& c);

/// Keeps the stick lines in step with u, which has changed.
void move_stick_lines(const Eigen::VectorXd& change, Contacts& c);

}  // namespace carom
