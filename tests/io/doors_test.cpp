// One state through every door: W and u, M and J, a scene, a motion, a batch, and with bystanders.
// Units: impact/blocks, multibody/contacts_of, multibody/touching_contacts, multibody/planar/free_response,
// multibody/planar/dense_response.
#include "scene_text.hpp"

#include <carom/impact/blocks.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/io/motion_file.hpp>
#include <carom/multibody/planar/dynamics.hpp>
#include <carom/simulation/simulation.hpp>
#include <carom/study/batch/batch.hpp>

#include <fmt/format.h>

#include <random>

namespace carom {
namespace {

constexpr std::array door_laws{LawId::newton, LawId::poisson, LawId::stronge};

/// A double pendulum, straight but for `bend`, whose end strikes the floor.
std::string almost_straight_pendulum(double bend) {
  return fmt::format(R"(law: newton
bodies:
  upper: {{rod: {{length: 2, pointing: down}}, mass: 3, angle: 0.625, rate: -0.125}}
  lower: {{rod: {{length: 2, pointing: down}}, mass: 3, angle: {:.17g}, rate: -0.265625}}
joints: {{pivot: {{revolute: [world, upper.start]}}, hinge: {{revolute: [upper.end, lower.start]}}}}
surfaces: {{floor: {{through: lower.end}}}}
contacts:
  tip: {{between: [lower.end, floor], restitution: 0.5, friction: 30}}
)",
                     0.625 + bend);
}

/// The same beside a ball that leaves a ground of its own.
std::string with_bystander(const std::string& pendulum_text) {
  std::string text = with(
      pendulum_text, "joints:",
      "  ball: {disc: {radius: 0.1}, mass: 1, position: [5, 0.1], velocity: [0.3, 1]}\njoints:");
  text = with(text, "floor: {through: lower.end}",
              "floor: {through: lower.end}, ground: {through: [5, 0]}");
  return text + "  other: {between: [ball, ground], restitution: 0.3, friction: 0.2}\n";
}

ImpactResult first_impact(const Scene& scene, LawId law) {
  std::optional<ImpactResult> first;
  SimulationOptions options;
  options.law = law;
  options.duration = 1e-3;
  simulate(scene, options, {.event = [&](const MotionEvent& event) {
             if (event.impact && !first) first = event.impact;
             return !first;
           }});
  EXPECT_TRUE(first.has_value());
  return first.value_or(ImpactResult{});
}

void expect_same_bits(const ContactResult& a, const ContactResult& b) {
  EXPECT_EQ(a.mode, b.mode);
  EXPECT_EQ(a.impulse.t, b.impulse.t);
  EXPECT_EQ(a.impulse.n, b.impulse.n);
  EXPECT_EQ(a.u_after.t, b.u_after.t);
  EXPECT_EQ(a.u_after.n, b.u_after.n);
  EXPECT_EQ(a.work.normal, b.work.normal);
  EXPECT_EQ(a.work.friction, b.work.friction);
}

TEST(Doors, AMotionBeginsWithTheDigitsOfSolve) {
  for (const double bend : {0.3, 1e-2, 1e-4, 1e-5, 1e-6, 1e-7})
    for (const LawId law : door_laws) {
      const Scene scene = scene_of(almost_straight_pendulum(bend));
      const ImpactResult solved = resolve(scene, {law}).front().impact;
      const ImpactResult moved = first_impact(scene, law);
      SCOPED_TRACE(fmt::format("bend {} by {}", bend, law_of(law).name));
      expect_same_bits(solved.contacts[0], moved.contacts[0]);
      EXPECT_EQ(*solved.velocity_after, *moved.velocity_after);
    }
}

TEST(Doors, ABystanderChangesNoBit) {
  for (const double bend : {0.3, 1e-4, 1e-7})
    for (const LawId law : door_laws) {
      const std::string alone = almost_straight_pendulum(bend);
      const SceneResult a = resolve(scene_of(alone), {law}).front();
      const SceneResult b = resolve(scene_of(with_bystander(alone)), {law}).front();
      SCOPED_TRACE(fmt::format("bend {} by {}", bend, law_of(law).name));
      ASSERT_EQ(b.impact.contacts.size(), 2);
      expect_same_bits(a.impact.contacts[0], b.impact.contacts[0]);
      for (const char* body : {"upper", "lower"})
        EXPECT_EQ(body_of(a, body).after.rate, body_of(b, body).after.rate);
      EXPECT_EQ(b.impact.contacts[1].mode, ImpactMode::none);
    }
}

/// A rod that falls on its end, all but massless around its centre: W is nearly singular.
TEST(Doors, ABodyThatMovesAloneHasTheSameDigitsInAMotion) {
  for (const double inertia : {0.1, 1e-4, 1e-8, 1e-12, 1e-15})
    for (const LawId law : door_laws) {
      const Scene scene = scene_of(fmt::format(R"(law: newton
bodies:
  rod: {{rod: {{length: 1}}, mass: 2, inertia: {}, angle_deg: 35, position: [0.3, 2], velocity: [0.4, -0.7], rate: 1.3}}
surfaces: {{floor: {{through: rod.start}}}}
contacts: {{end: {{between: [rod.start, floor], restitution: 0.6, friction: 0.8}}}}
)",
                                               inertia));
      const ImpactResult solved = resolve(scene, {law}).front().impact;
      const ImpactResult moved = first_impact(scene, law);
      SCOPED_TRACE(fmt::format("inertia {} by {}", inertia, law_of(law).name));
      expect_same_bits(solved.contacts[0], moved.contacts[0]);
      EXPECT_EQ(*solved.velocity_after, *moved.velocity_after);
    }
}

/// A linkage with a loop, which hits nothing.
std::string with_linkage(const std::string& text) {
  std::string whole =
      with(text, "joints: {", R"(  crank: {rod: {length: 0.2}, mass: 2, angle_deg: 90, rate: -6}
  coupler: {rod: {length: 0.7}, mass: 3, guess_deg: -15}
  slider: {box: {width: 0.2, height: 0.1}, mass: 5}
joints: {main: {revolute: [world, crank.start]}, pin: {revolute: [crank.end, coupler.start]},
  guide: {prismatic: [world, slider.centre], guess: 0.67}, end: {revolute: [coupler.end, slider.centre]}, )");
  return whole;
}

TEST(Doors, ALinkageElsewhereChangesNoBit) {
  for (const double bend : {0.3, 1e-4, 1e-7})
    for (const LawId law : door_laws) {
      const std::string alone = almost_straight_pendulum(bend);
      const SceneResult a = resolve(scene_of(alone), {law}).front();
      const SceneResult b = resolve(scene_of(with_linkage(alone)), {law}).front();
      SCOPED_TRACE(fmt::format("bend {} by {}", bend, law_of(law).name));
      expect_same_bits(a.impact.contacts[0], b.impact.contacts[0]);
      for (const char* body : {"upper", "lower"})
        EXPECT_EQ(body_of(a, body).after.rate, body_of(b, body).after.rate);
      for (std::size_t j = 0; j < 2; ++j) EXPECT_EQ(a.joints[j].impulse, b.joints[j].impulse);
    }
}

/// Where W is singular to rounding a block has no energy of its own, the whole has.
TEST(Doors, AStraightPendulumIsSolvedBesideABystander) {
  for (const LawId law : {LawId::whittaker, LawId::moreau, LawId::fremond}) {
    const std::string alone = almost_straight_pendulum(2e-9);
    const ImpactResult a = resolve(scene_of(alone), {law}).front().impact;
    const ImpactResult b = resolve(scene_of(with_bystander(alone)), {law}).front().impact;
    expect_same_bits(a.contacts[0], b.contacts[0]);
  }
}

Eigen::MatrixXd beside(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  Eigen::MatrixXd both = Eigen::MatrixXd::Zero(A.rows() + B.rows(), A.cols() + B.cols());
  both.topLeftCorner(A.rows(), A.cols()) = A;
  both.bottomRightCorner(B.rows(), B.cols()) = B;
  return both;
}

/// det W is 1e-12 of W_tt W_nn, and the second contact does not feel it.
TEST(Doors, ANearlySingularContactIsSolvedBesideOneThatItDoesNotFeel) {
  const Eigen::Matrix2d narrow{{4, 2}, {2, 1 + 1e-12}};
  const Eigen::Matrix2d wide{{3, 0.2}, {0.2, 1}};
  const Contact contact{.restitution = 0.5, .friction = 2};
  for (const LawId law : door_laws) {
    const ImpactResult alone =
        resolve(ImpactProblem{.contacts = {contact},
                              .dynamics = ContactSpace{narrow, Eigen::Vector2d(1, -1)}},
                law);
    const ImpactResult both = resolve(
        ImpactProblem{
            .contacts = {contact, {.friction = 0.3}},
            .dynamics = ContactSpace{beside(narrow, wide), Eigen::Vector4d(1, -1, 0.1, 0)}},
        law);
    ASSERT_EQ(both.status, ImpactStatus::solved);
    expect_same_bits(alone.contacts[0], both.contacts[0]);
    EXPECT_EQ(both.path.size(), alone.path.size());
    EXPECT_EQ(both.contacts[1].impulse.n, 0);
  }
}

/// Two collisions at one instant that do not feel each other are each a collision of its own.
TEST(Doors, CollisionsThatDoNotFeelEachOtherAreResolvedAlone) {
  const Eigen::Matrix2d first{{2.5, -1.5}, {-1.5, 2.5}};
  const Eigen::Matrix2d second{{3, 0.2}, {0.2, 1}};
  const Contact a{.restitution = 0.9, .friction = 0.7};
  const Contact b{.restitution = 0.2, .friction = 0.1};
  const Eigen::Vector2d u_a(0.6, -1);
  const Eigen::Vector2d u_b(-0.3, -2);
  const ImpactResult both = resolve(
      ImpactProblem{
          .contacts = {a, b},
          .dynamics = ContactSpace{beside(first, second), Eigen::Vector4d(0.6, -1, -0.3, -2)},
          .simultaneous = Simultaneous::together},
      LawId::stronge);
  expect_same_bits(
      resolve(ImpactProblem{.contacts = {a}, .dynamics = ContactSpace{first, u_a}}, LawId::stronge)
          .contacts[0],
      both.contacts[0]);
  expect_same_bits(
      resolve(ImpactProblem{.contacts = {b}, .dynamics = ContactSpace{second, u_b}}, LawId::stronge)
          .contacts[0],
      both.contacts[1]);
}

TEST(Doors, MatricesAndRowsGiveTheDigitsOfTheScene) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> unit(0.05, 1);
  for (int i = 0; i < 200; ++i) {
    const Scene scene = scene_of(almost_straight_pendulum(unit(random)));
    const Contacts c = contact_problem(scene);
    const Kinematics k = kinematics(scene.model, scene.state);
    const auto& pair = std::get<ContactPair>(scene.contacts[0].geometry);
    const Eigen::MatrixXd J = contact_jacobian(scene.model, k, contact_frame(pair, k));
    GeneralizedSpace space{mass_matrix(scene.model, k), scene.state.v, {}};
    space.rows.push_back({.tangent = J.row(0).transpose(), .normal = J.row(1).transpose()});
    for (const LawId law : door_laws) {
      const ContactResult a = resolve(scene, {law}).front().impact.contacts[0];
      const double size = std::hypot(a.impulse.t, a.impulse.n);
      for (const ImpactProblem& problem :
           {ImpactProblem{.contacts = {scene.contacts[0].material}, .dynamics = space},
            ImpactProblem{.contacts = {scene.contacts[0].material},
                          .dynamics = ContactSpace{c.W, c.u}}}) {
        const ContactResult b = resolve(problem, law).contacts[0];
        EXPECT_EQ(a.mode, b.mode);
        EXPECT_NEAR(a.impulse.t, b.impulse.t, 1e-10 * size)
            << i;  // det W is 1e-3 of its terms and more
        EXPECT_NEAR(a.impulse.n, b.impulse.n, 1e-10 * size) << i;
      }
    }
  }
}

TEST(Doors, ABatchGivesTheDigitsOfSolve) {
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> unit(0, 1);
  std::array<double, 1> W_tt{}, W_tn{}, W_nn{}, u_t{}, u_n{}, mu{}, mu_s{}, e{}, p_t{}, p_n{};
  std::array<ImpactMode, 1> mode{};
  for (int i = 0; i < 2000; ++i) {
    W_tt[0] = 0.1 + unit(random);
    W_nn[0] = 0.1 + unit(random);
    const double share = std::pow(10, -12 * unit(random) * (i % 2));  // every other one is narrow
    W_tn[0] = std::sqrt(W_tt[0] * W_nn[0] * (1 - share));
    u_t[0] = 2 * unit(random) - 1;
    u_n[0] = -unit(random);
    mu[0] = mu_s[0] = unit(random);
    e[0] = unit(random);
    resolve_planar_batch({W_tt, W_tn, W_nn, u_t, u_n, mu, mu_s, e}, Restitution::stronge,
                         {p_t, p_n, mode, {}});
    const ContactResult r =
        resolve(ImpactProblem{.contacts = {{.restitution = e[0], .friction = mu[0]}},
                              .dynamics = ContactSpace{Eigen::Matrix2d{{W_tt[0], W_tn[0]},
                                                                       {W_tn[0], W_nn[0]}},
                                                       Eigen::Vector2d(u_t[0], u_n[0])}},
                LawId::stronge)
            .contacts[0];
    EXPECT_EQ(r.mode, mode[0]) << i;
    EXPECT_NEAR(r.impulse.t, p_t[0], 1e-12 * std::hypot(p_t[0], p_n[0])) << i;
    EXPECT_NEAR(r.impulse.n, p_n[0], 1e-12 * std::hypot(p_t[0], p_n[0])) << i;
  }
}

/// 5e-6 m are less than a millionth of the mechanism's 20 m.
TEST(Doors, SolveAndMotionAgreeOnWhatTouchesAStop) {
  const Scene scene = scene_of(R"(law: newton
bodies:
  rail: {box: {width: 20, height: 0.1}, mass: 1}
  slider: {box: {width: 0.1, height: 0.1}, mass: 1}
joints:
  fixed: {weld: [world, rail.centre]}
  guide: {prismatic: [rail.centre, slider.centre], distance: 0.999995, speed: 1}
contacts: {end: {stop: guide, upper: 1, restitution: 0.5}}
)");
  const ImpactResult solved = resolve(scene, {LawId::newton}).front().impact;
  EXPECT_EQ(solved.contacts[0].u_after.n, 0.5);
  EXPECT_EQ(first_impact(scene, LawId::newton).contacts[0].u_after.n, 0.5);
}

/// Positions near the limit up to which features touch, before a stop and above a floor, at every scale.
TEST(Doors, SolveAndMotionAgreeOnWhatTouchesAtEveryScale) {
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> unit(0, 1);
  int touching = 0;
  int apart = 0;
  for (int i = 0; i < 200; ++i) {
    const double size = std::pow(10, 4 * unit(random) - 2);
    const double off = size * std::pow(10, -7 + 2 * unit(random)) * (i % 4 == 0 ? -1 : 1);
    const std::string text = i % 2 == 0 ? fmt::format(R"(law: newton
bodies:
  rail: {{box: {{width: {0:.17g}, height: {1:.17g}}}, mass: 1}}
  slider: {{box: {{width: {1:.17g}, height: {1:.17g}}}, mass: 1}}
joints:
  fixed: {{weld: [world, rail.centre]}}
  guide: {{prismatic: [rail.centre, slider.centre], distance: {2:.17g}, speed: 1}}
contacts: {{end: {{stop: guide, upper: {3:.17g}, restitution: 0.5}}}}
simulation: {{duration: 1}}
)",
                                                      size, size / 20, 0.3 * size - off, 0.3 * size)
                                        : fmt::format(R"(law: newton
bodies: {{ball: {{disc: {{radius: {0:.17g}}}, mass: 1, position: [0, {1:.17g}], velocity: [0, -1]}}}}
surfaces: {{floor: {{through: [0, 0]}}}}
contacts: {{hit: {{between: [ball, floor], restitution: 0.5, friction: 0.1}}}}
simulation: {{duration: 1}}
)",
                                                      size, size + off);
    const Scene scene = read_motion(text, FileFormat::yaml, {}).scene;
    bool solves = true;
    try {
      resolve(scene, {LawId::newton});
    } catch (const std::invalid_argument&) {
      solves = false;
    }
    bool hits_at_once = false;
    try {
      SimulationOptions options;
      options.law = LawId::newton;
      options.duration = 1e-12;
      simulate(scene, options, {.event = [&](const MotionEvent& event) {
                 hits_at_once |= event.impact.has_value();
                 return !hits_at_once;
               }});
    } catch (const std::invalid_argument&) {
    }
    EXPECT_EQ(solves, hits_at_once) << "size " << size << ", off by " << off;
    ++(solves ? touching : apart);
  }
  EXPECT_GT(touching, 30);
  EXPECT_GT(apart, 30);
}

/// A stop has one row in W and u; results in the plane keep two numbers for it.
TEST(Doors, AStopHasOneRowWhateverDoorItCameThrough) {
  const Scene scene = scene_of(R"(law: newton
bodies: {arm: {rod: {length: 1}, mass: 3, angle: 0.5, rate: 2}}
joints: {pin: {revolute: [world, arm.start]}}
contacts: {end: {stop: pin, upper: 0.5, restitution: 0.5}}
)");
  GeneralizedSpace coordinates{
      Eigen::MatrixXd::Identity(1, 1), Eigen::VectorXd::Constant(1, 2), {}};
  coordinates.rows.push_back({.normal = Eigen::VectorXd::Constant(1, -1)});
  const ContactSpace by_one_row{
      Eigen::MatrixXd::Identity(1, 1), Eigen::VectorXd::Constant(1, -2), {0}};
  const Contact contact{.restitution = 0.5};
  const Contacts of_scene = contact_problem(scene);
  EXPECT_EQ(of_scene.W.rows(), 1);
  EXPECT_NEAR(of_scene.W(0, 0), 1, 1e-15);
  for (const ImpactProblem& problem :
       {ImpactProblem{.contacts = {contact}, .dynamics = coordinates},
        ImpactProblem{.contacts = {contact}, .dynamics = by_one_row}}) {
    EXPECT_EQ(contact_problem(problem).W.rows(), 1);
    for (const LawId law : door_laws) {
      const ImpactResult r = resolve(problem, law);
      const ImpactResult of = resolve(scene, {law}).front().impact;
      EXPECT_EQ(r.contacts[0].impulse.n, 3);
      EXPECT_NEAR(of.contacts[0].impulse.n, 3, 1e-14);
      ASSERT_EQ(r.path.size(), 3);
      EXPECT_EQ(r.path.back().p, Eigen::Vector2d(0, 3));
      EXPECT_EQ(r.path.back().u, Eigen::Vector2d(0, 1));
    }
  }
}

}  // namespace
}  // namespace carom
