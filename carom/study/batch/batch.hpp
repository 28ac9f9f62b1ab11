/// @file
/// Many planar contacts at once: arrays in, arrays out, resolved in the vector registers.
///
/// Contact i of a batch is the i-th number of every array. The law is the one of resolve_planar, the
/// same source (core/lanes/lanes.hpp), and gives the same bits; it is several times as fast.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/impact_mode.hpp>
#include <cstdint>
#include <span>

namespace carom {

/// The problems. All arrays have the same length; none need be aligned.
struct PlanarBatch {
  std::span<const double> W_tt{};             ///< kg⁻¹
  std::span<const double> W_tn{};             ///< kg⁻¹
  std::span<const double> W_nn{};             ///< kg⁻¹
  std::span<const double> u_t{};              ///< uₜ⁻, m/s
  std::span<const double> u_n{};              ///< uₙ⁻, m/s; negative approaches
  std::span<const double> friction{};         ///< μ ≥ 0
  std::span<const double> static_friction{};  ///< μ_s; below μ, or no number, it counts as μ
  std::span<const double> restitution{};      ///< e in [0, 1]
};

/// Where the answers go: arrays of the length of the batch, which must not overlap with each other or
/// with the arrays of the problems.
struct PlanarBatchResult {
  std::span<double> p_t{};  ///< N·s; 0 where nothing happens or no solution exists; NaN where an
                            ///< input is no finite number
  std::span<double> p_n{};  ///< N·s; likewise
  std::span<ImpactMode> mode{};      ///< none for each of these reasons
  std::span<ImpactStatus> status{};  ///< which reason; may be left empty
};

/// Which instructions of the processor do the work.
enum class BatchIsa : std::uint8_t {
  baseline,  ///< what every processor has: 2 contacts at once on x86 (SSE2) and ARM (NEON)
  avx2,      ///< 4 contacts at once
  avx512,    ///< 8 contacts at once (AVX-512 F, DQ, BW, VL)
};

constexpr const char* to_string(BatchIsa isa) {
  switch (isa) {
    case BatchIsa::baseline: return "baseline";
    case BatchIsa::avx2: return "avx2";
    case BatchIsa::avx512: return "avx512";
  }
  return "";
}

/// True where this processor and this build of the library have the instructions.
bool is_available(BatchIsa isa);

/// The best of the available ones.
BatchIsa best_isa();

/// Resolves every contact of the batch as resolve_planar does, with one rule of restitution for all.
///
/// Every number is the one that resolve_planar gives, bit by bit (a NaN may have another sign), for
/// singular W, tangential impacts and numbers that are not finite too. W singular, uₙ⁻ = 0 and what is
/// not finite cost the time of resolve_planar; everything else takes the same time, whatever its mode (under
/// stronge a little more where slip stops in restitution).
///
/// @throws std::invalid_argument if the arrays differ in length.
void resolve_planar_batch(const PlanarBatch& batch, Restitution rule,
                          const PlanarBatchResult& result);

/// The same with chosen instructions, for measurements and tests: the result does not depend on them.
///
/// @throws std::invalid_argument if the arrays differ in length or the instructions are not available.
void resolve_planar_batch(const PlanarBatch& batch, Restitution rule,
                          const PlanarBatchResult& result, BatchIsa isa);

}  // namespace carom
