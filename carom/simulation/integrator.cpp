#include <carom/simulation/integrator.hpp>

#include <algorithm>
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
