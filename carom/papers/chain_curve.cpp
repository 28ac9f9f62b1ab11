#include <carom/papers/chain_curve.hpp>

#include <carom/core/scalar.hpp>
#include <carom/impact/resolve.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace carom {
namespace {

using Results = std::vector<ImpactResult>;

const ContactResult& end_0(const ImpactResult& r) { return r.contacts[chain_end_0]; }
const ContactResult& end_c(const ImpactResult& r) { return r.contacts[chain_end_c]; }

/// Largest |Δv⁺| of a component between the first result and another.
double velocity_difference(const Results& results) {
  double worst = 0;
  for (const ImpactResult& other : results)
    for (std::size_t k = 0; k < other.contacts.size(); ++k) {
      const ContactVector& a = results.front().contacts[k].u_after;
      const ContactVector& b = other.contacts[k].u_after;
      worst = std::max({worst, std::abs(a.t - b.t), std::abs(a.n - b.n)});
    }
  return worst;
}

/// |vₜ⁺| at the contact where all other laws stop it, else 0.
double slip_where_stuck(const Results& results, std::size_t contact) {
  const bool stuck = std::all_of(results.begin() + 1, results.end(), [&](const ImpactResult& r) {
    return r.contacts[contact].u_after.t == 0;
  });
  return stuck ? std::abs(results.front().contacts[contact].u_after.t) : 0;
}

double value_in(ChainQuantity quantity, const Results& results) {
  const ImpactResult& r = results.front();
  switch (quantity) {
    case ChainQuantity::energy_loss: return -r.energy.change;
    case ChainQuantity::energy_gain: return r.energy.change;
    case ChainQuantity::loss_unless_0_slides:
      return end_0(r).outcome == Outcome::slides ? 0 : std::abs(r.energy.change);
    case ChainQuantity::normal_impulse_0: return end_0(r).impulse.n;
    case ChainQuantity::normal_velocity_0: return end_0(r).u_after.n;
    case ChainQuantity::slip_c: return end_c(r).u_after.t;
    case ChainQuantity::interaction_0: return std::min(end_0(r).impulse.n, end_0(r).u_after.n);
    case ChainQuantity::reversal_c: return -end_c(r).u_after.t * sign(end_c(r).u_before.t);
    case ChainQuantity::slip_where_stuck_c: return slip_where_stuck(results, chain_end_c);
    case ChainQuantity::slip_where_stuck_0: return slip_where_stuck(results, chain_end_0);
    case ChainQuantity::velocity_difference: return velocity_difference(results);
    case ChainQuantity::loss_difference: return results.at(1).energy.change - r.energy.change;
  }
  return 0;
}

}  // namespace

std::optional<ChainQuantity> find_chain_quantity(std::string_view name) {
  using enum ChainQuantity;
  static constexpr std::array<std::pair<std::string_view, ChainQuantity>, 12> names{{
      {"energy loss", energy_loss},
      {"energy gain", energy_gain},
      {"loss unless A0 slides", loss_unless_0_slides},
      {"normal impulse at A0", normal_impulse_0},
      {"normal velocity at A0", normal_velocity_0},
      {"slip at Ac", slip_c},
      {"interaction at A0", interaction_0},
      {"reversal at Ac", reversal_c},
      {"slip where stuck at Ac", slip_where_stuck_c},
      {"slip where stuck at A0", slip_where_stuck_0},
      {"velocity difference", velocity_difference},
      {"loss difference", loss_difference},
  }};
  for (const auto& [known, quantity] : names)
    if (known == name) return quantity;
  return std::nullopt;
}

double value_of(const ChainCurve& curve, const ThreeLinkChain& chain) {
  const Results results = resolve(impact_problem(chain), curve.laws);
  for (const ImpactResult& r : results)
    if (!has_answer(r.status))
      throw std::runtime_error(fmt::format("the chain at phi_1 = {} has no answer under {}",
                                           chain.phi_1, law_of(r.law).name));
  return value_in(curve.quantity, results);
}

std::vector<double> angles_of(const ChainRange& range) {
  std::vector<double> angles;
  angles.reserve(static_cast<std::size_t>(range.cells));
  const double cell = (range.high - range.low) / range.cells;
  for (int i = 0; i < range.cells; ++i) angles.push_back(range.low + (i + 0.5) * cell);
  return angles;
}

std::vector<double> values_of(const ChainCurve& curve, ThreeLinkChain chain,
                              const std::vector<double>& angles) {
  std::vector<double> values;
  for (const double phi_1 : angles) {
    chain.phi_1 = phi_1;
    values.push_back(value_of(curve, chain));
  }
  return values;
}

std::vector<ChainInterval> intervals_above(const ChainCurve& curve, const ThreeLinkChain& chain,
                                           const ChainRange& range, double limit) {
  const auto above = [&](double phi_1) {
    ThreeLinkChain pose = chain;
    pose.phi_1 = phi_1;
    return value_of(curve, pose) > limit;
  };
  // The point between `from` and `to` where the answer changes to that at `to`.
  const auto change = [&](double from, double to, bool at_to) {
    for (double middle = std::midpoint(from, to); middle != from && middle != to;
         middle = std::midpoint(from, to))
      (above(middle) == at_to ? to : from) = middle;
    return to;
  };
  std::vector<ChainInterval> intervals;
  bool inside = false;
  double last = range.low;
  for (const double phi_1 : angles_of(range)) {
    const bool now = above(phi_1);
    if (now && !inside)
      intervals.push_back({last == range.low ? range.low : change(last, phi_1, true), range.high});
    if (!now && inside) intervals.back().to = change(last, phi_1, false);
    inside = now;
    last = phi_1;
  }
  return intervals;
}

}  // namespace carom
