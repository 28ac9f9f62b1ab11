/// @file
/// The laws of core/ as device code: one thread, one impact. Compiled by check.sh, never run.

#include <carom/core/planar/planar_impact.hpp>
#include <carom/core/spatial/spatial_impact.hpp>

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

template <class S>
__global__ void resolve_all_in_space(int count, const carom::Sym3<S>* W, const carom::Vec3<S>* u,
                                     const carom::ContactLaw<S>* law,
                                     carom::SpatialImpact<S>* result) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) result[i] = carom::resolve_spatial(W[i], u[i], law[i]);
}

template __global__ void resolve_all_in_space<double>(int, const carom::Sym3<double>*,
                                                      const carom::Vec3<double>*,
                                                      const carom::ContactLaw<double>*,
                                                      carom::SpatialImpact<double>*);
template __global__ void resolve_all_in_space<float>(int, const carom::Sym3<float>*,
                                                     const carom::Vec3<float>*,
                                                     const carom::ContactLaw<float>*,
                                                     carom::SpatialImpact<float>*);
