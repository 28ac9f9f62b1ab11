#include <algorithm>
#include <carom/core/planar/planar_impact.hpp>
#include <carom/study/batch/batch.hpp>
#include <carom/study/batch/batch_kernel.hpp>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace carom {
namespace {

using detail::BatchArrays;
using detail::BatchKernel;

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
bool processor_has(BatchIsa isa) {
  switch (isa) {
    case BatchIsa::baseline: return true;
    case BatchIsa::avx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
             __builtin_cpu_supports("bmi2");
    case BatchIsa::avx512:
      return processor_has(BatchIsa::avx2) && __builtin_cpu_supports("avx512f") &&
             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512vl");
  }
  return false;
}

BatchKernel* kernel_of(BatchIsa isa) {
  switch (isa) {
    case BatchIsa::baseline: return detail::batch_kernel_baseline;
    case BatchIsa::avx2: return detail::batch_kernel_avx2;
    case BatchIsa::avx512: return detail::batch_kernel_avx512;
  }
  return detail::batch_kernel_baseline;
}
#else
bool processor_has(BatchIsa isa) { return isa == BatchIsa::baseline; }
BatchKernel* kernel_of(BatchIsa) { return detail::batch_kernel_baseline; }
#endif

/// Batches from here on leave the first-level cache. They are taken from the start of a cache line: a vector that lies
/// in two lines is read twice. Large arrays of one length mostly begin at the same place in a line.
constexpr std::size_t long_batch = 4096;

/// Numbers before the first that starts a line.
std::size_t before_line(const double* numbers) {
  constexpr std::uintptr_t line = 64;
  return (line - reinterpret_cast<std::uintptr_t>(numbers) % line) % line / sizeof(double);
}

/// Contacts between two looks whether a kernel met a special one: they stay in the first-level cache.
constexpr std::size_t chunk = 32 * detail::batch_block;

void check_length(const char* name, std::size_t length, std::size_t expected) {
  if (length == expected) return;
  throw std::invalid_argument("resolve_planar_batch: " + std::string(name) + " has " +
                              std::to_string(length) + " numbers and W_tt has " +
                              std::to_string(expected) + "; want the same");
}

void check_lengths(const PlanarBatch& batch, const PlanarBatchResult& result) {
  const std::size_t n = batch.W_tt.size();
  check_length("W_tn", batch.W_tn.size(), n);
  check_length("W_nn", batch.W_nn.size(), n);
  check_length("u_t", batch.u_t.size(), n);
  check_length("u_n", batch.u_n.size(), n);
  check_length("friction", batch.friction.size(), n);
  check_length("static_friction", batch.static_friction.size(), n);
  check_length("restitution", batch.restitution.size(), n);
  check_length("p_t", result.p_t.size(), n);
  check_length("p_n", result.p_n.size(), n);
  check_length("mode", result.mode.size(), n);
  if (!result.status.empty()) check_length("status", result.status.size(), n);
}

BatchArrays arrays_from(const PlanarBatch& batch, const PlanarBatchResult& result, std::size_t i) {
  return {batch.W_tt.data() + i,
          batch.W_tn.data() + i,
          batch.W_nn.data() + i,
          batch.u_t.data() + i,
          batch.u_n.data() + i,
          batch.friction.data() + i,
          batch.static_friction.data() + i,
          batch.restitution.data() + i,
          result.p_t.data() + i,
          result.p_n.data() + i,
          result.mode.data() + i};
}

Sym2<double> W_of(const PlanarBatch& batch, std::size_t i) {
  return {batch.W_tt[i], batch.W_tn[i], batch.W_nn[i]};
}

Vec2<double> u_of(const PlanarBatch& batch, std::size_t i) { return {batch.u_t[i], batch.u_n[i]}; }

/// uₙ⁻ is 0, or no number: what happens is said by more than its sign.
bool is_at_rest(const PlanarBatch& batch, std::size_t i) { return !(std::abs(batch.u_n[i]) > 0); }

/// What a kernel leaves to resolve_planar.
bool is_special(const PlanarBatch& batch, const PlanarBatchResult& result, std::size_t i) {
  return is_at_rest(batch, i) || is_narrow(W_of(batch, i)) || !std::isfinite(result.p_n[i]);
}

void resolve_one(const PlanarBatch& batch, Restitution rule, const PlanarBatchResult& result,
                 std::size_t i) {
  const ContactLaw<double> law{batch.friction[i], batch.static_friction[i], batch.restitution[i],
                               rule};
  const PlanarImpact<double> impact = resolve_planar(W_of(batch, i), u_of(batch, i), law);
  result.p_t[i] = impact.impulse.t;
  result.p_n[i] = impact.impulse.n;
  result.mode[i] = impact.mode;
  if (!result.status.empty()) result.status[i] = impact.status;
}

/// Resolves contacts first to last − 1, a multiple of batch_block: the kernel, then the special ones.
void resolve_range(const PlanarBatch& batch, Restitution rule, const PlanarBatchResult& result,
                   BatchKernel* kernel, std::size_t first, std::size_t last) {
  const bool done = kernel(arrays_from(batch, result, first), last - first, rule);
  if (!result.status.empty())
    for (std::size_t i = first; i < last; ++i) {
      result.status[i] = batch.u_n[i] < 0 ? ImpactStatus::solved : ImpactStatus::no_impact;
      if (is_at_rest(batch, i)) resolve_one(batch, rule, result, i);
    }
  if (done) return;
  for (std::size_t i = first; i < last; ++i)
    if (is_special(batch, result, i)) resolve_one(batch, rule, result, i);
}

}  // namespace

bool is_available(BatchIsa isa) { return processor_has(isa); }

BatchIsa best_isa() {
  for (const BatchIsa isa : {BatchIsa::avx512, BatchIsa::avx2})
    if (is_available(isa)) return isa;
  return BatchIsa::baseline;
}

void resolve_planar_batch(const PlanarBatch& batch, Restitution rule,
                          const PlanarBatchResult& result) {
  resolve_planar_batch(batch, rule, result, best_isa());
}

void resolve_planar_batch(const PlanarBatch& batch, Restitution rule,
                          const PlanarBatchResult& result, BatchIsa isa) {
  check_lengths(batch, result);
  if (!is_available(isa))
    throw std::invalid_argument("resolve_planar_batch: no " + std::string(to_string(isa)) +
                                " here; want an instruction set that is_available()");
  BatchKernel* const kernel = kernel_of(isa);
  constexpr std::size_t block = detail::batch_block;
  const std::size_t n = batch.W_tt.size();
  if (n < block) {
    for (std::size_t i = 0; i < n; ++i) resolve_one(batch, rule, result, i);
    return;
  }
  const std::size_t first = n < long_batch ? 0 : before_line(batch.W_tt.data());
  const std::size_t whole = n - (n - first) % block;
  // The first and the last contacts do not fill a block: some of their neighbours are taken twice.
  if (first > 0) resolve_range(batch, rule, result, kernel, 0, block);
  for (std::size_t i = first; i < whole; i += chunk)
    resolve_range(batch, rule, result, kernel, i, std::min(i + chunk, whole));
  if (whole < n) resolve_range(batch, rule, result, kernel, n - block, n);
}

}  // namespace carom
