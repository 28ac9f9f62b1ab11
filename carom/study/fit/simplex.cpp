#include <carom/study/fit/simplex.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace carom {
namespace {

using Point = std::vector<double>;

struct Corner {
  Point x{};
  double value = 0;
};

/// from + factor (to − from)
Point between_points(const Point& from, const Point& to, double factor) {
  Point x(from.size());
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = from[k] + factor * (to[k] - from[k]);
  return x;
}

/// The corners, best first, and the moves of the method.
class Simplex {
 public:
  Simplex(const std::function<double(const Point&)>& f, const Point& start, Point steps)
      : f_(f), steps_(std::move(steps)) {
    corners_.push_back(evaluated(start));
    for (std::size_t k = 0; k < start.size(); ++k) {
      Point x = start;
      x[k] += steps_[k];
      corners_.push_back(evaluated(std::move(x)));
    }
    sort();
  }

  void move() {
    const Point centre = centre_of_the_better();
    const Corner& worst = corners_.back();
    Corner mirrored = evaluated(between_points(centre, worst.x, -1));
    if (mirrored.value < corners_.front().value) {
      Corner further = evaluated(between_points(centre, worst.x, -2));
      return replace(further.value < mirrored.value ? std::move(further) : std::move(mirrored));
    }
    if (mirrored.value < corners_[corners_.size() - 2].value) return replace(std::move(mirrored));
    const bool outside = mirrored.value < worst.value;
    Corner nearer = evaluated(between_points(centre, worst.x, outside ? -0.5 : 0.5));
    if (nearer.value < std::min(mirrored.value, worst.value)) return replace(std::move(nearer));
    shrink();
  }

  /// Largest extent along an axis, in first steps.
  double width() const {
    double width = 0;
    for (const Corner& corner : corners_)
      for (std::size_t k = 0; k < steps_.size(); ++k)
        width = std::max(width, std::abs((corner.x[k] - corners_.front().x[k]) / steps_[k]));
    return width;
  }

  const Corner& best() const { return corners_.front(); }
  int evaluations() const { return evaluations_; }

 private:
  Corner evaluated(Point x) {
    ++evaluations_;
    const double value = f_(x);
    return {std::move(x), value};
  }
  void sort() {
    std::sort(corners_.begin(), corners_.end(),
              [](const Corner& a, const Corner& b) { return a.value < b.value; });
  }
  Point centre_of_the_better() const {
    Point centre(steps_.size(), 0.0);
    for (std::size_t c = 0; c + 1 < corners_.size(); ++c)
      for (std::size_t k = 0; k < centre.size(); ++k)
        centre[k] += corners_[c].x[k] / static_cast<double>(corners_.size() - 1);
    return centre;
  }
  void replace(Corner corner) {
    corners_.back() = std::move(corner);
    sort();
  }
  void shrink() {
    for (std::size_t c = 1; c < corners_.size(); ++c)
      corners_[c] = evaluated(between_points(corners_[0].x, corners_[c].x, 0.5));
    sort();
  }

  const std::function<double(const Point&)>& f_;
  Point steps_;
  std::vector<Corner> corners_{};
  int evaluations_ = 0;
};

}  // namespace

SimplexResult minimise_by_simplex(const std::function<double(const std::vector<double>&)>& f,
                                  const std::vector<double>& start,
                                  const std::vector<double>& steps, const SimplexOptions& options) {
  Simplex simplex(f, start, steps);
  while (simplex.width() > options.width && simplex.evaluations() < options.evaluations)
    simplex.move();
  return {simplex.best().x, simplex.best().value};
}

}  // namespace carom
