/// @file
/// From measured impacts to the coefficients of laws, how sure they are, and which law predicts best.
///
/// The order is that of the work: what an impulse at the contact explains at all (momentum_check.hpp), the
/// parameters (least_squares.hpp), their intervals (resampling.hpp), errors on held-out impacts and the laws
/// against each other (law_comparison.hpp), on request a population of parameters (population.hpp). The same
/// problem gives the same bytes for any number of threads. docs/fitting.md explains the results.
#pragma once

#include <carom/study/fit/law_comparison.hpp>
#include <carom/study/fit/momentum_check.hpp>
#include <carom/study/fit/population.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace carom {

/// A column of numbers beside the impacts, which a parameter may follow.
struct DataColumn {
  std::string name{};
  std::vector<double> values{};  ///< one per impact
};

/// What is to be fitted.
struct FitProblem {
  ImpactRecords records{};
  double gyration = 0;                       ///< k, m
  std::optional<Interval> gyration_range{};  ///< take the best k in it instead
  std::vector<LawId> laws{};                 ///< at least one
  ParameterModels models{};                  ///< friction and restitution first
  Loss loss = Loss::squares;
  bool population = false;          ///< parameters scatter from impact to impact
  Noise noise = Noise::t4;          ///< of a population
  std::vector<std::size_t> fold{};  ///< of each impact; empty: nothing is held out
  std::size_t folds = 0;
  std::size_t resamples = 1000;  ///< of the bootstrap; 0: intervals by the sandwich
  std::uint64_t seed = 1;
  std::vector<DataColumn> columns{};  ///< that restitution might follow
};

/// A fitted parameter.
struct FittedParameter {
  ParameterModel model{};
  double value = 0;     ///< of a constant; the mean over the impacts of knots; at c = 1 of a power
  Interval interval{};  ///< 95 %
  bool identified = true;             ///< false: S hardly depends on it
  std::vector<double> theta{};        ///< the model's own numbers
  std::vector<Interval> intervals{};  ///< of those
  double by_relative_loss = 0;        ///< the value where Σ r² is least instead
  std::optional<double> scatter{};    ///< s_μ or s_e of a population
  std::optional<Interval> scatter_interval{};
};

/// A law's place among the others.
struct AgainstBest {
  LawId law = LawId::stronge;
  Comparison comparison{};
};

/// What is known of one law.
struct FittedLaw {
  LawId law = LawId::stronge;
  std::vector<FittedParameter> parameters{};
  std::vector<double> theta{};
  std::optional<HeldOut> held_out{};
  std::optional<Coverage> coverage{};        ///< of held-out predictions
  std::vector<double> rank{};                ///< of every impact in its prediction
  std::optional<double> log_density{};       ///< mean over held-out impacts
  std::optional<AgainstBest> against{};      ///< absent for the best law
  std::vector<std::vector<double>> cloud{};  ///< θ of every resample
  double widening = 1;                       ///< largest ratio of bootstrap to curvature intervals
  double noise = 0;                          ///< σ of a coordinate of q, m/s
  double sliding_share = 0;                  ///< of impacts that slide to the end
  double sticking_share = 0;                 ///< of impacts whose impulse is inside the cone
};

/// A column and the share of the variance of the impacts' own restitution that it explains (quintic).
struct ColumnShare {
  std::string name{};
  double share = 0;
};

struct FitReport {
  std::size_t impacts = 0, groups = 0;
  double gyration = 0;  ///< in use, m
  MomentumCheck momentum{};
  MeasuredImpacts measured{};
  std::vector<FittedLaw> laws{};             ///< in the order asked for
  std::size_t best = 0;                      ///< law with the least mean error
  std::optional<double> own_coefficients{};  ///< median r where each impact has its own μ and e
  std::vector<ColumnShare> columns{};        ///< largest share first
  std::vector<std::string> notes{};          ///< sentences for people
};

/// @throws std::invalid_argument if there is too little to fit; Stopped
FitReport fit_laws(const FitProblem& problem, const Workers& workers);

}  // namespace carom
