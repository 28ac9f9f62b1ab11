/// @file
/// Shapes of bodies: what they say about inertia, centre, outline, and the features that can touch.
///
/// Every shape has its frame at its centre, except the polygon, whose corners are where the user puts
/// them. Plain geometry: no units, no files.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

namespace carom {

/// A point of a body that can be referred to.
struct NamedPoint {
  std::string name{};
  Eigen::Vector2d point = Eigen::Vector2d::Zero();  ///< in the body's frame, m
  bool given = false;                               ///< by the file, not by a shape
};

/// A round part of a body.
struct NamedDisc {
  std::string name{};
  Eigen::Vector2d centre = Eigen::Vector2d::Zero();  ///< in the body's frame, m
  double radius = 0;                                 ///< m
};

/// A straight side of a body; free space is to the left of its direction.
struct NamedEdge {
  std::string name{};
  Eigen::Vector2d point = Eigen::Vector2d::Zero();  ///< an end of it, in the body's frame, m
  double angle = 0;                                 ///< of its direction, rad
  double back = 0;                                  ///< how far it reaches behind the point, m
  double ahead = 0;                                 ///< how far it reaches ahead of it, m
};

/// What a shape says about a homogeneous body.
struct Shape {
  double size = 0;      ///< length, area or volume: what a density is multiplied by
  int size_power = 2;   ///< 1: m, 2: m², 3: m³
  double gyration = 0;  ///< moment of inertia about the centroid per mass, m²
  Eigen::Vector2d centroid = Eigen::Vector2d::Zero();
  std::vector<Eigen::Vector2d> outline{};               ///< corners in order; two for a rod
  std::vector<std::vector<Eigen::Vector2d>> strokes{};  ///< further lines of a picture
  std::vector<NamedPoint> points{};
  std::vector<NamedPoint> corners{};  ///< those of the points that something straight can touch
  std::vector<NamedEdge> edges{};
  std::optional<double> rim{};                 ///< radius, of a round shape
  std::optional<Eigen::Vector2d> semi_axes{};  ///< along x and y, of an ellipse
};

/// A thin rod from `start` to `end`; at angle 0 it points along the unit vector `pointing`. Sides: left
/// and right, seen from start to end.
Shape rod_shape(double length, const Eigen::Vector2d& pointing);

Shape disc_shape(double radius);    ///< homogeneous, flat
Shape ring_shape(double radius);    ///< thin
Shape sphere_shape(double radius);  ///< solid

/// A rectangle. Points: bottom_left, bottom_right, top_right, top_left; sides: bottom, right, top, left.
Shape box_shape(double width, double height);

/// With the full axes along x and y.
Shape ellipse_shape(double width, double height);

/// Points corner_1, corner_2, ... in the order given; side_1 from corner_1 to corner_2, ... Either
/// orientation; it may be concave.
/// @throws std::invalid_argument if it has fewer than three corners, no area, or sides that cross.
Shape polygon_shape(std::vector<Eigen::Vector2d> corners);

/// A closed circle for pictures: its corners, the first one again at the end.
std::vector<Eigen::Vector2d> circle(const Eigen::Vector2d& centre, double radius);

/// The point of an ellipse, in its frame, that lies farthest against the direction n (in its frame).
Eigen::Vector2d lowest_point(const Eigen::Vector2d& semi_axes, const Eigen::Vector2d& n);

}  // namespace carom
