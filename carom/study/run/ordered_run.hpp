/// @file
/// Work in many small portions on all cores, handed on in order.
///
/// Which thread does a portion, and when, changes nothing in what is handed on: the same bytes for any
/// number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace carom {

/// Units of work from `first` to `last` (not included) as text; absent where `stop` came in between.
using Portion = std::function<std::optional<std::string>(std::uint64_t first, std::uint64_t last)>;

/// What there is to do.
struct OrderedRun {
  std::uint64_t first = 0;          ///< unit to begin with
  std::uint64_t last = 0;           ///< one behind the end
  std::uint64_t portion = 64;       ///< units that a thread takes at a time
  unsigned threads = 0;             ///< 0: as many as there are cores
  const std::atomic<bool>* stop{};  ///< set from elsewhere: finish the portions begun, no more
  /// Told once where fewer threads could be started than were wanted; 0: the caller's does it all.
  std::function<void(unsigned started, unsigned wanted)> fewer{};
};

/// Does the work; returns the first unit that was not handed on, `last` if all were. A system that starts no
/// more threads makes it slower, not fail.
///
/// @param worker  called once on every thread: gives the function that does its portions
/// @param take    gets the text of every portion in order, and the unit behind it; on the caller's
///                thread
/// @throws what a portion or `take` throws, after the portions begun have ended.
std::uint64_t run_in_order(const OrderedRun& run, const std::function<Portion()>& worker,
                           const std::function<void(const std::string&, std::uint64_t)>& take);

}  // namespace carom
