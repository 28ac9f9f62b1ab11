/// @file
/// Least squares for the parameters of a law: a grid that cannot miss the global minimum, then a simplex.
///
///     S(θ) = Σ wᵢ aᵢ(θ)²                                                             (T19.4)
///
/// S is continuous under most laws, with kinks where the mode of an impact changes; under `conventional`
/// it jumps. Methods that follow a gradient from one start fail there, a grid does not.
#pragma once

#include <carom/study/fit/parallel_for.hpp>
#include <carom/study/fit/parameter_model.hpp>

#include <cstdint>
#include <vector>

namespace carom {

/// What is summed over the impacts.
enum class Loss : std::uint8_t {
  squares,   ///< a²
  relative,  ///< r² with r = a/|q⁺|
  student,   ///< (ν+d)/2 log(1 + a²/(ν s²)) + d log s, ν = 4, s fitted too
  huber,     ///< r² up to r = 0.1, linear beyond
};

/// A law, its data and what is fitted.
struct FitTask {
  const MeasuredImpacts* impacts = nullptr;
  LawId law = LawId::stronge;
  ParameterModels models{};  ///< those that the law takes
  Loss loss = Loss::squares;
};

/// Weights of the impacts; empty: 1 each.
using Weights = std::vector<double>;

/// The sum over the impacts from their a².
double total_loss(const FitTask& task, const std::vector<double>& squares, const Weights& weights);

/// The loss of parameters, priors included: S + s² Σ ((θ − m)/σ)² with s² = `prior_scale`.
double loss_at(const FitTask& task, const std::vector<double>& theta, const Weights& weights,
               double prior_scale = 0);

/// a² of every impact at every node of a grid over the parameters; knots are equal, exponents 0.
struct GridTable {
  std::vector<std::vector<double>> theta{};    ///< of every node
  std::vector<std::vector<double>> squares{};  ///< m²/s², [node][impact]
};

/// 30 values of friction by 31 of restitution by 3 of any other parameter, over their ranges; in space 15 by 16.
GridTable grid_table(const FitTask& task, const Workers& workers);

struct PointFit {
  std::vector<double> theta{};
  double loss = 0;
};

/// From the best node of the grid, or from `start` if it is given, to the minimum.
PointFit fit_point(const FitTask& task, const GridTable& grid, const Weights& weights,
                   const std::vector<double>& start = {});

/// Damped Gauss-Newton steps from `start` (squares only): quick where the minimum is near.
PointFit fit_nearby(const FitTask& task, const std::vector<double>& start, const Weights& weights,
                    double prior_scale = 0);

/// The part of every impact in the loss; of `student` with the s of all impacts together.
std::vector<double> impact_losses(const FitTask& task, const std::vector<double>& squares);

/// The s² of student where the likelihood is greatest, from the a² of impacts in d coordinates.
double student_scale(const std::vector<double>& squares, const Weights& weights, double d);

/// Σ ((θ − m)/σ)² over the priors.
double prior_penalty(const ParameterModels& models, const std::vector<double>& theta);
bool has_prior(const ParameterModels& models);

/// S_min / (d n − size of θ), the variance of a coordinate of q⁺ that is left, m²/s².
double variance_left(const FitTask& task, const std::vector<double>& theta);

}  // namespace carom
