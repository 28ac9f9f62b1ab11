#include <carom/impact/resolve.hpp>
#include <carom/io/embedded.hpp>
#include <carom/io/problem_file.hpp>
#include <carom/report/picture/impact_film.hpp>

#include <gtest/gtest.h>

#include <string>

namespace carom {
namespace {

std::vector<ProblemEntry> example(std::string_view name, const std::string& law) {
  for (const EmbeddedFile& file : embedded_files())
    if (file.name == name)
      return read_problems(file.text, *format_of(file.name), {.laws = std::vector{law}});
  return {};
}

TEST(ImpactFilm, EndsWithTheImpulseAndTheWorkOfTheResult) {
  for (const char* law : {"newton", "poisson", "stronge", "whittaker"})
    for (const ProblemEntry& entry : example("examples/kane_double_pendulum.yaml", law)) {
      const ImpactResult result =
          resolve(std::get<ImpactProblem>(entry.problem), entry.laws.front());
      const ImpactFilm film = impact_film(contact_problem(entry.problem), result, {});
      const FilmFrame& last = film.frames.back();
      EXPECT_EQ(last.progress, 1);
      EXPECT_NEAR(last.p[1], result.contacts[0].impulse.n, 1e-14);
      EXPECT_NEAR(last.u[1], result.contacts[0].u_after.n, 1e-14);
      // Sums over the frames: rounding grows with their number.
      EXPECT_NEAR(last.friction_work, result.contacts[0].work.friction, 1e-13);
      EXPECT_NEAR(last.normal_work + last.friction_work, result.energy.contact_work, 1e-13);
    }
}

TEST(ImpactFilm, ProgressNeverGoesBack) {
  for (const ProblemEntry& entry : example("examples/scenes/three_link_chain.yaml", "stronge")) {
    const SceneResult result = resolve(std::get<Scene>(entry.problem), entry.laws).front();
    const ImpactFilm film = impact_film(std::get<Scene>(entry.problem), result, {.time = 0.1});
    for (std::size_t i = 1; i < film.frames.size(); ++i)
      EXPECT_GE(film.frames[i].progress, film.frames[i - 1].progress);
  }
}

TEST(ImpactFilm, TheBodiesLeaveWithTheVelocitiesOfTheResult) {
  for (const ProblemEntry& entry :
       example("examples/scenes/kane_double_pendulum.yaml", "poisson")) {
    const SceneResult result = resolve(std::get<Scene>(entry.problem), entry.laws).front();
    const ImpactFilm film =
        impact_film(std::get<Scene>(entry.problem), result, {.poses = 4, .time = 0.1});
    for (std::size_t b = 0; b < result.bodies.size(); ++b) {
      EXPECT_NEAR(film.frames.front().bodies[b].rate, result.bodies[b].before.rate, 1e-14);
      EXPECT_NEAR(film.frames.back().bodies[b].rate, result.bodies[b].after.rate, 1e-13);
    }
    ASSERT_EQ(film.departure.size(), 5U);
    EXPECT_EQ(film.approach.front().time, 0);
    EXPECT_EQ(film.approach.back().time, -0.1);
    // A rod of a pendulum turns on by its rate times the time.
    EXPECT_NEAR(film.departure.back().pose[0].angle - film.departure.front().pose[0].angle,
                0.1 * result.bodies[0].after.rate, 1e-13);
  }
}

TEST(ImpactFilm, AnAlgebraicLawHasItsEndsOnly) {
  const ProblemEntry entry = example("examples/slip_reversal.yaml", "whittaker").front();
  const ImpactResult result = resolve(std::get<ImpactProblem>(entry.problem), LawId::whittaker);
  EXPECT_EQ(impact_film(contact_problem(entry.problem), result, {}).frames.size(), 2U);
}

}  // namespace
}  // namespace carom
