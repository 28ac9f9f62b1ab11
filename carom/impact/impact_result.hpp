/// @file
/// What a law says of an impact problem, with everything a reader needs to check it.
#pragma once

#include <carom/core/impact_mode.hpp>
#include <carom/core/rounding.hpp>
#include <carom/impact/contact_vector.hpp>
#include <carom/impact/law_id.hpp>

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace carom {

/// What a contact leaves with; compared exactly, since laws set what vanishes to 0.
enum class Outcome : std::uint8_t {
  separates,   ///< uₙ⁺ > 0 and no impulse
  rebounds,    ///< uₙ⁺ > 0 after an impulse
  slides,      ///< uₙ⁺ = 0, uₜ⁺ ≠ 0
  sticks,      ///< both 0
  approaches,  ///< uₙ⁺ < 0, which a negative restitution asks for
};

/// Why there is no solution.
enum class NoSolution : std::uint8_t {
  rank_one,  ///< plane: W is singular and the locked contact cannot take the law's velocity
  no_consistent_mode,  ///< no choice of modes, slip direction or ratio satisfies the law
  no_termination,      ///< the path of the impact has no end
  recompression,       ///< the colliding contact approaches again during restitution
  no_zero_loss_root,   ///< no impulse ratio ends without loss (brach)
  penetrating,         ///< expansion ends with uₙ < 0 (cataldo_sampaio)
  no_compression,      ///< nothing with pₙ > 0 brings uₙ to 0 (cataldo_sampaio)
  moment_singular,     ///< the moment leaves no normal mobility (cataldo_sampaio)
  singular,            ///< space: W is singular, as rank_one
  rate_diverges,       ///< an impulse rate without bound: the law of the path has no next point
};

/// Shen & Townsend's cases: when slip stops, against the end of compression [ShenTownsend1998].
enum class SlipCase : std::uint8_t {
  i,    ///< before it
  ii,   ///< with it
  iii,  ///< after it, or never
};

/// Events on the path of an impact.
enum class PathEventKind : std::uint8_t {
  start,
  slip_stops,   ///< uₜ = 0 is reached; `modes` tell whether it sticks or reverses
  slip_starts,  ///< a sticking contact begins to slip
  detaches,     ///< a closed contact opens
  closes,       ///< an open contact reaches uₙ = 0
  compression_ends,
  end,
  compression_starts,  ///< uₙ = 0 again in restitution: a second compression
  between,             ///< no event: a point for drawing
};

/// What a contact does on a stretch of the path.
enum class ContactMode : std::uint8_t {
  open,           ///< apart, no force
  stick,          ///< uₜ = 0
  slip_positive,  ///< uₜ > 0
  slip_negative,  ///< uₜ < 0
  slip,           ///< uₜ ≠ 0, in space
};

constexpr bool slips(ContactMode mode) {
  return mode == ContactMode::slip_positive || mode == ContactMode::slip_negative ||
         mode == ContactMode::slip;
}

/// The phases of an impact: until uₙ = 0 at the colliding contact, and from there on.
enum class Phase : std::uint8_t { compression, restitution };

/// A point of the path; `modes` hold from here to the next event.
struct PathEvent {
  PathEventKind kind = PathEventKind::start;
  std::optional<Phase> phase{};      ///< absent at the end
  std::vector<int> contacts{};       ///< the contacts concerned
  std::vector<ContactMode> modes{};  ///< of all contacts
  Eigen::VectorXd p{};  ///< impulse so far, N·s, row by row; with a moment (t, n, m), m in N·m·s
  Eigen::VectorXd
      u{};  ///< contact velocity here, m/s, row by row; with a moment (t, n, m), m in rad/s
};

/// Work of the contact impulse, J.
struct ContactWork {
  std::optional<double> normal_compression{};  ///< ∫ uₙ dpₙ until uₙ = 0; path laws only
  std::optional<double> normal_restitution{};  ///< ∫ uₙ dpₙ from there on; path laws only
  double normal{};                             ///< their sum, or pₙ times mean uₙ
  double friction{};                           ///< ∫ uₜ dpₜ, or pₜ times mean uₜ
};

/// The moment impulse of a contact and the relative turning of its bodies; law cataldo_sampaio.
struct ContactMoment {
  double impulse{};   ///< p_m on the first body, N·m·s
  double u_before{};  ///< u_m⁻, rate of the first body relative to the second, rad/s
  double u_after{};   ///< u_m⁺, rad/s
  double work{};      ///< of p_m, J: impulse times mean rate, phase by phase
};

/// What the other definitions would call this impact (T5.1)–(T5.3); absent where undefined.
struct EffectiveCoefficients {
  std::optional<double> kinematic{};      ///< −uₙ⁺/uₙ⁻
  std::optional<double> kinetic{};        ///< p_restitution/p_compression
  std::optional<double> energetic{};      ///< √(W_r/|W_c|)
  std::optional<double> tangential{};     ///< −uₜ⁺/uₜ⁻; in space −uₜ⁺·uₜ⁻/|uₜ⁻|²
  std::optional<double> impulse_ratio{};  ///< pₜ/pₙ; in space |pₜ|/pₙ
};

/// Three friction coefficients that people mix up; absent where there is none.
struct FrictionThresholds {
  std::optional<double> to_hold_stick{};        ///< |W_tn|/W_tt; in space |W_tt⁻¹ w_tn| (T5.4)
  std::optional<double> to_end_without_slip{};  ///< |pₜ/pₙ| at the no-slip end         (T5.5)
  std::optional<double> to_stick{};             ///< least μ = μ_s that ends sticking   (T5.6)
};

/// One contact's part. Everything but `name`, `u_before`, `friction` and `effective_mass` is meaningless under
/// no_solution.
struct ContactResult {
  std::string name{};
  ImpactMode mode = ImpactMode::none;
  Outcome outcome = Outcome::separates;
  ContactVector impulse{};   ///< N·s
  ContactVector u_before{};  ///< m/s, after zeroing and projection
  ContactVector u_after{};   ///< m/s
  ContactWork work{};
  EffectiveCoefficients effective{};
  FrictionThresholds friction{};
  std::optional<double> effective_mass{};  ///< 1/W_nn, kg (T5.10); absent where n cannot move
  std::optional<ContactMoment> moment{};   ///< laws with a moment, where the turning is known
};

/// Where the energy went, J.
struct Energy {
  std::optional<double> before{};  ///< kinetic energy, or ½ uᵀW⁻¹u in contact space (W ≻ 0)
  std::optional<double> after{};
  double change{};                ///< contact_work + drive                           (T1.5)
  double contact_work{};          ///< ½ p·(u⁻ + u⁺), m included; > 0 means that energy was created
  std::optional<double> drive{};  ///< p · surface velocity, given when a surface moves
};

/// Another answer that satisfies the law as well.
struct Alternative {
  Eigen::VectorXd p{};        ///< N·s, 2k; with a moment (t, n, m)
  Eigen::VectorXd u_after{};  ///< m/s, 2k; with a moment (t, n, m)
};

/// What the number of a note measures; results give it in SI, tables in the units they show.
enum class NoteMeasure : std::uint8_t { length, speed, energy };

/// A note with a number in it: "the tangential impulse adds " 42846 J ": friction opposes slip".
struct MeasuredNote {
  std::string before{};
  double value = 0;  ///< m, m/s or J
  NoteMeasure measure = NoteMeasure::length;
  std::string after{};
};

/// The answer of one law to one problem.
struct ImpactResult {
  std::string name{};
  LawId law = LawId::poisson;
  ImpactStatus status = ImpactStatus::no_impact;
  std::optional<NoSolution> reason{};          ///< with no_solution
  std::vector<std::string> notes{};            ///< what a reader should know besides
  std::vector<MeasuredNote> measured_notes{};  ///< notes with a number in them
  std::vector<ContactResult> contacts{};
  Energy energy{};
  double residual{};                                ///< relative, (T5.7); ≤ 1e-9 wherever solved
  std::optional<SlipCase> slip_case{};              ///< path laws, one contact
  std::vector<PathEvent> path{};                    ///< path laws
  std::optional<Eigen::VectorXd> velocity_after{};  ///< q̇⁺, way 2
  std::optional<Eigen::VectorXd>
      velocity_projection{};                  ///< what `touching` changed in q̇ (way 2) or u
  std::vector<Alternative> alternatives{};    ///< with undetermined and tangential_impact
  std::optional<double> required_friction{};  ///< where it is asked for; ∞: none holds
};

/// True where the contact did positive work, which no contact can do (T1.5). The work of a moving
/// surface is not the contact's.
bool creates_energy(const ImpactResult& result);

/// The contacts that leave with uₙ⁺ > 0, in their order; none without an answer.
std::vector<std::size_t> lifted_contacts(const ImpactResult& result);

/// All notes in a line, "; " between them, numbers in SI; "" where there is none.
std::string note_of(const ImpactResult& result);

const char* to_string(Outcome outcome);
const char* to_string(NoSolution reason);
const char* to_string(SlipCase slip_case);
const char* to_string(PathEventKind kind);
const char* to_string(ContactMode mode);
const char* to_string(Phase phase);

}  // namespace carom
