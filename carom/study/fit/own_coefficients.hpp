/// @file
/// What each impact would choose: its own friction and restitution, and what its restitution follows.
#pragma once

#include <carom/study/fit/fit.hpp>

namespace carom {

/// Least r of every impact over its own μ and e from 0 to 1, under a law whose other numbers are those of θ.
std::vector<double> own_errors(const FitTask& task, const std::vector<double>& theta,
                               const Workers& workers);

/// The share of the variance of y that a quintic in x explains.
double explained_share(const std::vector<double>& x, const std::vector<double>& y);

/// Shares of the variance of the impacts' own restitution −uₙ⁺/uₙ⁻, largest first.
std::vector<ColumnShare> column_shares(const MeasuredImpacts& measured,
                                       const std::vector<DataColumn>& columns);

}  // namespace carom
