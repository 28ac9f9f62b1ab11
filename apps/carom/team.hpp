/// @file
/// Fits and reconstructions by several processes: every rank does its part of the pieces, all learn everything, and rank
/// 0 alone speaks and writes.
#pragma once

#include <carom/study/fit/parallel_for.hpp>

#include <optional>

namespace carom::app {

/// This process among those that mpirun started; outside it a team of one.
class TeamMember {
 public:
  /// All ranks but the first wait until it has found the input right: what is wrong it says alone.
  TeamMember();

  bool leads() const { return !team_ || team_->rank == 0; }
  void all_is_read() const;  ///< lets the others begin
  /// Null pointer outside mpirun.
  const Team* team() const { return team_ ? &*team_ : nullptr; }
  /// One a rank unless more are wished.
  unsigned threads(unsigned wished) const { return team_ && wished == 0 ? 1 : wished; }

 private:
  std::optional<Team> team_{};
};

}  // namespace carom::app
