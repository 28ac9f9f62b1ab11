#include <carom/simulation/frozen_series.hpp>

#include <carom/impact/at_once/simultaneous.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/resolve.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace carom {
namespace {

using Eigen::Index;

/// Gaps are scaled up when the next interval is shorter than this, s, by a power of two.
constexpr double shortest_scaled_interval = 1e-150;
constexpr int scale_step = 400;  // log₂
/// So many slow impacts in a row, per contact, are the tail of a series.
constexpr std::size_t impacts_per_contact = 4;

/// A series on its way. Its gaps are the true ones times 2^scale.
struct Course {
  const FrozenPosture& posture;
  LawId law;
  std::vector<double> gap;
  int scale = 0;
  std::size_t slow_impacts = 0;  ///< in a row
  FrozenSeries done{};
};

double& normal_speed(Course& course, std::size_t i) {
  return course.done.u[course.posture.problem.rows[i].normal()];
}

/// The next contact to be hit (T10.13) and in what time, scaled; infinite where none approaches.
std::pair<std::size_t, double> next_hit(Course& course) {
  std::pair<std::size_t, double> next{0, std::numeric_limits<double>::infinity()};
  for (std::size_t i = 0; i < course.gap.size(); ++i) {
    const double u_n = normal_speed(course, i);
    if (!(u_n < 0)) continue;
    const double t = std::max(course.gap[i], 0.0) / -u_n;
    if (t < next.second) next = {i, t};
  }
  return next;
}

/// Moves all gaps on to the hit.
void advance(Course& course, std::size_t hit, double t) {
  course.done.clock += std::ldexp(t, -course.scale);
  for (std::size_t i = 0; i < course.gap.size(); ++i) course.gap[i] += t * normal_speed(course, i);
  course.gap[hit] = 0;
  if (t > shortest_scaled_interval || t == 0) return;
  course.scale += scale_step;
  for (double& g : course.gap) g = std::ldexp(g, scale_step);
}

/// The contact that is hit, and those that touch and do not leave.
std::vector<std::size_t> members(Course& course, std::size_t hit) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < course.gap.size(); ++i)
    if (i == hit || (course.gap[i] == 0 && normal_speed(course, i) == 0)) all.push_back(i);
  return all;
}

Contacts problem_of(const Course& course, const std::vector<Index>& rows,
                    const std::vector<std::size_t>& contacts) {
  const Contacts& all = course.posture.problem;
  Contacts part;
  part.W = all.W(rows, rows);
  part.u = course.done.u(rows);
  part.surface_velocity = all.surface_velocity(rows);
  part.surface_moves = all.surface_moves;
  for (const std::size_t i : contacts) append_contact(all.rows[i].tangents, part.rows);
  add_stick_lines(part);
  part.simultaneous = all.simultaneous;
  part.stop = all.stop;
  return part;
}

/// Resolves one impact; false where there is no answer.
bool collide(Course& course, std::size_t hit) {
  const std::vector<std::size_t> contacts = members(course, hit);
  std::vector<Index> rows;
  std::vector<Contact> materials;
  for (const std::size_t i : contacts) {
    append_rows(course.posture.problem.rows[i], rows);
    materials.push_back(course.posture.materials[i]);
  }
  const Contacts part = problem_of(course, rows, contacts);
  ImpactResult result = std::move(resolve("", materials, part, {course.law}).front());
  const Law& law = law_of(course.law);
  if (!has_answer(result.status) && contacts.size() > 1 && law.follows_path)
    result = resolve_at_once(law, materials, part, contact_system(part, materials));
  if (!has_answer(result.status) || (part.stop != nullptr && *part.stop)) return false;
  FrozenSeries& done = course.done;
  Eigen::VectorXd p(static_cast<Index>(rows.size()));
  for (std::size_t k = 0; k < contacts.size(); ++k)
    set_at(p, part.rows[k], result.contacts[k].impulse);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    done.p[rows[r]] += p[static_cast<Index>(r)];
    done.u += p[static_cast<Index>(r)] * course.posture.problem.W.col(rows[r]);
  }
  for (std::size_t k = 0; k < contacts.size(); ++k)
    set_at(done.u, course.posture.problem.rows[contacts[k]], result.contacts[k].u_after);
  done.contact_work += result.energy.contact_work;
  done.drive += result.energy.drive.value_or(0);
  return true;
}

/// Whether everything that was hit, or will be within the horizon, is slower than the limit.
bool all_slow(Course& course, double limit, double horizon) {
  for (std::size_t i = 0; i < course.gap.size(); ++i) {
    const double u_n = normal_speed(course, i);
    const bool arrives = u_n < 0 && std::ldexp(course.gap[i], -course.scale) < -u_n * horizon;
    if ((course.done.hit[i] || arrives) && std::abs(u_n) > limit) return false;
  }
  return true;
}

/// Whether all contacts that were still hit lately were slow: those that had left take no part.
bool lately_slow(const Course& course) {
  return course.slow_impacts >= impacts_per_contact * course.gap.size();
}

/// The end of the series after the next impact, or nothing if it goes on.
std::optional<FrozenEnd> pass_impact(Course& course, const FrozenLimits& limits) {
  FrozenSeries& done = course.done;
  const auto [hit, t] = next_hit(course);
  const double seconds = std::ldexp(t, -course.scale);
  if (!(seconds < limits.horizon)) return FrozenEnd::leaves;
  if (done.clock + seconds > limits.horizon) return FrozenEnd::takes_time;
  if (done.impacts == limits.most_impacts) return FrozenEnd::endless;
  done.last = -normal_speed(course, hit);
  if (done.impacts == 0) done.first = done.last;
  done.largest = std::max(done.largest, done.last);
  const double limit = limits.rest * done.largest;
  course.slow_impacts = done.last <= limit ? course.slow_impacts + 1 : 0;
  if (done.impacts > 0 && seconds > 0)
    done.shortest = done.shortest > 0 ? std::min(done.shortest, seconds) : seconds;
  advance(course, hit, t);
  if (!collide(course, hit)) return FrozenEnd::no_answer;
  ++done.impacts;
  done.hit[hit] = true;
  if (lately_slow(course) || all_slow(course, limit, limits.horizon)) return FrozenEnd::rests;
  return std::nullopt;
}

}  // namespace

FrozenSeries follow_frozen_series(const FrozenPosture& posture, LawId law,
                                  const FrozenLimits& limits) {
  Course course{posture, law, posture.gap};
  course.done.p.setZero(posture.problem.u.size());
  course.done.u = posture.problem.u;
  course.done.hit.assign(posture.gap.size(), false);
  std::optional<FrozenEnd> end;
  while (!end) end = pass_impact(course, limits);
  course.done.end = *end;
  return std::move(course.done);
}

}  // namespace carom
