#include <carom/simulation/integrator.hpp>

#include <algorithm>
#include <array>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>
#include <limits>

namespace carom {
namespace {

/// A new step is at most this many times as long as the last one, and at least this share of it.
constexpr double most_growth = 5;
constexpr double most_shrinking = 0.1;
/// What is aimed at, below what the error estimate would allow.
constexpr double caution = 0.9;
/// The first trial: the share of the time in which the state changes by its scale.
constexpr double first_share = 1e-3;
/// The shortest step, in roundings of the time.
constexpr double shortest_step = 16 * std::numeric_limits<double>::epsilon();

double largest_ratio(const std::vector<double>& x, const std::vector<double>& scale) {
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] == 0) continue;
    const double ratio = std::abs(x[i]) / scale[i];
    if (!(ratio <= largest)) largest = ratio;  // a NaN stays
  }
  return largest;
}

/// Binomial coefficients up to those of degree four.
constexpr double binomial[5][5] = {
    {1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 2, 1, 0, 0}, {1, 3, 3, 1, 0}, {1, 4, 6, 4, 1}};

/// The largest |Bernstein coefficient| of a₀ + a₁ θ + … on [0, 1]: the polynomial is no larger there.
template <std::size_t size>
double largest_on_unit(const std::array<double, size>& a) {
  double largest = 0;
  for (std::size_t i = 0; i < size; ++i) {
    double b = 0;
    for (std::size_t k = 0; k <= i; ++k) b += binomial[i][k] / binomial[size - 1][k] * a[k];
    largest = std::max(largest, std::abs(b));
  }
  return largest;
}

/// What determines a polynomial of degree five in θ from 0 to 1.
struct Quintic {
  double start, end;            ///< values
  double start_rate, end_rate;  ///< per unit of θ
  double third, two_thirds;     ///< values at θ = 1/3 and 2/3
};

/// c₀ to c₅: Hermite's cubic, and θ² (1 − θ)² (α + β θ) through the values within.
std::array<double, 6> coefficients_of(const Quintic& p) {
  const double rise = p.end - p.start;
  const double c2 = 3 * rise - 2 * p.start_rate - p.end_rate;
  const double c3 = p.start_rate + p.end_rate - 2 * rise;
  const auto cubic = [&](double x) { return p.start + x * (p.start_rate + x * (c2 + x * c3)); };
  constexpr double bump = 4.0 / 81;  // θ² (1 − θ)² at 1/3 and at 2/3
  const double r1 = (p.third - cubic(1.0 / 3)) / bump;
  const double r2 = (p.two_thirds - cubic(2.0 / 3)) / bump;
  const double alpha = 2 * r1 - r2;
  const double beta = 3 * (r2 - r1);
  return {p.start, p.start_rate, c2 + alpha, c3 + beta - 2 * alpha, alpha - 2 * beta, beta};
}

}  // namespace

struct Integrator::Steppers {
  using Dopri5 = boost::numeric::odeint::runge_kutta_dopri5<std::vector<double>>;
  Dopri5 main{};   ///< its stages are those of the last step
  Dopri5 probe{};  ///< for steps that end elsewhere
};

Integrator::Integrator(RateFunction rate)
    : rate_(std::move(rate)), steppers_(std::make_unique<Steppers>()) {}

Integrator::~Integrator() = default;

void Integrator::start(const std::vector<double>& x, double t) {
  step_.t_a = step_.t_b = t;
  step_.x_b = x;
  step_.x_a.resize(x.size());
  step_.dx_a.resize(x.size());
  step_.dx_b.resize(x.size());
  error_.resize(x.size());
  scratch_.resize(x.size());
  rate_(step_.x_b, step_.dx_b, t);
}

bool Integrator::step(double t_end, double tolerance, const std::vector<double>& scale) {
  std::swap(step_.x_a, step_.x_b);
  std::swap(step_.dx_a, step_.dx_b);
  step_.t_a = step_.t_b;
  const double left = t_end - step_.t_a;
  double h = trial_;
  if (!(h > 0)) {
    const double change = largest_ratio(step_.dx_a, scale);
    h = change > 0 ? first_share / change : left;
  }
  for (;;) {
    const bool last = !(h < left);
    const double used = last ? left : h;
    steppers_->main.do_step(std::ref(rate_), step_.x_a, step_.dx_a, step_.t_a, step_.x_b,
                            step_.dx_b, used, error_);
    const double ratio = largest_ratio(error_, scale) / tolerance;
    const double factor = ratio > 0 ? caution * std::pow(ratio, -0.2) : most_growth;
    if (ratio <= 1) {
      step_.t_b = last ? t_end : step_.t_a + used;
      const double next = used * std::clamp(factor, most_shrinking, most_growth);
      trial_ = last ? std::max(next, h) : next;
      return true;
    }
    h = used *
        (std::isfinite(factor) ? std::clamp(factor, most_shrinking, caution) : most_shrinking);
    if (!(h > shortest_step * std::max(std::abs(step_.t_a), left))) {
      step_.x_b = step_.x_a;
      step_.dx_b = step_.dx_a;
      return false;
    }
  }
}

void Integrator::interpolate(double t, std::vector<double>& x) const {
  x.resize(step_.x_a.size());
  steppers_->main.calc_state(t, x, step_.x_a, step_.dx_a, step_.t_a, step_.x_b, step_.dx_b,
                             step_.t_b);
}

void Integrator::bound(std::size_t count, RangeBounds& bounds) {
  const double h = step_.t_b - step_.t_a;
  interpolate(step_.t_a + h / 3, third_);
  interpolate(step_.t_a + 2 * h / 3, two_thirds_);
  bounds.value.resize(count);
  bounds.rate.resize(count);
  bounds.second.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto c = coefficients_of({step_.x_a[i], step_.x_b[i], h * step_.dx_a[i],
                                    h * step_.dx_b[i], third_[i], two_thirds_[i]});
    bounds.rate[i] = largest_on_unit<5>({c[1], 2 * c[2], 3 * c[3], 4 * c[4], 5 * c[5]}) / h;
    bounds.second[i] = largest_on_unit<4>({2 * c[2], 6 * c[3], 12 * c[4], 20 * c[5]}) / (h * h);
    bounds.value[i] =
        std::max(std::abs(step_.x_a[i]), std::abs(step_.x_b[i])) + 0.5 * h * bounds.rate[i];
  }
}

void Integrator::probe(double t, std::vector<double>& x) {
  x.resize(step_.x_a.size());
  steppers_->probe.do_step(std::ref(rate_), step_.x_a, step_.dx_a, step_.t_a, x, scratch_,
                           t - step_.t_a);
}

void Integrator::replace_end(double t, const std::vector<double>& x) {
  step_.t_b = t;
  step_.x_b = x;
  rate_(step_.x_b, step_.dx_b, t);
}

}  // namespace carom
