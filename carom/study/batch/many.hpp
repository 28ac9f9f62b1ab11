/// @file
/// Many states of one mechanism at once: arrays of masses, velocities and rows of J in, arrays of
/// velocities and impulses out, on all cores.
///
/// Each state is a problem of its own with n generalized velocities and k contacts, resolved by
/// resolve(): the same digits as one by one. A state that is malformed gets NaN and the code of
/// ManyStatus::refused; it changes no other.
#pragma once

#include <carom/core/impact_mode.hpp>
#include <carom/impact/impact_problem.hpp>
#include <carom/impact/law_id.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// How a state ended: the codes of ImpactStatus, and one more.
enum class ManyStatus : std::uint8_t {
  solved = static_cast<std::uint8_t>(ImpactStatus::solved),
  tangential_impact = static_cast<std::uint8_t>(ImpactStatus::tangential_impact),
  no_impact = static_cast<std::uint8_t>(ImpactStatus::no_impact),
  undetermined = static_cast<std::uint8_t>(ImpactStatus::undetermined),
  no_solution = static_cast<std::uint8_t>(ImpactStatus::no_solution),
  refused,  ///< resolve() refuses the state: a restitution above 1, a mass that is not positive definite
};

/// The names of the codes, by code.
std::vector<std::string_view> many_status_names();

/// A contact has r = tangents + 1 rows, the tangents first.
///
/// N states in C order. A span may also hold one state's numbers, which all states then share; those of
/// the materials may also hold one number for all contacts of all states. Empty: not given.
struct ManyStates {
  std::size_t states = 0;              ///< N
  std::size_t coordinates = 0;         ///< n
  std::size_t contacts = 0;            ///< k
  std::size_t tangents = 1;            ///< of every contact: 1 in the plane, 2 in space
  std::span<const double> mass{};      ///< M, N·n·n or n·n, symmetric positive definite
  std::span<const double> velocity{};  ///< q̇⁻, N·n or n
  std::span<const double>
      tangent{};  ///< rows of J, N·k·n or k·n, in space N·k·2·n or k·2·n; empty: frictionless
  std::span<const double> normal{};            ///< rows of J, N·k·n or k·n
  std::span<const double> surface_velocity{};  ///< N·k·r or k·r, m/s; empty: 0
  std::span<const double> restitution{};       ///< e, N·k, k or 1
  std::span<const double> friction{};          ///< μ, N·k, k or 1
  std::span<const double> static_friction{};   ///< μ_s, N·k, k or 1; empty: = μ
  std::span<const bool> touching{};            ///< N·k, k or 1; empty: none touches
  Simultaneous simultaneous = Simultaneous::refuse;
};

/// Where the answers go, in C order; no two may overlap.
struct ManyAnswers {
  std::span<double> velocity_after{};  ///< q̇⁺, N·n; NaN where there is no answer
  std::span<double> impulse{};         ///< p, N·k·r, N·s; likewise
  std::span<double> u_after{};         ///< u⁺, N·k·r, m/s; likewise
  std::span<ManyStatus> status{};      ///< N
};

/// Why a state was refused.
struct RefusedState {
  std::size_t state = 0;  ///< counted from 0
  std::string message{};  ///< "contacts[0].restitution: 1.3 is outside [0, 1]"
};

/// Of so many refused states the reason is kept.
inline constexpr std::size_t kept_refusals = 100;

/// How the work is done.
struct ManyRun {
  unsigned threads = 0;             ///< 0: as many as there are cores
  const std::atomic<bool>* stop{};  ///< set from elsewhere: end soon; the rest stays as it was
};

/// Resolves all states by one law. The answers do not depend on the number of threads.
///
/// @returns the first refused states in order, at most kept_refusals of them.
/// @throws std::invalid_argument if a span has none of the lengths that fit.
std::vector<RefusedState> resolve_many(const ManyStates& states, LawId law,
                                       const ManyAnswers& answers, const ManyRun& run = {});

}  // namespace carom
