// What the figures of the three-link chain hold, and that a script carries all of it.
#include <carom/papers/chain_figure.hpp>
#include <carom/papers/plot_chain_figure.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

namespace carom {
namespace {

using ::testing::HasSubstr;

const std::vector<ChainFigure>& figures() {
  static const std::vector<ChainFigure> all = chain_figures();
  return all;
}

TEST(ChainFigures, AreFigs3To7WithThePanelsOfTheirCaptions) {
  ASSERT_EQ(figures().size(), 5U);
  const std::vector<std::size_t> panels{3, 2, 2, 2, 3};
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const ChainFigure& figure = figures()[i];
    EXPECT_EQ(figure.number, static_cast<int>(i) + 3);
    EXPECT_EQ(figure.panels.size(), panels[i]);
    EXPECT_GT(figure.angles.front(), -std::numbers::pi / 2);
    EXPECT_LT(figure.angles.back(), std::numbers::pi / 2);
    for (const FigurePanel& panel : figure.panels) {
      EXPECT_FALSE(panel.unit.empty());
      EXPECT_EQ(panel.curves.size(), figure.legend.size());
      for (const FigureCurve& curve : panel.curves)
        EXPECT_EQ(curve.values.size(), figure.angles.size());
    }
  }
}

/// Fig. 3: more restitution loses less; Fig. 4: both laws gain somewhere, Fig. 5: none does.
TEST(ChainFigures, ShowTheEnergyThatTheClaimsSpeakOf) {
  const auto lowest = [](const FigureCurve& curve) {
    return *std::min_element(curve.values.begin(), curve.values.end());
  };
  const std::vector<FigureCurve>& smooth = figures()[0].panels[0].curves;
  for (std::size_t i = 1; i < smooth.size(); ++i)
    EXPECT_LT(smooth[i].values[0], smooth[0].values[0]);
  for (const FigureCurve& curve : figures()[1].panels[0].curves) EXPECT_LT(lowest(curve), -0.008);
  for (const FigureCurve& curve : figures()[2].panels[0].curves) EXPECT_GT(lowest(curve), -1e-15);
}

TEST(ChainFigures, ShadeWhereLawsPartAndWhereA0ReboundsWithInteraction) {
  EXPECT_EQ(figures()[1].shaded.size(), 2U);
  for (const std::size_t i : {3U, 4U}) {
    ASSERT_EQ(figures()[i].shaded.size(), 1U);
    EXPECT_NEAR(figures()[i].shaded[0].from, -1.412398, 1e-6);
  }
}

TEST(ChainFigures, TravelInTheirScriptsWithCurvesLegendAndUnits) {
  const std::string script = gnuplot_script(figures()[2], PictureFormat::png);
  EXPECT_THAT(script, HasSubstr("set terminal pngcairo"));
  EXPECT_THAT(script, HasSubstr("Fig. 5: "));
  EXPECT_THAT(script, HasSubstr("energy loss, J"));
  for (const char* law : {"title 'brach'", "title 'poisson'", "title 'stronge'"})
    EXPECT_THAT(script, HasSubstr(law));
  EXPECT_EQ(script, gnuplot_script(figures()[2], PictureFormat::png));
}

}  // namespace
}  // namespace carom
