/// @file
/// Contacts as springs at one instant: their state on its way (T18.12).
#pragma once

#include <carom/impact/cone/solve.hpp>
#include <carom/impact/several_spatial/spatial_answer.hpp>

namespace carom::several_spatial {

/// What the normal spring of a contact does.
enum class Load : unsigned char {
  open,     ///< F = 0; reloads when the gap since it left is closed again
  loading,  ///< at its largest force so far:      F′ = −K uₙ
  elastic,  ///< below it, on its way back or on:  F′ = −K uₙ/e²
  rigid,    ///< below it with e = 0:              uₙ = 0, F as needed
};

/// All springs, and what they remember.
struct SpringModes {
  std::vector<Load> loads{};
  std::vector<double> largest{};  ///< force so far
};

/// Where the parts of z = (u, F, gap, p, loading work, elastic work, friction work, t) stand.
struct SpringLayout {
  Eigen::Index rows = 0;      ///< m
  Eigen::Index contacts = 0;  ///< k
  Eigen::Index force(std::size_t i) const { return rows + static_cast<Eigen::Index>(i); }
  Eigen::Index gap(std::size_t i) const { return force(i) + contacts; }
  Eigen::Index impulse() const { return rows + 2 * contacts; }
  Eigen::Index loading_work(std::size_t i) const {
    return impulse() + rows + static_cast<Eigen::Index>(i);
  }
  Eigen::Index elastic_work(std::size_t i) const { return loading_work(i) + contacts; }
  Eigen::Index friction_work(std::size_t i) const { return elastic_work(i) + contacts; }
  Eigen::Index time() const { return impulse() + rows + 3 * contacts; }
  Eigen::Index size() const { return time() + 1; }
};

/// Springs in motion.
struct Motion {
  const System& system;
  SpringLayout at{};
  double speed = 0;  ///< of the problem
  double force = 0;  ///< of the problem: speed √(K/W_nn)
  double time = 0;   ///< of the stiffest spring now: 1/√(Σ W_nn k)
  SpringModes modes{};
  Eigen::VectorXd z{};
  Eigen::VectorXd scale{};
  cone::Workspace work{};
};

/// Stiffness K of a contact, relative.
double stiffness_of(const System& system, std::size_t i);

/// k in F′ = −k uₙ; 0 where open or rigid.
double spring_rate(const System& system, const SpringModes& modes, std::size_t i);

/// Nothing is pressed, nothing approaches.
bool is_relaxed(const Motion& m);

/// The time of the stiffest spring in force or at hand: 1/√(Σ W_nn k).
double unit_of_time(const Motion& m);

}  // namespace carom::several_spatial
