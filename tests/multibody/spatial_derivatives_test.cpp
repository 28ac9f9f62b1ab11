/// Derivatives of an impact's outcome by posture and velocities, against differences of outcomes; the saltation
/// matrix against flights that reach the contact a little earlier or later. derivatives, posture_change.
#include "random_spatial.hpp"

#include <carom/impact/laws.hpp>
#include <carom/multibody/spatial/constraint.hpp>
#include <carom/multibody/spatial/derivatives.hpp>
#include <carom/multibody/spatial/dynamics.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <array>

namespace carom::testing::outcome_changes {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using spatial::FrameMotion;
using spatial::Scene;
using spatial::State;

constexpr double step = 3e-6;
/// Of differences with that step, relative to the largest entry and to 1.
constexpr double tolerance = 1e-5;

double largest(const MatrixXd& x) { return x.size() == 0 ? 0 : x.cwiseAbs().maxCoeff(); }

/// A body's point against the world, or two balls: the contact of a state is found anew.
struct Strike {
  Scene scene{};
  int first = 0;
  int second = spatial::world;
  Vector3d point = Vector3d::Zero();  ///< in the first body
  Vector3d other = Vector3d::Zero();  ///< in the second
  bool balls = false;
  Vector3d normal = Vector3d::UnitZ();

  /// The scene at another state, where the point, or the two balls, are then.
  Scene at(const State& state) const {
    Scene s = scene;
    s.state = state;
    const auto k = kinematics(s.model, state);
    spatial::SceneContact& c = s.contacts[0];
    const Vector3d x = point_position(k, first, point);
    c.frame.first = first;
    c.frame.second = second;
    if (!balls) {
      c.frame.position = x;
      c.frame.axes = spatial::contact_axes(normal);
      c.motion = {FrameMotion::Kind::point, first, x};
      return s;
    }
    const Vector3d y = point_position(k, second, other);
    c.frame.position = y + 0.4 * (x - y).normalized();
    c.frame.axes = spatial::contact_axes(x - y);
    c.motion = {FrameMotion::Kind::centres, first, x, y};
    return s;
  }
};

/// A loop of any kind between two bodies that is closed at the state, or a coupling of two coordinates.
void add_loop(Random& random, const State& state, spatial::Model& model) {
  using spatial::LoopKind;
  spatial::ModelParts parts{model.bodies(), {}, {}, model.gravity()};
  const auto k = kinematics(model, state);
  const int n = static_cast<int>(parts.bodies.size());
  spatial::Loop loop{.name = "loop"};
  loop.kind = std::array{LoopKind::connect, LoopKind::hinge, LoopKind::slide,
                         LoopKind::weld}[static_cast<std::size_t>(random.below(4))];
  loop.first = random.below(n);
  loop.second = random.chance(0.3) ? spatial::world : random.below(n);
  if (loop.second == loop.first) loop.second = spatial::world;
  loop.in_first = random_spatial_pose(random);
  const spatial::Pose meeting = pose_of(k, loop.first) * loop.in_first;
  const spatial::Pose second = pose_of(k, loop.second);
  loop.in_second = {second.rotation.transpose() * (meeting.position - second.position),
                    second.rotation.transpose() * meeting.rotation};
  if (loop.kind == LoopKind::slide)
    loop.in_second.position -= loop.in_second.rotation.col(2) * random.uniform(-0.3, 0.3);
  parts.loops.push_back(loop);
  model = make_model(parts);
}

/// The nearest velocities that keep the loops closed, in the metric M.
VectorXd held(const spatial::Model& model, const State& x) {
  if (model.constraint_rows() == 0) return x.v;
  const auto k = kinematics(model, x);
  const MatrixXd G = constraint_jacobian(model, x, k);
  const MatrixXd Y = mass_matrix(model, k).llt().solve(G.transpose());
  return x.v - Y * MatrixXd(G * Y).completeOrthogonalDecomposition().solve(G * x.v);
}

/// Redundant rows of G cease to be so away from the posture: what moves then is another mechanism.
bool is_redundant(const spatial::Model& model, const State& state) {
  const MatrixXd G = constraint_jacobian(model, state, kinematics(model, state));
  const VectorXd singular = G.bdcSvd().singularValues();
  return singular.size() < G.rows() || !(singular.minCoeff() > 1e-3);
}

std::optional<Strike> random_strike(Random& random, bool loops) {
  SpatialMechanism m = random_spatial_tree(random, 2 + random.below(4), true);
  if (loops) add_loop(random, m.state, m.model);
  if (loops && is_redundant(m.model, m.state)) return std::nullopt;
  Strike s;
  s.scene.model = m.model;
  const int n = static_cast<int>(m.model.bodies().size());
  s.first = random.below(n);
  s.balls = random.chance(0.4);
  s.second = s.balls ? random.below(n) : spatial::world;
  if (s.second == s.first) return std::nullopt;
  s.point = random_vector(random, 0.5);
  s.other = random_vector(random, 0.5);
  s.normal = random_vector(random, 1);
  s.scene.contacts.resize(1);
  s.scene.contacts[0].material = {.name = "hit"};
  s.scene.contacts[0].material.restitution = random.uniform(0.1, 1);
  s.scene.contacts[0].material.friction = random.uniform(0.05, 1);
  State x = m.state;
  x.v = held(m.model, x);
  if (x.v.norm() < 1e-3) return std::nullopt;  // the loop holds everything
  s.scene = s.at(x);
  const double u_n = contact_problem(s.scene).u[2];
  if (std::abs(u_n) < 0.1) return std::nullopt;
  if (u_n > 0) s.scene.state.v = -x.v;
  return s;
}

/// A state moved by h along δ, with velocities that keep the loops closed.
State along(const Strike& s, const VectorXd& dq, const VectorXd& dv, double h) {
  const State& x = s.scene.state;
  State y{moved(s.scene.model, x.q, dq, h), x.v + h * dv};
  y.v = held(s.scene.model, y);
  return y;
}

struct Outcome {
  ImpactMode mode = ImpactMode::none;
  VectorXd v;
};

std::optional<Outcome> outcome(const Scene& scene, LawId law) {
  const ImpactResult r = resolve(scene, {law}).front().impact;
  if (!has_answer(r.status)) return std::nullopt;
  return Outcome{r.contacts[0].mode, *r.velocity_after};
}

class OutcomeChanges : public ::testing::TestWithParam<LawId> {};

TEST_P(OutcomeChanges, AsDifferencesSay) {
  Random random{31};
  int compared = 0;
  for (int i = 0; i < 400; ++i) {
    const auto s = random_strike(random, i % 2 == 1);
    if (!s) continue;
    const auto d = derivatives(s->scene, GetParam());
    if (!d.v_by_q || d.near_mode_change) continue;
    const int nv = s->scene.model.nv();
    VectorXd dq = VectorXd::NullaryExpr(nv, [&] { return random.uniform(-1, 1); });
    const VectorXd dv = VectorXd::NullaryExpr(nv, [&] { return random.uniform(-1, 1); });
    dq = held(s->scene.model, {s->scene.state.q, dq});
    const State a = along(*s, dq, dv, -step), b = along(*s, dq, dv, step);
    const auto before = outcome(s->at(a), GetParam()), after = outcome(s->at(b), GetParam());
    if (!before || !after || before->mode != d.mode || after->mode != d.mode) continue;
    const VectorXd difference = (after->v - before->v) / (2 * step);
    const VectorXd exact = *d.v_by_q * dq + *d.v_by_v * (b.v - a.v) / (2 * step);
    const double size = largest(*d.v_by_q) + largest(*d.v_by_v);
    EXPECT_LE((difference - exact).norm(), tolerance * (1 + size)) << i;
    ++compared;
  }
  EXPECT_GT(compared, 150);
}

INSTANTIATE_TEST_SUITE_P(Laws, OutcomeChanges,
                         ::testing::Values(LawId::newton, LawId::poisson, LawId::stronge,
                                           LawId::whittaker, LawId::brach),
                         [](const auto& instance) {
                           return std::string(law_of(instance.param).name);
                         });

TEST(OutcomeChangesByMaterial, AsDifferencesSay) {
  Random random{32};
  int compared = 0;
  for (int i = 0; i < 60; ++i) {
    const auto s = random_strike(random, false);
    if (!s) continue;
    const auto d = derivatives(s->scene, LawId::stronge);
    if (!d.v_by_q || d.near_mode_change || *s->scene.contacts[0].material.restitution > 0.99)
      continue;
    const auto moved_by = [&](double e, double mu) {
      Scene scene = s->scene;
      *scene.contacts[0].material.restitution += e;
      *scene.contacts[0].material.friction += mu;
      return outcome(scene, LawId::stronge)->v;
    };
    const VectorXd by_e = (moved_by(step, 0) - moved_by(-step, 0)) / (2 * step);
    const VectorXd by_mu = (moved_by(0, step) - moved_by(0, -step)) / (2 * step);
    EXPECT_LE((by_e - *d.v_by_restitution).norm(), tolerance * (1 + by_e.norm()));
    EXPECT_LE((by_mu - *d.v_by_friction).norm(), tolerance * (1 + by_mu.norm()));
    ++compared;
  }
  EXPECT_GT(compared, 20);
}

// --- the event ------------------------------------------------------------------------------------

VectorXd acceleration(const spatial::Model& model, const State& x) {
  const auto k = kinematics(model, x);
  return mass_matrix(model, k).llt().solve(gravity_forces(model, k) - bias_forces(model, k));
}

/// A flight so short that one step of the midpoint rule is exact enough.
State flown(const spatial::Model& model, const State& x, double t) {
  const State middle{moved(model, x.q, x.v, t / 2), x.v + t / 2 * acceleration(model, x)};
  return {moved(model, x.q, middle.v, t), x.v + t * acceleration(model, middle)};
}

double gap(const Strike& s, const State& x) {
  const auto k = kinematics(s.scene.model, x);
  const Vector3d a = point_position(k, s.first, s.point);
  if (s.balls) return (a - point_position(k, s.second, s.other)).norm();
  return s.normal.normalized().dot(a);
}

/// Flight to the contact, impact, and flight back to the time of the start.
std::optional<State> through(const Strike& s, const State& x, LawId law, ImpactMode mode) {
  const double touching = gap(s, s.scene.state);
  double t = 0;
  double rate = 1;
  for (int i = 0; i < 20 && std::abs(rate) > 1e-14; ++i) {
    constexpr double h = 1e-6;
    rate = (gap(s, flown(s.scene.model, x, t)) - touching) /
           ((gap(s, flown(s.scene.model, x, t + h)) - gap(s, flown(s.scene.model, x, t - h))) /
            (2 * h));
    t -= rate;
  }
  State y = flown(s.scene.model, x, t);
  const auto after = outcome(s.at(y), law);
  if (!after || after->mode != mode) return std::nullopt;
  y.v = after->v;
  return flown(s.scene.model, y, -t);
}

TEST(SaltationMatrix, TakesNeighboursThroughTheEvent) {
  Random random{33};
  int compared = 0;
  for (int i = 0; i < 80; ++i) {
    const auto s = random_strike(random, false);
    if (!s) continue;
    const auto d = derivatives(s->scene, LawId::poisson);
    if (!d.saltation || d.near_mode_change) continue;
    const spatial::Model& model = s->scene.model;
    const int nv = model.nv();
    const VectorXd dx = VectorXd::NullaryExpr(2 * nv, [&] { return random.uniform(-1, 1); });
    const auto a = through(*s, along(*s, dx.head(nv), dx.tail(nv), -step), LawId::poisson, d.mode);
    const auto b = through(*s, along(*s, dx.head(nv), dx.tail(nv), step), LawId::poisson, d.mode);
    if (!a || !b) continue;
    const VectorXd& q = s->scene.state.q;
    VectorXd change(2 * nv);
    change << (difference(model, q, b->q) - difference(model, q, a->q)) / (2 * step),
        (b->v - a->v) / (2 * step);
    // A slow approach makes the matrix large, and the differences' second order larger still.
    EXPECT_LE((change - *d.saltation * dx).norm(), 4e-4 * (1 + largest(*d.saltation))) << i;
    ++compared;
  }
  EXPECT_GT(compared, 30);
}

TEST(OutcomeDerivatives, OfAStopAreThoseOfItsOneRow) {
  Random random{34};
  SpatialMechanism m = random_spatial_tree(random, 4, true);
  Scene scene{.model = m.model, .state = m.state};
  scene.contacts.resize(1);
  scene.contacts[0].material = {.name = "end"};
  scene.contacts[0].material.restitution = 0.5;
  scene.contacts[0].stop =
      spatial::JointStop{m.model.nv() - 1, m.state.v[m.model.nv() - 1] > 0 ? -1. : 1.};
  const auto d = derivatives(scene, LawId::newton);
  ASSERT_TRUE(d.v_by_v && d.saltation);
  for (int j = 0; j < m.model.nv(); ++j) {
    const auto moved_by = [&](double h, bool position) {
      Scene s = scene;
      if (position)
        s.state.q = moved(m.model, s.state.q, VectorXd::Unit(m.model.nv(), j), h);
      else
        s.state.v[j] += h;
      return outcome(s, LawId::newton)->v;
    };
    const VectorXd by_q = (moved_by(step, true) - moved_by(-step, true)) / (2 * step);
    const VectorXd by_v = (moved_by(step, false) - moved_by(-step, false)) / (2 * step);
    EXPECT_LE((by_q - d.v_by_q->col(j)).norm(), tolerance * (1 + by_q.norm()));
    EXPECT_LE((by_v - d.v_by_v->col(j)).norm(), tolerance * (1 + by_v.norm()));
  }
}

TEST(OutcomeDerivatives, RefuseWhatTheyDoNotKnow) {
  Random random{35};
  std::optional<Strike> s;
  while (!s) s = random_strike(random, false);
  Scene scene = s->scene;
  const auto refusal = [&](LawId law) -> std::string {
    try {
      derivatives(scene, law);
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_THAT(refusal(LawId::cataldo_sampaio), ::testing::HasSubstr("cataldo_sampaio"));
  scene.contacts[0].motion.kind = FrameMotion::Kind::unknown;
  EXPECT_THAT(refusal(LawId::newton), ::testing::HasSubstr("contact 'hit': how the place"));
  scene.contacts.push_back(scene.contacts[0]);
  EXPECT_THAT(refusal(LawId::newton), ::testing::HasSubstr("want one contact, got 2"));
}

}  // namespace
}  // namespace carom::testing::outcome_changes
