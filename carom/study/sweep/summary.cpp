#include <carom/study/sweep/summary.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

double mean_of(const std::vector<double>& x) {
  double sum = 0;
  for (const double value : x) sum += value;
  return sum / static_cast<double>(x.size());
}

ColumnSpread spread_of(std::vector<double> x) {
  ColumnSpread spread{.count = x.size()};
  if (x.empty()) return spread;
  spread.mean = mean_of(x);
  double squares = 0;
  for (const double value : x) squares += (value - spread.mean) * (value - spread.mean);
  if (x.size() > 1) spread.deviation = std::sqrt(squares / static_cast<double>(x.size() - 1));
  std::sort(x.begin(), x.end());
  spread.p05 = quantile(x, 0.05);
  spread.median = quantile(x, 0.5);
  spread.p95 = quantile(x, 0.95);
  return spread;
}

/// The numbers of a column in every `step`-th row from `first` on.
std::vector<double> every(const std::vector<double>& x, std::size_t first, std::size_t step) {
  std::vector<double> some;
  some.reserve(x.size() / step + 1);
  for (std::size_t i = first; i < x.size(); i += step) some.push_back(x[i]);
  return some;
}

std::vector<double> without_nan(std::vector<double> x) {
  x.erase(std::remove_if(x.begin(), x.end(), [](double value) { return std::isnan(value); }),
          x.end());
  return x;
}

/// The line through (x, y) by least squares, read at the 5 % and 95 % of x.
Influence influence_of(const std::vector<double>& all_x, const std::vector<double>& all_y) {
  std::vector<double> x;
  std::vector<double> y;
  for (std::size_t i = 0; i < all_x.size(); ++i)
    if (!std::isnan(all_y[i])) {
      x.push_back(all_x[i]);
      y.push_back(all_y[i]);
    }
  if (x.size() < 3) return {};
  const double x_mean = mean_of(x);
  const double y_mean = mean_of(y);
  double xx = 0;
  double xy = 0;
  double yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - x_mean) * (x[i] - x_mean);
    xy += (x[i] - x_mean) * (y[i] - y_mean);
    yy += (y[i] - y_mean) * (y[i] - y_mean);
  }
  if (!(xx > 0)) return {};
  std::sort(x.begin(), x.end());
  const double slope = xy / xx;
  return {.low = y_mean + slope * (quantile(x, 0.05) - x_mean),
          .high = y_mean + slope * (quantile(x, 0.95) - x_mean),
          .correlation = yy > 0 ? xy / std::sqrt(xx * yy) : 0};
}

std::vector<WordCount> counts_of(const AnswerColumn& column, std::size_t first, std::size_t step) {
  std::vector<WordCount> counts(column.vocabulary.size());
  for (std::size_t i = first; i < column.words.size(); i += step) ++counts[column.words[i]].count;
  for (std::size_t word = 0; word < counts.size(); ++word)
    counts[word].word = column.vocabulary[word];
  counts.erase(std::remove_if(counts.begin(), counts.end(),
                              [](const WordCount& c) { return c.count == 0 || c.word.empty(); }),
               counts.end());
  return counts;
}

}  // namespace

double quantile(const std::vector<double>& sorted, double q) {
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  const double share = place - static_cast<double>(below);
  return sorted[below] + share * (sorted[below + 1] - sorted[below]);
}

SweepCollection::SweepCollection(const SweepPlan& plan)
    : plan_(&plan), columns_(sweep_columns(plan)), boundaries_(plan.laws.size()) {
  for (const RowColumn& column : columns_) rows_.emplace_back().is_number = column.is_number;
}

void SweepCollection::add(const AnswerTable& table) {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const AnswerColumn& part = table.columns[i];
    AnswerColumn& whole = rows_[i];
    whole.numbers.insert(whole.numbers.end(), part.numbers.begin(), part.numbers.end());
    for (const std::uint32_t word : part.words)
      append(whole, word == 0 ? ResultValue() : ResultValue(part.vocabulary[word]));
  }
}

SweepSummary SweepCollection::summary() const {
  SweepSummary summary;
  const std::size_t inputs = plan_->variables.size();
  const std::size_t laws = plan_->laws.size();
  for (std::size_t i = inputs + 1; i < columns_.size(); ++i)  // behind the law
    for (std::size_t law = 0; law < laws; ++law) {
      if (!columns_[i].is_number) {
        for (WordCount& count : counts_of(rows_[i], law, laws)) {
          count.column = columns_[i].name;
          count.law = plan_->laws[law];
          summary.words.push_back(std::move(count));
        }
        continue;
      }
      const std::vector<double> y = every(rows_[i].numbers, law, laws);
      ColumnSpread& spread = summary.spreads.emplace_back(spread_of(without_nan(y)));
      spread.column = columns_[i].name;
      spread.unit = columns_[i].unit;
      spread.law = plan_->laws[law];
      std::vector<Influence> bars;
      for (std::size_t input = 0; input < inputs; ++input) {
        if (!is_random(plan_->variables[input])) continue;
        Influence& bar = bars.emplace_back(influence_of(every(rows_[input].numbers, law, laws), y));
        bar.output = columns_[i].name;
        bar.unit = columns_[i].unit;
        bar.law = plan_->laws[law];
        bar.input = columns_[input].name;
      }
      std::stable_sort(bars.begin(), bars.end(), [](const Influence& a, const Influence& b) {
        return std::abs(a.high - a.low) > std::abs(b.high - b.low);
      });
      summary.influences.insert(summary.influences.end(), bars.begin(), bars.end());
    }
  return summary;
}

void SweepCollection::convert(
    const std::function<std::pair<std::string, double>(const std::string& unit)>& shown) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    auto [unit, one] = shown(columns_[i].unit);
    columns_[i].unit = std::move(unit);
    if (one == 1) continue;
    for (double& x : rows_[i].numbers) x /= one;
    for (CurvePoint& point : between_) point.numbers[i] /= one;
    if (i == 0)
      for (std::vector<double>& of_law : boundaries_)
        for (double& x : of_law) x /= one;
  }
}

}  // namespace carom
