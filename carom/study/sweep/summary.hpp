/// @file
/// What a sweep says in a few numbers: how every quantity is spread under each law, and, for random draws,
/// which input moves which output.
#pragma once

#include <carom/study/sweep/table.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace carom {

/// How the numbers of one column are spread, under one law.
struct ColumnSpread {
  std::string column{};
  std::string unit{};
  LawId law = LawId::poisson;
  std::uint64_t count = 0;  ///< rows that have a number
  double mean = 0;          ///< Σx/n
  double deviation = 0;     ///< √(Σ(x − mean)²/(n − 1)); 0 of a single one
  double p05 = 0;           ///< 5 % lie below; linear between the two nearest of the sorted numbers
  double median = 0;
  double p95 = 0;
};

/// How often a word stands in a column, under one law.
struct WordCount {
  std::string column{};
  LawId law = LawId::poisson;
  std::string word{};
  std::uint64_t count = 0;
};

/// A bar of a tornado: by how much a random input moves an output.
struct Influence {
  std::string output{};
  std::string unit{};
  LawId law = LawId::poisson;
  std::string input{};
  double low = 0;          ///< output on the fitted line where 5 % of the input lie below
  double high = 0;         ///< likewise 95 %
  double correlation = 0;  ///< Pearson's r of input and output, in [−1, 1]
};

struct SweepSummary {
  std::vector<ColumnSpread> spreads{};
  std::vector<WordCount> words{};
  std::vector<Influence> influences{};  ///< per output and law, the widest bar first
};

/// Share `q` of the sorted numbers lies below it; linear between the two nearest.
double quantile(const std::vector<double>& sorted, double q);

/// A point of a curve beside those of the sweep.
struct CurvePoint {
  std::size_t law = 0;            ///< which of the plan's
  std::vector<double> numbers{};  ///< by column; NaN for words
};

/// Collects a sweep portion by portion.
class SweepCollection {
 public:
  explicit SweepCollection(const SweepPlan& plan);  ///< must live as long
  void add(const AnswerTable& table);
  void add(CurvePoint point) { between_.push_back(std::move(point)); }
  /// Where the outcome changes along the first variable, under a law of the plan.
  void add_boundary(std::size_t law, double x) { boundaries_[law].push_back(x); }
  SweepSummary summary() const;

  /// Shows every column in another unit. @param shown  the unit's name, and what one of it is in the column's
  void convert(const std::function<std::pair<std::string, double>(const std::string& unit)>& shown);

  const SweepPlan& plan() const { return *plan_; }
  const std::vector<RowColumn>& columns() const { return columns_; }
  const std::vector<AnswerColumn>& rows() const { return rows_; }  ///< of all portions, in order
  const std::vector<CurvePoint>& between() const { return between_; }  ///< in any order
  /// Under a law of the plan, in order.
  const std::vector<double>& boundaries(std::size_t law) const { return boundaries_[law]; }

 private:
  const SweepPlan* plan_;
  std::vector<RowColumn> columns_;
  std::vector<AnswerColumn> rows_;
  std::vector<CurvePoint> between_{};
  std::vector<std::vector<double>> boundaries_;  ///< by law
};

}  // namespace carom
