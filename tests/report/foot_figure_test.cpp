/// The picture of the foot that slides and spins, against the members of its family that are published.
#include <carom/papers/foot_figure.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace carom {
namespace {

TEST(FootFigure, ReachesFromOneSparedCornerToTheOther) {
  const FootFigure figure = foot_figure();
  EXPECT_NEAR(figure.family.back().rate, 2.97928, 1e-5);
  EXPECT_NEAR(figure.family.back().across, 0.10354, 1e-5);
  EXPECT_NEAR(figure.family.front().rate, 3.30274, 1e-5);
  EXPECT_NEAR(figure.family.front().across, 0.16436, 1e-5);
  for (std::size_t i = 1; i < figure.family.size(); ++i) {
    EXPECT_GE(figure.family[i].diagonal, figure.family[i - 1].diagonal);
    EXPECT_LE(figure.family[i].rate, figure.family[i - 1].rate + 1e-6);
  }
}

TEST(FootFigure, MarksTheShareOfEqualCompliance) {
  const FootFigure figure = foot_figure();
  EXPECT_NEAR(figure.rule.diagonal, 0.5, 1e-5);
  EXPECT_NEAR(figure.rule.rate, 3.12646515, 1e-6);
  EXPECT_THAT(gnuplot_script(figure, PictureFormat::svg), ::testing::HasSubstr("equal compliance"));
}

}  // namespace
}  // namespace carom
