#include <carom/study/run/ordered_run.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <thread>

namespace carom {
namespace {

/// Every unit as a line; some take much longer than others.
Portion uneven_portions() {
  return [](std::uint64_t first, std::uint64_t last) {
    std::string text;
    if (first % 3 == 0) std::this_thread::sleep_for(std::chrono::microseconds(300));
    for (std::uint64_t i = first; i < last; ++i) text += std::to_string(i) + "\n";
    return text;
  };
}

std::string all_of(const OrderedRun& run) {
  std::string text;
  run_in_order(run, uneven_portions, [&](const std::string& part, std::uint64_t) { text += part; });
  return text;
}

TEST(OrderedRun, HandsOnTheSameTextForAnyNumberOfThreads) {
  const std::string alone = all_of({.first = 5, .last = 1000, .portion = 7, .threads = 1});
  EXPECT_EQ(alone.substr(0, 4), "5\n6\n");
  for (const unsigned threads : {2U, 3U, 8U, 64U})
    EXPECT_EQ(all_of({.first = 5, .last = 1000, .portion = 7, .threads = threads}), alone);
}

TEST(OrderedRun, StopsBetweenPortionsAndSaysWhere) {
  std::atomic<bool> stop{false};
  std::string text;
  const std::uint64_t done =
      run_in_order({.first = 0, .last = 100'000, .portion = 10, .threads = 4, .stop = &stop},
                   uneven_portions, [&](const std::string& part, std::uint64_t last) {
                     text += part;
                     if (last >= 200) stop = true;
                   });
  EXPECT_GE(done, 200U);
  EXPECT_LT(done, 100'000U);
  EXPECT_EQ(text, all_of({.first = 0, .last = done, .portion = 10, .threads = 1}));
}

TEST(OrderedRun, HasNothingToDoInAnEmptyRange) { EXPECT_EQ(all_of({.first = 3, .last = 3}), ""); }

TEST(OrderedRun, PassesOnWhatAPortionThrows) {
  const auto failing = [] {
    return [](std::uint64_t first, std::uint64_t) -> std::string {
      if (first >= 50) throw std::runtime_error("a portion failed");
      return "x";
    };
  };
  const auto ignore = [](const std::string&, std::uint64_t) {};
  EXPECT_THROW(run_in_order({.last = 1000, .portion = 10, .threads = 3}, failing, ignore),
               std::runtime_error);
}

TEST(OrderedRun, PassesOnWhatTheTakerThrows) {
  const auto full = [](const std::string&, std::uint64_t) {
    throw std::runtime_error("disk full");
  };
  EXPECT_THROW(run_in_order({.last = 100'000, .portion = 1, .threads = 3}, uneven_portions, full),
               std::runtime_error);
}

TEST(OrderedRun, LeavesOutAPortionThatStoppedInTheMiddle) {
  std::string text;
  const std::uint64_t done = run_in_order(
      {.last = 100, .portion = 10, .threads = 1},
      [] {
        return [](std::uint64_t first, std::uint64_t) -> std::optional<std::string> {
          if (first >= 50) return std::nullopt;
          return "x";
        };
      },
      [&](const std::string& part, std::uint64_t) { text += part; });
  EXPECT_EQ(done, 50U);
  EXPECT_EQ(text, "xxxxx");
}

TEST(OrderedRun, SaysThatItStartsFewerThreadsThanAreWanted) {
  unsigned started = 0;
  unsigned wanted = 0;
  std::uint64_t units = 0;
  const OrderedRun run{
      .last = 5000, .portion = 1, .threads = 4000, .fewer = [&](unsigned a, unsigned b) {
        started = a, wanted = b;
      }};
  run_in_order(
      run, [] { return [](std::uint64_t, std::uint64_t) { return std::string("x"); }; },
      [&](const std::string& part, std::uint64_t) { units += part.size(); });
  EXPECT_EQ(units, 5000U);
  EXPECT_EQ(wanted, 4000U);
  EXPECT_LE(started, 1024U);
}

}  // namespace
}  // namespace carom
