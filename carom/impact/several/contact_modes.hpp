/// @file
/// Which contacts stick, slip and separate: one complementarity problem behind every stage of an
/// impact, behind the algebraic laws, and behind forces at rest.
///
/// Find p and w with
///
///     w = q + W p                                                                       (T8.1)
///
/// where, at every contact that is not absent, the normal obeys one of
///
///     unilateral:  0 ≤ pₙ − least ⊥ wₙ ≥ 0;    pₙ given;    wₙ given and pₙ ≥ 0          (T8.2)
///
/// and the tangent, where there is friction and the contact is closed, one of
///
///     slips to s:  pₜ = −s μ pₙ
///     undecided:   wₜ = 0 and |pₜ| ≤ μ_s pₙ,   or   pₜ = −s μ pₙ and s wₜ ≥ 0            (T8.3)
///
/// A choice of modes turns this into a linear system and a list of inequalities. There may be no
/// choice that satisfies them, or several [HurmuzluMarghitu1994].
#pragma once

#include <carom/impact/impact_result.hpp>
#include <carom/impact/several/contact_system.hpp>

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace carom {

/// What the normal direction of a contact obeys (T8.2).
enum class NormalRule : std::uint8_t {
  absent,          ///< apart: p = 0
  unilateral,      ///< 0 ≤ pₙ − least ⊥ wₙ ≥ 0
  given_impulse,   ///< pₙ = given
  given_velocity,  ///< wₙ = given, pₙ ≥ 0
};

/// What the tangential direction of a closed contact obeys (T8.3).
enum class TangentRule : std::uint8_t { frictionless, slips_positive, slips_negative, undecided };

/// (T8.1)–(T8.3) for the contacts of a system.
struct ModeProblem {
  const ContactSystem* contacts = nullptr;  ///< W, μ, μ_s
  std::vector<double> q{};                  ///< w without impulses, row by row
  std::vector<NormalRule> normal{};         ///< per contact
  std::vector<TangentRule> tangent{};       ///< per contact
  std::vector<double> given{};              ///< per contact: the given pₙ or wₙ
  std::vector<double> least{};              ///< per contact: ≥ 0, of a unilateral normal; empty: 0
};

/// One answer: modes, impulses, velocities. A closed frictionless contact is called slip_positive.
struct ModeSolution {
  std::vector<ContactMode> modes{};
  Eigen::VectorXd p{};          ///< row by row
  Eigen::VectorXd w{};          ///< row by row; what the modes bring to zero is exactly 0
  double size = 0;              ///< the largest sum of absolute terms of a row of w
  double violation = 0;         ///< by which inequalities were missed and set right, relative
  bool unique_impulse = true;   ///< false: the least-norm one of many with the same w
  bool unique_velocity = true;  ///< false: the modes leave a family of w
};

/// How modes are chosen.
enum class ModeRoute : std::uint8_t {
  automatic,  ///< enumerate up to enumeration_limit combinations, else lemke, else few contacts, else enumerate
  enumerate,  ///< all combinations: every answer is found
  lemke,      ///< lexicographic complementary pivoting: one answer, or none found
};

/// Combinations of modes up to which all are tried; beyond, uniqueness is not examined.
inline constexpr std::size_t enumeration_limit = 1024;

/// Memory for the linear complementarity problem of lemke_modes.
struct LcpMemory {
  /// Where the unknowns of one contact stand; `none` where it has no such unknown.
  struct Places {
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    std::size_t normal = none;    ///< pₙ ⊥ wₙ
    std::size_t forward = none;   ///< β₊ ⊥ λ + wₜ,   pₜ = β₊ − β₋
    std::size_t backward = none;  ///< β₋ ⊥ λ − wₜ
    std::size_t cone = none;      ///< λ ⊥ μ pₙ − β₊ − β₋
  };
  std::size_t size = 0;          ///< of the problem
  std::vector<Places> places{};  ///< per contact
  std::vector<double> P{};       ///< p = P z + p0, by columns
  std::vector<double> p0{};
  std::vector<double> WP{};  ///< w = WP z + w0, by columns
  std::vector<double> w0{};
  std::vector<double> tableau{};
  std::vector<std::size_t> basis{};
};

/// L and U of the linear system, contact by contact: combinations of modes that agree in the first
/// contacts share the factors of these.
struct SharedFactors {
  std::size_t stride = 0;           ///< most unknowns
  std::vector<double> lower{};      ///< L without its unit diagonal, row by row
  std::vector<double> upper{};      ///< U without its diagonal, column by column
  std::vector<double> inverse{};    ///< of the diagonal of U
  std::vector<double> y{};          ///< the right-hand side, after L
  std::vector<std::size_t> size{};  ///< unknowns before each depth
  std::size_t sound = 0;            ///< depth below which no pivot was small
  bool dependent = false;  ///< it was zero: the columns so far are dependent in all rows of w
  bool stale = false;      ///< base and unknowns were used for something else meanwhile
};

/// Memory for the search, reused from stage to stage and from impact to impact.
struct ModeSearch {
  std::vector<ModeSolution> found{};  ///< only the first `count` are answers
  std::size_t count = 0;
  bool exhaustive = true;  ///< all combinations were tried
  bool families = true;    ///< modes with a singular system are tried too

  /// An unknown of the linear system: the size of one column, found from one row of w.
  struct Unknown {
    std::size_t contact = 0;
    std::size_t row = 0;             ///< of w
    bool tangential = false;         ///< pₜ of a sticking contact; otherwise pₙ
    const double* column = nullptr;  ///< what a unit of it adds to w
    double target = 0;               ///< what w must be in its row
  };
  /// A direction in which the impulse of a contact is free.
  struct Direction {
    Eigen::Index t = 0;  ///< its tangential row; of a stop the normal one, on which nothing acts
    Eigen::Index n = 0;  ///< its normal row
    double along_t = 0;
    double along_n = 0;
  };
  std::vector<Direction> directions{};
  std::vector<Unknown> unknowns{};
  std::vector<double> columns{};  ///< W e_n, W e_t and the two slip rays of each contact
  std::vector<double> largest{};  ///< entry of each column of the linear system
  std::vector<double> matrix{};   ///< the linear system, with its right-hand side
  std::vector<double> x{};        ///< its solution
  std::vector<double> base{};     ///< row by row: q and the given impulses
  double violation = 0;           ///< of the inequalities looked at so far, relative
  std::vector<double> sizes{};    ///< row by row: sizes of the terms of w
  std::vector<ContactMode> modes{};
  std::vector<std::size_t>
      order{};  ///< of contacts in which modes are varied, the last one fastest
  std::vector<std::span<const ContactMode>>
      choices{};                      ///< modes that are left to each, in this order
  std::vector<std::size_t> digits{};  ///< which of them each has, in this order
  SharedFactors factors{};
  LcpMemory lcp{};
  ModeSolution trial{};
};

/// A stage of an impact: the rates of impulse p' and of velocity a = W p' per unit of the colliding
/// contact's normal impulse, while the contacts have the velocity u
///
///     pₙ' = 1 where it collides;   0 ≤ pₙ' ⊥ aₙ ≥ 0 where uₙ = 0;   p' = 0 where uₙ > 0  (T8.4)
///
/// with friction against uₜ where uₜ ≠ 0, undecided where uₜ = 0.
void state_rates(const ContactSystem& contacts, const Eigen::VectorXd& u, ModeProblem& problem);

/// Computes the columns that all choices of modes share; needed once for each system.
void prepare(const ContactSystem& contacts, ModeSearch& search);

/// The number of combinations of modes that the rules allow.
std::size_t combinations(const ModeProblem& problem);

/// Sets search.modes to the first combination that the rules allow.
void first_modes(const ModeProblem& problem, ModeSearch& search);

/// Sets search.modes to the next combination, in which the modes of search.order[i] stay for i below
/// the returned depth; the number of contacts after the last one.
std::size_t next_modes(ModeSearch& search);

/// p and w of the linear system of the given modes, inequalities left aside; false if it is singular.
bool solve_linear_modes(const ModeProblem& problem, const std::vector<ContactMode>& modes,
                        ModeSearch& search, ModeSolution& solution);

/// Tries search.modes, which differ from those tried before from `depth` on: with the factors that are
/// left, which most combinations do not survive, then alone, with row exchanges.
bool solve_next_modes(const ModeProblem& problem, std::size_t depth, ModeSearch& search,
                      ModeSolution& solution);

/// The answer with the given modes, if it satisfies all inequalities.
bool solve_modes(const ModeProblem& problem, const std::vector<ContactMode>& modes,
                 ModeSearch& search, ModeSolution& solution);

/// Every answer, distinct in w, in order of preference: stick before slip before open, the contact
/// with the given impulse first, then in their order. Where static friction exceeds friction, sticking wins over slipping.
///
/// With μ_s = μ, modes whose system is singular are tried only if the others have no answer: the
/// impulses that have one w form a polyhedron, and at its corners contacts are open or on their cone,
/// which other modes give as well.
void enumerate_modes(const ModeProblem& problem, ModeSearch& search);

/// One answer by Lemke's pivoting, or none. Tests μ, not μ_s: not for contacts where they differ.
void lemke_modes(const ModeProblem& problem, ModeSearch& search);

/// The mode of a closed contact whose rows are not asked for it, by the slip wₜ it ends with.
ContactMode mode_by_slip(const ModeProblem& problem, std::size_t i, double w_t);

/// The answers by the route. The only function that takes `least` other than zero.
void find_modes(const ModeProblem& problem, ModeRoute route, ModeSearch& search);

/// The answers where contacts have an impulse and may take more: a contact of which at least pₙ = l is
/// asked is two contacts at one place, one with pₙ = l given, the other unilateral. Coulomb's law for both
/// is Coulomb's law for their sum, since it is positively homogeneous in pₙ and they share wₜ.
void find_surplus_modes(const ModeProblem& problem, ModeRoute route, ModeSearch& search);

}  // namespace carom
