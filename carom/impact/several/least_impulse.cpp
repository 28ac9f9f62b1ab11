#include <carom/impact/several/least_impulse.hpp>
#include <carom/impact/several/nonnegative_least_squares.hpp>

#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

namespace carom {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A residual or a pivot below this share of its terms is zero.
constexpr double family_tolerance = 1e-11;
/// Velocities that exceed their bound by less than this share of their terms are at it.
constexpr double rounding = 1e-14;
/// What a change within the family may do to velocities, against their terms.
constexpr double change_tolerance = 1e-11;

double sign_of(ContactMode mode) { return mode == ContactMode::slip_positive ? 1 : -1; }

/// Linear conditions A z = b on nonnegative unknowns z with p = p0 + G z.
struct Family {
  std::vector<VectorXd> generators{};  ///< columns of G
  std::vector<VectorXd> rows{};        ///< of w that are fixed: unit vectors, signed
  std::vector<double> targets{};
  std::vector<bool> slack{};                       ///< the row may exceed its target
  std::vector<std::pair<Index, double>> bounds{};  ///< z_i ≤ bound
  VectorXd p0{};
};

void add_row(Family& family, Index size, Index row, double sign, double target, bool slack) {
  family.rows.push_back(sign * VectorXd::Unit(size, row));
  family.targets.push_back(target);
  family.slack.push_back(slack);
}

void add_closed(const ModeProblem& problem, std::size_t i, ContactMode mode, Family& family) {
  const auto size = static_cast<Index>(problem.q.size());
  const Index t = problem.contacts->rows[i].first;  // of a stop, which has none, it does not act
  const Index n = problem.contacts->rows[i].normal();
  const VectorXd e_n = VectorXd::Unit(size, n);
  const VectorXd e_t = VectorXd::Unit(size, t);
  const bool frictionless = problem.tangent[i] == TangentRule::frictionless;
  const bool sticks = mode == ContactMode::stick;
  const double mu = frictionless ? 0
                    : sticks     ? problem.contacts->static_friction[i]
                                 : problem.contacts->friction[i];
  if (problem.normal[i] == NormalRule::given_impulse) {
    const double p_n = problem.given[i];
    family.p0 += p_n * (e_n - (sticks ? mu : sign_of(mode) * mu) * e_t);
    if (sticks && mu > 0) {
      family.bounds.emplace_back(static_cast<Index>(family.generators.size()), 2 * mu * p_n);
      family.generators.push_back(e_t);
    }
  } else {
    const double given = problem.normal[i] == NormalRule::given_velocity ? problem.given[i] : 0;
    add_row(family, size, n, 1, given, false);
    if (sticks) {
      family.generators.push_back(e_n + mu * e_t);
      family.generators.push_back(e_n - mu * e_t);
    } else {
      family.generators.push_back(e_n - sign_of(mode) * mu * e_t);
    }
  }
  if (sticks) add_row(family, size, t, 1, 0, false);
  if (slips(mode) && problem.tangent[i] == TangentRule::undecided)
    add_row(family, size, t, sign_of(mode), 0, true);
}

Family family_of(const ModeProblem& problem, const std::vector<ContactMode>& modes) {
  const auto size = static_cast<Index>(problem.q.size());
  Family family;
  family.p0 = VectorXd::Zero(size);
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (modes[i] != ContactMode::open)
      add_closed(problem, i, modes[i], family);
    else if (problem.normal[i] == NormalRule::unilateral)
      add_row(family, size, problem.contacts->rows[i].normal(), 1, 0, true);
  }
  return family;
}

MatrixXd stacked(const std::vector<VectorXd>& columns, Index size) {
  MatrixXd A(size, static_cast<Index>(columns.size()));
  for (std::size_t j = 0; j < columns.size(); ++j) A.col(static_cast<Index>(j)) = columns[j];
  return A;
}

/// A member of the family, or false.
bool find_member(const Family& family, const ContactSystem& contacts, const VectorXd& q,
                 VectorXd& p) {
  const Index size = q.size();
  const MatrixXd G = stacked(family.generators, size);
  const MatrixXd rows = stacked(family.rows, size).transpose();
  const auto slacks = std::count(family.slack.begin(), family.slack.end(), true);
  const auto bounds = static_cast<Index>(family.bounds.size());
  MatrixXd A = MatrixXd::Zero(rows.rows() + bounds, G.cols() + slacks + bounds);
  VectorXd b = VectorXd::Zero(A.rows());
  A.topLeftCorner(rows.rows(), G.cols()) = rows * contacts.W * G;
  const VectorXd known = rows * (q + contacts.W * family.p0);
  Index slack = G.cols();
  for (Index r = 0; r < rows.rows(); ++r) {
    b[r] = family.targets[static_cast<std::size_t>(r)] - known[r];
    if (family.slack[static_cast<std::size_t>(r)]) A(r, slack++) = -1;
  }
  for (Index k = 0; k < bounds; ++k) {
    const auto& [column, bound] = family.bounds[static_cast<std::size_t>(k)];
    A(rows.rows() + k, column) = 1;
    A(rows.rows() + k, slack + k) = 1;
    b[rows.rows() + k] = bound;
  }
  const VectorXd z = nonnegative_least_squares(A, b);
  const VectorXd terms = A.cwiseAbs() * z + b.cwiseAbs();
  if ((A * z - b).cwiseAbs().maxCoeff() > family_tolerance * terms.maxCoeff()) return false;
  p = family.p0 + G * z.head(G.cols());
  return true;
}

/// Whether moves within the family change w.
bool moves_velocity(const Family& family, const ContactSystem& contacts) {
  const Index size = contacts.u.size();
  const MatrixXd WG = contacts.W * stacked(family.generators, size);
  std::vector<VectorXd> fixed;
  for (std::size_t r = 0; r < family.rows.size(); ++r)
    if (!family.slack[r]) fixed.push_back(family.rows[r]);
  if (fixed.empty()) return true;
  Eigen::FullPivLU<MatrixXd> lu(stacked(fixed, size).transpose() * WG);
  lu.setThreshold(family_tolerance);
  const MatrixXd kernel = lu.kernel();
  return (WG * kernel).cwiseAbs().maxCoeff() >
         1e3 * family_tolerance * WG.cwiseAbs().maxCoeff() * kernel.cwiseAbs().maxCoeff();
}

double least_of(const ModeProblem& problem, std::size_t i) {
  return problem.least.empty() ? 0 : problem.least[i];
}

/// Whether contact i may carry an impulse with the velocities of the answer, and in which directions.
struct Freedom {
  bool normal = false;      ///< pₙ is neither given nor the least
  bool tangential = false;  ///< pₜ is free within the cone
  double ratio = 0;         ///< pₜ/pₙ where it is not
};

Freedom freedom_of(const ModeProblem& problem, const ModeSolution& s, std::size_t i) {
  const auto [w_t, w_n] = pair_at(s.w, problem.contacts->rows[i]);
  const bool held = s.modes[i] != ContactMode::open || w_n == 0;
  if (!held || problem.normal[i] == NormalRule::absent) return {};
  const bool undecided = problem.tangent[i] == TangentRule::undecided;
  const bool apart = problem.normal[i] == NormalRule::unilateral && w_n > 0;
  const bool free = problem.normal[i] != NormalRule::given_impulse && !apart;
  Freedom freedom{free, undecided && w_t == 0, 0};
  if (freedom.tangential || problem.tangent[i] == TangentRule::frictionless) return freedom;
  const double mu = problem.contacts->friction[i];
  const bool positive = undecided ? w_t > 0 : problem.tangent[i] == TangentRule::slips_positive;
  freedom.ratio = positive ? -mu : mu;
  return freedom;
}

/// Eliminates row and column k of a symmetric matrix; false if its pivot is zero.
bool eliminate_pivot(double* A, std::size_t size, std::size_t k, double diagonal) {
  const double pivot = A[k * size + k];
  if (!(pivot > family_tolerance * diagonal)) return false;
  for (std::size_t i = k + 1; i < size; ++i) {
    const double factor = A[i * size + k] / pivot;
    for (std::size_t j = k + 1; j < size; ++j) A[i * size + j] -= factor * A[k * size + j];
  }
  return true;
}

/// W restricted to the free directions is definite: only one impulse has these velocities.
bool is_unique(const ModeProblem& problem, const ModeSolution& solution, ModeSearch& search) {
  std::vector<ModeSearch::Direction>& directions = search.directions;
  directions.clear();
  for (std::size_t i = 0; i < solution.modes.size(); ++i) {
    const Freedom freedom = freedom_of(problem, solution, i);
    const ContactRows& rows = problem.contacts->rows[i];
    if (freedom.normal) directions.push_back({rows.first, rows.normal(), freedom.ratio, 1});
    if (freedom.tangential) directions.push_back({rows.first, rows.normal(), 1, 0});
  }
  const Eigen::MatrixXd& W = problem.contacts->W;
  const std::size_t size = directions.size();
  search.matrix.resize(size * size);
  search.largest.resize(size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) {
      const ModeSearch::Direction& a = directions[i];
      const ModeSearch::Direction& b = directions[j];
      search.matrix[i * size + j] =
          a.along_t * (W(a.t, b.t) * b.along_t + W(a.t, b.n) * b.along_n) +
          a.along_n * (W(a.n, b.t) * b.along_t + W(a.n, b.n) * b.along_n);
    }
  for (std::size_t k = 0; k < size; ++k) search.largest[k] = search.matrix[k * size + k];
  for (std::size_t k = 0; k < size; ++k)
    if (!eliminate_pivot(search.matrix.data(), size, k, search.largest[k])) return false;
  return true;
}

/// Coordinates of all impulses that have the same w: p = P x + p0, C x + c ≥ 0.
struct ImpulseSpace {
  std::vector<VectorXd> directions{};
  std::vector<Index> row{};  ///< where x stands in p
  std::vector<std::vector<std::pair<std::size_t, double>>> inequalities{};
  std::vector<double> constants{};
};

void add_contact(const ModeProblem& problem, const ModeSolution& s, std::size_t i,
                 ImpulseSpace& space) {
  const Index size = s.w.size();
  const Index t = problem.contacts->rows[i].first;
  const Index n = problem.contacts->rows[i].normal();
  const Freedom freedom = freedom_of(problem, s, i);
  const std::size_t at_n = space.directions.size();
  if (freedom.normal) {
    space.directions.emplace_back(VectorXd::Unit(size, n) +
                                  freedom.ratio * VectorXd::Unit(size, t));
    space.row.push_back(n);
    space.inequalities.push_back({{at_n, 1}});
    space.constants.push_back(-least_of(problem, i));
  }
  if (!freedom.tangential) return;
  const std::size_t at_t = space.directions.size();
  const double mu_s = problem.contacts->static_friction[i];
  space.directions.emplace_back(VectorXd::Unit(size, t));
  space.row.push_back(t);
  for (const double side : {1.0, -1.0}) {
    if (freedom.normal)
      space.inequalities.push_back({{at_n, mu_s}, {at_t, side}});
    else
      space.inequalities.push_back({{at_t, side}});
    space.constants.push_back(freedom.normal ? 0 : mu_s * s.p[n]);
  }
}

/// C and C x + c of the inequalities that moves along N change at all.
std::pair<MatrixXd, VectorXd> moving_inequalities(const ImpulseSpace& space, const VectorXd& x,
                                                  const MatrixXd& N) {
  MatrixXd C = MatrixXd::Zero(static_cast<Index>(space.constants.size()), x.size());
  VectorXd room(C.rows());
  Index count = 0;
  const double largest = N.cwiseAbs().maxCoeff();
  for (std::size_t r = 0; r < space.constants.size(); ++r) {
    C.row(count).setZero();
    for (const auto& [column, factor] : space.inequalities[r])
      C(count, static_cast<Index>(column)) = factor;
    const double size = (C.row(count).cwiseAbs() * N.cwiseAbs()).maxCoeff();
    if (size <= family_tolerance * largest) continue;
    room[count] = std::max(C.row(count).dot(x) + space.constants[r], 0.0);
    ++count;
  }
  return {C.topRows(count), room.head(count)};
}

/// Whether a change of impulse leaves the velocities and the inequalities as they are, to rounding. If
/// W was only nearly singular it does not, and the impulse is unique after all.
bool stays_admissible(const ModeProblem& problem, const VectorXd& change, const VectorXd& room,
                      const ModeSolution& solution) {
  const double largest = std::max(change.cwiseAbs().maxCoeff(), solution.p.cwiseAbs().maxCoeff());
  const bool keeps_velocity =
      (problem.contacts->W * change).cwiseAbs().maxCoeff() <= change_tolerance * solution.size;
  return keeps_velocity && (room.size() == 0 || room.minCoeff() >= -change_tolerance * largest);
}

/// The mode of a contact after its impulse was changed within the family.
void rename_mode(const ModeProblem& problem, std::size_t i, ModeSolution& s) {
  const ContactRows& rows = problem.contacts->rows[i];
  const auto [w_t, w_n] = pair_at(s.w, rows);
  double& p_n = s.p[rows.normal()];
  p_n = std::max(p_n, least_of(problem, i));
  const NormalRule rule = problem.normal[i];
  if (rule == NormalRule::absent || (rule == NormalRule::unilateral && w_n != 0)) return;
  const bool holds = s.modes[i] != ContactMode::open || p_n > 0;
  if (!holds) return;
  const bool undecided = problem.tangent[i] == TangentRule::undecided;
  if (undecided && w_t == 0)
    s.modes[i] = ContactMode::stick;
  else if (undecided)
    s.modes[i] = w_t > 0 ? ContactMode::slip_positive : ContactMode::slip_negative;
  else
    s.modes[i] = problem.tangent[i] == TangentRule::slips_negative ? ContactMode::slip_negative
                                                                   : ContactMode::slip_positive;
}

/// Row weights that turn normalised impulses into lengths in N·s, relative to the largest.
VectorXd weights_of(const std::vector<int>& scale) {
  const int largest = *std::max_element(scale.begin(), scale.end());
  VectorXd weights(static_cast<Index>(scale.size()));
  for (Index i = 0; i < weights.size(); ++i)
    weights[i] = std::ldexp(1.0, scale[static_cast<std::size_t>(i)] - largest);
  return weights;
}

/// Moves y among the impulses with the same w: p + P N y, C N y + room ≥ 0.
struct ImpulseFamily {
  MatrixXd P{};  ///< free directions, by columns
  MatrixXd N{};  ///< kernel of W P
  MatrixXd C{};  ///< of the inequalities that moves change
  VectorXd room{};
};

/// Absent where the impulse is unique.
std::optional<ImpulseFamily> impulse_family(const ModeProblem& problem,
                                            const ModeSolution& solution) {
  ImpulseSpace space;
  for (std::size_t i = 0; i < solution.modes.size(); ++i) add_contact(problem, solution, i, space);
  ImpulseFamily family{.P = stacked(space.directions, solution.p.size())};
  Eigen::FullPivLU<MatrixXd> lu(problem.contacts->W * family.P);
  lu.setThreshold(family_tolerance);
  if (lu.rank() == family.P.cols()) return std::nullopt;
  family.N = lu.kernel();
  VectorXd x(family.P.cols());
  for (Index j = 0; j < x.size(); ++j) x[j] = solution.p[space.row[static_cast<std::size_t>(j)]];
  std::tie(family.C, family.room) = moving_inequalities(space, x, family.N);
  return family;
}

/// The member of the family whose weighted length is least.
void take_shortest(const ModeProblem& problem, const ImpulseFamily& family, const VectorXd& weights,
                   ModeSolution& solution) {
  const auto& [P, N, C, room] = family;
  const MatrixXd F = weights.asDiagonal() * (P * N);
  const Eigen::HouseholderQR<MatrixXd> qr(F);
  const MatrixXd R = qr.matrixQR().topRows(F.cols()).triangularView<Eigen::Upper>();
  const VectorXd f = weights.cwiseProduct(-solution.p);
  const VectorXd g = (qr.householderQ().transpose() * f).head(F.cols());
  const MatrixXd H =
      R.transpose().triangularView<Eigen::Lower>().solve((C * N).transpose()).transpose();
  const auto z = shortest_vector(H, -room - H * g);
  if (!z) return;
  const VectorXd y = N * R.triangularView<Eigen::Upper>().solve(*z + g);
  if (!stays_admissible(problem, P * y, C * y + room, solution)) return;
  solution.unique_impulse = false;
  solution.p += P * y;
  for (std::size_t i = 0; i < solution.modes.size(); ++i) rename_mode(problem, i, solution);
}

}  // namespace

bool solve_singular_modes(const ModeProblem& problem, const std::vector<ContactMode>& modes,
                          ModeSolution& solution) {
  const auto size = static_cast<Index>(problem.q.size());
  const VectorXd q = Eigen::Map<const VectorXd>(problem.q.data(), size);
  const Family family = family_of(problem, modes);
  solution.modes.assign(modes.begin(), modes.end());
  solution.unique_impulse = true;
  if (!find_member(family, *problem.contacts, q, solution.p)) return false;
  solution.w = q + problem.contacts->W * solution.p;
  solution.size =
      (q.cwiseAbs() + problem.contacts->W.cwiseAbs() * solution.p.cwiseAbs()).maxCoeff();
  for (std::size_t r = 0; r < family.rows.size(); ++r) {
    Index row = 0;
    family.rows[r].cwiseAbs().maxCoeff(&row);
    const double sign = family.rows[r][row];
    const double excess = sign * solution.w[row] - family.targets[r];
    if (!family.slack[r] || excess < rounding * solution.size)
      solution.w[row] = sign * family.targets[r];
  }
  solution.violation = 0;
  solution.unique_velocity = !moves_velocity(family, *problem.contacts);
  return true;
}

void take_least_impulse(const ModeProblem& problem, ModeSearch& search, ModeSolution& solution) {
  if (is_unique(problem, solution, search)) return;
  const auto family = impulse_family(problem, solution);
  if (family) take_shortest(problem, *family, weights_of(problem.contacts->scale), solution);
}

std::vector<ModeSolution> sparing_impulses(const ModeProblem& problem, ModeSearch& search,
                                           const ModeSolution& solution, int sparing) {
  std::vector<ModeSolution> found;
  if (is_unique(problem, solution, search)) return found;
  const auto family = impulse_family(problem, solution);
  if (!family) return found;
  for (std::size_t i = 0; i < problem.normal.size() && !problem.contacts->stopped(); ++i) {
    std::vector<int> scale = problem.contacts->scale;
    const ContactRows& own = problem.contacts->rows[i];
    for (int r = own.first; r <= own.normal(); ++r) scale[static_cast<std::size_t>(r)] += sparing;
    ModeSolution& other = found.emplace_back(solution);
    take_shortest(problem, *family, weights_of(scale), other);
  }
  return found;
}

}  // namespace carom
