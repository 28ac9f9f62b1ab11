#include <carom/impact/resolve.hpp>
#include <carom/io/fit/csv_table.hpp>
#include <carom/papers/validation.hpp>
#include <carom/study/fit/measured_impacts.hpp>

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <numbers>

namespace carom {
namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;
using Eigen::VectorXd;

constexpr double degree = std::numbers::pi / 180;
constexpr double foot = 0.3048;
constexpr double mile_per_hour = 0.44704;
constexpr double pound = 0.45359237;
constexpr double slug_foot2 = 14.593902937206 * foot * foot;

Vector2d direction(double angle) { return {std::cos(angle), std::sin(angle)}; }
double cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Rows of the contact at r from the centre of a body: its velocity along d per (v, ω).
Eigen::Vector3d row(const Vector2d& r, const Vector2d& d) { return {d.x(), d.y(), cross(r, d)}; }

/// n turned by −90 degrees.
Vector2d tangent_of(const Vector2d& n) { return {n.y(), -n.x()}; }

ImpactResult crash(const VectorXd& masses, const VectorXd& velocity, const VectorXd& tangent,
                   const VectorXd& normal, double e, double share) {
  ImpactProblem problem;
  problem.contacts = {
      {.restitution = e, .critical_fraction = share, .allow_negative_restitution = true}};
  problem.dynamics = GeneralizedSpace{.mass = masses.asDiagonal(),
                                      .velocity = velocity,
                                      .rows = {{.tangent = tangent, .normal = normal}}};
  return resolve(problem, LawId::impulse_ratio);
}

double percent(double computed, double listed) { return 100 * std::abs(computed / listed - 1); }

// --- one car against a barrier --------------------------------------------------------------------

/// A test as it is listed, in SI units per unit mass; x forward, y to the left, the car drives forward.
struct BarrierTest {
  Vector2d r{}, n{};
  double speed = 0, e = 0, share = 0;
  Vector2d dv{};
  double dw = 0;
  double k2() const { return cross(r, dv) / dw; }  ///< m²: what the listed changes imply
};

/// Restitution and share of the critical ratio that the measured changes have, whatever a model says.
struct Direct {
  double e = 0, share = 0;
};

Direct direct(const BarrierTest& test) {
  const Vector2d t = tangent_of(test.n);
  const Eigen::Vector3d M(1, 1, test.k2());
  const Eigen::Vector3d rows[2] = {row(test.r, t), row(test.r, test.n)};
  Matrix2d W;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) W(i, j) = rows[i].dot(rows[j].cwiseQuotient(M));
  const Vector2d u(test.speed * t.x(), test.speed * test.n.x());
  const Vector2d p(test.dv.dot(t), test.dv.dot(test.n));
  const Vector2d after = u + W * p;
  const Direct d{-after.y() / u.y(), 0};
  const Vector2d without_slip = W.ldlt().solve(Vector2d(-u.x(), -(1 + d.e) * u.y()));
  return {d.e, p.x() / p.y() / (without_slip.x() / without_slip.y())};
}

void add_barrier_tests(Validation& validation) {
  const CsvTable csv = embedded_table("data/vehicles/barrier_tests.csv");
  const auto column = [&](const char* name) { return column_of(csv, name); };
  const auto e = column("e"), mu = column("mu_percent_of_critical"), d = column("d_ft");
  const auto phi = column("phi_deg"), gamma = column("gamma_deg"), v = column("v_impact_fps");
  const auto dvx = column("dvx_fps"), dvy = column("dvy_fps"), dw = column("domega_dps");
  ValidationTable table{
      .title = "Cars against fixed barriers, small overlap",
      .about =
          "Restitution e and share of the critical ratio are those that Brach fitted with bounds; "
          "errors are of the changes that carom computes with them. "
          "The last columns follow from the measured changes alone.",
      .rows_are = "test",
      .columns = {{"e", 3},
                  {"share", 3},
                  {"dv_x m/s", 2},
                  {"dv_y m/s", 2},
                  {"d_omega deg/s", 1},
                  {"dv_x error %", 1},
                  {"dv_y error %", 1},
                  {"d_omega error %", 1},
                  {"e alone", 3},
                  {"share alone", 3}}};
  std::array<std::vector<double>, 3> errors;
  double below_zero = 0;
  for (std::size_t i = 0; i < csv.rows.size(); ++i) {
    const BarrierTest test{d[i] * foot * direction(-phi[i] * degree),
                           -direction(-gamma[i] * degree),
                           v[i] * foot,
                           e[i],
                           mu[i] / 100,
                           foot * Vector2d(-dvx[i], dvy[i]),
                           -dw[i] * degree};
    const ImpactResult result =
        crash(Eigen::Vector3d(1, 1, test.k2()), Eigen::Vector3d(test.speed, 0, 0),
              row(test.r, tangent_of(test.n)), row(test.r, test.n), test.e, test.share);
    const VectorXd& after = *result.velocity_after;
    const std::array<double, 3> miss{percent(after[0] - test.speed, test.dv.x()),
                                     percent(after[1], test.dv.y()), percent(after[2], test.dw)};
    for (std::size_t k = 0; k < 3; ++k) errors[k].push_back(miss[k]);
    const Direct own = direct(test);
    below_zero += own.e < 0 ? 1 : 0;
    table.rows.push_back({csv.rows[i][0] + " " + csv.rows[i][1],
                          {e[i], mu[i] / 100, after[0] - test.speed, after[1], after[2] / degree,
                           miss[0], miss[1], miss[2], own.e, own.share}});
  }
  table.rows.push_back(
      {"median",
       {no_number, no_number, no_number, no_number, no_number, median_of(errors[0]),
        median_of(errors[1]), median_of(errors[2]), no_number, no_number}});
  validation.figures.push_back(
      {"barrier tests, median error of dv_x, %", 1.5, median_of(errors[0]), 0.1});
  validation.figures.push_back(
      {"barrier tests, median error of dv_y, %", 3.2, median_of(errors[1]), 0.1});
  validation.figures.push_back(
      {"barrier tests, median error of d_omega, %", 4.5, median_of(errors[2]), 0.1});
  validation.figures.push_back({"barrier tests with e < 0", 11, below_zero, 0});
  validation.tables.push_back(std::move(table));
}

// --- two cars ---------------------------------------------------------------------------------------

void add_two_car_tests(Validation& validation) {
  const CsvTable csv = embedded_table("data/vehicles/two_car_tests.csv");
  const auto at = [&](const char* name, std::size_t i) { return column_of(csv, name)[i]; };
  ValidationTable table{.title = "Two cars, angled frontal collisions",
                        .about =
                            "Computed with the listed restitution and no slip at the end; "
                            "listed values in brackets columns.",
                        .rows_are = "NHTSA test",
                        .columns = {{"dv1 mph", 2},
                                    {"listed", 1},
                                    {"dv2 mph", 2},
                                    {"listed", 1},
                                    {"d_omega1 deg/s", 1},
                                    {"listed", 0},
                                    {"d_omega2 deg/s", 1},
                                    {"listed", 0},
                                    {"critical ratio", 3},
                                    {"listed", 2}}};
  double speed = 0, turn = 0, ratio = 0;
  for (std::size_t i = 0; i < csv.rows.size(); ++i) {
    VectorXd masses(6), velocity(6), t(6), n(6);
    const Vector2d normal = direction(at("normal_deg", i) * degree);
    for (int car = 0; car < 2; ++car) {
      const std::string k = std::to_string(car + 1);
      const auto of = [&](const char* name, const char* unit) {
        return at((name + k + unit).c_str(), i);
      };
      const double heading = of("heading", "_deg") * degree;
      const Vector2d r = of("d", "_ft") * foot * direction(heading + of("phi", "_deg") * degree);
      const double mass = of("w", "_lb") * pound;
      const double sign = car == 0 ? 1 : -1;
      masses.segment<3>(3 * car) << mass, mass, of("I", "_slugft2") * slug_foot2;
      velocity.segment<3>(3 * car) << of("v", "_mph") * mile_per_hour * direction(heading), 0;
      t.segment<3>(3 * car) = sign * row(r, tangent_of(normal));
      n.segment<3>(3 * car) = sign * row(r, normal);
    }
    if (n.dot(velocity) > 0) n = -n, t = -t;
    const ImpactResult result =
        crash(masses, velocity, t, n, at("e", i), at("impulse_ratio_fraction", i));
    const VectorXd change = *result.velocity_after - velocity;
    const ContactResult& contact = result.contacts[0];
    const double critical = contact.impulse.t / contact.impulse.n;
    const double dv[2] = {change.head<2>().norm() / mile_per_hour,
                          change.segment<2>(3).norm() / mile_per_hour};
    const double dw[2] = {std::abs(change[2]) / degree, std::abs(change[5]) / degree};
    const double listed[5] = {at("dv1_mph", i), at("dv2_mph", i), at("domega1_dps", i),
                              at("domega2_dps", i), at("critical_impulse_ratio", i)};
    for (int car = 0; car < 2; ++car) {
      speed = std::max(speed, std::abs(dv[car] - listed[car]));
      turn = std::max(turn, std::abs(dw[car] - listed[2 + car]));
    }
    ratio = std::max(ratio, std::abs(std::abs(critical) - std::abs(listed[4])));
    table.rows.push_back({csv.rows[i][0],
                          {dv[0], listed[0], dv[1], listed[1], dw[0], listed[2], dw[1], listed[3],
                           std::copysign(critical, listed[4]), listed[4]}});
  }
  validation.figures.push_back({"two cars, largest error of delta-v, mph", 0.16, speed, 0.05});
  validation.figures.push_back({"two cars, largest error of the turning, deg/s", 1.24, turn, 0.1});
  validation.figures.push_back(
      {"two cars, largest error of the critical ratio", 0.0055, ratio, 0.0006});
  validation.tables.push_back(std::move(table));
}

}  // namespace

Validation validate_vehicles() {
  Validation validation{
      .name = "vehicles",
      .title = "Crash tests as planar impacts (data/README.md names the sources)"};
  add_barrier_tests(validation);
  add_two_car_tests(validation);
  return validation;
}

}  // namespace carom
