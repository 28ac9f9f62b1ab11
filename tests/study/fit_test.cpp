#include <carom/core/planar/algebraic_impact.hpp>
#include <carom/impact/own_law.hpp>
#include <carom/study/fit/fit.hpp>
#include <carom/study/fit/own_coefficients.hpp>
#include <carom/study/fit/random_numbers.hpp>
#include <carom/study/fit/simplex.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

constexpr double gyration = 0.02;

/// What a synthetic set of impacts is made with.
struct Truth {
  LawId law = LawId::stronge;
  double friction = 0.18, restitution = 0.6;
  double noise = 0.05;          ///< m/s in each coordinate of q
  double friction_scatter = 0;  ///< of log μ
  double restitution_scatter = 0;
  bool central = false;  ///< the centre is above the contact: W_tn = 0
};

/// Velocities after, from the law and noise.
void add_after(ImpactRecords& records, const Truth& truth, RandomStream& random) {
  records.after = records.before;
  const MeasuredImpacts m = measured_impacts(records, gyration);
  LawColumns columns =
      same_for_all({truth.friction, truth.friction, truth.restitution, 0, 0, 1.2}, m.count());
  for (std::size_t i = 0; i < m.count(); ++i) {
    columns[LawParameter::friction][i] *= std::exp(truth.friction_scatter * random.normal());
    columns[LawParameter::restitution][i] += truth.restitution_scatter * random.normal();
  }
  columns[LawParameter::static_friction] = columns[LawParameter::friction];
  Impulses p;
  predict(m, truth.law, columns, p);
  for (std::size_t i = 0; i < m.count(); ++i) {
    const auto& r = records.arm[i];
    const double moment = r[0] * p[1][i] - r[1] * p[0][i];
    std::array<double, 6>& v = records.after[i];
    v[0] += p[0][i] + truth.noise * random.normal();
    v[1] += p[1][i] + truth.noise * random.normal();
    v[2] += (moment / gyration + truth.noise * random.normal()) / gyration;
  }
}

/// Impacts of a flat body on a floor, in pairs of one drop.
ImpactRecords synthetic(std::size_t count, const Truth& truth, std::uint64_t seed) {
  RandomStream random(seed, 0);
  ImpactRecords records;
  for (std::size_t i = 0; i < count; ++i) {
    records.before.push_back(
        {1.5 * random.normal(), -1 - 2 * random.uniform(), 20 * random.normal(), 0, 0, 0});
    const double aside = truth.central ? 0 : 0.02 * (2 * random.uniform() - 1);
    records.arm.push_back({aside, -0.02 - 0.015 * random.uniform(), 0});
    records.group.push_back(i / 2);
  }
  add_after(records, truth, random);
  return records;
}

FitProblem problem_of(ImpactRecords records, std::vector<LawId> laws) {
  FitProblem problem{.records = std::move(records), .gyration = gyration, .laws = std::move(laws)};
  problem.models.models = {{.parameter = LawParameter::friction},
                           {.parameter = LawParameter::restitution}};
  problem.resamples = 200;
  problem.folds = 4;
  for (const std::size_t group : problem.records.group)
    problem.fold.push_back(fold_of(std::to_string(group), problem.folds, 1));
  return problem;
}

// --- the space of the contact -----------------------------------------------------------------------

TEST(MeasuredImpacts, AnErrorIsTheDistanceOfScaledVelocities) {
  const ImpactRecords records = synthetic(50, {}, 1);
  const MeasuredImpacts m = measured_impacts(records, gyration);
  Impulses p;
  predict(m, LawId::poisson, same_for_all({0.3, 0.3, 0.5, 0, 0, 0}, m.count()), p);
  for (std::size_t i = 0; i < m.count(); ++i) {
    const auto& r = records.arm[i];
    const auto& a = records.before[i];
    const auto& b = records.after[i];
    const double x = a[0] + p[0][i] - b[0];
    const double y = a[1] + p[1][i] - b[1];
    const double turn = gyration * (a[2] - b[2]) + (r[0] * p[1][i] - r[1] * p[0][i]) / gyration;
    EXPECT_NEAR(squared_error(m, i, p), x * x + y * y + turn * turn, 1e-12);
  }
}

TEST(MeasuredImpacts, WithoutNoiseAnImpulseExplainsEverything) {
  const ImpactRecords records = synthetic(50, {.noise = 0}, 2);
  for (const double rho : measured_impacts(records, gyration).unexplained) EXPECT_LT(rho, 1e-12);
}

/// A planar impact in the x-z plane of space is the planar one.
TEST(MeasuredImpacts, PlanarImpactsLiftedIntoSpaceHaveThePlanarErrors) {
  const ImpactRecords flat = synthetic(40, {}, 3);
  ImpactRecords lifted{.spatial = true, .normal = {0, 0, 1}, .group = flat.group};
  const auto lift = [](const std::array<double, 6>& v) {
    return std::array<double, 6>{v[0], 0, v[1], 0, -v[2], 0};
  };
  for (std::size_t i = 0; i < flat.size(); ++i) {
    lifted.before.push_back(lift(flat.before[i]));
    lifted.after.push_back(lift(flat.after[i]));
    lifted.arm.push_back({flat.arm[i][0], 0, flat.arm[i][1]});
  }
  const MeasuredImpacts a = measured_impacts(flat, gyration);
  const MeasuredImpacts b = measured_impacts(lifted, gyration);
  const LawColumns columns = same_for_all({0.2, 0.2, 0.6, 0, 0, 0}, a.count());
  for (const LawId law : {LawId::newton, LawId::poisson, LawId::stronge}) {
    std::vector<double> planar, spatial;
    squared_errors(a, law, columns, planar);
    squared_errors(b, law, columns, spatial);
    for (std::size_t i = 0; i < planar.size(); ++i) EXPECT_NEAR(planar[i], spatial[i], 1e-11);
  }
}

// --- the momentum check -----------------------------------------------------------------------------

TEST(MomentumCheck, AccusesAMirroredAxis) {
  ImpactRecords records = synthetic(200, {}, 4);
  EXPECT_FALSE(check_momentum(records, gyration, 0, 1, {}).suspicion);
  for (auto* velocities : {&records.before, &records.after})
    for (auto& v : *velocities) v[0] = -v[0];
  const MomentumCheck check = check_momentum(records, gyration, 0, 1, {});
  ASSERT_TRUE(check.suspicion);
  EXPECT_NE(check.suspicion->what.find("first axis of the velocities"), std::string_view::npos);
  EXPECT_LT(check.mirrored_median, check.unexplained_median / 2);
}

TEST(MomentumCheck, AccusesDegreesPerSecond) {
  ImpactRecords records = synthetic(200, {}, 5);
  for (auto* velocities : {&records.before, &records.after})
    for (auto& v : *velocities) v[2] *= 180 / 3.141592653589793;
  const MomentumCheck check = check_momentum(records, gyration, 0, 1, {});
  ASSERT_TRUE(check.suspicion);
  EXPECT_NE(check.suspicion->what.find("degrees"), std::string_view::npos);
}

/// Arms a thousand times shorter would balance as well, but no body has them.
TEST(MomentumCheck, AccusesMillimetresWhereTheyAre) {
  ImpactRecords velocities = synthetic(200, {}, 5);
  for (auto* all : {&velocities.before, &velocities.after})
    for (auto& v : *all)
      for (const std::size_t k : {0U, 1U}) v[k] *= 1000;
  EXPECT_EQ(check_momentum(velocities, gyration, 0, 1, {}).suspicion->what,
            "the velocities are in millimetres per second");
  ImpactRecords arms = synthetic(200, {}, 5);
  for (auto& r : arms.arm)
    for (double& x : r) x *= 1000;
  EXPECT_EQ(check_momentum(arms, gyration, 0, 1, {}).suspicion->what,
            "the arms are in millimetres");
  EXPECT_EQ(check_momentum(synthetic(200, {}, 5), 1000 * gyration, 0, 1, {}).suspicion->what,
            "the radius of gyration is in millimetres");
}

TEST(MomentumCheck, FindsTheRadiusOfGyration) {
  const ImpactRecords records = synthetic(400, {.noise = 0.01}, 6);
  EXPECT_NEAR(best_gyration(records, 0.01, 0.04), gyration, 0.01 * gyration);
}

// --- parameters ---------------------------------------------------------------------------------------

class EveryLaw : public ::testing::TestWithParam<LawId> {};

TEST_P(EveryLaw, RecoversItsOwnCoefficientsFromExactData) {
  const ImpactRecords records = synthetic(200, {.law = GetParam(), .noise = 0}, 7);
  const MeasuredImpacts m = measured_impacts(records, gyration);
  ParameterModels models = problem_of(records, {}).models;
  models.fixed[static_cast<std::size_t>(LawParameter::stiffness_ratio)] = 1.2;
  const FitTask task{&m, GetParam(), models};
  const PointFit fit = fit_point(task, grid_table(task, {}), {});
  EXPECT_NEAR(fit.theta[0], 0.18, 1e-4);
  EXPECT_NEAR(fit.theta[1], 0.6, 1e-4);
}
INSTANTIATE_TEST_SUITE_P(LeastSquares, EveryLaw,
                         ::testing::Values(LawId::newton, LawId::poisson, LawId::stronge,
                                           LawId::whittaker, LawId::brach, LawId::conventional,
                                           LawId::cataldo_sampaio, LawId::moreau, LawId::fremond,
                                           LawId::anitescu_potra, LawId::chatterjee_ruina,
                                           LawId::compliant),
                         [](const auto& law) { return std::string(law_of(law.param).name); });

/// η² of compliant and e_t of moreau and of chatterjee_ruina, also below zero, beside μ and e.
TEST(LeastSquares, RecoversTheThirdCoefficientOfALaw) {
  struct Case {
    LawId law;
    LawParameter parameter;
    double value, from, to;
  };
  for (const Case& c :
       {Case{LawId::compliant, LawParameter::stiffness_ratio, 1.4, 0.3, 4},
        Case{LawId::moreau, LawParameter::tangential_restitution, 0.35, -1, 1},
        Case{LawId::chatterjee_ruina, LawParameter::tangential_restitution, -0.3, -1, 1}}) {
    MeasuredImpacts m = measured_impacts(synthetic(200, {}, 7), gyration);
    m.unexplained.assign(m.count(), 0);
    LawValues truth{0.3, 0.3, 0.6, 0, 0, 0};
    truth[static_cast<std::size_t>(c.parameter)] = c.value;
    Impulses p;
    predict(m, c.law, same_for_all(truth, m.count()), p);
    m.p_t = p[0];
    m.p_n = p[1];
    ParameterModels models = problem_of(synthetic(2, {}, 7), {}).models;
    models.models.push_back({.parameter = c.parameter, .from = c.from, .to = c.to});
    const FitTask task{&m, c.law, models_of(models, c.law)};
    const PointFit fit = fit_point(task, grid_table(task, {}), {});
    EXPECT_NEAR(fit.theta[2], c.value, 1e-3) << law_of(c.law).name;
    EXPECT_NEAR(fit.theta[0], 0.3, 1e-3) << law_of(c.law).name;
    const PointFit nearby = fit_nearby(task, {0.29, 0.62, c.value + 0.05}, {});
    EXPECT_NEAR(nearby.theta[2], c.value, 1e-3) << law_of(c.law).name;
  }
}

TEST(LeastSquares, GaussNewtonEndsWhereTheSimplexDoes) {
  const ImpactRecords records = synthetic(300, {}, 8);
  const MeasuredImpacts m = measured_impacts(records, gyration);
  const FitTask task{&m, LawId::stronge, problem_of(records, {}).models};
  const PointFit simplex = fit_point(task, grid_table(task, {}), {});
  const PointFit newton = fit_nearby(task, {0.2, 0.55}, {});
  EXPECT_NEAR(newton.loss, simplex.loss, 1e-6 * simplex.loss);
}

TEST(LeastSquares, FindsHowRestitutionFollowsAColumn) {
  ImpactRecords records = synthetic(400, {.noise = 0}, 9);
  const MeasuredImpacts m = measured_impacts(records, gyration);
  std::vector<double> place(m.count());
  RandomStream random(9, 9);
  for (double& x : place) x = random.uniform();
  ParameterModels models = problem_of(records, {}).models;
  models.models[1].dependence = Dependence::knots;
  models.models[1].at = place;
  models.models[1].knots = {0, 0.5, 1};
  const std::vector<double> truth{0.18, 0.7, 0.5, 0.6};
  Impulses p;
  predict(m, LawId::stronge, columns_at(models, truth, m.count()), p);
  MeasuredImpacts measured = m;
  measured.p_t = p[0];
  measured.p_n = p[1];
  const FitTask task{&measured, LawId::stronge, models};
  const PointFit fit = fit_point(task, grid_table(task, {}), {});
  for (std::size_t k = 0; k < truth.size(); ++k) EXPECT_NEAR(fit.theta[k], truth[k], 1e-3);
}

TEST(Fit, SaysThatStaticFrictionIsNotIdentifiedInCentralImpacts) {
  FitProblem problem = problem_of(synthetic(150, {.central = true}, 10), {LawId::stronge});
  problem.models.models.push_back({.parameter = LawParameter::static_friction});
  problem.folds = 0;
  const FitReport report = fit_laws(problem, {});
  EXPECT_TRUE(report.laws[0].parameters[0].identified);
  EXPECT_FALSE(report.laws[0].parameters[2].identified);
}

// --- laws against each other ----------------------------------------------------------------------------

TEST(Fit, PrefersTheLawThatMadeTheData) {
  const FitReport report = fit_laws(
      problem_of(synthetic(600, {.friction = 0.3}, 11), {LawId::conventional, LawId::stronge}), {});
  EXPECT_EQ(report.laws[report.best].law, LawId::stronge);
  EXPECT_EQ(report.laws[0].against->comparison.verdict, Verdict::worse);
}

TEST(Fit, CannotTellALawFromItself) {
  const FitReport report =
      fit_laws(problem_of(synthetic(100, {}, 12), {LawId::stronge, LawId::stronge}), {});
  EXPECT_EQ(report.laws[1].against->comparison.verdict, Verdict::cannot_tell);
  EXPECT_EQ(report.laws[1].against->comparison.mean.value, 0);
}

TEST(Fit, GivesTheSameNumbersForAnyNumberOfThreads) {
  FitProblem problem = problem_of(synthetic(80, {.friction_scatter = 0.2}, 13), {LawId::poisson});
  problem.population = true;
  const FitReport one = fit_laws(problem, {.threads = 1});
  const FitReport three = fit_laws(problem, {.threads = 3});
  EXPECT_EQ(one.laws[0].theta, three.laws[0].theta);
  EXPECT_EQ(one.laws[0].rank, three.laws[0].rank);
}

TEST(Fit, RefusesOneImpact) {
  EXPECT_THROW(fit_laws(problem_of(synthetic(1, {}, 14), {LawId::stronge}), {}),
               std::invalid_argument);
}

// --- populations ----------------------------------------------------------------------------------------

TEST(Population, RecoversTheScatterOfItsParameters) {
  const Truth truth{.noise = 0.05, .friction_scatter = 0.25, .restitution_scatter = 0.05};
  const ImpactRecords records = synthetic(800, truth, 15);
  const MeasuredImpacts m = measured_impacts(records, gyration);
  const FitTask task{&m, LawId::stronge, problem_of(records, {}).models};
  const PopulationFit fit = fit_population(task, Noise::gauss, {0.18, 0.6}, {});
  // Three standard errors at 800 impacts, and the grid.
  EXPECT_NEAR(fit.population.friction_scatter, 0.25, 0.05);
  EXPECT_NEAR(fit.population.restitution_scatter, 0.05, 0.01);
  EXPECT_NEAR(fit.population.noise, 0.05, 0.004);
}

TEST(Population, SlopesOfTheLikelihoodAreItsDifferences) {
  const ImpactRecords records = synthetic(60, {.friction_scatter = 0.2}, 16);
  const MeasuredImpacts m = measured_impacts(records, gyration);
  const FitTask task{&m, LawId::stronge, problem_of(records, {}).models};
  const PopulationFit fit = fit_population(task, Noise::t4, {0.18, 0.6}, {});
  Population at = fit.population;
  at.friction_scatter *= 1.2;
  const Eigen::VectorXd x = packed_population(at);
  Eigen::VectorXd slope, unused;
  log_likelihood(task, Noise::t4, fit.grid, at, {}, {}, slope);
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    constexpr double h = 1e-5;
    Eigen::VectorXd up = x, down = x;
    up[k] += h;
    down[k] -= h;
    const auto value = [&](const Eigen::VectorXd& y) {
      return log_likelihood(task, Noise::t4, fit.grid, unpacked_population(y), {}, {}, unused);
    };
    EXPECT_NEAR((value(up) - value(down)) / (2 * h), slope[k], 1e-3 * (1 + std::abs(slope[k])));
  }
}

// --- a law of a user's own ----------------------------------------------------------------------

/// whittaker, stated once more by a user.
Eigen::VectorXd whittaker_again(const Contacts& c, const std::vector<Contact>& materials) {
  const auto impact = resolve_whittaker(
      planar_contact(Sym2<double>{c.W(0, 0), c.W(0, 1), c.W(1, 1)}, {c.u[0], c.u[1]}),
      ContactLaw<double>{.friction = *materials[0].friction,
                         .static_friction = *materials[0].static_friction,
                         .restitution = *materials[0].restitution});
  return Eigen::Vector2d(impact.impulse.t, impact.impulse.n);
}

TEST(Fit, FitsALawOfAUsersOwnAsItsTwin) {
  const LawId own = add_law({.name = "own", .impulse = whittaker_again});
  FitProblem problem = problem_of(synthetic(60, {.law = LawId::whittaker, .noise = 0.01}, 11),
                                  {own, LawId::whittaker});
  problem.resamples = 0;
  problem.folds = 0;
  const FitReport report = fit_laws(problem, {});
  ASSERT_EQ(report.laws[0].parameters.size(), 2u);
  EXPECT_NEAR(report.laws[0].parameters[0].value, 0.18, 0.01);
  EXPECT_NEAR(report.laws[0].parameters[1].value, 0.6, 0.01);
  EXPECT_EQ(report.laws[0].theta, report.laws[1].theta);
  forget_law(own);
}

}  // namespace
}  // namespace carom
