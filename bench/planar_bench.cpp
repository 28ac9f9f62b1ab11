/// How long one planar impact takes: alone, and in batches of three sizes with each set of instructions,
/// beside the two ceilings of a batch. bench/report.py runs this and makes a table of it.
#include <benchmark/benchmark.h>

#include <array>
#include <carom/core/planar/planar_impact.hpp>
#include <carom/study/batch/batch.hpp>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "ceilings.hpp"
#include "problems.hpp"

namespace carom::bench {
namespace {

constexpr std::size_t scalar_count = 65536;

/// Sizes of a batch and where its arrays then live on processors of today.
struct Place {
  const char* name;
  std::size_t count;
};
constexpr std::array places{Place{"L1", 256}, Place{"L2", 8192}, Place{"memory", 8'388'608}};

/// Eight arrays of numbers in, two of numbers and one of bytes out.
constexpr std::size_t bytes_per_contact = 10 * sizeof(double) + sizeof(ImpactMode);

const char* name_of(Restitution rule) {
  switch (rule) {
    case Restitution::newton: return "newton";
    case Restitution::poisson: return "poisson";
    case Restitution::stronge: return "stronge";
  }
  return "";
}

/// The arrays of a batch. Each starts a cache line, six lines further into a page than the one before: a load waits in
/// vain for a store shortly before it that agrees with it in the lower 12 bits of the address, and lines that do so
/// compete for the eight or twelve ways of a first-level cache.
class Arrays {
 public:
  explicit Arrays(std::size_t count)
      : count_(count),
        pitch_((count < page ? count : (count + page - 1) / page * page) + 6 * line),
        numbers_(new double[10 * pitch_ + line]),
        modes_(count) {
    void* start = numbers_.get();
    std::size_t space = (10 * pitch_ + line) * sizeof(double);
    first_ = static_cast<double*>(
        std::align(line * sizeof(double), 10 * pitch_ * sizeof(double), start, space));
    const auto problems = random_problems(scalar_count, Restitution::poisson);
    for (std::size_t i = 0; i < count; ++i) {
      const Problem& p = problems[i % scalar_count];
      const std::array row{p.W.tt,
                           p.W.tn,
                           p.W.nn,
                           p.u.t,
                           p.u.n,
                           p.law.friction,
                           p.law.static_friction,
                           p.law.restitution,
                           0.0,
                           0.0};
      for (std::size_t k = 0; k < row.size(); ++k) array(k)[i] = row[k];
    }
  }

  PlanarBatch problems() {
    const auto in = [&](std::size_t k) { return std::span<const double>(array(k), count_); };
    return {in(0), in(1), in(2), in(3), in(4), in(5), in(6), in(7)};
  }
  PlanarBatchResult result() {
    return {std::span(array(8), count_), std::span(array(9), count_), modes_, {}};
  }
  double* array(std::size_t k) { return first_ + k * pitch_; }

 private:
  static constexpr std::size_t line = 8;    // numbers in a cache line
  static constexpr std::size_t page = 512;  // and in a page
  std::size_t count_;
  std::size_t pitch_;
  std::unique_ptr<double[]> numbers_;
  double* first_ = nullptr;
  std::vector<ImpactMode> modes_;
};

/// The arrays of one size, kept for the benchmarks that follow.
Arrays& arrays_of(std::size_t count) {
  static std::array<std::unique_ptr<Arrays>, places.size()> kept;
  for (std::size_t k = 0; k < places.size(); ++k)
    if (places[k].count == count) {
      if (!kept[k]) kept[k] = std::make_unique<Arrays>(count);
      return *kept[k];
    }
  std::abort();
}

/// Time per contact, as a counter that report.py reads.
void set_contacts(benchmark::State& state, std::size_t count) {
  state.counters["contacts"] =
      benchmark::Counter(static_cast<double>(count), benchmark::Counter::kDefaults);
}

void scalar(benchmark::State& state, Restitution rule) {
  const auto problems = random_problems(scalar_count, rule);
  std::array<double, 6> share{};
  for (const Problem& p : problems)
    share[static_cast<std::size_t>(resolve_planar(p.W, p.u, p.law).mode)] += 1.0 / scalar_count;
  for (auto _ : state)
    for (const Problem& p : problems) {
      const auto impact = resolve_planar(p.W, p.u, p.law);
      benchmark::DoNotOptimize(impact);
    }
  set_contacts(state, scalar_count);
  for (std::size_t k = 0; k < share.size(); ++k)
    state.counters[to_string(static_cast<ImpactMode>(k))] = share[k];
}

void batch(benchmark::State& state, BatchIsa isa, Restitution rule, std::size_t count) {
  Arrays& arrays = arrays_of(count);
  for (auto _ : state) {
    resolve_planar_batch(arrays.problems(), rule, arrays.result(), isa);
    benchmark::ClobberMemory();
  }
  set_contacts(state, count);
}

void divisions(benchmark::State& state, BatchIsa isa) {
  constexpr std::size_t count = places[0].count;
  Arrays& arrays = arrays_of(count);
  Divide* const divide = divide_with(isa);
  for (auto _ : state) {
    divide(arrays.array(0), arrays.array(2), arrays.array(7), arrays.array(8), count);
    benchmark::ClobberMemory();
  }
  set_contacts(state, count);
}

/// A copy that reads and writes, together, as many bytes as a batch of `count` contacts does.
void copy(benchmark::State& state, std::size_t count) {
  const std::size_t bytes = count * bytes_per_contact / 2;
  const std::vector<char> from(bytes, 1);
  std::vector<char> to(bytes, 2);
  for (auto _ : state) {
    std::memcpy(to.data(), from.data(), bytes);
    benchmark::ClobberMemory();
  }
  set_contacts(state, count);
}

/// Names are paths: kind/place/instructions/rule, with - where one does not apply.
void add_all() {
  using benchmark::RegisterBenchmark;
  const auto named = [](const std::string& kind, const char* place, const char* isa,
                        const char* rule) { return kind + "/" + place + "/" + isa + "/" + rule; };
  constexpr std::array rules{Restitution::newton, Restitution::poisson, Restitution::stronge};
  for (const Restitution rule : rules)
    RegisterBenchmark(named("scalar", "-", "-", name_of(rule)).c_str(), scalar, rule);
  for (const Place place : places)
    RegisterBenchmark(named("copy", place.name, "-", "-").c_str(), copy, place.count);
  for (const BatchIsa isa : {BatchIsa::baseline, BatchIsa::avx2, BatchIsa::avx512}) {
    if (!is_available(isa)) continue;
    RegisterBenchmark(named("divisions", "-", to_string(isa), "-").c_str(), divisions, isa);
    for (const Place place : places)
      for (const Restitution rule : rules)
        RegisterBenchmark(named("batch", place.name, to_string(isa), name_of(rule)).c_str(), batch,
                          isa, rule, place.count);
  }
}

const bool added = [] {
  add_all();
  return true;
}();

}  // namespace
}  // namespace carom::bench
