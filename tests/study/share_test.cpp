#include <carom/study/sweep/share.hpp>
#include <carom/study/sweep/table.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <sstream>

namespace carom {
namespace {

constexpr std::string_view rod =
    "{law: [poisson, stronge], W: [[3, 0], [0, 1]], u: [1, -1], contacts: [{restitution: 0.5, "
    "friction: 0.1}]}";
constexpr std::uint64_t points = 40;

SweepPlan plan_of_rod() {
  return plan_sweep(read_sweep(rod, FileFormat::yaml,
                               {.vary = {fmt::format("contacts[0].friction=0:1:{}", points)}}));
}

std::string block(const SweepPlan& plan, const PointRange& range, RowFormat format) {
  PointSolver solver(plan);
  return share_block(range, sweep_lines(plan, solver, range.first, range.last, format));
}

/// The sweep as one process writes it.
std::string whole_text(const SweepPlan& plan, RowFormat format) {
  PointSolver solver(plan);
  const std::string rows = sweep_rows(plan, solver, 0, points, format);
  Checksum checksum;
  checksum.add(rows);
  checksum.add(sweep_foot(format));
  return sweep_head(plan, format, checksum) + rows + std::string(sweep_foot(format));
}

std::string head_of_share(const SweepPlan& plan, RowFormat format) {
  return sweep_head(plan, format) + (format == RowFormat::json ? "\n" : "");
}

std::string merged(const std::vector<std::string>& shares) {
  std::deque<std::istringstream> texts;
  std::vector<OpenShare> open;
  for (const std::string& share : shares) {
    texts.emplace_back(share);
    ShareContent content = read_share(texts.back());
    open.push_back({std::move(content), &texts.back()});
  }
  std::string text;
  write_merged(open, [&](std::string_view piece) {
    text += piece;
    return true;
  });
  return text;
}

/// Blocks of any size, dealt to any number of shares in any order, some of them twice.
TEST(Share, MakesTheBytesOfOneProcessWhoeverComputedWhat) {
  const SweepPlan plan = plan_of_rod();
  std::mt19937 generator(28);
  for (const RowFormat format : {RowFormat::csv, RowFormat::json}) {
    const std::string expected = whole_text(plan, format);
    for (int trial = 0; trial < 20; ++trial) {
      std::vector<PointRange> ranges;
      for (std::uint64_t at = 0; at < points;) {
        const std::uint64_t last = std::min<std::uint64_t>(points, at + 1 + generator() % 9);
        ranges.push_back({at, last});
        if (generator() % 4 == 0) ranges.push_back({at / 2, last});  // computed by another, too
        at = last;
      }
      std::shuffle(ranges.begin(), ranges.end(), generator);
      std::vector<std::string> shares(1 + generator() % 4, head_of_share(plan, format));
      for (const PointRange& range : ranges)
        shares[generator() % shares.size()] += block(plan, range, format);
      EXPECT_EQ(merged(shares), expected);
    }
  }
}

TEST(Share, CountsWhatStandsBehindTheLastMarkForNothing) {
  const SweepPlan plan = plan_of_rod();
  const std::string head = head_of_share(plan, RowFormat::csv);
  const std::string first = block(plan, {0, 10}, RowFormat::csv);
  const std::string second = block(plan, {20, 30}, RowFormat::csv);
  const std::string whole = head + first + second;
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    std::istringstream text(whole.substr(0, cut));
    const ShareContent share = read_share(text);
    const std::size_t expected = cut == whole.size()                 ? 2
                                 : cut >= head.size() + first.size() ? 1
                                                                     : 0;
    ASSERT_EQ(share.blocks.size(), expected) << cut;
    const std::vector<PointRange> missing = missing_points({&share, 1}, {0, points});
    ASSERT_EQ(missing.front().first, expected == 0 ? 0U : 10U);
  }
}

/// A byte that is flipped in a row or in a mark is found; one in the head makes it another sweep's.
TEST(Share, FindsEveryFlippedByteBehindItsHead) {
  const SweepPlan plan = plan_of_rod();
  const std::string head = head_of_share(plan, RowFormat::csv);
  const std::string whole =
      head + block(plan, {0, 4}, RowFormat::csv) + block(plan, {4, points}, RowFormat::csv);
  for (std::size_t i = head.size(); i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 4);
    EXPECT_THROW({ merged({damaged}); }, std::invalid_argument) << i << " " << whole.substr(i, 20);
  }
}

TEST(Share, SaysWhatIsMissing) {
  const SweepPlan plan = plan_of_rod();
  const std::string head = head_of_share(plan, RowFormat::csv);
  try {
    merged({head + block(plan, {0, 10}, RowFormat::csv),
            head + block(plan, {15, points}, RowFormat::csv)});
    FAIL();
  } catch (const std::invalid_argument& objection) {
    EXPECT_STREQ(objection.what(), "5 of 40 points are missing, the first of them 11");
  }
}

TEST(Share, RefusesSharesOfDifferentSweeps) {
  const SweepPlan plan = plan_of_rod();
  StatedSweep other = read_sweep(rod, FileFormat::yaml, {.vary = {"contacts[0].friction=0:2:40"}});
  const SweepPlan second = plan_sweep(other);
  EXPECT_THROW(
      merged({head_of_share(plan, RowFormat::csv) + block(plan, {0, 20}, RowFormat::csv),
              head_of_share(second, RowFormat::csv) + block(second, {20, points}, RowFormat::csv)}),
      std::invalid_argument);
}

}  // namespace
}  // namespace carom
