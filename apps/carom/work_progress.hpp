/// @file
/// Progress of work in several parts, shown once it takes longer than a second.
#pragma once

#include "progress.hpp"

#include <chrono>
#include <cstddef>
#include <optional>

namespace carom::app {

/// A bar for the part that is done at present.
class WorkProgress {
 public:
  void show(const char* what, std::size_t done, std::size_t total);
  void clear();

 private:
  const char* what_ = nullptr;
  std::optional<Progress> bar_{};
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace carom::app
