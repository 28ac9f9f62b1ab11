#include <carom/io/embedded.hpp>
#include <carom/io/problem_file.hpp>
#include <carom/multibody/scene.hpp>
#include <carom/report/picture/impact_strip.hpp>
#include <carom/report/plot/impact_strip.hpp>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace carom {
namespace {

ProblemEntry slip_reversal() {
  for (const EmbeddedFile& file : embedded_files())
    if (file.name == "examples/scenes/slip_reversal.yaml")
      return read_problems(file.text, FileFormat::yaml, {}).at(0);
  throw std::logic_error("the example is gone");
}

TEST(ImpactStrip, ShowsEachLawsEventsAndTheEnergyThatIsLeft) {
  const ProblemEntry entry = slip_reversal();
  const std::vector<SceneResult> results = resolve(std::get<Scene>(entry.problem), entry.laws);
  const ImpactStrip strip = impact_strip(std::get<Scene>(entry.problem), results);
  ASSERT_EQ(strip.rows.size(), 2U);
  for (std::size_t i = 0; i < strip.rows.size(); ++i) {
    const StripRow& row = strip.rows[i];
    const Energy& energy = results[i].impact.energy;
    ASSERT_EQ(row.pictures.size(), results[i].impact.path.size());
    EXPECT_EQ(row.pictures.front().caption, "touches");
    EXPECT_EQ(row.pictures.front().energy_share, 1);
    EXPECT_EQ(row.pictures[2].caption, "slip stops and turns round");
    EXPECT_EQ(row.pictures.back().caption, "end");
    EXPECT_NEAR(row.pictures.back().energy_share, *energy.after / *energy.before, 1e-13);
  }
  EXPECT_TRUE(strip.rows[0].creates_energy);
  EXPECT_FALSE(strip.rows[1].creates_energy);
}

/// The slip of the free end turns from left to right; one scale holds for all pictures.
TEST(ImpactStrip, ArrowsTurnWithTheSlipAndShareOneScale) {
  const ProblemEntry entry = slip_reversal();
  const ImpactStrip strip = impact_strip(std::get<Scene>(entry.problem),
                                         resolve(std::get<Scene>(entry.problem), entry.laws));
  const auto& newton = strip.rows[0].pictures;
  EXPECT_LT(newton.front().slips[0].along.x(), 0);
  EXPECT_GT(newton.back().slips[0].along.x(), 0);
  EXPECT_EQ(newton.front().impulses[0].along.norm(), 0);
  EXPECT_GT(newton.back().impulses[0].along.y(),
            strip.rows[1].pictures.back().impulses[0].along.y());
  const Eigen::Vector2d first = strip.rows[1].pictures[0].slips[0].along;
  EXPECT_EQ((first - newton.front().slips[0].along).norm(), 0);
}

TEST(ImpactStrip, SaysInWordsWhichLawCreatesEnergy) {
  const ProblemEntry entry = slip_reversal();
  const std::string script =
      gnuplot_script(impact_strip(std::get<Scene>(entry.problem),
                                  resolve(std::get<Scene>(entry.problem), entry.laws)),
                     PictureFormat::svg);
  EXPECT_NE(script.find("energy 130 %: CREATED"), std::string::npos);
  EXPECT_NE(script.find("energy 66 %'"), std::string::npos);
  EXPECT_EQ(script.find("energy 66 %: CREATED"), std::string::npos);
}

TEST(ImpactStrip, NeedsSomethingThatMoves) {
  ProblemEntry entry = slip_reversal();
  std::get<Scene>(entry.problem).state.v.setZero();
  const auto results = resolve(std::get<Scene>(entry.problem), entry.laws);
  EXPECT_THROW(impact_strip(std::get<Scene>(entry.problem), results), std::invalid_argument);
}

}  // namespace
}  // namespace carom
