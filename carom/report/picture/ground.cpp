#include <carom/report/picture/ground.hpp>

#include <algorithm>

namespace carom {
namespace {

/// Strokes, as shares of the panel's size.
constexpr double hatch_step = 0.018;
constexpr double hatch_length = 0.022;

}  // namespace

Polyline in_world(const Kinematics& k, int body, const Polyline& line) {
  Polyline placed;
  for (const Eigen::Vector2d& x : line) placed.push_back(point_position(k, body, x));
  return placed;
}

Polyline clipped(const PicturePanel& panel, const Eigen::Vector2d& from,
                 const Eigen::Vector2d& to) {
  const Eigen::Vector2d d = to - from;
  double first = 0;
  double last = 1;
  for (int i = 0; i < 2; ++i) {
    if (d[i] == 0) {  // along this side: inside its range or nowhere
      if (from[i] < panel.low[i] || from[i] > panel.high[i]) return {from, from};
      continue;
    }
    const double a = (panel.low[i] - from[i]) / d[i];
    const double b = (panel.high[i] - from[i]) / d[i];
    first = std::max(first, std::min(a, b));
    last = std::min(last, std::max(a, b));
  }
  return {from + first * d, from + std::max(first, last) * d};
}

std::vector<Polyline> hatching(const Polyline& line, const Eigen::Vector2d& solid, double size) {
  const Eigen::Vector2d whole = line.back() - line.front();
  const Eigen::Vector2d stroke = hatch_length * size * (solid - whole.normalized()).normalized();
  const auto count = std::max(1, static_cast<int>(whole.norm() / (hatch_step * size)));
  std::vector<Polyline> strokes;
  for (int i = 0; i < count; ++i) {
    const Eigen::Vector2d x = line.front() + (i + 0.7) / count * whole;
    strokes.push_back({x, x + stroke});
  }
  return strokes;
}

}  // namespace carom
