/// @file
/// Independent pieces of work on all cores. Each writes its own place, so that results do not depend on the
/// number of threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <stdexcept>

namespace carom {

/// Work was given up because somebody asked for it.
struct Stopped : std::runtime_error {
  Stopped() : std::runtime_error("stopped") {}
};

/// Where work is done, and who may stop it or wants to know how far it is.
struct Workers {
  unsigned threads = 0;             ///< 0: one per core
  const std::atomic<bool>* stop{};  ///< set from elsewhere: give up soon
  std::function<void(const char* what, std::size_t done, std::size_t total)> progress{};

  /// @throws Stopped
  void stop_if_asked() const {
    if (stop != nullptr && *stop) throw Stopped();
  }
};

/// piece(0), ..., piece(count − 1), in any order and on any thread.
/// @param what  name of the work in messages on progress
/// @throws Stopped, or what a piece throws
void parallel_for(const Workers& workers, const char* what, std::size_t count,
                  const std::function<void(std::size_t)>& piece);

}  // namespace carom
