/// @file
/// A second route through an impact in space: the classical Runge-Kutta method in small fixed steps.
///
/// It shares nothing with core/spatial but the problem: the rays out of a stop come from a scan of all
/// directions, the ends of phases from halving the step.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/spatial/vec3.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace carom::testing {

/// uₜ, uₙ, pₜ, pₙ and ∫ uₙ dpₙ.
using SmallState = std::array<double, 7>;

class SpatialSmallSteps {
 public:
  SpatialSmallSteps(const Sym3<double>& W, const Vec3<double>& u, const ContactLaw<double>& law)
      : W_(W), law_(law), x_{u.t.x, u.t.y, u.n, 0, 0, 0, 0}, u_n0_(u.n) {
    const double size = std::abs(W.tn.x) + std::abs(W.tn.y) + law.friction * (W.tt.xx + W.tt.yy);
    step_ = 1.0 / (100 * size);
    gone_ = 1e-13 * slip();
    if (slip() == 0) leave();
  }

  /// False if a million steps do not end it.
  bool run() {
    for (int i = 0; i < 1000000; ++i)
      if (advance(step_length())) return true;
    return false;
  }
  const SmallState& state() const { return x_; }
  bool stopped() const { return stopped_; }
  bool sticks() const { return sticks_; }

 private:
  double slip() const { return std::hypot(x_[0], x_[1]); }
  /// In σ with dpₙ = s dσ while slipping, in pₙ after the stop.
  double step_length() const {
    return stopped_ ? 1e-2 * (std::abs(x_[2]) + 1e-3 * std::abs(u_n0_)) / W_.nn : step_;
  }

  SmallState rate(const SmallState& x) const {
    const double s = stopped_ ? 1 : std::hypot(x[0], x[1]);
    const double f_x = stopped_ ? f_.x : -law_.friction * x[0];  // dpₜ
    const double f_y = stopped_ ? f_.y : -law_.friction * x[1];
    const double u_x = W_.tt.xx * f_x + W_.tt.xy * f_y + W_.tn.x * s;
    const double u_y = W_.tt.xy * f_x + W_.tt.yy * f_y + W_.tn.y * s;
    const double u_n = W_.tn.x * f_x + W_.tn.y * f_y + W_.nn * s;
    return {sticks_ ? 0 : u_x, sticks_ ? 0 : u_y, u_n, f_x, f_y, s, x[2] * s};
  }
  SmallState after(double h) const {
    const auto plus = [](const SmallState& a, double k, const SmallState& b) {
      SmallState c;
      for (std::size_t i = 0; i < c.size(); ++i) c[i] = a[i] + k * b[i];
      return c;
    };
    const SmallState k1 = rate(x_);
    const SmallState k2 = rate(plus(x_, h / 2, k1));
    const SmallState k3 = rate(plus(x_, h / 2, k2));
    const SmallState k4 = rate(plus(x_, h, k3));
    SmallState y = x_;
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    return y;
  }

  /// True at the end of the impact.
  bool advance(double h) {
    const SmallState y = after(h);
    if (compresses_ ? y[2] >= 0 : law_ends(y)) {
      x_ = after(found(h));
      if (!compresses_) return true;
      P_c_ += x_[5] - start_[5];
      W_c_ += x_[6] - start_[6];
      start_ = x_;
      compresses_ = false;
      return law_.restitution == 0;
    }
    if (!compresses_ && y[2] < 0) {
      x_ = after(found(h));
      P_r_ += x_[5] - start_[5];
      W_r_ += x_[6] - start_[6];
      start_ = x_;
      compresses_ = true;
      return false;
    }
    x_ = y;
    if (!stopped_ && slip() < gone_ && shrinks()) leave();
    return false;
  }
  bool shrinks() const {
    const SmallState d = rate(x_);
    return d[0] * x_[0] + d[1] * x_[1] < 0;
  }
  bool law_ends(const SmallState& y) const {
    const double e = law_.restitution;
    switch (law_.rule) {
      case Restitution::newton: return y[2] >= -e * u_n0_;
      case Restitution::poisson: return P_r_ + y[5] - start_[5] >= e * P_c_;
      case Restitution::stronge: return y[2] > 0 && W_r_ + y[6] - start_[6] >= -e * e * W_c_;
    }
    return false;
  }
  /// The step to the event that a step of h passes.
  double found(double h) const {
    const auto passed = [&](const SmallState& y) {
      return compresses_ ? y[2] >= 0 : (y[2] < 0 || law_ends(y));
    };
    double lo = 0;
    double hi = h;
    for (int i = 0; i < 60; ++i) {
      const double middle = (lo + hi) / 2;
      (passed(after(middle)) ? hi : lo) = middle;
    }
    return hi;
  }

  /// Out of uₜ = 0: sticks, or takes the direction that slip keeps while it grows.
  void leave() {
    stopped_ = true;
    const TangentSym2<double>& A = W_.tt;
    const double det = A.xx * A.yy - A.xy * A.xy;
    f_ = {-(A.yy * W_.tn.x - A.xy * W_.tn.y) / det, -(A.xx * W_.tn.y - A.xy * W_.tn.x) / det};
    sticks_ = std::hypot(f_.x, f_.y) <= law_.static_friction;
    x_[0] = x_[1] = 0;
    if (sticks_) return;
    const double angle = growing_direction();
    f_ = {-law_.friction * std::cos(angle), -law_.friction * std::sin(angle)};
  }
  double growing_direction() const {
    const auto across = [&](double a) { return growth(a, -std::sin(a), std::cos(a)); };
    constexpr int count = 4096;
    constexpr double width = 2 * std::numbers::pi / count;
    for (int i = 0; i < count; ++i) {
      double lo = i * width;
      double hi = lo + width;
      if (!(across(lo) * across(hi) <= 0)) continue;
      for (int k = 0; k < 60; ++k) {
        const double middle = (lo + hi) / 2;
        (across(lo) * across(middle) <= 0 ? hi : lo) = middle;
      }
      if (growth(lo, std::cos(lo), std::sin(lo)) > 0) return lo;
    }
    return 0;
  }
  /// The part along (x, y) of duₜ/dpₙ while slip has the direction `angle`.
  double growth(double angle, double x, double y) const {
    const double f_x = -law_.friction * std::cos(angle);
    const double f_y = -law_.friction * std::sin(angle);
    return x * (W_.tn.x + W_.tt.xx * f_x + W_.tt.xy * f_y) +
           y * (W_.tn.y + W_.tt.xy * f_x + W_.tt.yy * f_y);
  }

  Sym3<double> W_;
  ContactLaw<double> law_;
  SmallState x_;
  SmallState start_{};  ///< where the phase began
  double u_n0_;
  double step_ = 0;
  double gone_ = 0;       ///< slip below this has stopped, m/s
  Tangent2<double> f_{};  ///< dpₜ/dpₙ after the stop
  double P_c_ = 0, P_r_ = 0, W_c_ = 0, W_r_ = 0;
  bool compresses_ = true;
  bool stopped_ = false;
  bool sticks_ = false;
};

}  // namespace carom::testing
