#include <carom/study/fit/law_comparison.hpp>
#include <carom/study/fit/random_numbers.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace carom {
namespace {

std::vector<std::size_t> sorted_order(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  return order;
}

double drawn_median(const std::vector<double>& values, const std::vector<std::size_t>& order,
                    const Weights& weights, double total) {
  double sum = 0;
  for (const std::size_t i : order)
    if ((sum += weights[i]) >= total / 2) return values[i];
  return values[order.back()];
}

double drawn_mean(const std::vector<double>& a, const std::vector<double>& b,
                  const Weights& weights, double total) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += weights[i] * (a[i] - b[i]);
  return sum / total;
}

Difference difference_of(double value, const std::vector<double>& draws, double share) {
  const double n = static_cast<double>(draws.size());
  const double mean = std::accumulate(draws.begin(), draws.end(), 0.0) / n;
  double variance = 0;
  for (const double x : draws) variance += (x - mean) * (x - mean);
  return {value, std::sqrt(variance / std::max(1.0, n - 1)), percentile_interval(draws, share)};
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

void decide(Comparison& c) {
  const auto says = [](const Difference& d) { return !d.decides() ? 0 : (d.value < 0 ? -1 : 1); };
  const int mean = says(c.mean);
  const int other = says(c.median);
  const int square = says(c.square);
  c.contradictory = mean * other < 0 || mean * square < 0 || other * square < 0;
  if (mean == 0 || c.contradictory) return;
  c.verdict = mean < 0 ? Verdict::better : Verdict::worse;
}

}  // namespace

HeldOut held_out_from(std::vector<double> squares, const std::vector<double>& size_after) {
  HeldOut held{.squares = std::move(squares)};
  for (std::size_t i = 0; i < held.squares.size(); ++i)
    held.relative.push_back(std::sqrt(held.squares[i]) / size_after[i]);
  held.median = median_of(held.relative);
  held.mean = mean_of(held.relative);
  held.rms = std::sqrt(mean_of(held.squares));
  return held;
}

std::size_t fold_of(const std::string& group_name, std::size_t folds, std::uint64_t seed) {
  std::uint64_t hash = split_mix(seed);
  for (const char c : group_name) hash = split_mix(hash ^ static_cast<unsigned char>(c));
  return hash % folds;
}

Weights without_fold(const std::vector<std::size_t>& fold, std::size_t left_out) {
  Weights weights(fold.size());
  for (std::size_t i = 0; i < fold.size(); ++i) weights[i] = fold[i] == left_out ? 0 : 1;
  return weights;
}

Comparison compare(const HeldOut& first, const HeldOut& second,
                   const std::vector<std::size_t>& group, double share, std::size_t resamples,
                   std::uint64_t seed, const Workers& workers) {
  const std::vector<std::size_t> order1 = sorted_order(first.relative);
  const std::vector<std::size_t> order2 = sorted_order(second.relative);
  std::vector<double> means(resamples), medians(resamples), squares(resamples);
  parallel_for(workers, "comparison", resamples, [&](std::size_t b) {
    const Weights weights = drawn_weights(group, seed, b);
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    means[b] = drawn_mean(first.relative, second.relative, weights, total);
    squares[b] = drawn_mean(first.squares, second.squares, weights, total);
    medians[b] = drawn_median(first.relative, order1, weights, total) -
                 drawn_median(second.relative, order2, weights, total);
  });
  Comparison c;
  c.mean = difference_of(first.mean - second.mean, means, share);
  c.median = difference_of(first.median - second.median, medians, share);
  c.square = difference_of(first.rms * first.rms - second.rms * second.rms, squares, share);
  for (std::size_t i = 0; i < group.size(); ++i)
    c.share_better += first.relative[i] < second.relative[i] ? 1 : 0;
  c.share_better /= static_cast<double>(group.size());
  const double needed = c.mean.value == 0 ? 0 : 2 * c.mean.standard_error / c.mean.value;
  c.groups_to_decide = static_cast<double>(group_count(group)) * needed * needed;
  decide(c);
  return c;
}

}  // namespace carom
