/// @file
/// Sweeps by several processes: each writes a share, and the result is made of all of them.
#pragma once

#include "commands.hpp"
#include "sweep_output.hpp"

#include <carom/study/sweep/share.hpp>

namespace carom::app {

/// One part of a sweep that was cut into several.
struct SweepPart {
  std::uint64_t index = 1;  ///< from 1
  std::uint64_t count = 1;
};

/// "2/8". @throws std::invalid_argument
SweepPart sweep_part(const std::string& text);

/// Computes one part: OUT.2-of-8.
int run_part(const SweepOptions& options, const std::vector<std::string>& inputs,
             const SweepPlan& plan, RowFormat format);

/// Computes the sweep together with the other members of the cluster.
int run_member(const SweepOptions& options, const std::vector<std::string>& inputs,
               const SweepPlan& plan, RowFormat format);

}  // namespace carom::app
