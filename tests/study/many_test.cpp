#include <carom/impact/resolve.hpp>
#include <carom/study/batch/many.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

namespace carom {
namespace {

constexpr std::size_t n = 3;  // velocities
constexpr std::size_t k = 2;  // contacts

/// Random mechanisms with two contacts, the second one touching; all arrays one behind the other.
struct RandomStates {
  explicit RandomStates(std::size_t count) : states(count) {
    std::mt19937 generator(20261118);
    std::uniform_real_distribution<double> number(-1, 1);
    const auto fill = [&](std::vector<double>& x, std::size_t size) {
      for (std::size_t i = 0; i < size; ++i) x.push_back(number(generator));
    };
    for (std::size_t i = 0; i < count; ++i) {
      Eigen::Matrix3d A;
      for (double& x : A.reshaped()) x = number(generator);
      const Eigen::Matrix3d M = A * A.transpose() + Eigen::Matrix3d::Identity();
      mass.insert(mass.end(), M.data(), M.data() + M.size());
    }
    fill(velocity, count * n);
    fill(tangent, count * k * n);
    fill(normal, count * k * n);
    for (std::size_t i = 0; i < count * k; ++i) {
      restitution.push_back(0.5 + 0.5 * number(generator));
      friction.push_back(0.5 + 0.5 * number(generator));
    }
  }

  ManyStates problem() const {
    return {.states = states,
            .coordinates = n,
            .contacts = k,
            .mass = mass,
            .velocity = velocity,
            .tangent = tangent,
            .normal = normal,
            .restitution = restitution,
            .friction = friction,
            .touching = {touching.data(), k}};
  }

  /// State i as a problem of its own.
  ImpactProblem alone(std::size_t i) const {
    GeneralizedSpace space;
    space.mass = Eigen::Map<const Eigen::Matrix3d>(mass.data() + i * n * n);
    space.velocity = Eigen::Map<const Eigen::Vector3d>(velocity.data() + i * n);
    ImpactProblem problem;
    for (std::size_t c = 0; c < k; ++c) {
      CoordinateRows rows;
      rows.tangent = Eigen::Map<const Eigen::Vector3d>(tangent.data() + (i * k + c) * n);
      rows.normal = Eigen::Map<const Eigen::Vector3d>(normal.data() + (i * k + c) * n);
      space.rows.push_back(rows);
      Contact contact;
      contact.restitution = restitution[i * k + c];
      contact.friction = friction[i * k + c];
      contact.touching = touching[c];
      problem.contacts.push_back(contact);
    }
    problem.dynamics = space;
    return problem;
  }

  std::size_t states;
  std::vector<double> mass{}, velocity{}, tangent{}, normal{}, restitution{}, friction{};
  std::array<bool, k> touching{false, true};
};

struct Answers {
  explicit Answers(std::size_t count)
      : velocity_after(count * n), impulse(count * k * 2), u_after(count * k * 2), status(count) {}
  ManyAnswers spans() { return {velocity_after, impulse, u_after, status}; }
  /// All bits, NaN included.
  bool same_row(const Answers& other, std::size_t i) const {
    const auto same = [&](const std::vector<double>& a, const std::vector<double>& b,
                          std::size_t size) {
      return std::memcmp(&a[i * size], &b[i * size], size * sizeof(double)) == 0;
    };
    return status[i] == other.status[i] && same(velocity_after, other.velocity_after, n) &&
           same(impulse, other.impulse, 2 * k) && same(u_after, other.u_after, 2 * k);
  }
  std::vector<double> velocity_after, impulse, u_after;
  std::vector<ManyStatus> status;
};

Answers answers_to(const ManyStates& states, LawId law, unsigned threads = 1) {
  Answers answers(states.states);
  resolve_many(states, law, answers.spans(), {.threads = threads});
  return answers;
}

/// What solve says of each state: the same bits.
TEST(ResolveMany, GivesTheDigitsOfEachStateAlone) {
  const RandomStates random(300);
  for (const LawId law : {LawId::newton, LawId::stronge, LawId::whittaker}) {
    const Answers answers = answers_to(random.problem(), law);
    std::size_t answered = 0;
    for (std::size_t i = 0; i < random.states; ++i) {
      const ImpactResult alone = resolve(random.alone(i), law);
      ASSERT_EQ(static_cast<int>(answers.status[i]), static_cast<int>(alone.status)) << i;
      if (!has_answer(alone.status)) {
        EXPECT_TRUE(std::isnan(answers.impulse[i * 2 * k])) << i;
        continue;
      }
      ++answered;
      for (std::size_t j = 0; j < n; ++j)
        EXPECT_EQ(answers.velocity_after[i * n + j],
                  (*alone.velocity_after)[static_cast<Eigen::Index>(j)]);
      for (std::size_t c = 0; c < k; ++c) {
        EXPECT_EQ(answers.impulse[(i * k + c) * 2], alone.contacts[c].impulse.t);
        EXPECT_EQ(answers.impulse[(i * k + c) * 2 + 1], alone.contacts[c].impulse.n);
        EXPECT_EQ(answers.u_after[(i * k + c) * 2], alone.contacts[c].u_after.t);
        EXPECT_EQ(answers.u_after[(i * k + c) * 2 + 1], alone.contacts[c].u_after.n);
      }
    }
    EXPECT_GT(answered, random.states / 2);
  }
}

/// A sole that lands on four corners of one line, W of rank 3: memory that is kept from state to state changes no digit.
TEST(ResolveMany, FourCornersThatCollideHaveTheDigitsOfEachStateAlone) {
  constexpr std::size_t count = 60;
  constexpr std::size_t corners = 4;
  std::mt19937 generator(25);
  std::uniform_real_distribution<double> number(-1, 1);
  const std::vector<double> mass{1, 0, 0, 0, 1, 0, 0, 0, 0.01};
  std::vector<double> tangent, normal, velocity, restitution;
  for (const double x : {-0.12, -0.04, 0.04, 0.12}) {
    tangent.insert(tangent.end(), {1, 0, 0.08});
    normal.insert(normal.end(), {0, 1, x});
  }
  for (std::size_t i = 0; i < count; ++i) {
    velocity.insert(velocity.end(),
                    {number(generator), number(generator) - 1, 5 * number(generator)});
    for (std::size_t k = 0; k < corners; ++k) restitution.push_back(i % 3 == 0 ? 0 : 0.5);
  }
  const std::vector<double> friction{0.6};
  std::vector<double> after(3 * count), impulse(2 * corners * count), u_after(2 * corners * count);
  std::vector<ManyStatus> status(count);
  const ManyStates states{.states = count,
                          .coordinates = 3,
                          .contacts = corners,
                          .mass = mass,
                          .velocity = velocity,
                          .tangent = tangent,
                          .normal = normal,
                          .restitution = restitution,
                          .friction = friction,
                          .simultaneous = Simultaneous::together};
  resolve_many(states, LawId::poisson, {after, impulse, u_after, status}, {.threads = 1});
  std::size_t solved = 0;
  for (std::size_t i = 0; i < count; ++i) {
    GeneralizedSpace space;
    space.mass = Eigen::Vector3d(1, 1, 0.01).asDiagonal();
    space.velocity = Eigen::Map<const Eigen::Vector3d>(velocity.data() + 3 * i);
    ImpactProblem problem{.simultaneous = Simultaneous::together};
    for (std::size_t k = 0; k < corners; ++k) {
      CoordinateRows rows;
      rows.tangent = Eigen::Map<const Eigen::Vector3d>(tangent.data() + 3 * k);
      rows.normal = Eigen::Map<const Eigen::Vector3d>(normal.data() + 3 * k);
      space.rows.push_back(rows);
      problem.contacts.push_back({.restitution = restitution[corners * i + k], .friction = 0.6});
    }
    problem.dynamics = space;
    const ImpactResult alone = resolve(problem, LawId::poisson);
    ASSERT_EQ(static_cast<int>(status[i]), static_cast<int>(alone.status)) << i;
    if (!has_answer(alone.status)) continue;
    solved += alone.status == ImpactStatus::solved ? 1 : 0;
    for (std::size_t k = 0; k < corners; ++k)
      EXPECT_EQ(impulse[2 * (corners * i + k) + 1], alone.contacts[k].impulse.n) << i << " " << k;
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_EQ(after[3 * i + j], (*alone.velocity_after)[static_cast<Eigen::Index>(j)]) << i;
  }
  EXPECT_GT(solved, count / 2);
}

TEST(ResolveMany, DoesNotDependOnTheNumberOfThreads) {
  const RandomStates random(2000);
  const Answers one = answers_to(random.problem(), LawId::poisson, 1);
  const Answers four = answers_to(random.problem(), LawId::poisson, 4);
  for (std::size_t i = 0; i < random.states; ++i) EXPECT_TRUE(one.same_row(four, i)) << i;
}

TEST(ResolveMany, ARefusedStateChangesNoOther) {
  RandomStates random(50);
  const Answers before = answers_to(random.problem(), LawId::poisson);
  random.restitution[7 * k] = 1.3;
  random.mass[11 * n * n] = -1;
  random.velocity[13 * n] = std::nan("");
  Answers after(random.states);
  const auto refused = resolve_many(random.problem(), LawId::poisson, after.spans());
  ASSERT_EQ(refused.size(), 3U);
  EXPECT_EQ(refused[0].state, 7U);
  EXPECT_EQ(refused[0].message, "contacts[0].restitution: 1.3 is outside [0, 1]");
  for (std::size_t i = 0; i < random.states; ++i) {
    const bool is_refused = i == 7 || i == 11 || i == 13;
    EXPECT_EQ(after.same_row(before, i), !is_refused) << i;
    EXPECT_EQ(after.status[i] == ManyStatus::refused, is_refused) << i;
    EXPECT_EQ(std::isnan(after.velocity_after[i * n]),
              std::isnan(before.velocity_after[i * n]) || is_refused);
  }
}

/// What states share may be given once.
TEST(ResolveMany, SharedNumbersAreThoseOfEachState) {
  RandomStates random(20);
  for (std::size_t i = 1; i < random.states; ++i) {
    std::copy_n(random.mass.begin(), n * n, random.mass.begin() + static_cast<long>(i * n * n));
    std::copy_n(random.normal.begin(), k * n, random.normal.begin() + static_cast<long>(i * k * n));
    random.friction[i * k] = random.friction[0];
    random.friction[i * k + 1] = random.friction[1];
  }
  const Answers copied = answers_to(random.problem(), LawId::stronge);
  ManyStates states = random.problem();
  states.mass = states.mass.first(n * n);
  states.normal = states.normal.first(k * n);
  states.friction = states.friction.first(k);
  const Answers shared = answers_to(states, LawId::stronge);
  for (std::size_t i = 0; i < random.states; ++i) EXPECT_TRUE(shared.same_row(copied, i)) << i;
}

TEST(ResolveMany, RefusesArraysOfTheWrongLength) {
  const RandomStates random(4);
  Answers answers(4);
  ManyStates states = random.problem();
  states.normal = states.normal.first(5);
  EXPECT_THROW(resolve_many(states, LawId::poisson, answers.spans()), std::invalid_argument);
}

TEST(ResolveMany, EveryCodeHasAName) {
  const auto names = many_status_names();
  EXPECT_EQ(names[static_cast<std::size_t>(ManyStatus::no_solution)], "no_solution");
  EXPECT_EQ(names[static_cast<std::size_t>(ManyStatus::refused)], "refused");
}

}  // namespace
}  // namespace carom
