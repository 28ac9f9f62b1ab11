#include <carom/study/batch/spatial_batch.hpp>

#include <carom/core/spatial/spatial_impact.hpp>
#include <carom/study/run/ordered_run.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <stdexcept>

namespace carom {
namespace {

/// Contacts that a thread takes at a time.
constexpr std::uint64_t contacts_per_portion = 1024;

void require_numbers(std::size_t found, std::size_t own, std::size_t count, const char* name) {
  if (found != own && found != own * count)
    throw std::invalid_argument(
        fmt::format("resolve_spatial_batch: {} holds {} numbers; want {} or {}", name, found, own,
                    own * count));
}

void require_room(std::size_t found, std::size_t wanted, const char* name) {
  if (found != 0 && found != wanted)
    throw std::invalid_argument(fmt::format(
        "resolve_spatial_batch: {} has room for {} numbers; want {}", name, found, wanted));
}

void require_batch(const SpatialBatch& b, const SpatialBatchResult& r) {
  const std::size_t count = r.status.size();
  require_numbers(b.W.size(), 9, count, "W");
  require_numbers(b.u.size(), 3, count, "u");
  require_numbers(b.friction.size(), 1, count, "friction");
  require_numbers(b.restitution.size(), 1, count, "restitution");
  if (!b.static_friction.empty())
    require_numbers(b.static_friction.size(), 1, count, "static_friction");
  require_room(r.impulse.size(), 3 * count, "impulse");
  require_room(r.u_after.size(), 3 * count, "u_after");
  require_room(r.mode.size(), count, "mode");
}

/// The numbers of contact i, or those of all.
const double* numbers_at(std::span<const double> whole, std::size_t own, std::size_t i) {
  return whole.size() == own ? whole.data() : whole.data() + own * i;
}

void write_vector(const Vec3<double>& x, std::span<double> to, std::size_t i) {
  if (to.empty()) return;
  to[3 * i] = x.t.x;
  to[3 * i + 1] = x.t.y;
  to[3 * i + 2] = x.n;
}

void resolve_contact(const SpatialBatch& b, Restitution rule, const SpatialBatchResult& r,
                     std::size_t i) {
  const double* W = numbers_at(b.W, 9, i);
  const double* u = numbers_at(b.u, 3, i);
  ContactLaw<double> law{.friction = *numbers_at(b.friction, 1, i),
                         .restitution = *numbers_at(b.restitution, 1, i),
                         .rule = rule};
  law.static_friction =
      b.static_friction.empty() ? law.friction : *numbers_at(b.static_friction, 1, i);
  const auto impact = resolve_spatial(Sym3<double>{{W[0], W[1], W[4]}, {W[2], W[5]}, W[8]},
                                      Vec3<double>{{u[0], u[1]}, u[2]}, law);
  write_vector(impact.impulse, r.impulse, i);
  write_vector(impact.u_after, r.u_after, i);
  if (!r.mode.empty()) r.mode[i] = impact.mode;
  r.status[i] = impact.status;
}

}  // namespace

void resolve_spatial_batch(const SpatialBatch& batch, Restitution rule,
                           const SpatialBatchResult& result, unsigned threads,
                           const std::atomic<bool>* stop) {
  require_batch(batch, result);
  const auto worker = [&] {
    return [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t i = first; i < last; ++i) resolve_contact(batch, rule, result, i);
      return std::optional(true);
    };
  };
  run_parts<bool>({0, result.status.size(), contacts_per_portion, threads, stop}, worker,
                  [](bool&, std::uint64_t) {});
}

}  // namespace carom
