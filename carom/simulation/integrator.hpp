/// @file
/// Dormand and Prince's steps of order five with an interpolant of order four [DormandPrince1980], by
/// Boost.odeint; the size of the steps is decided here.
#pragma once

#include <functional>
#include <memory>
#include <vector>

namespace carom {

/// dx/dt of x at t.
using RateFunction =
    std::function<void(const std::vector<double>& x, std::vector<double>& dx, double t)>;

/// An accepted step from a to b.
struct Step {
  double t_a = 0;
  double t_b = 0;
  std::vector<double> x_a{};
  std::vector<double> dx_a{};
  std::vector<double> x_b{};
  std::vector<double> dx_b{};
};

/// What the components of the interpolant do at most within a step.
struct RangeBounds {
  std::vector<double> value{};   ///< |x|
  std::vector<double> rate{};    ///< |ẋ|
  std::vector<double> second{};  ///< |ẍ|
};

/// Steps, their interpolant, and probes into them.
class Integrator {
 public:
  explicit Integrator(RateFunction rate);
  ~Integrator();

  /// Begins at x and t; the next trial step is as long as the last accepted one.
  void start(const std::vector<double>& x, double t);

  /// One step whose error, component by component, is at most tolerance · scale; it ends at t_end at the
  /// latest. Returns false if the step would have to be shorter than rounding of the time allows.
  bool step(double t_end, double tolerance, const std::vector<double>& scale);

  /// x at a time within the last step, by the interpolant.
  void interpolate(double t, std::vector<double>& x) const;

  /// Bounds of the first `count` components of the interpolant over the last step: it is a polynomial of degree
  /// five, and its derivatives are within the range of their Bernstein coefficients.
  void bound(std::size_t count, RangeBounds& bounds);

  /// x at a time within the last step, by a step that ends there: as accurate as the step itself.
  void probe(double t, std::vector<double>& x);

  /// Ends the last step at t with x in place of what was found; rates are evaluated anew.
  void replace_end(double t, const std::vector<double>& x);

  const Step& last() const { return step_; }

 private:
  struct Steppers;
  RateFunction rate_;
  std::unique_ptr<Steppers> steppers_;
  Step step_{};
  double trial_ = 0;  ///< 0: not known yet
  std::vector<double> error_{};
  std::vector<double> scratch_{};
  std::vector<double> third_{};       ///< the interpolant after a third of the step
  std::vector<double> two_thirds_{};  ///< and after two thirds
};

}  // namespace carom
