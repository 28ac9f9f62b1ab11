/// @file
/// The likelihood of a population on its grid, impact by impact, with slopes (T19.6).
#pragma once

#include <carom/study/fit/least_squares.hpp>

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace carom {

/// How measured velocities scatter about the predicted ones.
enum class Noise : std::uint8_t {
  gauss,  ///< normal
  t4,     ///< Student's t with 4 degrees of freedom
};

/// ν of t4.
inline constexpr double noise_freedom = 4;

/// The numbers of a population.
struct Population {
  std::vector<double> theta{};        ///< of the models of friction and restitution
  double friction_scatter = 0.2;      ///< s_μ, of log μ
  double restitution_scatter = 0.05;  ///< s_e
  double noise = 0.1;                 ///< σ, m/s in each coordinate of q
};

/// a² at every node (μⱼ, eₖ) of the grid.
struct PopulationGrid {
  std::vector<double> log_friction{};
  std::vector<double> restitution{};
  std::vector<std::vector<double>> squares{};  ///< m²/s², [impact][j · |e| + k]
};

/// θ, log s_μ, log s_e, log σ as one vector, and back.
Eigen::VectorXd packed_population(const Population& population);
Population unpacked_population(const Eigen::VectorXd& x);

/// Σ w log p(q⁺|q⁻) and its slopes with respect to the packed numbers. Pieces of the sum are added in order,
/// whatever the number of threads.
double log_likelihood(const FitTask& task, Noise noise, const PopulationGrid& grid,
                      const Population& population, const Weights& weights, const Workers& workers,
                      Eigen::VectorXd& slope);

/// log p(q⁺|q⁻) of every impact.
std::vector<double> log_densities(const FitTask& task, Noise noise, const PopulationGrid& grid,
                                  const Population& population);

}  // namespace carom
