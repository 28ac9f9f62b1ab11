#include <carom/study/sweep/outcome_boundaries.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// The search between two points; a third kind in the middle makes two searches of it.
struct Search {
  const std::function<Kinds(double)>& kinds_at;
  double width = 0;  ///< at which a bracket is narrow enough
  std::vector<Boundary> found{};

  void narrow(Boundary bracket) {
    while (std::abs(bracket.b - bracket.a) > width) {
      const double middle = bracket.a + (bracket.b - bracket.a) / 2;
      if (middle == bracket.a || middle == bracket.b) break;
      Kinds kinds = kinds_at(middle);
      if (kinds == bracket.before) {
        bracket.a = middle;
      } else if (kinds == bracket.after || found.size() + 1 >= max_boundaries_between) {
        bracket.b = middle;
        bracket.after = std::move(kinds);
      } else {
        narrow({bracket.a, middle, bracket.before, kinds});
        bracket.a = middle;
        bracket.before = std::move(kinds);
      }
    }
    found.push_back(std::move(bracket));
  }
};

}  // namespace

std::vector<Boundary> boundaries_between(const Boundary& ends,
                                         const std::function<Kinds(double)>& kinds_at,
                                         double tolerance) {
  if (ends.before == ends.after) return {};
  const double scale = std::max(std::abs(ends.a), std::abs(ends.b));
  Search search{kinds_at, tolerance * scale, {}};
  search.narrow(ends);
  return std::move(search.found);
}

}  // namespace carom
