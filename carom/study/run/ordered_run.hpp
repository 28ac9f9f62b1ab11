/// @file
/// Work in many small portions on all cores, handed on in order.
///
/// Which thread does a portion, and when, changes nothing in what is handed on: the same bytes for any
/// number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace carom {

/// What became of the units of work from `first` to `last` (not included), as text, numbers or whatever
/// the study speaks; absent where `stop` came in between.
template <class Part>
using PortionOf = std::function<std::optional<Part>(std::uint64_t first, std::uint64_t last)>;
using Portion = PortionOf<std::string>;

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

namespace detail {

/// A portion of any type; null where `stop` came in between.
using AnyPortion = std::function<std::shared_ptr<void>(std::uint64_t first, std::uint64_t last)>;

std::uint64_t run_any(const OrderedRun& run, const std::function<AnyPortion()>& worker,
                      const std::function<void(void* part, std::uint64_t last)>& take);

}  // namespace detail

/// Does the work; returns the first unit that was not handed on, `last` if all were. A system that starts no
/// more threads makes it slower, not fail.
///
/// @param worker  called once on every thread: gives the function that does its portions
/// @param take    gets every portion in order, and the unit behind it; on the caller's thread
/// @throws what a portion or `take` throws, after the portions begun have ended.
template <class Part>
std::uint64_t run_parts(const OrderedRun& run, const std::function<PortionOf<Part>()>& worker,
                        const std::function<void(Part&, std::uint64_t)>& take) {
  return detail::run_any(
      run,
      [&]() -> detail::AnyPortion {
        return
            [portion = worker()](std::uint64_t first, std::uint64_t last) -> std::shared_ptr<void> {
              std::optional<Part> part = portion(first, last);
              return part ? std::make_shared<Part>(std::move(*part)) : nullptr;
            };
      },
      [&](void* part, std::uint64_t last) { take(*static_cast<Part*>(part), last); });
}

/// The same where portions are text.
inline std::uint64_t run_in_order(
    const OrderedRun& run, const std::function<Portion()>& worker,
    const std::function<void(const std::string&, std::uint64_t)>& take) {
  return run_parts<std::string>(run, worker,
                                [&](std::string& text, std::uint64_t last) { take(text, last); });
}

}  // namespace carom
