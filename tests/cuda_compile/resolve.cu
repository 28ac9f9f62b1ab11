/// @file
/// The laws of core/ as device code: one thread, one impact. Compiled by check.sh, never run.

#include <carom/core/planar/planar_impact.hpp>

template <class S>
__global__ void resolve_all(int count, const carom::Sym2<S>* W, const carom::Vec2<S>* u,
                            const carom::ContactLaw<S>* law, carom::PlanarImpact<S>* result) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) result[i] = carom::resolve_planar(W[i], u[i], law[i]);
}

template __global__ void resolve_all<double>(int, const carom::Sym2<double>*,
                                             const carom::Vec2<double>*,
                                             const carom::ContactLaw<double>*,
                                             carom::PlanarImpact<double>*);
template __global__ void resolve_all<float>(int, const carom::Sym2<float>*,
                                            const carom::Vec2<float>*,
                                            const carom::ContactLaw<float>*,
                                            carom::PlanarImpact<float>*);
