/// @file
/// Laws against each other on impacts that they have not seen.
#pragma once

#include <carom/study/fit/least_squares.hpp>
#include <carom/study/fit/resampling.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace carom {

/// Errors of a law on impacts outside the folds that it was fitted to.
struct HeldOut {
  std::vector<double> squares{};   ///< a² of every impact, m²/s²
  std::vector<double> relative{};  ///< r = a/|q⁺| of every impact
  double median = 0;               ///< of r
  double mean = 0;                 ///< of r
  double rms = 0;                  ///< of a, m/s
};

HeldOut held_out_from(std::vector<double> squares, const std::vector<double>& size_after);

/// Which fold each group is in, by a hash of its name.
std::size_t fold_of(const std::string& group_name, std::size_t folds, std::uint64_t seed);

/// Weights of a fit that leaves a fold out: 0 there, 1 elsewhere.
Weights without_fold(const std::vector<std::size_t>& fold, std::size_t left_out);

/// What two laws' errors say.
enum class Verdict : std::uint8_t { better, worse, cannot_tell };
constexpr const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::better: return "better";
    case Verdict::worse: return "worse";
    case Verdict::cannot_tell: return "cannot tell";
  }
  return "";
}

/// A measure of two laws: that of the first less that of the second.
struct Difference {
  double value = 0;
  double standard_error = 0;  ///< by paired bootstrap over groups
  Interval interval{};
  bool decides() const { return interval.lo > 0 || interval.hi < 0; }
};

struct Comparison {
  Difference mean{}, median{}, square{};  ///< of mean r, median r, mean a²
  double share_better = 0;                ///< of impacts that the first predicts better
  double groups_to_decide = 0;            ///< n (2 S/D)² for the mean
  Verdict verdict = Verdict::cannot_tell;
  bool contradictory = false;  ///< mean, median and squares decide for different laws
};

/// @param share  of the intervals: 1 − 0.05/(laws − 1)
Comparison compare(const HeldOut& first, const HeldOut& second,
                   const std::vector<std::size_t>& group, double share, std::size_t resamples,
                   std::uint64_t seed, const Workers& workers);

}  // namespace carom
