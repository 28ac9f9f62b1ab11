/// @file
/// What judges an answer of a path law in space, by conditions that do not need the path.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/spatial/spatial_contact.hpp>
#include <carom/core/spatial/spatial_result.hpp>

namespace carom {

/// By how much an answer fails each condition, relative to the size of its terms; 0 is a perfect one.
template <class S>
struct SpatialResidual {
  S momentum{};   ///< u⁺ = u⁻ + W p
  S invariant{};  ///< (T12.3)
  S cone{};       ///< |pₜ| ≤ μ pₙ, or μ_s where it sticks; pₙ ≥ 0
  S law{};        ///< (T12.9), P_c + P_r = pₙ, uₙ⁺ ≥ 0
  S energy{};     ///< W_c + W_r + W_f = ½ p·(u⁻ + u⁺), and (T12.13) and (T12.14): no gain

  CAROM_HD constexpr S largest() const {
    return max_of(max_of(momentum, invariant), max_of(max_of(cone, law), energy));
  }
};

/// The residual of an impact that happened; all zero where nothing happened.
template <class S>
CAROM_HD SpatialResidual<S> judge(const SpatialContact<S>& c, const ContactLaw<S>& law,
                                  const SpatialImpact<S>& impact);

// ------------------------------------------------------------------------------------------------

namespace detail {

/// |a|/size; 0 where both vanish.
template <class S>
CAROM_HD constexpr S share_of(const S& a, const S& size) {
  return size > S(0) ? abs_of(a) / size : abs_of(a);
}

template <class S>
CAROM_HD S velocity_scale(const SpatialContact<S>& c, const SpatialImpact<S>& r) {
  const Sym3<S>& W = c.W;
  const S p_t = length(r.impulse.t);
  return length(c.u.t) + abs_of(c.u.n) + (W.tt.xx + W.tt.yy + length(W.tn)) * p_t +
         (length(W.tn) + W.nn) * r.impulse.n;
}

template <class S>
CAROM_HD S law_residual(const SpatialContact<S>& c, const ContactLaw<S>& law,
                        const SpatialImpact<S>& r, const S& speed) {
  const S e = law.restitution;
  const S sum = share_of(r.compression + r.restitution - r.impulse.n, r.impulse.n);
  const S parts = max_of(sum, share_of(max_of(S(0), -r.u_after.n), speed));
  switch (law.rule) {
    case Restitution::newton: return max_of(parts, share_of(r.u_after.n + e * c.u.n, speed));
    case Restitution::poisson:
      return max_of(parts, share_of(r.restitution - e * r.compression, r.impulse.n));
    case Restitution::stronge:
      return max_of(parts, share_of(r.work.normal_restitution + e * e * r.work.normal_compression,
                                    speed * r.impulse.n));
  }
  return parts;
}

}  // namespace detail

template <class S>
CAROM_HD SpatialResidual<S> judge(const SpatialContact<S>& c, const ContactLaw<S>& law,
                                  const SpatialImpact<S>& r) {
  using detail::share_of;
  SpatialResidual<S> residual;
  if (!(r.impulse.n != S(0))) return residual;
  const S speed = detail::velocity_scale(c, r);
  const Vec3<S> off = c.u + c.W * r.impulse - r.u_after;
  residual.momentum = share_of(length(off.t) + abs_of(off.n), speed);
  const S v_size = S(1) + length(c.v);
  residual.invariant =
      share_of(r.u_after.n - dot(c.v, r.u_after.t) - c.k_s * r.impulse.n - c.u_s, v_size * speed);

  const bool sticks =
      r.mode == ImpactMode::stick_in_compression || r.mode == ImpactMode::stick_in_restitution;
  const S limit = sticks ? static_limit(law) : law.friction;
  const S p_t = length(r.impulse.t);
  residual.cone = share_of(max_of(S(0), p_t - limit * r.impulse.n), p_t + abs_of(r.impulse.n));
  if (r.impulse.n < S(0)) residual.cone = S(1);
  residual.law = detail::law_residual(c, law, r, speed);

  const S work = r.work.normal_compression + r.work.normal_restitution + r.work.friction;
  const S mean =
      S(0.5) * (dot(r.impulse.t, c.u.t + r.u_after.t) + r.impulse.n * (c.u.n + r.u_after.n));
  const S size = speed * (p_t + r.impulse.n);
  const S loss =
      (S(1) + law.restitution) * law.friction * r.slip_at_compression_end * r.compression;
  const bool bounded = law.rule != Restitution::newton;
  const S gain = mean + (law.rule == Restitution::poisson ? loss : S(0));
  residual.energy =
      max_of(share_of(work - mean, size), bounded ? share_of(max_of(S(0), gain), size) : S(0));
  return residual;
}

}  // namespace carom
