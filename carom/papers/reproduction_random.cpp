#include <algorithm>
#include <array>
#include <carom/impact/resolve.hpp>
#include <carom/papers/reproduction_random.hpp>
#include <carom/papers/zabuga.hpp>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

namespace carom {

namespace {

/// Impulses that differ by less than this share of the larger one are the same. Rounding in the draws
/// below, whose W have condition numbers up to some thousands, stays two orders below.
constexpr double same_impulse = 1e-10;

/// Uniform numbers with the same bits everywhere, which std::uniform_real_distribution does not promise.
struct Draw {
  std::mt19937_64 generator;

  double between(double low, double high) {
    const double unit = static_cast<double>(generator() >> 11) * 0x1p-53;
    return low + (high - low) * unit;
  }
};

/// A planar collision of two bodies; the ranges, in SI units, bring up all modes.
struct RandomCollision {
  ZabugaCollision bodies{};  ///< the dynamics, in Zabuga's letters
  double restitution{};
};

RandomCollision draw_collision(Draw& draw) {
  ZabugaBodies bodies;
  for (double* mass : {&bodies.m_1, &bodies.m_2}) *mass = draw.between(0.5, 5);
  for (double* inertia : {&bodies.G_1, &bodies.G_2}) *inertia = draw.between(0.05, 1);
  for (double* place : {&bodies.x_1, &bodies.y_1, &bodies.x_2, &bodies.y_2})
    *place = draw.between(-1, 1);

  RandomCollision collision;
  collision.bodies = zabuga_collision(bodies);
  collision.bodies.v_N0 = draw.between(0.1, 2);
  collision.bodies.v_T0 = draw.between(-2, 2);
  collision.bodies.mu = draw.between(0, 1.5);
  collision.restitution = draw.between(0, 1);
  return collision;
}

/// Makes the collision one of the family; nothing to do for `sliding`, which is chosen by its answer.
void specialise(RandomCollision& collision, RandomFamily family) {
  switch (family) {
    case RandomFamily::direct: collision.bodies.v_T0 = 0; break;
    case RandomFamily::central: collision.bodies.b = 0; break;
    case RandomFamily::frictionless: collision.bodies.mu = 0; break;
    case RandomFamily::sliding: break;
    case RandomFamily::plastic:
    case RandomFamily::zabuga_corrected:
    case RandomFamily::zabuga_printed: collision.restitution = 0; break;
  }
}

ImpactProblem impact_problem(const RandomCollision& collision) {
  const ZabugaCollision& c = collision.bodies;
  ContactSpace space;
  space.W = Eigen::MatrixXd{{c.a_tilde, -c.b}, {-c.b, c.a}};
  space.u = Eigen::VectorXd{{c.v_T0, -c.v_N0}};
  return {.contacts = {{.restitution = collision.restitution, .friction = c.mu}},
          .dynamics = std::move(space)};
}

bool same(const Vec2<double>& p, const Vec2<double>& q) {
  const double scale = std::max({std::abs(p.t), std::abs(p.n), std::abs(q.t), std::abs(q.n)});
  return std::max(std::abs(p.t - q.t), std::abs(p.n - q.n)) <= same_impulse * scale;
}

}  // namespace

std::optional<RandomFamily> find_random_family(std::string_view name) {
  using Entry = std::pair<std::string_view, RandomFamily>;
  static constexpr std::array<Entry, 7> families{{
      {"direct", RandomFamily::direct},
      {"central", RandomFamily::central},
      {"frictionless", RandomFamily::frictionless},
      {"plastic", RandomFamily::plastic},
      {"sliding", RandomFamily::sliding},
      {"zabuga corrected", RandomFamily::zabuga_corrected},
      {"zabuga printed", RandomFamily::zabuga_printed},
  }};
  for (const Entry& entry : families)
    if (entry.first == name) return entry.second;
  return std::nullopt;
}

Tally compare_on_random_problems(const RandomComparison& comparison) {
  const RandomFamily family = comparison.family;
  Draw draw{std::mt19937_64(comparison.seed)};
  Tally tally;
  while (tally.of < comparison.count) {  // ends: about every third draw slides throughout
    RandomCollision collision = draw_collision(draw);
    specialise(collision, family);
    const std::vector<ImpactResult> results =
        resolve(impact_problem(collision), {LawId::newton, LawId::poisson, LawId::stronge});
    if (family == RandomFamily::sliding && results[0].contacts[0].mode != ImpactMode::sliding)
      continue;

    const Vec2<double> newton = planar(results[0].contacts[0].impulse);
    bool agree = same(newton, planar(results[1].contacts[0].impulse)) &&
                 same(newton, planar(results[2].contacts[0].impulse));
    if (family == RandomFamily::zabuga_corrected)
      agree = agree && same(newton, impulse_of(zabuga_impulse(collision.bodies)));
    if (family == RandomFamily::zabuga_printed)
      agree = agree &&
              same(newton, impulse_of(zabuga_impulse(collision.bodies, ZabugaFriction::printed)));
    tally.of += 1;
    tally.same += agree ? 1 : 0;
  }
  return tally;
}

}  // namespace carom
