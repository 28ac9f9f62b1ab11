// Laws of a user's own beside the built-in ones (carom/impact/own_law.hpp).
#include <carom/impact/derivatives.hpp>
#include <carom/impact/own_law.hpp>
#include <carom/impact/resolve.hpp>

#include <Eigen/Cholesky>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace carom {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

using Impulse = std::function<Eigen::VectorXd(const Contacts&, const std::vector<Contact>&)>;

/// A law that is known for the length of a test.
struct KnownLaw {
  LawId id;

  explicit KnownLaw(OwnLaw law) : id(add_law(std::move(law))) {}
  ~KnownLaw() { forget_law(id); }
  KnownLaw(const KnownLaw&) = delete;
  KnownLaw& operator=(const KnownLaw&) = delete;
};

OwnLaw law_of_impulse(const Impulse& impulse) { return {.name = "own", .impulse = impulse}; }

/// Chatterjee and Ruina's idea without friction's bound: ends with u_t⁺ = 0 and u_n⁺ = −e u_n⁻.
Eigen::VectorXd rough(const Contacts& c, const std::vector<Contact>& materials) {
  Eigen::VectorXd wanted = -c.u;
  wanted[1] *= 1 + *materials[0].restitution;
  return c.W.llt().solve(wanted);
}

/// Newton's law where friction vanishes, for any number of rows.
Eigen::VectorXd smooth(const Contacts& c, const std::vector<Contact>& materials) {
  Eigen::VectorXd p = Eigen::VectorXd::Zero(c.u.size());
  const int n = c.rows[0].normal();
  p[n] = -(1 + *materials[0].restitution) * c.u[n] / c.W(n, n);
  return p;
}

/// Restitution that depends on the speed in m/s: any other unit gives another answer.
Eigen::VectorXd by_speed(const Contacts& c, const std::vector<Contact>&) {
  Eigen::VectorXd p = Eigen::VectorXd::Zero(c.u.size());
  const int n = c.rows[0].normal();
  p[n] = -(1 + 1 / (1 - c.u[n])) * c.u[n] / c.W(n, n);
  return p;
}

/// A rod that falls on its end; all numbers in other units by powers of two.
ImpactProblem rod(double friction, double mass = 1, double speed = 1) {
  return {.contacts = {{.restitution = 0.5, .friction = friction}},
          .dynamics = ContactSpace{.W = Eigen::MatrixXd{{2.5, -1.5}, {-1.5, 2.5}} / mass,
                                   .u = Eigen::VectorXd{{0.6 * speed, -speed}}}};
}

/// Two balls in a row before a wall: the second contact touches.
ImpactProblem two_contacts(Simultaneous simultaneous, double second = 0) {
  return {.contacts = {{.restitution = 0.5, .friction = 0}, {.restitution = 0.5, .friction = 0}},
          .dynamics =
              ContactSpace{
                  .W = Eigen::MatrixXd{{1, 0, 0, 0}, {0, 2, 0, -1}, {0, 0, 1, 0}, {0, -1, 0, 2}},
                  .u = Eigen::VectorXd{{0, -1, 0, second}}},
          .simultaneous = simultaneous};
}

TEST(OwnLaw, AnswersBesideTheOthersByItsName) {
  const KnownLaw own(law_of_impulse(rough));
  ASSERT_EQ(find_law("own"), own.id);
  const auto results = resolve(rod(0.9), {LawId::whittaker, own.id});
  EXPECT_EQ(law_of(results[1].law).name, "own");
  EXPECT_EQ(results[1].status, ImpactStatus::solved);
  EXPECT_EQ(results[1].contacts[0].mode, ImpactMode::sticking);
  EXPECT_EQ(results[1].contacts[0].outcome, Outcome::rebounds);
  EXPECT_EQ(results[1].contacts[0].u_after.t, 0);  // rounding is zero
  EXPECT_NEAR(results[1].contacts[0].impulse.t, results[0].contacts[0].impulse.t, 1e-15);
  EXPECT_NEAR(results[1].contacts[0].impulse.n, results[0].contacts[0].impulse.n, 1e-15);
  EXPECT_THAT(defined_laws(rod(0.9)), Contains(own.id));
}

TEST(OwnLaw, IsForgottenAndReplaced) {
  const LawId first = add_law(law_of_impulse(rough));
  const std::size_t count = laws().size();
  const KnownLaw second(law_of_impulse(smooth));
  EXPECT_EQ(find_law("own"), second.id);
  EXPECT_EQ(laws().size(), count);
  EXPECT_EQ(law_of(first).name, "own");
  forget_law(second.id);
  EXPECT_EQ(find_law("own"), first);
  forget_law(first);
  EXPECT_EQ(find_law("own"), std::nullopt);
}

TEST(OwnLaw, IsWithdrawnWhereItLeavesTheCone) {
  const KnownLaw own(law_of_impulse(rough));
  const ImpactResult r = resolve(rod(0.1), own.id);
  EXPECT_EQ(r.status, ImpactStatus::no_solution);
  EXPECT_GT(r.residual, 0.1);
  EXPECT_THAT(note_of(r), HasSubstr("violates the law"));
}

TEST(OwnLaw, WithoutFrictionIsNotJudgedByTheCone) {
  OwnLaw law = law_of_impulse(rough);
  law.keys.friction = false;
  const KnownLaw own(law);
  EXPECT_EQ(resolve(rod(0.1), own.id).status, ImpactStatus::solved);
}

TEST(OwnLaw, IsWithdrawnWhereItPullsOrLetsBodiesApproach) {
  for (const double factor : {-1.0, 0.1}) {
    const KnownLaw own(law_of_impulse([&](const Contacts& c, const std::vector<Contact>& m) {
      return Eigen::VectorXd(factor * smooth(c, m));
    }));
    EXPECT_EQ(resolve(rod(0.5), own.id).status, ImpactStatus::no_solution) << factor;
  }
}

TEST(OwnLaw, IsWithdrawnWhereItGainsEnergyAgainstItsPromise) {
  OwnLaw law = law_of_impulse([](const Contacts& c, const std::vector<Contact>& m) {
    return Eigen::VectorXd(1.5 * smooth(c, m));
  });
  {
    const KnownLaw own(law);
    const ImpactResult r = resolve(rod(0.5), own.id);
    EXPECT_EQ(r.status, ImpactStatus::solved);
    EXPECT_TRUE(creates_energy(r));
  }
  law.never_gains = true;
  const KnownLaw own(law);
  EXPECT_EQ(resolve(rod(0.5), own.id).status, ImpactStatus::no_solution);
}

TEST(OwnLaw, SaysByANumberThatIsNotFiniteThatThereIsNoAnswer) {
  const KnownLaw own(law_of_impulse([](const Contacts& c, const std::vector<Contact>&) {
    return Eigen::VectorXd(Eigen::VectorXd::Constant(c.u.size(), std::nan("")));
  }));
  EXPECT_EQ(resolve(rod(0.5), own.id).status, ImpactStatus::no_solution);
}

TEST(OwnLaw, SeesSiUnitsWhateverTheScale) {
  const KnownLaw own(law_of_impulse(by_speed));
  for (const double mass : {1e-9, 1.0, 3e7})
    for (const double speed : {1e-6, 1.0, 4e3}) {
      const ImpactResult r = resolve(rod(0.5, mass, speed), own.id);
      EXPECT_NEAR(r.contacts[0].u_after.n, speed / (1 + speed), 1e-13 * speed) << mass << speed;
    }
}

TEST(OwnLaw, SeesSiUnitsInASequence) {
  const KnownLaw own(law_of_impulse(by_speed));
  ImpactProblem problem = two_contacts(Simultaneous::sequential);
  auto& space = std::get<ContactSpace>(problem.dynamics);
  space.W *= 1e-3;
  space.u *= 8;
  const ImpactResult r = resolve(problem, own.id);
  ASSERT_EQ(r.status, ImpactStatus::solved);
  // One after the other with e(v) = 1/(1 + v), v the speed of approach.
  double u[2] = {-8, 0};
  while (std::min(u[0], u[1]) < 0) {
    const int i = u[0] < u[1] ? 0 : 1;
    const double p = (1 + 1 / (1 - u[i])) * -u[i] / 2;
    u[i] += 2 * p;
    u[1 - i] -= p;
  }
  EXPECT_NEAR(r.contacts[0].u_after.n, u[0], 1e-12);
  EXPECT_NEAR(r.contacts[1].u_after.n, u[1], 1e-12);
}

TEST(OwnLaw, OfOneContactIsRefusedForSeveral) {
  const KnownLaw own(law_of_impulse(smooth));
  const auto why = undefined_because(two_contacts(Simultaneous::refuse), own.id);
  ASSERT_TRUE(why);
  EXPECT_STREQ(why->what(), "contacts: 2 given; the law own takes one contact");
  EXPECT_THROW(resolve(two_contacts(Simultaneous::together, -1), own.id), std::invalid_argument);
}

TEST(OwnLaw, ThatTakesSeveralGetsThemTogether) {
  OwnLaw law = law_of_impulse([](const Contacts& c, const std::vector<Contact>& m) {
    // Both rebound with their own e.
    Eigen::VectorXd p = Eigen::VectorXd::Zero(4);
    Eigen::Vector2d wanted;
    for (int i = 0; i < 2; ++i)
      wanted[i] = -(1 + *m[static_cast<std::size_t>(i)].restitution) * c.u[2 * i + 1];
    const Eigen::Matrix2d W{{c.W(1, 1), c.W(1, 3)}, {c.W(3, 1), c.W(3, 3)}};
    const Eigen::Vector2d normal = W.llt().solve(wanted);
    p[1] = normal[0];
    p[3] = normal[1];
    return p;
  });
  law.several = true;
  const KnownLaw own(law);
  const ImpactResult together = resolve(two_contacts(Simultaneous::together, -1), own.id);
  ASSERT_EQ(together.status, ImpactStatus::solved) << note_of(together);
  EXPECT_NEAR(together.contacts[0].u_after.n, 0.5, 1e-15);
  EXPECT_NEAR(together.contacts[1].u_after.n, 0.5, 1e-15);
  const ImpactResult touching = resolve(two_contacts(Simultaneous::refuse), own.id);
  ASSERT_EQ(touching.status, ImpactStatus::solved) << note_of(touching);
  EXPECT_EQ(touching.contacts[1].u_after.n, 0);
}

TEST(OwnLaw, IsPlanarUnlessItSaysOtherwise) {
  const ImpactProblem spatial{
      .contacts = {{.restitution = 0.5, .friction = 0.3}},
      .dynamics = ContactSpace{.W = Eigen::MatrixXd{{2, 0, 0.5}, {0, 2, 0}, {0.5, 0, 3}},
                               .u = Eigen::VectorXd{{0.1, 0.2, -4}}}};
  OwnLaw law = law_of_impulse(by_speed);
  {
    const KnownLaw own(law);
    EXPECT_STREQ(undefined_because(spatial, own.id)->what(),
                 "contacts: are in space; the law own is planar");
  }
  law.in_space = true;
  const KnownLaw own(law);
  const ImpactResult r = resolve(spatial, own.id);
  ASSERT_EQ(r.status, ImpactStatus::solved);
  EXPECT_NEAR(r.contacts[0].u_after.n, 4.0 / 5, 1e-14);
}

TEST(OwnLaw, IsNotAskedWhereNothingApproaches) {
  const KnownLaw own(law_of_impulse([](const Contacts&, const std::vector<Contact>&) {
    ADD_FAILURE() << "the law was asked";
    return Eigen::VectorXd(Eigen::VectorXd::Zero(2));
  }));
  for (const double u_n : {0.0, 0.5}) {
    ImpactProblem problem = rod(0.5);
    std::get<ContactSpace>(problem.dynamics).u = Eigen::VectorXd{{0.6, u_n}};
    const ImpactResult r = resolve(problem, own.id);
    EXPECT_EQ(r.status, ImpactStatus::no_impact) << u_n;
    EXPECT_EQ(r.contacts[0].u_after.t, 0.6) << u_n;
  }
}

TEST(OwnLaw, NamesWhatItDoesNotTake) {
  EXPECT_THROW(add_law({.name = "own"}), std::invalid_argument);
  for (const char* name : {"", "all", "poisson", "two words", "1st"})
    EXPECT_THROW(add_law({.name = name, .impulse = smooth}), std::invalid_argument) << name;
  const KnownLaw own(law_of_impulse(smooth));
  EXPECT_THROW(derivatives(rod(0.5), own.id), std::invalid_argument);
  const KnownLaw short_one({.name = "short", .impulse = [](const Contacts&, const auto&) {
                              return Eigen::VectorXd(Eigen::VectorXd::Zero(1));
                            }});
  EXPECT_THROW(resolve(rod(0.5), short_one.id), std::invalid_argument);
  EXPECT_THROW(forget_law(LawId::poisson), std::invalid_argument);
}

}  // namespace
}  // namespace carom
