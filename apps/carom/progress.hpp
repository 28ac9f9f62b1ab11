/// @file
/// A bar on the terminal that says how far a long run is, how fast, and how long it will take.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace carom::app {

/// "  43 % [########            ] 430,000 of 1,000,000 points, 21,000/s, 27 s left"
std::string progress_line(const std::string& what, std::uint64_t done, std::uint64_t total,
                          double rate);

/// The bar; nothing is shown where standard error is no terminal, or the rows go to it.
class Progress {
 public:
  Progress(std::string what, std::uint64_t start, std::uint64_t total, bool rows_on_terminal);

  /// Shows it anew, a few times a second.
  void show(std::uint64_t done);

  /// Takes it away.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  std::uint64_t start_;
  std::uint64_t total_;
  bool visible_;
  bool shown_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_ = begin_;
};

}  // namespace carom::app
