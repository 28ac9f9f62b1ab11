#include <gtest/gtest.h>

#include <array>
#include <carom/core/planar/planar_impact.hpp>
#include <carom/study/batch/batch.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/random_problems.hpp"

namespace carom {
namespace {

using PlanarProblem = testing::Problem;
using testing::Random;

/// A batch that owns its arrays. `shift` moves every array off its alignment by that many numbers.
struct Batch {
  explicit Batch(const std::vector<PlanarProblem>& problems, std::size_t shift = 0)
      : shift_(shift), size_(problems.size()) {
    for (auto& array : in_) array.resize(shift + size_);
    for (std::size_t i = 0; i < size_; ++i) {
      const PlanarProblem& c = problems[i];
      const std::array<double, 8> row{
          c.W.tt,           c.W.tn, c.W.nn, c.u.t, c.u.n, c.law.friction, c.law.static_friction,
          c.law.restitution};
      for (std::size_t k = 0; k < row.size(); ++k) in_[k][shift + i] = row[k];
    }
    // Everything that is not overwritten shows: no impulse is −7, no mode 99.
    p_t_.assign(shift + size_, -7);
    p_n_.assign(shift + size_, -7);
    mode_.assign(shift + size_, static_cast<ImpactMode>(99));
    status_.assign(shift + size_, static_cast<ImpactStatus>(99));
  }

  PlanarBatch problems() const {
    const auto span = [&](std::size_t k) {
      return std::span<const double>(in_[k]).subspan(shift_);
    };
    return {span(0), span(1), span(2), span(3), span(4), span(5), span(6), span(7)};
  }
  PlanarBatchResult result() {
    return {std::span(p_t_).subspan(shift_), std::span(p_n_).subspan(shift_),
            std::span(mode_).subspan(shift_), std::span(status_).subspan(shift_)};
  }

 private:
  std::size_t shift_;
  std::size_t size_;
  std::array<std::vector<double>, 8> in_{};
  std::vector<double> p_t_, p_n_;
  std::vector<ImpactMode> mode_;
  std::vector<ImpactStatus> status_;
};

std::uint64_t bits_of(double x) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

/// The same bits; of two NaN only that they are NaN.
bool same(double a, double b) {
  return bits_of(a) == bits_of(b) || (std::isnan(a) && std::isnan(b));
}

std::string describe(const PlanarProblem& c) {
  std::ostringstream text;
  text.precision(17);
  text << "W " << c.W.tt << ' ' << c.W.tn << ' ' << c.W.nn << ", u " << c.u.t << ' ' << c.u.n
       << ", mu " << c.law.friction << ' ' << c.law.static_friction << ", e " << c.law.restitution;
  return text.str();
}

/// The number of contacts for which the batch and resolve_planar differ; the first one is printed.
int differences(const std::vector<PlanarProblem>& problems, Restitution rule,
                const PlanarBatchResult& r) {
  int count = 0;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    PlanarProblem c = problems[i];
    c.law.rule = rule;
    const auto want = resolve_planar(c.W, c.u, c.law);
    const bool right = same(r.p_t[i], want.impulse.t) && same(r.p_n[i], want.impulse.n) &&
                       r.mode[i] == want.mode && (r.status.empty() || r.status[i] == want.status);
    if (!right && ++count == 1)
      ADD_FAILURE() << "contact " << i << " of " << problems.size() << ": " << describe(c)
                    << "\n  batch  " << r.p_t[i] << ' ' << r.p_n[i] << ' ' << to_string(r.mode[i])
                    << "\n  scalar " << want.impulse.t << ' ' << want.impulse.n << ' '
                    << to_string(want.mode) << ' ' << to_string(want.status);
  }
  return count;
}

/// One ISA that this machine has, with one rule.
struct Route {
  BatchIsa isa;
  Restitution rule;
};

std::vector<Route> routes() {
  std::vector<Route> all;
  for (const BatchIsa isa : {BatchIsa::baseline, BatchIsa::avx2, BatchIsa::avx512})
    for (const Restitution rule : testing::rules)
      if (is_available(isa)) all.push_back({isa, rule});
  return all;
}

class PlanarBatchBy : public ::testing::TestWithParam<Route> {
 protected:
  /// Resolves the problems as a batch and compares with resolve_planar.
  void expect_same_bits(const std::vector<PlanarProblem>& problems, std::size_t shift = 0) {
    Batch batch(problems, shift);
    resolve_planar_batch(batch.problems(), GetParam().rule, batch.result(), GetParam().isa);
    EXPECT_EQ(differences(problems, GetParam().rule, batch.result()), 0);
  }
  void expect_same_bits_without_status(const std::vector<PlanarProblem>& problems) {
    Batch batch(problems);
    PlanarBatchResult result = batch.result();
    result.status = {};
    resolve_planar_batch(batch.problems(), GetParam().rule, result, GetParam().isa);
    EXPECT_EQ(differences(problems, GetParam().rule, result), 0);
  }
};

std::string route_name(const ::testing::TestParamInfo<Route>& route) {
  return std::string(to_string(route.param.isa)) + "_" + testing::name_of(route.param.rule);
}

INSTANTIATE_TEST_SUITE_P(Batch, PlanarBatchBy, ::testing::ValuesIn(routes()), route_name);

/// A single pendulum, W = d dᵀ, u = d w: it locks, reverses or has no solution.
PlanarProblem pendulum(Random& random) {
  PlanarProblem c = testing::generic_problem(random);
  const double a = random.uniform(-1, 1);
  const double b = random.uniform(0.1, 1);
  c.W = {a * a, a * b, b * b};
  c.u = {-a * c.u.n, b * c.u.n};
  return c;
}

/// uₙ⁻ = 0 and k₁ = 0: nobody can tell.
PlanarProblem grazing(Random& random) {
  PlanarProblem c = testing::generic_problem(random);
  c.u = {c.W.tn, 0};
  c.law.friction = c.law.static_friction = c.W.nn / std::abs(c.W.tn);
  return c;
}

std::vector<PlanarProblem> all_kinds(std::size_t count, double decades, std::uint64_t seed) {
  Random random{seed};
  std::vector<PlanarProblem> problems;
  problems.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    problems.push_back(testing::any_problem(random, decades));
    if (random.chance(0.02)) problems.back() = pendulum(random);
    if (random.chance(0.02)) problems.back().u.t = random.uniform(-1, 1);
    if (random.chance(0.01)) problems.back() = grazing(random);
  }
  return problems;
}

TEST_P(PlanarBatchBy, GivesTheBitsOfResolvePlanarInAMillionProblemsOfAllKinds) {
  const auto count = static_cast<std::size_t>(testing::scaled_count(1e6));
  const auto problems = all_kinds(count, 6, 17);
  expect_same_bits(problems);
  std::set<ImpactMode> modes;
  std::set<ImpactStatus> statuses;
  for (PlanarProblem c : problems) {
    c.law.rule = GetParam().rule;
    const auto r = resolve_planar(c.W, c.u, c.law);
    modes.insert(r.mode);
    statuses.insert(r.status);
  }
  if (count < 10000) return;  // a sample is too small to have all kinds
  EXPECT_EQ(modes.size(), 6u);
  EXPECT_EQ(statuses.size(), 5u);
}

TEST_P(PlanarBatchBy, FillsArraysOfAnyLength) {
  const auto problems = all_kinds(2000, 3, 4);
  for (const std::size_t n : {0, 1, 7, 8, 9, 63, 64, 65, 127, 128, 129, 511, 512, 513, 1000, 1999})
    expect_same_bits({problems.begin(), problems.begin() + static_cast<std::ptrdiff_t>(n)});
}

TEST_P(PlanarBatchBy, NeedsNoAlignment) {
  for (const int count : {1003, 5000}) {
    const auto problems = all_kinds(static_cast<std::size_t>(count), 3, 5);
    for (const std::size_t shift : {0, 1, 2, 3, 4, 5, 6, 7}) expect_same_bits(problems, shift);
  }
}

TEST_P(PlanarBatchBy, ResolvesSingularContactsWhereverTheyStand) {
  Random random{6};
  for (std::size_t n : {64, 100, 640})
    for (std::size_t at = 0; at < n; at += 7) {
      std::vector<PlanarProblem> problems(n);
      for (std::size_t i = 0; i < n; ++i)
        problems[i] = i == at ? pendulum(random) : testing::generic_problem(random);
      expect_same_bits(problems);
      if (HasFailure()) return;
    }
  std::vector<PlanarProblem> only(1000);
  for (PlanarProblem& c : only) c = pendulum(random);
  expect_same_bits(only);
}

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::array<double, 9> odd{inf, -inf, nan, -nan, 0.0, -0.0, 5e-324, 1e308, -1};

/// The numbers that a contact is given by.
std::array<double*, 8> numbers_of(PlanarProblem& c) {
  return {
      &c.W.tt,           &c.W.tn, &c.W.nn, &c.u.t, &c.u.n, &c.law.friction, &c.law.static_friction,
      &c.law.restitution};
}

TEST_P(PlanarBatchBy, TakesNumbersThatAreNotFiniteAsResolvePlanarDoes) {
  Random random{8};
  std::vector<PlanarProblem> problems;
  for (int i = 0; i < 20000; ++i) {
    PlanarProblem c = testing::generic_problem(random);
    for (int k = random.below(3); k >= 0; --k)
      *numbers_of(c)[static_cast<std::size_t>(random.below(8))] =
          odd[static_cast<std::size_t>(random.below(static_cast<int>(odd.size())))];
    problems.push_back(c);
  }
  expect_same_bits(problems);
}

TEST_P(PlanarBatchBy, FindsOneOddContactAmongOrdinaryOnes) {
  Random random{12};
  std::vector<PlanarProblem> problems(160);
  for (PlanarProblem& c : problems) c = testing::generic_problem(random);
  for (int attempt = 0; attempt < 30; ++attempt)
    for (std::size_t k = 0; k < 8; ++k)
      for (const double x : odd) {
        const auto at = static_cast<std::size_t>(random.below(160));
        const PlanarProblem before = problems[at];
        problems[at] = testing::generic_problem(random);
        *numbers_of(problems[at])[k] = x;
        expect_same_bits(problems);
        expect_same_bits_without_status(problems);
        problems[at] = before;
        if (HasFailure()) return;
      }
}

TEST_P(PlanarBatchBy, WorksWithoutAStatusArray) {
  expect_same_bits_without_status(all_kinds(1000, 3, 9));
}

TEST(PlanarBatch, ChoosesTheBestInstructionsByItself) {
  EXPECT_TRUE(is_available(BatchIsa::baseline));
  EXPECT_TRUE(is_available(best_isa()));
  const auto problems = all_kinds(1000, 3, 10);
  Batch batch(problems);
  resolve_planar_batch(batch.problems(), Restitution::poisson, batch.result());
  EXPECT_EQ(differences(problems, Restitution::poisson, batch.result()), 0);
}

std::string error_of(const PlanarBatch& batch, const PlanarBatchResult& result) {
  try {
    resolve_planar_batch(batch, Restitution::poisson, result);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no error";
}

TEST(PlanarBatch, NamesTheArrayWhoseLengthDiffers) {
  Batch three(all_kinds(3, 1, 11));
  const PlanarBatch problems = three.problems();
  const PlanarBatchResult result = three.result();

  PlanarBatch short_input = problems;
  short_input.friction = short_input.friction.first(2);
  EXPECT_EQ(error_of(short_input, result),
            "resolve_planar_batch: friction has 2 numbers and W_tt has 3; want the same");

  PlanarBatchResult short_result = result;
  short_result.mode = short_result.mode.first(1);
  EXPECT_EQ(error_of(problems, short_result),
            "resolve_planar_batch: mode has 1 numbers and W_tt has 3; want the same");

  PlanarBatchResult short_status = result;
  short_status.status = short_status.status.first(2);
  EXPECT_EQ(error_of(problems, short_status),
            "resolve_planar_batch: status has 2 numbers and W_tt has 3; want the same");

  EXPECT_EQ(error_of(problems, result), "no error");
}

}  // namespace
}  // namespace carom
