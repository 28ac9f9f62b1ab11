#include <carom/impact/contact_modes.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

/// A pivot below this is not taken; the tableau starts with entries of order one.
constexpr double smallest_pivot = 1e-12;

/// Where the unknowns of one contact stand in the LCP; `none` where it has no such unknown.
struct Places {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::size_t normal = none;    ///< pₙ ⊥ wₙ
  std::size_t forward = none;   ///< β₊ ⊥ λ + wₜ,   pₜ = β₊ − β₋
  std::size_t backward = none;  ///< β₋ ⊥ λ − wₜ
  std::size_t cone = none;      ///< λ ⊥ μ pₙ − β₊ − β₋
};

struct Lcp {
  std::vector<Places> places{};
  Eigen::MatrixXd P{};  ///< p = P z + p0
  Eigen::VectorXd p0{};
  std::size_t size = 0;
};

double slip_sign(TangentRule rule) { return rule == TangentRule::slips_positive ? 1 : -1; }

std::vector<Places> place(const ModeProblem& problem, std::size_t& size) {
  std::vector<Places> places(problem.normal.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (problem.normal[i] == NormalRule::absent) continue;
    if (problem.normal[i] == NormalRule::unilateral) places[i].normal = size++;
    if (problem.tangent[i] != TangentRule::undecided) continue;
    places[i].forward = size++;
    places[i].backward = size++;
    places[i].cone = size++;
  }
  return places;
}

/// p as an affine function of the unknowns; a given wₙ is solved for its pₙ.
Lcp impulses(const ModeProblem& problem) {
  Lcp lcp;
  lcp.places = place(problem, lcp.size);
  const Eigen::MatrixXd& W = problem.contacts->W;
  const auto rows = static_cast<Eigen::Index>(problem.q.size());
  lcp.P = Eigen::MatrixXd::Zero(rows, static_cast<Eigen::Index>(lcp.size));
  lcp.p0 = Eigen::VectorXd::Zero(rows);
  const auto at = [](std::size_t z) { return static_cast<Eigen::Index>(z); };
  for (std::size_t i = 0; i < lcp.places.size(); ++i) {
    const Places& places = lcp.places[i];
    const Eigen::Index t = at(2 * i);
    const TangentRule rule = problem.tangent[i];
    const bool slips = rule == TangentRule::slips_positive || rule == TangentRule::slips_negative;
    const double ratio = slips ? -slip_sign(rule) * problem.contacts->friction[i] : 0;
    if (problem.normal[i] == NormalRule::given_impulse) {
      lcp.p0[t + 1] = problem.given[i];
      lcp.p0[t] = ratio * problem.given[i];
    }
    if (places.normal != Places::none) {
      lcp.P(t + 1, at(places.normal)) = 1;
      lcp.P(t, at(places.normal)) = ratio;
    }
    if (places.forward != Places::none) {
      lcp.P(t, at(places.forward)) = 1;
      lcp.P(t, at(places.backward)) = -1;
    }
  }
  for (std::size_t i = 0; i < lcp.places.size(); ++i) {
    if (problem.normal[i] != NormalRule::given_velocity) continue;
    const Eigen::Index n = at(2 * i + 1);
    lcp.p0[n] = (problem.given[i] - problem.q[2 * i + 1] - W.row(n) * lcp.p0) / W(n, n);
    lcp.P.row(n) = -(W.row(n) * lcp.P) / W(n, n);
  }
  return lcp;
}

/// The tableau [I | −M | −1 | q] of w − M z − z₀ = q, row by row.
class Tableau {
 public:
  Tableau(const ModeProblem& problem, const Lcp& lcp, ModeSearch& search)
      : n_(lcp.size), stride_(2 * n_ + 2), entries_(search.tableau), basis_(search.basis) {
    entries_.assign(n_ * stride_, 0);
    basis_.resize(n_);
    const Eigen::MatrixXd A = problem.contacts->W * lcp.P;
    const Eigen::VectorXd a0 = Eigen::Map<const Eigen::VectorXd>(problem.q.data(), lcp.p0.size()) +
                               problem.contacts->W * lcp.p0;
    for (std::size_t r = 0; r < n_; ++r) {
      at(r, r) = 1;
      at(r, 2 * n_) = -1;
      basis_[r] = r;
    }
    for (std::size_t i = 0; i < lcp.places.size(); ++i) {
      const Places& places = lcp.places[i];
      const auto t = static_cast<Eigen::Index>(2 * i);
      if (places.normal != Places::none) set(places.normal, A.row(t + 1), a0[t + 1], 1);
      if (places.forward == Places::none) continue;
      set(places.forward, A.row(t), a0[t], 1);
      set(places.backward, A.row(t), a0[t], -1);
      at(places.forward, n_ + places.cone) -= 1;
      at(places.backward, n_ + places.cone) -= 1;
      const double mu = problem.contacts->friction[i];
      set(places.cone, lcp.P.row(t + 1), lcp.p0[t + 1], mu);
      at(places.cone, n_ + places.forward) += 1;
      at(places.cone, n_ + places.backward) += 1;
    }
  }

  /// Lemke's algorithm; true if a solution was reached.
  bool solve() {
    std::size_t row = most_negative();
    if (row == n_) return true;
    std::size_t entering = 2 * n_;
    const std::size_t most_pivots = 50 * (n_ + 1);
    for (std::size_t k = 0; k < most_pivots; ++k) {
      const std::size_t leaving = basis_[row];
      pivot(row, entering);
      if (leaving == 2 * n_) return true;
      entering = leaving < n_ ? leaving + n_ : leaving - n_;
      row = lexicographic_row(entering);
      if (row == n_) return false;
    }
    return false;
  }

  double value(std::size_t z) const {
    for (std::size_t r = 0; r < n_; ++r)
      if (basis_[r] == n_ + z) return entries_[r * stride_ + 2 * n_ + 1];
    return 0;
  }

 private:
  double& at(std::size_t r, std::size_t c) { return entries_[r * stride_ + c]; }

  template <class Row>
  void set(std::size_t r, const Row& row, double q, double factor) {
    for (std::size_t c = 0; c < n_; ++c)
      at(r, n_ + c) -= factor * row[static_cast<Eigen::Index>(c)];
    at(r, 2 * n_ + 1) = factor * q;
  }

  /// The row whose q is most negative, the last of equal ones; n if none is.
  std::size_t most_negative() {
    std::size_t row = n_;
    double least = 0;
    for (std::size_t r = 0; r < n_; ++r)
      if (at(r, 2 * n_ + 1) < 0 && at(r, 2 * n_ + 1) <= least) {
        least = at(r, 2 * n_ + 1);
        row = r;
      }
    return row;
  }

  /// Is row a before row b in the lexicographic order of (q, I-part)/pivot?
  bool before(std::size_t a, std::size_t b, std::size_t column) {
    const double pa = at(a, column);
    const double pb = at(b, column);
    const double difference = at(a, 2 * n_ + 1) / pa - at(b, 2 * n_ + 1) / pb;
    const double size = std::abs(at(a, 2 * n_ + 1) / pa) + std::abs(at(b, 2 * n_ + 1) / pb);
    if (std::abs(difference) > smallest_pivot * size) return difference < 0;
    for (std::size_t c = 0; c < n_; ++c) {
      const double d = at(a, c) / pa - at(b, c) / pb;
      if (std::abs(d) > smallest_pivot) return d < 0;
    }
    return false;
  }

  std::size_t lexicographic_row(std::size_t column) {
    std::size_t row = n_;
    for (std::size_t r = 0; r < n_; ++r) {
      if (!(at(r, column) > smallest_pivot)) continue;
      if (row == n_ || before(r, row, column)) row = r;
    }
    return row;
  }

  void pivot(std::size_t row, std::size_t column) {
    const double p = at(row, column);
    for (std::size_t c = 0; c < stride_; ++c) at(row, c) /= p;
    for (std::size_t r = 0; r < n_; ++r) {
      const double factor = at(r, column);
      if (r == row || factor == 0) continue;
      for (std::size_t c = 0; c < stride_; ++c) at(r, c) -= factor * at(row, c);
      at(r, column) = 0;
    }
    basis_[row] = column;
  }

  std::size_t n_;
  std::size_t stride_;
  std::vector<double>& entries_;
  std::vector<std::size_t>& basis_;
};

ContactMode mode_of(const ModeProblem& problem, std::size_t i, const Places& places,
                    const Tableau& tableau) {
  if (problem.normal[i] == NormalRule::absent) return ContactMode::open;
  if (places.normal != Places::none && !(tableau.value(places.normal) > 0))
    return ContactMode::open;
  if (problem.tangent[i] != TangentRule::undecided)
    return problem.tangent[i] == TangentRule::slips_negative ? ContactMode::slip_negative
                                                             : ContactMode::slip_positive;
  if (!(tableau.value(places.cone) > 0)) return ContactMode::stick;
  return tableau.value(places.forward) > tableau.value(places.backward)
             ? ContactMode::slip_negative
             : ContactMode::slip_positive;
}

}  // namespace

void lemke_modes(const ModeProblem& problem, ModeSearch& search) {
  search.count = 0;
  search.exhaustive = false;
  const Lcp lcp = impulses(problem);
  Tableau tableau(problem, lcp, search);
  if (!tableau.solve()) return;
  search.modes.resize(problem.normal.size());
  for (std::size_t i = 0; i < search.modes.size(); ++i)
    search.modes[i] = mode_of(problem, i, lcp.places[i], tableau);
  if (search.found.empty()) search.found.emplace_back();
  if (solve_modes(problem, search.modes, search, search.found[0])) search.count = 1;
}

}  // namespace carom
