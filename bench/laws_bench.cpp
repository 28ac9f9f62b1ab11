/// How long one planar contact takes under the further laws (docs/theory.md, §16), through the core.
#include <benchmark/benchmark.h>

#include <carom/core/planar/chatterjee_ruina.hpp>
#include <carom/core/planar/compliant_impact.hpp>
#include <carom/core/planar/cone_impact.hpp>

#include "problems.hpp"

namespace carom::bench {
namespace {

constexpr std::size_t count = 4096;

template <class Resolve>
void run(benchmark::State& state, Resolve resolve) {
  const auto problems = random_problems(count, Restitution::stronge);
  for (auto _ : state)
    for (const Problem& p : problems)
      benchmark::DoNotOptimize(resolve(planar_contact(p.W, p.u), p.law));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}

using Contact = PlanarContact<double>;
using Material = ContactLaw<double>;

void compliant(benchmark::State& state) {
  run(state, [](const Contact& c, const Material& m) {
    return resolve_compliant(c, CompliantLaw<double>{m.friction, m.restitution, 1.2});
  });
}
void moreau(benchmark::State& state) {
  run(state, [](const Contact& c, const Material& m) {
    return resolve_moreau(c, ConeLaw<double>{m.friction, m.restitution, 0.5});
  });
}
void fremond(benchmark::State& state) {
  run(state, [](const Contact& c, const Material& m) {
    return resolve_fremond(c, ConeLaw<double>{m.friction, m.restitution, 0});
  });
}
void anitescu_potra(benchmark::State& state) {
  run(state, [](const Contact& c, const Material& m) {
    return resolve_anitescu_potra(c, ConeLaw<double>{m.friction, m.restitution, 0});
  });
}
void chatterjee_ruina(benchmark::State& state) {
  run(state, [](const Contact& c, const Material& m) {
    return resolve_chatterjee_ruina(c, ChatterjeeRuinaLaw<double>{m.friction, m.restitution, 0.2});
  });
}

BENCHMARK(compliant);
BENCHMARK(moreau);
BENCHMARK(fremond);
BENCHMARK(anitescu_potra);
BENCHMARK(chatterjee_ruina);

}  // namespace
}  // namespace carom::bench
