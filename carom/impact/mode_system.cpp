#include <carom/impact/contact_modes.hpp>
#include <carom/impact/least_impulse.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

/// An inequality may be missed by this share of the terms it is made of.
constexpr double mode_tolerance = 1e-11;
/// Sums of terms below this share of them are zero.
constexpr double rounding = 32 * std::numeric_limits<double>::epsilon();
/// A pivot below this share of its column is what rounding leaves of zero.
constexpr double singular_pivot = 1e-13;

enum ColumnKind : std::size_t { normal, tangent, slip_positive, slip_negative };

const double* column_of(const ModeSearch& search, std::size_t size, std::size_t contact,
                        ColumnKind kind) {
  return search.columns.data() + (4 * contact + kind) * size;
}

ColumnKind closed_column(const ModeProblem& problem, std::size_t i, ContactMode mode) {
  if (problem.tangent[i] == TangentRule::frictionless || mode == ContactMode::stick) return normal;
  return mode == ContactMode::slip_positive ? slip_positive : slip_negative;
}

/// pₜ/pₙ of a closed contact that does not stick.
double slip_ratio(const ModeProblem& problem, std::size_t i, ContactMode mode) {
  if (problem.tangent[i] == TangentRule::frictionless) return 0;
  const double mu = problem.contacts->friction[i];
  return mode == ContactMode::slip_positive ? -mu : mu;
}

/// Collects what is known (base) and what is not (unknowns) for a choice of modes.
void assemble(const ModeProblem& problem, const std::vector<ContactMode>& modes,
              ModeSearch& search) {
  const std::size_t size = problem.q.size();
  search.base.assign(problem.q.begin(), problem.q.end());
  search.unknowns.clear();
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (modes[i] == ContactMode::open) continue;
    const double* column = column_of(search, size, i, closed_column(problem, i, modes[i]));
    if (problem.normal[i] == NormalRule::given_impulse) {
      for (std::size_t r = 0; r < size; ++r) search.base[r] += problem.given[i] * column[r];
    } else {
      const bool given = problem.normal[i] == NormalRule::given_velocity;
      search.unknowns.push_back({i, false, column, given ? problem.given[i] : 0});
    }
    if (modes[i] == ContactMode::stick)
      search.unknowns.push_back({i, true, column_of(search, size, i, tangent), 0});
  }
}

std::size_t row_of(const ModeSearch::Unknown& unknown) {
  return 2 * unknown.contact + (unknown.tangential ? 0 : 1);
}

/// The system in `unknowns`, one row after another with its right-hand side.
void write_matrix(ModeSearch& search) {
  const std::size_t m = search.unknowns.size();
  search.matrix.resize(m * (m + 1));
  search.x.resize(m);
  double* out = search.matrix.data();
  for (const ModeSearch::Unknown& equation : search.unknowns) {
    const std::size_t row = row_of(equation);
    for (const ModeSearch::Unknown& unknown : search.unknowns) *out++ = unknown.column[row];
    *out++ = equation.target - search.base[row];
  }
}

/// The largest entry of a column, against which its pivot is measured.
double column_size(const ModeSearch& search, std::size_t c) {
  double size = 0;
  for (const ModeSearch::Unknown& equation : search.unknowns)
    size = std::max(size, std::abs(search.unknowns[c].column[row_of(equation)]));
  return size;
}

/// Gauss elimination with row pivots; false if the system is singular.
bool eliminate(ModeSearch& search) {
  const std::size_t m = search.unknowns.size();
  const std::size_t stride = m + 1;
  write_matrix(search);
  double* A = search.matrix.data();
  for (std::size_t k = 0; k < m; ++k) {
    std::size_t pivot = k;
    for (std::size_t r = k + 1; r < m; ++r)
      if (std::abs(A[r * stride + k]) > std::abs(A[pivot * stride + k])) pivot = r;
    if (!(std::abs(A[pivot * stride + k]) > singular_pivot * column_size(search, k))) return false;
    if (pivot != k) std::swap_ranges(A + k * stride, A + (k + 1) * stride, A + pivot * stride);
    for (std::size_t r = k + 1; r < m; ++r) {
      const double factor = A[r * stride + k] / A[k * stride + k];
      if (factor == 0) continue;
      for (std::size_t c = k + 1; c <= m; ++c) A[r * stride + c] -= factor * A[k * stride + c];
    }
  }
  for (std::size_t k = m; k-- > 0;) {
    double sum = A[k * stride + m];
    for (std::size_t c = k + 1; c < m; ++c) sum -= A[k * stride + c] * search.x[c];
    search.x[k] = sum / A[k * stride + k];
  }
  return true;
}

bool slips(ContactMode mode) {
  return mode == ContactMode::slip_positive || mode == ContactMode::slip_negative;
}

/// The largest impulse that was solved for. Where a contact slips pₜ follows from pₙ and does not count:
/// beside a large μ every pₙ would look like rounding.
double largest_impulse(const ModeSolution& solution) {
  double largest = 0;
  for (std::size_t i = 0; i < solution.modes.size(); ++i) {
    const auto t = static_cast<Eigen::Index>(2 * i);
    largest = std::max(largest, std::abs(solution.p[t + 1]));
    if (!slips(solution.modes[i])) largest = std::max(largest, std::abs(solution.p[t]));
  }
  return largest;
}

/// What rounding leaves of zero becomes zero.
void clean(ModeSearch& search, ModeSolution& solution) {
  const double largest = largest_impulse(solution);
  solution.size = 0;
  for (Eigen::Index r = 0; r < solution.w.size(); ++r) {
    const double size = search.sizes[static_cast<std::size_t>(r)];
    if (std::abs(solution.w[r]) <= rounding * size) solution.w[r] = 0;
    if (std::abs(solution.p[r]) <= rounding * largest) solution.p[r] = 0;
    solution.size = std::max(solution.size, size);
  }
}

/// p, w and the sizes of the terms of w from the unknowns.
void write_solution(const ModeProblem& problem, const std::vector<ContactMode>& modes,
                    ModeSearch& search, ModeSolution& solution) {
  const auto size = static_cast<Eigen::Index>(problem.q.size());
  solution.p.setZero(size);
  solution.w = Eigen::Map<const Eigen::VectorXd>(search.base.data(), size);
  search.sizes.resize(problem.q.size());
  for (std::size_t r = 0; r < search.sizes.size(); ++r)
    search.sizes[r] = std::abs(problem.q[r]) + std::abs(search.base[r]);
  for (std::size_t i = 0; i < modes.size(); ++i)
    if (problem.normal[i] == NormalRule::given_impulse)
      solution.p[static_cast<Eigen::Index>(2 * i + 1)] = problem.given[i];
  for (std::size_t c = 0; c < search.unknowns.size(); ++c) {
    const ModeSearch::Unknown& unknown = search.unknowns[c];
    solution.p[static_cast<Eigen::Index>(row_of(unknown))] = search.x[c];
    for (std::size_t r = 0; r < search.sizes.size(); ++r) {
      const double term = search.x[c] * unknown.column[r];
      solution.w[static_cast<Eigen::Index>(r)] += term;
      search.sizes[r] += std::abs(term);
    }
  }
  for (const ModeSearch::Unknown& unknown : search.unknowns)
    solution.w[static_cast<Eigen::Index>(row_of(unknown))] = unknown.target;
  clean(search, solution);
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const auto t = static_cast<Eigen::Index>(2 * i);
    if (slips(modes[i])) solution.p[t] = slip_ratio(problem, i, modes[i]) * solution.p[t + 1];
  }
}

/// The inequality of contact i; what misses it by rounding is set to its bound.
bool admissible(const ModeProblem& problem, std::size_t i, double largest,
                const std::vector<double>& sizes, ModeSolution& solution) {
  const auto t = static_cast<Eigen::Index>(2 * i);
  const ContactMode mode = solution.modes[i];
  double& p_n = solution.p[t + 1];
  double& w_t = solution.w[t];
  double& w_n = solution.w[t + 1];
  if (mode == ContactMode::open) {
    if (problem.normal[i] == NormalRule::absent) return true;
    if (w_n < -mode_tolerance * sizes[2 * i + 1]) return false;
    w_n = std::max(w_n, 0.0);
    return true;
  }
  if (p_n < -mode_tolerance * largest) return false;
  if (p_n < 0) p_n = 0;
  if (p_n == 0 && slips(mode)) solution.p[t] = 0;
  if (mode == ContactMode::stick) {
    const double room = problem.contacts->static_friction[i] * p_n;
    return std::abs(solution.p[t]) <= room + mode_tolerance * std::max(room, largest);
  }
  if (problem.tangent[i] != TangentRule::undecided) return true;
  const double s = mode == ContactMode::slip_positive ? 1 : -1;
  if (s * w_t < -mode_tolerance * sizes[2 * i]) return false;
  if (s * w_t < 0) w_t = 0;
  return true;
}

}  // namespace

void prepare(const ContactSystem& contacts, ModeSearch& search) {
  const auto size = static_cast<std::size_t>(contacts.u.size());
  search.columns.resize(4 * contacts.count() * size);
  for (std::size_t i = 0; i < contacts.count(); ++i)
    for (std::size_t r = 0; r < size; ++r) {
      const auto row = static_cast<Eigen::Index>(r);
      const auto t = static_cast<Eigen::Index>(2 * i);
      const double along_n = contacts.W(row, t + 1);
      const double along_t = contacts.W(row, t);
      double* out = search.columns.data() + 4 * i * size + r;
      out[normal * size] = along_n;
      out[tangent * size] = along_t;
      out[slip_positive * size] = along_n - contacts.friction[i] * along_t;
      out[slip_negative * size] = along_n + contacts.friction[i] * along_t;
    }
}

bool solve_linear_modes(const ModeProblem& problem, const std::vector<ContactMode>& modes,
                        ModeSearch& search, ModeSolution& solution) {
  solution.modes.assign(modes.begin(), modes.end());
  solution.unique_impulse = true;
  solution.unique_velocity = true;
  assemble(problem, modes, search);
  if (!eliminate(search)) return false;
  write_solution(problem, modes, search, solution);
  return true;
}

bool solve_modes(const ModeProblem& problem, const std::vector<ContactMode>& modes,
                 ModeSearch& search, ModeSolution& solution) {
  if (!solve_linear_modes(problem, modes, search, solution))
    return search.families && solve_singular_modes(problem, modes, solution);
  const double largest = largest_impulse(solution);
  for (std::size_t i = 0; i < modes.size(); ++i)
    if (!admissible(problem, i, largest, search.sizes, solution)) return false;
  return true;
}

}  // namespace carom
