/// @file
/// One planar contact and a law with plain numbers or with dual ones, which carry derivatives.
///
/// Everything is in normalised units (T5.8).
#pragma once

#include <carom/core/dual.hpp>
#include <carom/core/impact_mode.hpp>
#include <carom/core/scalar.hpp>
#include <carom/impact/one/planar_answer.hpp>

namespace carom {

/// What varies: u_t, u_n, restitution, friction, W_tt, W_tn, W_nn.
inline constexpr int scalar_variables = 7;
using ScalarDual = Dual<double, scalar_variables>;

/// The values of what varies; everything else is the contact's.
template <class S>
struct ScalarVariables {
  Vec2<S> u{};
  S restitution{};
  S friction{};
  Sym2<S> W{};
};

/// A law's answer with any scalar.
template <class S>
struct ScalarAnswer {
  Vec2<S> p{};
  Vec2<S> u_after{};
  ImpactMode mode = ImpactMode::none;
  ImpactStatus status = ImpactStatus::no_impact;
  Vec2<S> slips{};  ///< of both phases, −1, 0 or 1; where there are phases
};

/// A contact with the fact that its static friction is its own: else it varies with friction.
struct ScalarContact {
  const ContactSystem& contact;
  bool static_friction_given = false;
};

/// A law with both scalars.
struct LawOfScalars {
  ScalarAnswer<double> (*numbers)(const ScalarContact&, const ScalarVariables<double>&) = nullptr;
  ScalarAnswer<ScalarDual> (*duals)(const ScalarContact&,
                                    const ScalarVariables<ScalarDual>&) = nullptr;
  bool slips_tell = false;  ///< the slips of both phases tell the kind of the answer by themselves
};

extern const LawOfScalars newton_of_scalars;
extern const LawOfScalars poisson_of_scalars;
extern const LawOfScalars stronge_of_scalars;
extern const LawOfScalars whittaker_of_scalars;
extern const LawOfScalars conventional_of_scalars;
extern const LawOfScalars brach_of_scalars;
extern const LawOfScalars impulse_ratio_of_scalars;
extern const LawOfScalars cataldo_sampaio_of_scalars;
extern const LawOfScalars moreau_of_scalars;
extern const LawOfScalars fremond_of_scalars;
extern const LawOfScalars anitescu_potra_of_scalars;
extern const LawOfScalars chatterjee_ruina_of_scalars;
extern const LawOfScalars compliant_of_scalars;

}  // namespace carom
