#include <carom/impact/at_once/sequential.hpp>

#include <carom/impact/at_once/together.hpp>
#include <carom/impact/at_once/units_of_one.hpp>
#include <carom/impact/blocks.hpp>
#include <carom/impact/law_rows.hpp>
#include <carom/impact/name_list.hpp>
#include <carom/impact/one/spatial_answer.hpp>
#include <carom/impact/relative_violation.hpp>
#include <carom/impact/residual.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// A sequence on its way.
struct Course {
  const std::vector<Contact>& contacts;  ///< in the units of the system
  const ContactSystem& system;
  const Law& law;
  Contacts now;     ///< W, and u of this moment
  VectorXd pushed;  ///< Σ|Δp| so far
  Sequence done{};
};

/// One collision: of one contact, or of several that are equal.
struct Collision {
  std::vector<Index> contacts{};
  SystemAnswer answer{};  ///< of these contacts alone
  double residual = 0;
  std::vector<Index> rows{};  ///< of these contacts in the system
};

const ContactRows& rows_at(const Course& course, Index i) {
  return course.system.rows[static_cast<std::size_t>(i)];
}

/// The rows of some contacts, one after the other.
std::vector<Index> rows_of(const ContactSystem& system, const std::vector<Index>& contacts) {
  std::vector<Index> rows;
  for (const Index i : contacts) append_rows(system.rows[static_cast<std::size_t>(i)], rows);
  return rows;
}

/// √(T8.14): the square of a small velocity would underflow.
double approach(const Course& course, Index i) {
  const Index n = rows_at(course, i).normal();
  return std::max(-course.now.u[n], 0.0) / std::sqrt(course.now.W(n, n));
}

/// Of equal contacts the first one and those that feel it, directly or through others: contacts that do
/// not feel each other may as well collide one after the other.
std::vector<Index> coupled_to_first(const Course& course, const std::vector<Index>& equals) {
  std::vector<Index> group(equals.begin(), equals.begin() + (equals.empty() ? 0 : 1));
  for (std::size_t k = 0; k < group.size(); ++k)
    for (const Index i : equals) {
      const bool known = std::find(group.begin(), group.end(), i) != group.end();
      const ContactRows& a = rows_at(course, i);
      const ContactRows& b = rows_at(course, group[k]);
      const bool feels =
          (course.system.W.block(a.first, b.first, a.count(), b.count()).array() != 0).any();
      if (!known && feels) group.push_back(i);
    }
  std::sort(group.begin(), group.end());
  return group;
}

/// Those that collide next; empty where nothing approaches.
std::vector<Index> next_to_collide(const Course& course) {
  const auto count = static_cast<Index>(course.contacts.size());
  double greatest = 0;
  std::vector<Index> next;
  for (Index i = 0; i < count; ++i)
    if (course.now.u[rows_at(course, i).normal()] < 0)
      greatest = std::max(greatest, approach(course, i));
  for (Index i = 0; i < count; ++i)
    if (course.now.u[rows_at(course, i).normal()] < 0 &&
        approach(course, i) >= (1 - equal_approach / 2) * greatest)
      next.push_back(i);
  return coupled_to_first(course, next);
}

/// One contact as a system of its own.
Collision alone(const Course& course, Index i) {
  Collision collision{.contacts = {i}};
  const auto k = static_cast<std::size_t>(i);
  ContactSystem system = contact_system(part_of(course.now, {k}), {course.contacts[k]});
  for (const Index r : rows_of(course.system, {i}))
    system.outer.push_back(course.system.scale[static_cast<std::size_t>(r)]);
  system.outer_speed = course.system.speed_scale;
  const bool spatial = rows_at(course, i).tangents == 2;
  (spatial ? course.law.answer_in_space : course.law.answer)(system, collision.answer);
  if (!has_answer(collision.answer.status)) return collision;
  collision.residual = residual(system, course.law.id, collision.answer);
  change_units(contact_scale(system, 0), collision.answer);
  return collision;
}

/// The rows of some contacts of a system, with the velocities u.
ContactSystem part_of(const ContactSystem& system, const VectorXd& u,
                      const std::vector<Index>& contacts) {
  ContactSystem part;
  const std::vector<Index> rows = rows_of(system, contacts);
  for (const Index i : contacts) {
    const auto k = static_cast<std::size_t>(i);
    append_contact(system.rows[k].tangents, part.rows);
    part.friction.push_back(system.friction[k]);
    part.static_friction.push_back(system.static_friction[k]);
    part.restitutions.push_back(system.restitutions[k]);
    part.tangential_restitutions.push_back(system.tangential_restitutions[k]);
  }
  part.colliding = 0;
  for (const Index r : rows) part.scale.push_back(system.scale[static_cast<std::size_t>(r)]);
  part.speed_scale = system.speed_scale;
  part.stop = system.stop;
  part.W = system.W(rows, rows);
  part.u = u(rows);
  part.singular = rank_of(part.W) < part.W.rows();
  return part;
}

Collision equals(const Course& course, const std::vector<Index>& contacts) {
  Collision collision{.contacts = contacts};
  std::vector<double> restitution;
  for (const Index i : contacts)
    restitution.push_back(course.contacts[static_cast<std::size_t>(i)].restitution.value_or(0));
  const ContactSystem part = part_of(course.system, course.now.u, contacts);
  if (course.law.answer_together) {
    course.law.answer_together(part, collision.answer);
    if (has_answer(collision.answer.status))
      collision.residual = residual(part, course.law.id, collision.answer);
    return collision;
  }
  collision.answer = collide_in_two_phases(part, restitution, collision.residual);
  return collision;
}

/// The rows of contact k of a collision in a vector of that collision.
VectorXd rows_in(const Course& course, const Collision& of, std::size_t k, const VectorXd& x) {
  const auto count = [&](std::size_t j) { return rows_of(course.system, {of.contacts[j]}).size(); };
  std::size_t first = 0;
  for (std::size_t j = 0; j < k; ++j) first += count(j);
  return x.segment(static_cast<Index>(first), static_cast<Index>(count(k)));
}

/// What a contact does that leaves with these velocities: its tangents, then its normal.
ContactMode mode_at_end(const VectorXd& u, int tangents) {
  if (!u.head(tangents).any()) return ContactMode::stick;
  if (tangents == 2) return ContactMode::slip;
  return u[0] > 0 ? ContactMode::slip_positive : ContactMode::slip_negative;
}

/// A law without phases shows the ends of each collision.
void give_ends(const Course& course, Collision& collision) {
  SystemAnswer& answer = collision.answer;
  PathEvent end{PathEventKind::end, std::nullopt, {}, {}, answer.p, answer.u_after};
  for (std::size_t k = 0; k < collision.contacts.size(); ++k) {
    end.contacts.push_back(static_cast<int>(k));
    end.modes.push_back(mode_at_end(rows_in(course, collision, k, answer.u_after),
                                    rows_at(course, collision.contacts[k]).tangents));
  }
  answer.path = {end, end};
  answer.path[0].kind = PathEventKind::start;
  answer.path[0].p.setZero();
  answer.path[0].u = course.now.u(collision.rows);
  answer.path_length = answer.path.size();
}

/// u where the contacts of a collision have the impulses p and, exactly, the velocities v.
VectorXd velocities(const Course& course, const Collision& collision, const VectorXd& p,
                    const VectorXd& v) {
  VectorXd u = course.now.u;
  Index from = 0;
  for (const Index i : collision.contacts) {
    const std::vector<Index> rows = rows_of(course.system, {i});
    const auto count = static_cast<Index>(rows.size());
    u += course.system.W.middleCols(rows[0], count) * p.segment(from, count);
    from += count;
  }
  u(collision.rows) = v;
  return u;
}

void append_path(const Collision& collision, Course& course) {
  SystemAnswer& whole = course.done.answer;
  const SystemAnswer& part = collision.answer;
  for (std::size_t e = 0; e < part.path_length; ++e) {
    PathEvent event = part.path[e];
    event.u = velocities(course, collision, part.path[e].p, part.path[e].u);
    event.p = whole.p;
    event.modes.assign(course.contacts.size(), ContactMode::open);
    event.p(collision.rows) += part.path[e].p;
    for (int& i : event.contacts)
      i = static_cast<int>(collision.contacts[static_cast<std::size_t>(i)]);
    for (std::size_t k = 0; k < collision.contacts.size(); ++k)
      event.modes[static_cast<std::size_t>(collision.contacts[k])] = part.path[e].modes[k];
    whole.path.push_back(std::move(event));
  }
  whole.path_length = whole.path.size();
}

WorkLedger<double> work_of(const Course& course, const Collision& collision, std::size_t k) {
  const SystemAnswer& part = collision.answer;
  if (!part.ledger.empty()) return part.ledger[k];
  const VectorXd before = course.now.u(rows_of(course.system, {collision.contacts[k]}));
  const VectorXd p = rows_in(course, collision, k, part.p);
  const VectorXd mean = 0.5 * (before + rows_in(course, collision, k, part.u_after));
  const Index n = mean.size() - 1;
  return {p[n] * mean[n], 0, p.head(n).dot(mean.head(n))};
}

/// Books a collision, and moves on to the velocities after it.
void append(const Collision& collision, Course& course) {
  SystemAnswer& whole = course.done.answer;
  const SystemAnswer& part = collision.answer;
  append_path(collision, course);
  for (std::size_t k = 0; k < collision.contacts.size(); ++k) {
    const auto i = static_cast<std::size_t>(collision.contacts[k]);
    const WorkLedger<double> work = work_of(course, collision, k);
    WorkLedger<double>& sum = course.done.works[i];
    sum.normal_compression += work.normal_compression;
    sum.normal_restitution += work.normal_restitution;
    sum.friction += work.friction;
    whole.compressions[i] +=
        part.compressions.empty() ? part.compression.value_or(0) : part.compressions[k];
    if (whole.modes[i] == ImpactMode::none) whole.modes[i] = part.modes[k];
  }
  VectorXd u = velocities(course, collision, part.p, part.u_after);
  whole.p(collision.rows) += part.p;
  course.pushed(collision.rows) += part.p.cwiseAbs();
  const VectorXd sizes = course.system.u.cwiseAbs() + course.system.W.cwiseAbs() * course.pushed;
  for (Index r = 0; r < u.size(); ++r)
    if (std::abs(u[r]) <= rounding_of_sums * sizes[r]) u[r] = 0;
  const VectorXd change = u - course.now.u;
  course.now.u = u;
  move_stick_lines(change, course.now);
  whole.unique_impulse &= part.unique_impulse;
  whole.exhaustive &= part.exhaustive;
  course.done.residual = std::max(course.done.residual, collision.residual);
  ++course.done.collisions;
}

std::string names_of(const Course& course, const std::vector<Index>& contacts) {
  std::vector<std::string> names;
  for (const Index i : contacts)
    names.push_back(
        contact_label(course.contacts[static_cast<std::size_t>(i)], static_cast<std::size_t>(i)));
  return listed(names);
}

void fail(NoSolution reason, const std::string& note, Course& course) {
  course.done.answer.status = ImpactStatus::no_solution;
  course.done.answer.reason = reason;
  course.done.answer.path_length = 0;
  course.done.note = note;
}

bool have_one_coefficient(const Course& course, const std::vector<Index>& contacts) {
  return std::all_of(contacts.begin(), contacts.end(), [&](Index i) {
    const auto k = static_cast<std::size_t>(i);
    return course.system.friction[k] == course.system.static_friction[k];
  });
}

/// The next collision; false if the sequence ends without it.
bool collide(const std::vector<Index>& contacts, Course& course) {
  const std::string which = fmt::format("collision {} of the sequence ({})",
                                        course.done.collisions + 1, names_of(course, contacts));
  if (contacts.size() > 1 && has_spatial(course.system) &&
      !have_one_coefficient(course, contacts)) {
    course.done.undefined =
        which +
        ": "
        "spatial contacts with equal approach energy collide together, with which a static_friction that differs from friction is not taken";
    fail(NoSolution::no_consistent_mode, course.done.undefined, course);
    return false;
  }
  if (contacts.size() > 1 && !course.law.at_once.together) {
    course.done.undefined = fmt::format(
        "{}: contacts with equal approach energy collide together, for which the law {} is not defined; "
        "want {}",
        which, course.law.name, names_of_laws_together());
    fail(NoSolution::no_consistent_mode, course.done.undefined, course);
    return false;
  }
  Collision collision =
      contacts.size() == 1 ? alone(course, contacts[0]) : equals(course, contacts);
  collision.rows = rows_of(course.system, contacts);
  if (!has_answer(collision.answer.status)) {
    fail(*collision.answer.reason, which + ": the law has no answer", course);
    return false;
  }
  if (collision.answer.status == ImpactStatus::undetermined) {
    course.done.answer.status = ImpactStatus::undetermined;
    course.done.note = which + ": several answers satisfy the law, one of them is followed";
  }
  if (collision.answer.path_length == 0) give_ends(course, collision);
  append(collision, course);
  return true;
}

/// Momentum of the whole, and nothing approaches.
double residual_of_whole(const Course& course) {
  const SystemAnswer& whole = course.done.answer;
  const VectorXd sizes = course.system.u.cwiseAbs() + course.system.W.cwiseAbs() * course.pushed;
  const VectorXd missed = whole.u_after - course.system.u - course.system.W * whole.p;
  const double largest = course.pushed.maxCoeff();
  double worst = course.done.residual;
  for (Index r = 0; r < missed.size(); ++r)
    worst = std::max(worst, velocity_share(missed[r], sizes[r], course.system.W(r, r), largest));
  for (const ContactRows& rows : course.system.rows) {
    const Index n = rows.normal();
    const double approach = std::max(-whole.u_after[n], 0.0);
    worst = std::max(worst, velocity_share(approach, sizes[n], course.system.W(n, n), largest));
  }
  return worst;
}

/// Touching contacts that took no part and left.
void name_detached(Course& course) {
  SystemAnswer& whole = course.done.answer;
  for (std::size_t i = 0; i < course.contacts.size(); ++i) {
    const Index n = course.system.rows[i].normal();
    if (whole.modes[i] == ImpactMode::none && course.system.u[n] == 0 && whole.u_after[n] > 0)
      whole.modes[i] = ImpactMode::detached;
  }
}

}  // namespace

Sequence collide_in_sequence(const std::vector<Contact>& contacts, const ContactSystem& system,
                             const Law& law) {
  const std::vector<Contact> units = in_units_of(system, contacts);
  Contacts now;
  now.W = system.W;
  now.u = system.u;
  now.rows = system.rows;
  now.path_points = system.path_points;
  now.stick_lines = system.lines;
  now.surface_velocity = VectorXd::Zero(system.u.size());
  for (const ContactRows& rows : now.rows) now.in_space |= rows.tangents == 2;
  Course course{units, system, law, std::move(now), VectorXd::Zero(system.u.size())};
  SystemAnswer& whole = course.done.answer;
  whole.status = ImpactStatus::solved;
  whole.p.setZero(system.u.size());
  whole.modes.assign(contacts.size(), ImpactMode::none);
  whole.compressions.assign(contacts.size(), 0);
  course.done.works.assign(contacts.size(), {});
  for (auto next = next_to_collide(course); !next.empty(); next = next_to_collide(course)) {
    if (course.done.collisions == most_collisions) {
      fail(NoSolution::no_termination,
           fmt::format("contacts still approach after {} collisions", most_collisions), course);
      break;
    }
    if (system.stopped() || !collide(next, course)) break;
  }
  whole.u_after = course.now.u;
  name_detached(course);
  course.done.residual = residual_of_whole(course);
  return std::move(course.done);
}

}  // namespace carom
