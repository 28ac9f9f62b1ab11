/// @file
/// The downhill simplex of Nelder and Mead: a minimum of a function with kinks, without derivatives.
#pragma once

#include <functional>
#include <vector>

namespace carom {

/// When the search ends.
struct SimplexOptions {
  double width = 1e-7;     ///< largest extent of the simplex, in units of the first steps
  int evaluations = 2000;  ///< at most about as many
};

struct SimplexResult {
  std::vector<double> x{};
  double value = 0;
};

/// @param start  where to begin
/// @param steps  first steps along the axes, none of them 0
SimplexResult minimise_by_simplex(const std::function<double(const std::vector<double>&)>& f,
                                  const std::vector<double>& start,
                                  const std::vector<double>& steps,
                                  const SimplexOptions& options = {});

}  // namespace carom
