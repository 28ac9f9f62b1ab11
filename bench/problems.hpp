/// @file
/// The contacts that the benchmarks resolve: seeded, of every mode, in no order that a processor could
/// learn.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/scalar.hpp>
#include <cmath>
#include <random>
#include <vector>

namespace carom::bench {

struct Problem {
  Sym2<double> W{};
  Vec2<double> u{};
  ContactLaw<double> law{};
};

/// One contact:
///
///     W_tt, W_nn   10^x, x uniform in ±0.5, kg⁻¹
///     W_tn         c √(W_tt W_nn), c uniform in ±0.95
///     uₙ⁻          uniform in −1 … −0.1 m/s; one in 50 separates instead
///     uₜ⁻          ±10^x, x uniform in −1.5 … 0.5, m/s
///     μ, e         uniform in 0 … 1;  μ_s = μ times 1 … 1.3
inline Problem random_problem(std::mt19937_64& random) {
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * (static_cast<double>(random() >> 11) * 0x1p-53);
  };
  Problem problem;
  const double W_tt = std::pow(10, uniform(-0.5, 0.5));
  const double W_nn = std::pow(10, uniform(-0.5, 0.5));
  problem.W = {W_tt, uniform(-0.95, 0.95) * std::sqrt(W_tt * W_nn), W_nn};
  const double side = uniform(-1, 1) < 0 ? -1 : 1;
  const double approach = uniform(0.1, 1);
  problem.u = {side * std::pow(10, uniform(-1.5, 0.5)), uniform(0, 50) < 1 ? approach : -approach};
  problem.law.friction = uniform(0, 1);
  problem.law.static_friction = problem.law.friction * uniform(1, 1.3);
  problem.law.restitution = uniform(0, 1);
  return problem;
}

inline std::vector<Problem> random_problems(std::size_t count, Restitution rule) {
  std::mt19937_64 random(20240607);
  std::vector<Problem> problems(count);
  for (Problem& problem : problems) {
    problem = random_problem(random);
    problem.law.rule = rule;
  }
  return problems;
}

}  // namespace carom::bench
