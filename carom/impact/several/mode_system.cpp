#include <carom/impact/held_rows.hpp>
#include <carom/impact/relative_violation.hpp>
#include <carom/impact/several/contact_modes.hpp>
#include <carom/impact/several/least_impulse.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// An inequality may be missed by this share of the terms it is made of.
constexpr double mode_tolerance = 1e-11;
/// Without row exchanges a pivot must be at least this share of its column.
constexpr double smallest_free_pivot = 1e-2;
/// A pivot below this share of its column is what rounding leaves of zero.
constexpr double least_pivot = 1e-13;

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

/// q and the impulses that are given.
void assemble_base(const ModeProblem& problem, const std::vector<ContactMode>& modes,
                   ModeSearch& search) {
  const std::size_t size = problem.q.size();
  search.base.assign(problem.q.begin(), problem.q.end());
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (problem.normal[i] != NormalRule::given_impulse) continue;
    const double* column = column_of(search, size, i, closed_column(problem, i, modes[i]));
    for (std::size_t r = 0; r < size; ++r) search.base[r] += problem.given[i] * column[r];
  }
}

/// Adds the unknowns that a contact in this mode brings.
void assemble_contact(const ModeProblem& problem, std::size_t i, ContactMode mode,
                      ModeSearch& search) {
  if (mode == ContactMode::open) return;
  const std::size_t size = problem.q.size();
  const double* column = column_of(search, size, i, closed_column(problem, i, mode));
  const auto t = static_cast<std::size_t>(problem.contacts->rows[i].first);
  const auto n = static_cast<std::size_t>(problem.contacts->rows[i].normal());
  if (problem.normal[i] != NormalRule::given_impulse) {
    const bool given = problem.normal[i] == NormalRule::given_velocity;
    search.unknowns.push_back({i, n, false, column, given ? problem.given[i] : 0});
  }
  if (mode == ContactMode::stick)
    search.unknowns.push_back({i, t, true, column_of(search, size, i, tangent), 0});
}

/// The system in `unknowns`, one row after another with its right-hand side.
void write_matrix(ModeSearch& search) {
  const std::size_t m = search.unknowns.size();
  search.matrix.resize(m * (m + 1));
  search.x.resize(m);
  search.largest.assign(m, 0);
  double* out = search.matrix.data();
  for (const ModeSearch::Unknown& equation : search.unknowns) {
    const std::size_t row = equation.row;
    for (std::size_t c = 0; c < m; ++c) {
      const double entry = search.unknowns[c].column[row];
      search.largest[c] = std::max(search.largest[c], std::abs(entry));
      *out++ = entry;
    }
    *out++ = equation.target - search.base[row];
  }
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
    if (!(std::abs(A[pivot * stride + k]) > least_pivot * search.largest[k])) return false;
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

/// The largest impulse that was given or solved for. Where a contact slips pₜ follows from pₙ and does
/// not count: beside a large μ every pₙ would look like rounding.
double largest_impulse(const ModeProblem& problem, const ModeSearch& search) {
  double largest = 0;
  for (std::size_t i = 0; i < problem.normal.size(); ++i)
    if (problem.normal[i] == NormalRule::given_impulse)
      largest = std::max(largest, std::abs(problem.given[i]));
  for (std::size_t c = 0; c < search.unknowns.size(); ++c)
    largest = std::max(largest, std::abs(search.x[c]));
  return largest;
}

/// p from the unknowns; what rounding leaves of zero becomes zero.
void write_impulses(const ModeProblem& problem, const std::vector<ContactMode>& modes,
                    const ModeSearch& search, ModeSolution& solution) {
  solution.p.setZero(static_cast<Eigen::Index>(problem.q.size()));
  for (std::size_t i = 0; i < modes.size(); ++i)
    if (problem.normal[i] == NormalRule::given_impulse)
      solution.p[problem.contacts->rows[i].normal()] = problem.given[i];
  const double rest = rounding_of_sums * largest_impulse(problem, search);
  for (std::size_t c = 0; c < search.unknowns.size(); ++c)
    if (std::abs(search.x[c]) > rest)
      solution.p[static_cast<Eigen::Index>(search.unknowns[c].row)] = search.x[c];
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const ContactRows& rows = problem.contacts->rows[i];
    if (slips(modes[i]) && !rows.is_stop())
      solution.p[rows.first] = slip_ratio(problem, i, modes[i]) * solution.p[rows.normal()];
  }
}

/// w and the sizes of its terms from the unknowns; what rounding leaves of zero becomes zero.
void write_velocities(const ModeProblem& problem, ModeSearch& search, ModeSolution& solution) {
  const std::size_t size = problem.q.size();
  solution.w =
      Eigen::Map<const Eigen::VectorXd>(search.base.data(), static_cast<Eigen::Index>(size));
  search.sizes.resize(size);
  for (std::size_t r = 0; r < size; ++r)
    search.sizes[r] = std::abs(problem.q[r]) + std::abs(search.base[r]);
  for (std::size_t c = 0; c < search.unknowns.size(); ++c) {
    for (std::size_t r = 0; r < size; ++r) {
      const double term = search.x[c] * search.unknowns[c].column[r];
      solution.w[static_cast<Eigen::Index>(r)] += term;
      search.sizes[r] += std::abs(term);
    }
  }
  for (const ModeSearch::Unknown& unknown : search.unknowns)
    solution.w[static_cast<Eigen::Index>(unknown.row)] = unknown.target;
  solution.size = 0;
  for (std::size_t r = 0; r < size; ++r) {
    double& w = solution.w[static_cast<Eigen::Index>(r)];
    if (std::abs(w) <= rounding_of_sums * search.sizes[r]) w = 0;
    solution.size = std::max(solution.size, search.sizes[r]);
  }
  if (problem.contacts->singular)
    settle_held(problem.contacts->W,
                Eigen::Map<const Eigen::VectorXd>(search.sizes.data(), solution.w.size()),
                solution.w);
}

/// Notes by which share of `size` an inequality is missed; false if that is more than rounding.
bool within(double missed, double size, ModeSearch& search) {
  if (missed <= 0) return true;
  search.violation = std::max(search.violation, missed / size);
  return missed <= mode_tolerance * size;
}

/// pₙ ≥ 0 and the cone of every contact: most combinations of modes fail here.
bool impulses_admissible(const ModeProblem& problem, ModeSearch& search) {
  const double largest = largest_impulse(problem, search);
  search.violation = 0;
  for (std::size_t c = 0; c < search.unknowns.size(); ++c) {
    const auto& [contact, row, tangential, column, target] = search.unknowns[c];
    if (!tangential) {
      if (!within(-search.x[c], largest, search)) return false;
      continue;
    }
    const bool given = problem.normal[contact] == NormalRule::given_impulse;
    const double p_n = given ? problem.given[contact] : std::max(search.x[c - 1], 0.0);
    const double room = problem.contacts->static_friction[contact] * p_n;
    if (!within(std::abs(search.x[c]) - room, std::max(room, largest), search)) return false;
  }
  return true;
}

/// wₙ ≥ 0 where contacts are open and the sign of wₜ where they slip; what misses zero by rounding is
/// set to it.
bool velocities_admissible(const ModeProblem& problem, ModeSearch& search, ModeSolution& solution) {
  const double largest = largest_impulse(problem, search);
  const auto size_of = [&](int row) {  // as in velocity_share()
    return std::max(search.sizes[static_cast<std::size_t>(row)],
                    least_terms * problem.contacts->W(row, row) * largest);
  };
  for (std::size_t i = 0; i < solution.modes.size(); ++i) {
    const ContactRows& rows = problem.contacts->rows[i];
    const ContactMode mode = solution.modes[i];
    if (mode == ContactMode::open) {
      double& w_n = solution.w[rows.normal()];
      if (problem.normal[i] == NormalRule::absent) continue;
      if (!within(-w_n, size_of(rows.normal()), search)) return false;
      w_n = std::max(w_n, 0.0);
    } else if (mode != ContactMode::stick && problem.tangent[i] == TangentRule::undecided) {
      const double s = mode == ContactMode::slip_positive ? 1 : -1;
      double& w_t = solution.w[rows.first];
      if (!within(-s * w_t, size_of(rows.first), search)) return false;
      if (s * w_t < 0) w_t = 0;
    }
  }
  solution.violation = search.violation;
  return true;
}

/// The linear system of the modes; false if it is singular.
bool solve_system(const ModeProblem& problem, const std::vector<ContactMode>& modes,
                  ModeSearch& search) {
  assemble_base(problem, modes, search);
  search.unknowns.clear();
  for (std::size_t i = 0; i < modes.size(); ++i) assemble_contact(problem, i, modes[i], search);
  return eliminate(search);
}

/// p and w of a solved system.
void write_solution(const ModeProblem& problem, const std::vector<ContactMode>& modes,
                    ModeSearch& search, ModeSolution& solution) {
  solution.modes.assign(modes.begin(), modes.end());
  solution.unique_impulse = true;
  solution.unique_velocity = true;
  write_impulses(problem, modes, search, solution);
  write_velocities(problem, search, solution);
}

/// The answer of a solved system, if it satisfies the inequalities.
bool accept(const ModeProblem& problem, const std::vector<ContactMode>& modes, ModeSearch& search,
            ModeSolution& solution) {
  if (!impulses_admissible(problem, search)) return false;
  write_solution(problem, modes, search, solution);
  for (const ContactRows& rows : problem.contacts->rows)
    if (solution.p[rows.normal()] < 0) solution.p[rows.normal()] = solution.p[rows.first] = 0;
  return velocities_admissible(problem, search, solution);
}

/// Solves U x = y of the first m unknowns in place.
void solve_upper(const SharedFactors& f, std::size_t m, double* x) {
  for (std::size_t r = m; r-- > 0;) {
    const double* column = f.upper.data() + r * f.stride;
    x[r] *= f.inverse[r];
    for (std::size_t s = 0; s < r; ++s) x[s] -= column[s] * x[r];
  }
}

/// Whether column m is a sum of those before it not only in the rows of the system but in all rows of
/// w: then no choice of modes that holds these columns has a regular system.
bool is_dependent(std::size_t m, std::size_t rows, ModeSearch& search) {
  const SharedFactors& f = search.factors;
  search.x.resize(m + 1);
  for (std::size_t r = 0; r < m; ++r) search.x[r] = f.upper[m * f.stride + r];
  solve_upper(f, m, search.x.data());
  for (std::size_t row = 0; row < rows; ++row) {
    double rest = search.unknowns[m].column[row];
    double size = std::abs(rest);
    for (std::size_t c = 0; c < m; ++c) {
      const double term = search.x[c] * search.unknowns[c].column[row];
      rest -= term;
      size += std::abs(term);
    }
    if (std::abs(rest) > least_pivot * size) return false;
  }
  return true;
}

/// Adds row and column m to the factors; false if the pivot is too small to go on without exchanges.
bool factor_unknown(std::size_t m, ModeSearch& search) {
  SharedFactors& f = search.factors;
  const ModeSearch::Unknown& added = search.unknowns[m];
  const std::size_t row = added.row;
  double* lower = f.lower.data() + m * f.stride;
  double* upper = f.upper.data() + m * f.stride;
  double largest = std::abs(added.column[row]);
  double pivot = added.column[row];
  double y = added.target - search.base[row];
  for (std::size_t r = 0; r < m; ++r) {
    const double* left = f.lower.data() + r * f.stride;
    const double* above = f.upper.data() + r * f.stride;
    double u = added.column[search.unknowns[r].row];
    double l = search.unknowns[r].column[row];
    largest = std::max(largest, std::abs(u));
    for (std::size_t s = 0; s < r; ++s) {
      u -= left[s] * upper[s];
      l -= lower[s] * above[s];
    }
    upper[r] = u;
    lower[r] = l * f.inverse[r];
    pivot -= lower[r] * u;
    y -= lower[r] * f.y[r];
  }
  f.inverse[m] = 1 / pivot;
  f.y[m] = y;
  if (std::abs(pivot) > smallest_free_pivot * largest) return true;
  f.dependent =
      std::abs(pivot) <= least_pivot * largest && is_dependent(m, search.base.size(), search);
  return false;
}

/// Brings the factors up to date for search.modes from `depth` on; false if a pivot was too small.
bool factor_from(const ModeProblem& problem, std::size_t depth, ModeSearch& search) {
  SharedFactors& f = search.factors;
  const std::size_t count = search.order.size();
  // A given impulse in another mode changes the right-hand side of all unknowns.
  if (depth < count && problem.normal[search.order[depth]] == NormalRule::given_impulse) depth = 0;
  if (depth > 0 && f.sound < depth) return false;
  if (depth == 0) {
    f.stride = problem.q.size();
    f.lower.resize(f.stride * f.stride);
    f.upper.resize(f.stride * f.stride);
    f.inverse.resize(f.stride);
    f.y.resize(f.stride);
    f.size.assign(count + 1, 0);
    f.stale = true;
  }
  if (f.stale) {
    assemble_base(problem, search.modes, search);
    search.unknowns.clear();
    for (std::size_t d = 0; d < depth; ++d)
      assemble_contact(problem, search.order[d], search.modes[search.order[d]], search);
    f.stale = false;
  }
  search.unknowns.resize(f.size[depth]);
  f.dependent = false;
  for (f.sound = depth; f.sound < count; ++f.sound) {
    const std::size_t i = search.order[f.sound];
    std::size_t m = search.unknowns.size();
    assemble_contact(problem, i, search.modes[i], search);
    for (; m < search.unknowns.size(); ++m)
      if (!factor_unknown(m, search)) return false;
    f.size[f.sound + 1] = m;
  }
  return true;
}

void substitute_back(ModeSearch& search) {
  const std::size_t m = search.unknowns.size();
  search.x.resize(m);
  for (std::size_t r = 0; r < m; ++r) search.x[r] = search.factors.y[r];
  solve_upper(search.factors, m, search.x.data());
}

}  // namespace

void prepare(const ContactSystem& contacts, ModeSearch& search) {
  const auto size = static_cast<std::size_t>(contacts.u.size());
  search.columns.resize(4 * contacts.count() * size);
  for (std::size_t i = 0; i < contacts.count(); ++i)
    for (std::size_t r = 0; r < size; ++r) {
      const auto row = static_cast<Eigen::Index>(r);
      const ContactRows& rows = contacts.rows[i];
      const double along_n = contacts.W(row, rows.normal());
      const double along_t = rows.is_stop() ? 0 : contacts.W(row, rows.first);
      double* out = search.columns.data() + 4 * i * size + r;
      out[normal * size] = along_n;
      out[tangent * size] = along_t;
      out[slip_positive * size] = along_n - contacts.friction[i] * along_t;
      out[slip_negative * size] = along_n + contacts.friction[i] * along_t;
    }
}

bool solve_linear_modes(const ModeProblem& problem, const std::vector<ContactMode>& modes,
                        ModeSearch& search, ModeSolution& solution) {
  if (!solve_system(problem, modes, search)) return false;
  write_solution(problem, modes, search, solution);
  return true;
}

bool solve_modes(const ModeProblem& problem, const std::vector<ContactMode>& modes,
                 ModeSearch& search, ModeSolution& solution) {
  if (!solve_system(problem, modes, search))
    return search.families && solve_singular_modes(problem, modes, solution);
  return accept(problem, modes, search, solution);
}

bool solve_next_modes(const ModeProblem& problem, std::size_t depth, ModeSearch& search,
                      ModeSolution& solution) {
  if (factor_from(problem, depth, search)) {
    substitute_back(search);
    if (!impulses_admissible(problem, search)) return false;
  }
  if (search.factors.dependent && !search.families) return false;
  search.factors.stale = true;
  return solve_modes(problem, search.modes, search, solution);
}

}  // namespace carom
