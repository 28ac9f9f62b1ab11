/// @file
/// Contacts as springs at one instant: their state, their forces and their modes (T18.12).
#pragma once

#include <carom/impact/cone/solve.hpp>
#include <carom/impact/several_spatial/held_rates.hpp>

namespace carom::several_spatial {

/// What the normal spring of a contact does.
enum class Load : unsigned char {
  open,     ///< F = 0; reloads when the gap since it left is closed again
  loading,  ///< at its largest force so far:      F′ = −K uₙ
  elastic,  ///< below it, on its way back or on:  F′ = −K uₙ/e²
  rigid,    ///< below it with e = 0:              uₙ = 0, F as needed
};

/// All springs: modes of the arc, and what they remember.
struct SpringModes {
  std::vector<Load> loads{};
  std::vector<double> largest{};  ///< force so far
  StageModes friction{};          ///< stick or slip of those that are not open
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

/// Stiffness K of a contact, relative.
double stiffness_of(const System& system, std::size_t i);

/// k in F′ = −k uₙ; 0 where open or rigid.
double spring_rate(const System& system, const SpringModes& modes, std::size_t i);

/// The rows that stuck contacts and rigid ones hold.
HeldSet spring_held(const System& system, const SpringModes& modes);

/// All contact forces F and a = u′ = W F at z. Rigid normals and stuck tangents as their rows need them.
void spring_forces(const System& system, const SpringLayout& at, const SpringModes& modes,
                   const HeldSet& held, const Eigen::VectorXd& z, Rates& forces);

/// The cone problem for the forces a little later than z, when those that begin to load have a force:
/// normals given, friction undecided where slip is zero.
cone::Problem force_problem(const System& system, const SpringLayout& at, const SpringModes& modes,
                            const Eigen::VectorXd& z, double ahead);

/// Chooses loads and modes of friction at z; false where no forces were found.
bool choose_springs(const System& system, const SpringLayout& at, double ahead, Eigen::VectorXd& z,
                    cone::Workspace& work, SpringModes& modes);

}  // namespace carom::several_spatial
