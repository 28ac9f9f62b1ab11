#include <carom/io/tree/shape.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>
#include <string>

namespace carom {
namespace {

using std::numbers::pi;

using Corners = std::vector<Eigen::Vector2d>;

std::string refusal(const Corners& corners) {
  try {
    polygon_shape(corners);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Shape, APolygonThatIsABoxHasTheInertiaOfTheBox) {
  const Shape box = box_shape(3, 1);
  const Shape polygon = polygon_shape({{5, 7}, {8, 7}, {8, 8}, {5, 8}});
  EXPECT_NEAR(polygon.gyration, box.gyration, 1e-14);
  EXPECT_NEAR(polygon.size, box.size, 1e-14);
  EXPECT_LT((polygon.centroid - Eigen::Vector2d(6.5, 7.5)).norm(), 1e-14);
}

TEST(Shape, APolygonOfManyCornersBecomesAnEllipse) {
  const Shape ellipse = ellipse_shape(4, 2);
  Corners corners;
  for (int i = 0; i < 2000; ++i)
    corners.emplace_back(2 * std::cos(pi * i / 1000), std::sin(pi * i / 1000));
  const Shape polygon = polygon_shape(corners);
  EXPECT_NEAR(polygon.gyration, ellipse.gyration, 1e-5);  // error of a chord: (π/1000)²/6
  EXPECT_NEAR(polygon.size, ellipse.size, 1e-4);
  EXPECT_NEAR(ellipse_shape(2, 2).gyration, disc_shape(1).gyration, 1e-15);
}

/// An L of three squares, by the parallel axis theorem.
TEST(Shape, AConcavePolygonIsTheSumOfItsParts) {
  const Shape polygon = polygon_shape({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}});
  const Eigen::Vector2d centre(2.5 / 3, 2.5 / 3);
  double polar = 0;
  for (const Eigen::Vector2d& square :
       {Eigen::Vector2d(0.5, 0.5), Eigen::Vector2d(1.5, 0.5), Eigen::Vector2d(0.5, 1.5)})
    polar += 1.0 / 6 + (square - centre).squaredNorm();
  EXPECT_NEAR(polygon.size, 3, 1e-14);
  EXPECT_LT((polygon.centroid - centre).norm(), 1e-14);
  EXPECT_NEAR(polygon.gyration, polar / 3, 1e-14);
}

TEST(Shape, TheOrientationOfAPolygonDoesNotMatter) {
  const Shape left = polygon_shape({{0, 0}, {4, 0}, {0, 3}});
  const Shape right = polygon_shape({{0, 3}, {4, 0}, {0, 0}});
  EXPECT_NEAR(left.gyration, right.gyration, 1e-15);
  EXPECT_NEAR(left.size, 6, 1e-15);
  EXPECT_NEAR(right.size, 6, 1e-15);
}

/// Free space is to the left of an edge, so a step to the left leaves the body.
TEST(Shape, SidesFaceOutwards) {
  const auto expect_outwards = [](const Shape& shape, const Eigen::Vector2d& inside) {
    for (const NamedEdge& edge : shape.edges) {
      const Eigen::Vector2d n(-std::sin(edge.angle), std::cos(edge.angle));
      EXPECT_GT(n.dot(edge.point - inside), 0.4) << edge.name;
    }
  };
  expect_outwards(box_shape(1, 1), {0, 0});
  expect_outwards(polygon_shape({{0, 0}, {2, 0}, {2, 2}, {0, 2}}), {1, 1});
  expect_outwards(polygon_shape({{0, 2}, {2, 2}, {2, 0}, {0, 0}}), {1, 1});
}

TEST(Shape, ARodPointsWhereItIsTold) {
  const Shape down = rod_shape(2, {0, -1});
  EXPECT_EQ(down.points[0].name, "start");
  EXPECT_EQ(down.points[0].point, Eigen::Vector2d(0, 1));
  EXPECT_EQ(down.points[1].point, Eigen::Vector2d(0, -1));
  EXPECT_NEAR(down.gyration, 4.0 / 12, 1e-15);
}

TEST(Shape, TheLowestPointOfAnEllipseIsOnItAndNoOtherIsLower) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> angle(-pi, pi);
  const Eigen::Vector2d axes(3, 0.5);
  for (int i = 0; i < 200; ++i) {
    const double a = angle(random);
    const Eigen::Vector2d n(std::cos(a), std::sin(a));
    const Eigen::Vector2d lowest = lowest_point(axes, n);
    EXPECT_NEAR(lowest.cwiseQuotient(axes).norm(), 1, 1e-14);
    const double b = angle(random);
    const Eigen::Vector2d other(axes.x() * std::cos(b), axes.y() * std::sin(b));
    EXPECT_LE(n.dot(lowest), n.dot(other) + 1e-14);
  }
}

TEST(Shape, PolygonsThatAreNoneAreRefused) {
  EXPECT_EQ(refusal({{0, 0}, {1, 0}}), "has 2 corners; want at least 3");
  EXPECT_EQ(refusal({{0, 0}, {1, 1}, {1, 0}, {0, 1}}),
            "side 1 crosses side 3; want the corners in order");
  EXPECT_EQ(refusal({{0, 0}, {1, 0}, {2, 0}}),
            "has no area; want three corners that do not lie in line");
  EXPECT_EQ(refusal({{0, 0}, {0, 0}, {1, 0}, {0, 1}}), "corners 1 and 2 are the same point");
  EXPECT_EQ(refusal({{0, 0}, {1, 0}, {0, 1}}), "");
}

}  // namespace
}  // namespace carom
