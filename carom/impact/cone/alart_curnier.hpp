/// @file
/// The cone problem as one equation F(p) = 0, and Newton's method for it [AlartCurnier1991].
///
/// With ρ = 1.5/trace of the contact's block, per contact
///
///     Fₙ = pₙ − max(l, pₙ − ρ wₙ)                              (given: pₙ − l)
///     Fₜ = pₜ − P(pₜ − ρ wₜ),   P the projection onto the disc of radius μ max(l, pₙ − ρ wₙ)   (T18.4)
///     Fₜ = pₜ + μ d pₙ                                         (ray)
///
/// F is piecewise smooth: a semismooth Newton method converges quadratically near an answer.
#pragma once

#include <carom/impact/cone/cone_problem.hpp>

namespace carom::cone {

/// Memory of Newton's method.
struct NewtonMemory {
  Eigen::VectorXd w{};      ///< q + W p
  Eigen::VectorXd F{};      ///< (T18.4)
  Eigen::VectorXd trial{};  ///< p after a step
  Eigen::VectorXd kept{};   ///< F before a step
  Eigen::MatrixXd J{};      ///< ∂F/∂p
  Eigen::VectorXd step{};
  std::vector<double>
      system{};             ///< rows of J that are not of the identity, with the right-hand side
  std::vector<int> rows{};  ///< which
};

/// How Newton's steps are found.
enum class StepRule : unsigned char {
  regular,  ///< W is positive definite: by elimination
  least,    ///< W is singular: the least step, which keeps how loads are shared
};

/// |F|∞ of p against the impulses of the problem; leaves F and w in the memory.
double equation_error(const Problem& problem, const Eigen::MatrixXd& W, const Eigen::VectorXd& p,
                      NewtonMemory& memory);

/// Newton's method with halving from p on; the error that it ends with.
double newton(const Problem& problem, const Eigen::MatrixXd& W, StepRule rule, Eigen::VectorXd& p,
              NewtonMemory& memory);

}  // namespace carom::cone
