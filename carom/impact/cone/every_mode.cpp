#include <carom/impact/cone/every_mode.hpp>

#include <Eigen/QR>

#include <cmath>
#include <numbers>

namespace carom::cone {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// What one contact may do: open, stick, then the directions of slip.
struct Choices {
  bool opens = false;
  bool sticks = false;
  int slips = 0;
  int count() const { return (opens ? 1 : 0) + (sticks ? 1 : 0) + slips; }
};

Choices choices_of(const ConeContact& contact, const Condition& condition, int directions) {
  Choices choices;
  if (condition.normal == NormalRule::absent) return {.opens = true};
  choices.opens = condition.normal == NormalRule::unilateral;
  const bool free = contact.tangents > 0 && contact.friction > 0 && !condition.slides;
  choices.sticks = free;
  choices.slips = !free ? 1 : contact.tangents == 1 ? 2 : directions;
  return choices;
}

/// The number of sets, or more than `most`.
int sets_of(const Problem& problem, int directions, int most) {
  int sets = 1;
  for (std::size_t i = 0; i < problem.contacts.size() && sets <= most; ++i)
    sets *= choices_of(problem.contacts[i], problem.conditions[i], directions).count();
  return sets;
}

/// p = base + C x with the rows that x holds at zero.
struct ModeSystem {
  VectorXd base{};
  MatrixXd C{};
  std::vector<int> rows{};
  void add(int row) { rows.push_back(row); }
};

Tangent direction_of(const ConeContact& contact, const Condition& condition, int k,
                     int directions) {
  if (condition.slides) return condition.slip;
  if (contact.tangents == 0 || contact.friction == 0) return Tangent::Zero();
  if (contact.tangents == 1) return {k == 0 ? 1.0 : -1.0, 0};
  const double angle = 2 * std::numbers::pi * k / directions;
  return {std::cos(angle), std::sin(angle)};
}

void add_contact(const ConeContact& contact, const Condition& condition, int choice, int directions,
                 ModeSystem& system) {
  const Choices choices = choices_of(contact, condition, directions);
  const int n = contact.normal();
  const auto column = [&]() { return static_cast<Index>(system.rows.size()); };
  if (choices.opens && choice-- == 0) {
    if (condition.normal != NormalRule::absent) system.base[n] = condition.least;
    return;
  }
  const bool sticks = choices.sticks && choice == 0;
  if (choices.sticks) --choice;
  VectorXd ray = VectorXd::Zero(system.base.size());
  ray[n] = 1;
  if (sticks) {
    for (int j = 0; j < contact.tangents; ++j) {
      system.C(contact.first + j, column()) = 1;
      system.add(contact.first + j);
    }
  } else {
    const Tangent d = direction_of(contact, condition, choice, directions);
    for (int j = 0; j < contact.tangents; ++j) ray[contact.first + j] = -contact.friction * d[j];
  }
  if (condition.normal == NormalRule::given) {
    system.base += condition.least * ray;
  } else {
    system.C.col(column()) = ray;
    system.add(n);
  }
}

VectorXd impulses_of(const Problem& problem, const MatrixXd& W, int set, int directions) {
  const Index m = problem.q.size();
  ModeSystem system{VectorXd::Zero(m), MatrixXd::Zero(m, m + 1), {}};
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const int count = choices_of(problem.contacts[i], problem.conditions[i], directions).count();
    add_contact(problem.contacts[i], problem.conditions[i], set % count, directions, system);
    set /= count;
  }
  const auto n = static_cast<Index>(system.rows.size());
  if (n == 0) return system.base;
  const VectorXd w = problem.q + W * system.base;
  const MatrixXd WC = W * system.C.leftCols(n);
  MatrixXd A(n, n);
  VectorXd right(n);
  for (Index i = 0; i < n; ++i) {
    A.row(i) = WC.row(system.rows[static_cast<std::size_t>(i)]);
    right[i] = -w[system.rows[static_cast<std::size_t>(i)]];
  }
  return system.base + system.C.leftCols(n) * A.completeOrthogonalDecomposition().solve(right);
}

}  // namespace

bool visit_every_mode(const Problem& problem, const MatrixXd& W, int most_sets,
                      const std::function<bool(VectorXd& start)>& use) {
  int directions = 8;
  while (directions > 2 && sets_of(problem, directions, most_sets) > most_sets) directions /= 2;
  const int sets = sets_of(problem, directions, most_sets);
  if (sets > most_sets) return false;
  for (int set = 0; set < sets; ++set) {
    VectorXd start = impulses_of(problem, W, set, directions);
    if (start.allFinite() && use(start)) return true;
  }
  return false;
}

}  // namespace carom::cone
