#include <carom/study/sweep/record.hpp>

#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>

namespace carom {
namespace {

constexpr std::string_view swept_rod =
    "{law: [poisson, stronge], W: [[3, 0], [0, 1]], u: [1, -1], contacts: [{restitution: 0.5, "
    "friction: 0.1}]}";

/// A sweep with the part and the text that belong to it; a mark stands behind every second point.
struct RecordedSweep {
  SweepPlan plan = plan_sweep(read_sweep(swept_rod, FileFormat::yaml, {.vary = {"u[0]=0:1:5"}}));
  RowFormat format;
  std::string part{};
  std::string text{};
  SweepMark end{};

  explicit RecordedSweep(RowFormat wanted) : format(wanted), part(part_head(plan, format)) {
    PointSolver solver(plan);
    for (std::uint64_t point = 0; point < plan.points; ++point) {
      const std::string lines = sweep_lines(plan, solver, point, point + 1, format);
      part += lines;
      end = mark_behind(end, lines, format);
      if (point % 2 == 1 || point + 1 == plan.points) part += mark_line(end);
    }
    text = finished(part);
  }

  std::string finished(const std::string& from) const {
    std::istringstream stream(from);
    std::string made;
    write_finished(plan, stream, end, format, [&](std::string_view piece) {
      made += piece;
      return true;
    });
    return made;
  }

  SweepRemains remains(const std::string& of) const {
    std::istringstream stream(of);
    return remains_of(plan, stream, format);
  }

  void check(const std::string& result) const {
    std::istringstream stream(result);
    check_finished(plan, stream, format);
  }
};

class SweepRecord : public ::testing::TestWithParam<RowFormat> {
 protected:
  const RecordedSweep sweep{GetParam()};
};

TEST_P(SweepRecord, FinishedTextIsTheSweepWithAChecksumInItsHead) {
  PointSolver solver(sweep.plan);
  Checksum whole;
  const std::string rows =
      sweep_rows(sweep.plan, solver, 0, 5, sweep.format) + std::string(sweep_foot(sweep.format));
  whole.add(rows);
  EXPECT_EQ(sweep.text, sweep_head(sweep.plan, sweep.format, whole) + rows);
  EXPECT_NO_THROW(sweep.check(sweep.text));
}

TEST_P(SweepRecord, APartCutAnywhereGoesOnToTheSameBytes) {
  for (std::size_t cut = 0; cut <= sweep.part.size(); ++cut) {
    const SweepRemains remains = sweep.remains(sweep.part.substr(0, cut));
    ASSERT_LE(remains.bytes, cut);
    PointSolver solver(sweep.plan);
    std::string part = sweep.part.substr(0, remains.bytes);
    if (part.empty()) part = part_head(sweep.plan, sweep.format);
    const std::string rest =
        sweep_lines(sweep.plan, solver, remains.mark.rows / 2, 5, sweep.format);
    part += rest;
    EXPECT_EQ(mark_behind(remains.mark, rest, sweep.format).checksum, sweep.end.checksum);
    EXPECT_EQ(sweep.finished(part), sweep.text);
  }
  EXPECT_EQ(sweep.remains(sweep.part).mark.rows, 10U);
}

TEST_P(SweepRecord, AFlippedByteOfAPartIsRefusedOrComputedAgain) {
  for (std::size_t i = 0; i < sweep.part.size(); ++i) {
    std::string damaged = sweep.part;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    try {
      EXPECT_EQ(damaged.substr(0, sweep.remains(damaged).bytes),
                sweep.part.substr(0, sweep.remains(damaged).bytes));
    } catch (const std::invalid_argument&) {
    }
  }
}

TEST_P(SweepRecord, AFlippedByteOfAResultIsRefused) {
  for (std::size_t i = 0; i < sweep.text.size(); ++i) {
    std::string damaged = sweep.text;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    EXPECT_THROW(sweep.check(damaged), std::invalid_argument) << i;
  }
}

TEST_P(SweepRecord, AResultCutOrLengthenedIsRefused) {
  for (std::size_t cut = 0; cut < sweep.text.size(); ++cut)
    EXPECT_THROW(sweep.check(sweep.text.substr(0, cut)), std::invalid_argument) << cut;
  EXPECT_THROW(sweep.check(sweep.text + "\n"), std::invalid_argument);
}

TEST_P(SweepRecord, APartDamagedWhileTheSweepRanGivesNoResult) {
  std::string damaged = sweep.part;
  const std::size_t digit = damaged.find("solved") + 8;
  damaged[digit] = static_cast<char>(damaged[digit] ^ 1);
  EXPECT_THROW(sweep.finished(damaged), std::invalid_argument);
}

INSTANTIATE_TEST_SUITE_P(Formats, SweepRecord, ::testing::Values(RowFormat::csv, RowFormat::json),
                         [](const auto& info) {
                           return info.param == RowFormat::csv ? "csv" : "json";
                         });

}  // namespace
}  // namespace carom
