#include <carom/study/sweep/curves.hpp>

#include <carom/study/sweep/boundaries.hpp>
#include <carom/study/sweep/outcome_boundaries.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

/// Of the stretch between two points.
constexpr double boundary_width = 1e-6;
constexpr double peak_width = 1e-4;

/// One law along the variable.
class Curve {
 public:
  Curve(const SweepPlan& whole, std::size_t law, const std::atomic<bool>* stop)
      : plan_(whole), law_(law), stop_(stop) {
    plan_.laws = {whole.laws[law]};
  }

  void look(const std::vector<std::size_t>& columns, SweepCollection& sweep) {
    PointSolver solver(plan_);
    solver_ = &solver;
    sweep_ = &sweep;
    std::vector<double> x;
    std::vector<Kinds> kinds;
    std::vector<double> values;
    std::vector<std::vector<double>> rows;
    for (std::uint64_t point = 0; point < plan_.points && !stopped(); ++point) {
      values_at(plan_, point, values);
      x.push_back(values[0]);
      kinds.push_back(kinds_at(x.back()));
      rows.push_back(row_at(x.back()));
    }
    for (std::size_t i = 0; i + 1 < x.size() && !stopped(); ++i)
      add_boundaries({.a = x[i], .b = x[i + 1], .before = kinds[i], .after = kinds[i + 1]});
    for (const std::size_t column : columns)
      for (std::size_t i = 1; i + 1 < x.size() && !stopped(); ++i) {
        const double before = rows[i - 1][column];
        const double here = rows[i][column];
        const double after = rows[i + 1][column];
        const bool most = here >= before && here >= after && (here > before || here > after);
        const bool least = here <= before && here <= after && (here < before || here < after);
        if (most) narrow_peak(x[i - 1], x[i + 1], column, 1);
        if (least) narrow_peak(x[i - 1], x[i + 1], column, -1);
      }
  }

 private:
  bool stopped() const { return stop_ != nullptr && *stop_; }

  Kinds kinds_at(double x) { return outcome_kinds(solver_->solve({x}).front(), plan_.shape); }

  /// The columns of numbers there; NaN elsewhere.
  std::vector<double> row_at(double x) {
    const AnswerTable table = answers_at(plan_, *solver_, {x});
    std::vector<double> row;
    for (const AnswerColumn& column : table.columns)
      row.push_back(column.is_number ? column.numbers.front()
                                     : std::numeric_limits<double>::quiet_NaN());
    return row;
  }

  double added(double x, std::size_t column) {
    std::vector<double> row = row_at(x);
    const double y = row[column];
    sweep_->add(CurvePoint{law_, std::move(row)});
    return y;
  }

  void add_boundaries(const Boundary& ends) {
    const double tolerance =
        boundary_width * std::abs(ends.b - ends.a) / std::max(std::abs(ends.a), std::abs(ends.b));
    for (const Boundary& found :
         boundaries_between(ends, [&](double x) { return kinds_at(x); }, tolerance)) {
      sweep_->add(CurvePoint{law_, row_at(found.a)});
      sweep_->add(CurvePoint{law_, row_at(found.b)});
      sweep_->add_boundary(law_, found.a + (found.b - found.a) / 2);
    }
  }

  /// A golden section: of three points the middle one is the largest of sign·y.
  void narrow_peak(double a, double b, std::size_t column, double sign) {
    static const double share = (std::sqrt(5.0) - 1) / 2;
    const double least = peak_width * std::abs(b - a);
    double c = b - share * (b - a);
    double d = a + share * (b - a);
    double y_c = sign * added(c, column);
    double y_d = sign * added(d, column);
    while (std::abs(b - a) > least && !stopped()) {
      if (y_c > y_d) {
        b = d;
        d = c;
        y_d = y_c;
        c = b - share * (b - a);
        y_c = sign * added(c, column);
      } else {
        a = c;
        c = d;
        y_c = y_d;
        d = a + share * (b - a);
        y_d = sign * added(d, column);
      }
    }
  }

  SweepPlan plan_;
  std::size_t law_;
  const std::atomic<bool>* stop_;
  PointSolver* solver_ = nullptr;
  SweepCollection* sweep_ = nullptr;
};

}  // namespace

void refine_curves(const std::vector<std::size_t>& columns, SweepCollection& sweep,
                   const std::atomic<bool>* stop) {
  for (std::size_t law = 0; law < sweep.plan().laws.size(); ++law)
    Curve(sweep.plan(), law, stop).look(columns, sweep);
}

}  // namespace carom
