/// @file
/// Friction and restitution that differ from impact to impact: a population of them, and noise.
///
///     log μ ~ N(log μ̂, s_μ²),   e ~ N(ê, s_e²),   q⁺ = law(μ, e) + noise                  (T19.5)
///     p(q⁺|q⁻) = Σ_jk wⱼ wₖ N_d(q⁺ − q_pred(μⱼ, eₖ); σ² 1)                              (T19.6)
///
/// The integral is a sum over a grid with the densities as weights, so kinks of the law do not matter. μ̂ and
/// ê may follow a column as in (T19.3).
#pragma once

#include <carom/study/fit/population_likelihood.hpp>

#include <cstdint>
#include <vector>

namespace carom {

struct PopulationFit {
  Population population{};
  double log_likelihood = 0;
  PopulationGrid grid{};  ///< the last one
  /// Covariance of θ, log s_μ, log s_e, log σ, by the curvature of the likelihood.
  Eigen::MatrixXd covariance{};
};

/// The population of the greatest likelihood. The grid covers it by 4.5 standard deviations and is laid anew
/// where the fit moves.
/// @param start  θ near which it is sought
PopulationFit fit_population(const FitTask& task, Noise noise, const std::vector<double>& start,
                             const Workers& workers);

/// The same on the grid of another fit and from there, with weights: for folds.
Population refit_population(const FitTask& task, Noise noise, const PopulationFit& from,
                            const Weights& weights, const Workers& workers);

/// What a population predicts for every impact, by draws.
struct PopulationPrediction {
  std::vector<double> squares{};  ///< a² of the mean prediction, m²/s²
  std::vector<double> rank{};     ///< share of the draws nearer to the mean than the measured q⁺
};
PopulationPrediction predict_population(const FitTask& task, Noise noise,
                                        const Population& population, std::size_t draws,
                                        std::uint64_t seed, const Workers& workers);

/// Shares of the ranks up to 0.5 and up to 0.9: what 50 and 90 % regions of the prediction hold.
struct Coverage {
  double of_50 = 0;
  double of_90 = 0;
};
Coverage coverage_of(const std::vector<double>& rank);

/// Student's noise with 4 degrees of freedom about one prediction: its scale of greatest likelihood, the share of
/// the distribution nearer than a measured a, and log densities.
double noise_scale(const std::vector<double>& squares, const Weights& weights, int coordinates);
std::vector<double> noise_ranks(const std::vector<double>& squares, double scale, int coordinates);
double log_noise_density(double square, double scale, int coordinates);

}  // namespace carom
