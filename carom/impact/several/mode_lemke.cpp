#include <carom/impact/several/contact_modes.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

/// A pivot below this is not taken; the tableau starts with entries of order one.
constexpr double smallest_pivot = 1e-12;
/// Values of a tableau below this share of the largest may be what many pivots leave of zero.
constexpr double rounding_of_pivots = 1e-11;
/// Covering vectors that are tried before a ray is taken for an answer.
constexpr std::size_t most_attempts = 8;

using Places = LcpMemory::Places;
using Matrix = Eigen::Map<Eigen::MatrixXd>;
using Vector = Eigen::Map<Eigen::VectorXd>;

double slip_sign(TangentRule rule) { return rule == TangentRule::slips_positive ? 1 : -1; }

Eigen::Index at(std::size_t z) { return static_cast<Eigen::Index>(z); }

void place(const ModeProblem& problem, LcpMemory& lcp) {
  lcp.places.assign(problem.normal.size(), Places{});
  lcp.size = 0;
  for (std::size_t i = 0; i < lcp.places.size(); ++i) {
    if (problem.normal[i] == NormalRule::absent) continue;
    if (problem.normal[i] == NormalRule::unilateral) lcp.places[i].normal = lcp.size++;
    if (problem.tangent[i] != TangentRule::undecided) continue;
    lcp.places[i].forward = lcp.size++;
    lcp.places[i].backward = lcp.size++;
    lcp.places[i].cone = lcp.size++;
  }
}

/// The part of contact i in p = P z + p0, but for a given wₙ.
void write_impulse(const ModeProblem& problem, std::size_t i, const Places& places, Matrix& P,
                   Vector& p0) {
  const ContactRows& rows = problem.contacts->rows[i];
  const Eigen::Index t = rows.first;
  const Eigen::Index n = rows.normal();
  const TangentRule rule = problem.tangent[i];
  const bool slips = rule == TangentRule::slips_positive || rule == TangentRule::slips_negative;
  const double ratio = slips ? -slip_sign(rule) * problem.contacts->friction[i] : 0;
  if (problem.normal[i] == NormalRule::given_impulse) {
    if (!rows.is_stop()) p0[t] = ratio * problem.given[i];
    p0[n] = problem.given[i];
  }
  if (places.normal != Places::none) {
    if (!rows.is_stop()) P(t, at(places.normal)) = ratio;
    P(n, at(places.normal)) = 1;
  }
  if (places.forward == Places::none) return;
  P(t, at(places.forward)) = 1;
  P(t, at(places.backward)) = -1;
}

/// p and w as affine functions of the unknowns; a given wₙ is solved for its pₙ.
void write_lcp(const ModeProblem& problem, LcpMemory& lcp) {
  place(problem, lcp);
  const std::size_t rows = problem.q.size();
  lcp.P.assign(rows * lcp.size, 0);
  lcp.p0.assign(rows, 0);
  lcp.WP.resize(rows * lcp.size);
  lcp.w0.resize(rows);
  const Eigen::MatrixXd& W = problem.contacts->W;
  Matrix P(lcp.P.data(), at(rows), at(lcp.size));
  Vector p0(lcp.p0.data(), at(rows));
  for (std::size_t i = 0; i < lcp.places.size(); ++i)
    write_impulse(problem, i, lcp.places[i], P, p0);
  for (std::size_t i = 0; i < lcp.places.size(); ++i) {
    if (problem.normal[i] != NormalRule::given_velocity) continue;
    const Eigen::Index n = problem.contacts->rows[i].normal();
    const double q_n = problem.q[static_cast<std::size_t>(n)];
    p0[n] = (problem.given[i] - q_n - W.row(n).dot(p0)) / W(n, n);
    for (Eigen::Index z = 0; z < P.cols(); ++z) P(n, z) = -W.row(n).dot(P.col(z)) / W(n, n);
  }
  Matrix(lcp.WP.data(), at(rows), at(lcp.size)) = W.lazyProduct(P);
  Vector(lcp.w0.data(), at(rows)) =
      Eigen::Map<const Eigen::VectorXd>(problem.q.data(), at(rows)) + W.lazyProduct(p0);
}

/// The tableau [I | −M | −d | q] of w − M z − d z₀ = q, row by row.
class Tableau {
 public:
  Tableau(const ModeProblem& problem, LcpMemory& lcp, std::size_t attempt)
      : n_(lcp.size), stride_(2 * n_ + 2), entries_(lcp.tableau), basis_(lcp.basis) {
    entries_.assign(n_ * stride_, 0);
    basis_.resize(n_);
    for (std::size_t r = 0; r < n_; ++r) {
      at(r, r) = 1;
      at(r, 2 * n_) = -covering(r, attempt);
      basis_[r] = r;
    }
    for (std::size_t i = 0; i < lcp.places.size(); ++i) write_contact(problem, lcp, i);
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

  /// d: ones, and other positive numbers when another way round a ray is tried.
  static double covering(std::size_t row, std::size_t attempt) {
    constexpr double golden = 0.6180339887498949;
    const double spread = static_cast<double>((row + 1) * attempt) * golden;
    return attempt == 0 ? 1 : 0.2 + (spread - std::floor(spread));
  }

  /// Row r: factor times row `row` of an affine function given by columns.
  void set(std::size_t r, const std::vector<double>& columns, std::size_t rows, std::size_t row,
           double constant, double factor) {
    for (std::size_t c = 0; c < n_; ++c) at(r, n_ + c) -= factor * columns[c * rows + row];
    at(r, 2 * n_ + 1) = factor * constant;
  }

  void write_contact(const ModeProblem& problem, const LcpMemory& lcp, std::size_t i) {
    const Places& places = lcp.places[i];
    const std::size_t rows = problem.q.size();
    const auto t = static_cast<std::size_t>(problem.contacts->rows[i].first);
    const auto n = static_cast<std::size_t>(problem.contacts->rows[i].normal());
    if (places.normal != Places::none) set(places.normal, lcp.WP, rows, n, lcp.w0[n], 1);
    if (places.forward == Places::none) return;
    set(places.forward, lcp.WP, rows, t, lcp.w0[t], 1);
    set(places.backward, lcp.WP, rows, t, lcp.w0[t], -1);
    at(places.forward, n_ + places.cone) -= 1;
    at(places.backward, n_ + places.cone) -= 1;
    set(places.cone, lcp.P, rows, n, lcp.p0[n], problem.contacts->friction[i]);
    at(places.cone, n_ + places.forward) += 1;
    at(places.cone, n_ + places.backward) += 1;
  }

  /// The row whose q is most negative against d, the last of equal ones; n if none is.
  std::size_t most_negative() {
    std::size_t row = n_;
    double least = 0;
    for (std::size_t r = 0; r < n_; ++r) {
      const double share = at(r, 2 * n_ + 1) / -at(r, 2 * n_);
      if (share < 0 && share <= least) {
        least = share;
        row = r;
      }
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

/// Impulses and slips up to these count as zero.
struct Zeros {
  double impulse = 0;
  double slip = 0;
};

ContactMode mode_of(const ModeProblem& problem, std::size_t i, const Places& places,
                    const Tableau& tableau, const Zeros& zeros) {
  if (problem.normal[i] == NormalRule::absent) return ContactMode::open;
  if (places.normal != Places::none && !(tableau.value(places.normal) > zeros.impulse))
    return ContactMode::open;
  if (problem.tangent[i] != TangentRule::undecided)
    return problem.tangent[i] == TangentRule::slips_negative ? ContactMode::slip_negative
                                                             : ContactMode::slip_positive;
  if (!(tableau.value(places.cone) > zeros.slip)) return ContactMode::stick;
  return tableau.value(places.forward) > tableau.value(places.backward)
             ? ContactMode::slip_negative
             : ContactMode::slip_positive;
}

/// What rounding may leave of zero in a solved tableau.
Zeros zeros_of(const ModeProblem& problem, const LcpMemory& lcp, const Tableau& tableau) {
  Zeros size;
  for (const double p : lcp.p0) size.impulse = std::max(size.impulse, std::abs(p));
  for (const Places& places : lcp.places)
    if (places.normal != Places::none)
      size.impulse = std::max(size.impulse, tableau.value(places.normal));
  for (const double w : lcp.w0) size.slip = std::max(size.slip, std::abs(w));
  size.slip = std::max(size.slip, problem.contacts->W.cwiseAbs().maxCoeff() * size.impulse);
  return {rounding_of_pivots * size.impulse, rounding_of_pivots * size.slip};
}

/// The answer of a solved tableau: its modes as they stand, else without what may be rounding.
bool read_modes(const ModeProblem& problem, const Tableau& tableau, ModeSearch& search) {
  for (const Zeros& zeros : {Zeros{}, zeros_of(problem, search.lcp, tableau)}) {
    for (std::size_t i = 0; i < search.modes.size(); ++i)
      search.modes[i] = mode_of(problem, i, search.lcp.places[i], tableau, zeros);
    if (solve_modes(problem, search.modes, search, search.found[0])) return true;
  }
  return false;
}

}  // namespace

void lemke_modes(const ModeProblem& problem, ModeSearch& search) {
  search.count = 0;
  search.exhaustive = false;
  if (search.found.empty()) search.found.emplace_back();
  write_lcp(problem, search.lcp);
  search.modes.resize(problem.normal.size());
  for (std::size_t attempt = 0; attempt < most_attempts && search.count == 0; ++attempt) {
    if (problem.contacts->stopped()) return;
    Tableau tableau(problem, search.lcp, attempt);
    if (tableau.solve() && read_modes(problem, tableau, search)) search.count = 1;
  }
}

}  // namespace carom
