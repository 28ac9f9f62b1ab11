#include "progress.hpp"

#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace carom::app {
namespace {

constexpr std::chrono::milliseconds between_updates{200};
constexpr int bar_width = 20;

/// 1234567 as 1,234,567
std::string grouped(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

/// "27 s", "3:05", "2:10:00"
std::string duration(double seconds) {
  const auto s = static_cast<std::uint64_t>(std::ceil(seconds));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

}  // namespace

std::string progress_line(const std::string& what, std::uint64_t done, std::uint64_t total,
                          double rate) {
  const double share = static_cast<double>(done) / static_cast<double>(total);
  const auto full = static_cast<std::size_t>(share * bar_width);
  std::string line =
      fmt::format("{:3.0f} % [{}{}] {} of {} {}", std::floor(100 * share), std::string(full, '#'),
                  std::string(bar_width - full, ' '), grouped(done), grouped(total), what);
  if (rate > 0)
    line += fmt::format(", {}/s, {} left", grouped(static_cast<std::uint64_t>(rate)),
                        duration(static_cast<double>(total - done) / rate));
  return line;
}

Progress::Progress(std::string what, std::uint64_t start, std::uint64_t total,
                   bool rows_on_terminal)
    : what_(std::move(what)),
      start_(start),
      total_(total),
      visible_(isatty(STDERR_FILENO) == 1 && !rows_on_terminal) {}

void Progress::show(std::uint64_t done) {
  const Clock::time_point now = Clock::now();
  if (!visible_ || now - last_ < between_updates) return;
  last_ = now;
  shown_ = true;
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const double rate = static_cast<double>(done - start_) / seconds;
  fmt::print(stderr, "\r{}\x1b[K", progress_line(what_, done, total_, rate));
  std::fflush(stderr);
}

void Progress::clear() {
  if (!shown_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
}

}  // namespace carom::app
