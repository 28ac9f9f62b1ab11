#include <carom/impact/held_rows.hpp>

#include <carom/core/rounding.hpp>

#include <cmath>

namespace carom {
namespace {

using Eigen::Index;

/// A component below this share of its terms may be rounding; only then its rows are examined.
constexpr double suspicious_share = 1e-9;

/// The remaining diagonal and couplings of W after the pivot rows were eliminated.
struct Elimination {
  Eigen::MatrixXd W;           ///< of the rows `zero` and r, the last one r
  std::vector<double> before;  ///< the diagonal at the start
};

/// Eliminates the row with the largest share of its diagonal left; false where none has any.
bool eliminate_next(Elimination& e, std::vector<bool>& done) {
  const Index last = e.W.rows() - 1;
  Index pivot = -1;
  double largest = dependent_row;
  for (Index i = 0; i < last; ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (done[k] || !(e.W(i, i) > largest * e.before[k])) continue;
    largest = e.W(i, i) / e.before[k];
    pivot = i;
  }
  if (pivot < 0) return false;
  done[static_cast<std::size_t>(pivot)] = true;
  const Eigen::VectorXd column = e.W.col(pivot);
  e.W -= column * (column.transpose() / e.W(pivot, pivot));
  return true;
}

}  // namespace

bool is_held(const Eigen::MatrixXd& W, const std::vector<Index>& zero, Index r) {
  const auto count = static_cast<Index>(zero.size());
  Elimination e{Eigen::MatrixXd(count + 1, count + 1), {}};
  std::vector<Index> rows = zero;
  rows.push_back(r);
  e.W = W(rows, rows);
  for (Index i = 0; i < count; ++i) e.before.push_back(e.W(i, i));
  const double whole = e.W(count, count);
  std::vector<bool> done(zero.size(), false);
  while (e.W(count, count) > dependent_row * whole)
    if (!eliminate_next(e, done)) return false;
  return true;
}

void settle_held(const Eigen::MatrixXd& W, const Eigen::VectorXd& terms, Eigen::VectorXd& x) {
  std::vector<Index> zero;
  std::vector<Index> suspicious;
  for (Index i = 0; i < x.size(); ++i) {
    if (x[i] == 0)
      zero.push_back(i);
    else if (std::abs(x[i]) <= suspicious_share * terms[i])
      suspicious.push_back(i);
  }
  for (const Index r : suspicious)
    if (is_held(W, zero, r)) x[r] = 0;
}

}  // namespace carom
