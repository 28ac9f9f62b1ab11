/// @file
/// Independent pieces of work on all cores. Each writes its own place, so that results do not depend on the
/// number of threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <span>
#include <stdexcept>
#include <vector>

namespace carom {

/// Work was given up because somebody asked for it.
struct Stopped : std::runtime_error {
  Stopped() : std::runtime_error("stopped") {}
};

/// Processes that do the same work at the same time, such as the ranks that mpirun started.
struct Team {
  std::size_t rank = 0;   ///< of this process
  std::size_t ranks = 1;  ///< how many there are
  /// What every rank gives, by rank; all call it together.
  std::function<std::vector<std::vector<double>>(const std::vector<double>&)> exchange{};
};

/// Where work is done, and who may stop it or wants to know how far it is.
struct Workers {
  unsigned threads = 0;             ///< 0: one per core
  const std::atomic<bool>* stop{};  ///< set from elsewhere: give up soon
  std::function<void(const char* what, std::size_t done, std::size_t total)> progress{};
  const Team* team = nullptr;  ///< null pointer: this process is alone

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

/// What a piece leaves behind, as numbers that go to other processes and come back as the same bits.
struct Parcel {
  std::function<std::vector<double>(std::size_t piece)> pack{};
  std::function<void(std::size_t piece, std::span<const double> numbers)> unpack{};
};

/// The same, shared with the team: every process does its part of the pieces and learns what the others left.
void parallel_for(const Workers& workers, const char* what, std::size_t count,
                  const std::function<void(std::size_t)>& piece, const Parcel& parcel);

/// A parcel of pieces that leave a list of numbers each.
Parcel parcel_of(std::vector<std::vector<double>>& lists);

}  // namespace carom
