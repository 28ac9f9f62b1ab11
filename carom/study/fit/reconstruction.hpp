/// @file
/// What is unknown of a crash, from what was measured of it.
///
/// Unknowns x with priors, evidence y = f(x) + N(0, σ²). Draws from the prior get the weights
/// exp(−Σ((f(x) − y)/σ)²/2) until the effective sample (Σw)²/Σw² is large enough; where that takes too many
/// draws, Metropolis chains in z with x = T(z), z ~ N(0, 1), go on from the best of them.  (T19.8)
#pragma once

#include <carom/io/fit/reconstruction_file.hpp>
#include <carom/study/fit/crash.hpp>
#include <carom/study/fit/parallel_for.hpp>
#include <carom/study/fit/resampling.hpp>

#include <optional>
#include <string>
#include <vector>

namespace carom {

/// A quantity's distribution given the evidence.
struct Posterior {
  std::string name{};
  double mean = 0;
  Interval interval68{}, interval95{};
  std::optional<Interval> prior95{};  ///< of an unknown
  std::vector<double>
      sensitivity{};  ///< change per prior deviation of each unknown, others following
};

/// How well the draws meet a piece of evidence.
struct EvidenceFit {
  StatedEvidence stated{};
  double mean = 0;
  Interval interval95{};
  /// By which share this piece alone narrows the deviation of each unknown's prior.
  std::vector<double> narrows{};
};

struct Reconstruction {
  std::vector<Posterior> unknowns{};
  std::vector<Posterior> report{};
  std::vector<EvidenceFit> evidence{};
  std::string method{};                       ///< "weighted draws" or "metropolis"
  std::uint64_t draws = 0;                    ///< crashes computed
  double effective = 0;                       ///< size of the sample
  std::vector<std::vector<double>> sample{};  ///< unknowns of equally likely draws, for pictures
  std::vector<std::string> notes{};
};

/// @throws std::invalid_argument, Stopped
Reconstruction reconstruct(const StatedReconstruction& stated, const Workers& workers);

}  // namespace carom
