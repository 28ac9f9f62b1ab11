#include <carom/impact/contacts.hpp>
#include <carom/impact/name_list.hpp>
#include <carom/io/result/columns.hpp>
#include <carom/io/result/spatial_columns.hpp>
#include <carom/io/result/vehicle_columns.hpp>
#include <carom/io/tree/decode.hpp>
#include <carom/io/tree/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <set>
#include <stdexcept>

namespace carom {
namespace {

using Columns = std::vector<ResultColumn>;

ResultValue cell(const std::optional<double>& x) { return x ? ResultValue(*x) : ResultValue(); }

/// The word for a value of one of the enumerations of results.
template <class Word>
ResultValue word(Word value) {
  return std::string_view(to_string(value));
}

bool answered(const SceneResult& r) { return has_answer(r.impact.status); }

// --- the leaves ---------------------------------------------------------------------------------

void add_heading(Columns& columns) {
  const auto add = [&](const char* path, auto read) { columns.push_back({path, "", read}); };
  add("status", [](const SceneResult& r) -> ResultValue { return word(r.impact.status); });
  add("reason", [](const SceneResult& r) -> ResultValue {
    return r.impact.reason ? word(*r.impact.reason) : ResultValue();
  });
  add("case", [](const SceneResult& r) -> ResultValue {
    return r.impact.slip_case ? word(*r.impact.slip_case) : ResultValue();
  });
  add("note", [](const SceneResult& r) -> ResultValue {
    std::string note = note_of(r.impact);
    return note.empty() ? ResultValue() : ResultValue(std::move(note));
  });
  columns.push_back(
      {"residual", "1", [](const SceneResult& r) -> ResultValue { return r.impact.residual; }});
}

void add_required_friction(Columns& columns) {
  columns.push_back({"required_friction", "1", [](const SceneResult& r) -> ResultValue {
                       const auto& mu = r.impact.required_friction;
                       return mu && std::isfinite(*mu) ? ResultValue(*mu) : ResultValue();
                     }});
}

/// The names of those that leave, with commas between.
void add_lifted(Columns& columns) {
  columns.push_back({"lifts_off", "", [](const SceneResult& r) -> ResultValue {
                       if (!answered(r)) return {};
                       std::string names;
                       for (const std::size_t k : lifted_contacts(r.impact))
                         names += (names.empty() ? "" : ", ") + r.impact.contacts[k].name;
                       return names;
                     }});
}

void add_energy(Columns& columns) {
  const auto add = [&](const char* key, auto read) {
    columns.push_back(
        {fmt::format("energy.{}", key), "J", [read](const SceneResult& r) -> ResultValue {
           return answered(r) ? cell(read(r.impact.energy)) : ResultValue();
         }});
  };
  columns.push_back({"energy.before", "J", [](const SceneResult& r) -> ResultValue {
                       return cell(r.impact.energy.before);
                     }});
  add("after", [](const Energy& e) { return e.after; });
  add("change", [](const Energy& e) { return std::optional(e.change); });
  add("contact_work", [](const Energy& e) { return std::optional(e.contact_work); });
  add("drive", [](const Energy& e) { return e.drive; });
}

/// Adds leaves of contact k.
struct ContactColumns {
  Columns& columns;
  std::string prefix;  ///< "contacts.hit."
  std::size_t k;
  int tangents = 1;  ///< of the contact

  template <class Read>
  void words(const char* key, Read read) {
    columns.push_back({prefix + key, "", [k = k, read](const SceneResult& r) -> ResultValue {
                         return answered(r) ? word(read(r.impact.contacts[k])) : ResultValue();
                       }});
  }
  template <class Read>
  void number(const char* key, std::string_view unit, Read read, bool without_answer = false) {
    columns.push_back(
        {prefix + key, unit, [k = k, read, without_answer](const SceneResult& r) -> ResultValue {
           if (!without_answer && !answered(r)) return {};
           return cell(std::optional<double>(read(r.impact.contacts[k])));
         }});
  }
};

void add_motion(ContactColumns add) {
  using C = const ContactResult&;
  add.words("mode", [](C c) { return c.mode; });
  add.words("outcome", [](C c) { return c.outcome; });
  const auto vector = [&add](const std::string& key, const char* unit,
                             ContactVector ContactResult::* member, bool always) {
    const bool in_space = add.tangents == 2;
    const auto part = [&](const char* name, double ContactVector::* component) {
      add.number((key + name).c_str(), unit, [=](C c) { return c.*member.*component; }, always);
    };
    part(in_space ? ".t[0]" : ".t", &ContactVector::t);
    if (in_space) part(".t[1]", &ContactVector::t2);
    part(".n", &ContactVector::n);
  };
  vector("impulse", "N s", &ContactResult::impulse, false);
  vector("u_before", "m/s", &ContactResult::u_before, true);
  vector("u_after", "m/s", &ContactResult::u_after, false);
}

/// What the law cataldo_sampaio adds; nothing with other laws.
void add_moment(ContactColumns add) {
  const auto part = [](double ContactMoment::* member) {
    return [member](const ContactResult& c) {
      return c.moment ? std::optional(*c.moment.*member) : std::nullopt;
    };
  };
  add.number("impulse.m", "N m s", part(&ContactMoment::impulse));
  add.number("u_before.m", "rad/s", part(&ContactMoment::u_before), true);
  add.number("u_after.m", "rad/s", part(&ContactMoment::u_after));
  add.number("work.m", "J", part(&ContactMoment::work));
}

void add_work(ContactColumns add) {
  using C = const ContactResult&;
  add.number("work.normal_compression", "J", [](C c) { return c.work.normal_compression; });
  add.number("work.normal_restitution", "J", [](C c) { return c.work.normal_restitution; });
  add.number("work.normal", "J", [](C c) { return c.work.normal; });
  add.number("work.friction", "J", [](C c) { return c.work.friction; });
}

void add_coefficients(ContactColumns add) {
  using C = const ContactResult&;
  add.number("effective.kinematic", "1", [](C c) { return c.effective.kinematic; });
  add.number("effective.kinetic", "1", [](C c) { return c.effective.kinetic; });
  add.number("effective.energetic", "1", [](C c) { return c.effective.energetic; });
  add.number("effective.tangential", "1", [](C c) { return c.effective.tangential; });
  add.number("effective.impulse_ratio", "1", [](C c) { return c.effective.impulse_ratio; });
  add.number("friction.to_hold_stick", "1", [](C c) { return c.friction.to_hold_stick; }, true);
  add.number(
      "friction.to_end_without_slip", "1", [](C c) { return c.friction.to_end_without_slip; },
      true);
  add.number("friction.to_stick", "1", [](C c) { return c.friction.to_stick; }, true);
  add.number("effective_mass", "kg", [](C c) { return c.effective_mass; }, true);
}

/// q̇⁺ and what `touching` changed; the projection is of u where there are no coordinates.
void add_velocities(Columns& columns, const ResultShape& shape) {
  const auto entry = [](const std::optional<Eigen::VectorXd>& x, Eigen::Index i) {
    return x && i < x->size() ? ResultValue((*x)[i]) : ResultValue();
  };
  for (Eigen::Index i = 0; i < shape.velocities; ++i)
    columns.push_back({fmt::format("velocity_after[{}]", i), "", [=](const SceneResult& r) {
                         return answered(r) ? entry(r.impact.velocity_after, i) : ResultValue();
                       }});
  const auto size =
      std::max(shape.velocities, static_cast<Eigen::Index>(2 * shape.contacts.size()));
  for (Eigen::Index i = 0; i < size; ++i)
    columns.push_back({fmt::format("projection[{}]", i), "", [=](const SceneResult& r) {
                         return entry(r.impact.velocity_projection, i);
                       }});
}

void add_body(Columns& columns, const std::string& name, std::size_t b) {
  const auto add = [&](const std::string& key, std::string_view unit, bool after, auto read) {
    columns.push_back({fmt::format("bodies.{}.{}.{}", name, after ? "after" : "before", key), unit,
                       [=](const SceneResult& r) -> ResultValue {
                         if (after && !answered(r)) return {};
                         return read(after ? r.bodies[b].after : r.bodies[b].before);
                       }});
  };
  for (const bool after : {false, true}) {
    add("vx", "m/s", after, [](const Twist& t) { return t.velocity.x(); });
    add("vy", "m/s", after, [](const Twist& t) { return t.velocity.y(); });
    add("omega", "rad/s", after, [](const Twist& t) { return t.rate; });
  }
}

void add_joint(Columns& columns, const std::string& name, std::size_t index, bool loop) {
  const auto add = [&](const char* key, std::string_view unit, auto read) {
    columns.push_back(
        {fmt::format("joints.{}.{}", name, key), unit, [=](const SceneResult& r) -> ResultValue {
           const auto& joints = loop ? r.loops : r.joints;
           return index < joints.size() ? ResultValue(read(joints[index])) : ResultValue();
         }});
  };
  using J = const JointImpulse&;
  add("impulse.x", "N s", [](J j) { return j.impulse.x(); });
  add("impulse.y", "N s", [](J j) { return j.impulse.y(); });
  add("moment", "N m s", [](J j) { return j.moment; });
  add("position.x", "m", [](J j) { return j.position.x(); });
  add("position.y", "m", [](J j) { return j.position.y(); });
}

/// Leaves of one event of the path; nothing where the path is shorter.
void add_event(Columns& columns, const ResultShape& shape, std::size_t index) {
  const auto add = [&](const std::string& key, std::string_view unit, auto read) {
    columns.push_back(
        {fmt::format("path[{}].{}", index, key), unit, [=](const SceneResult& r) -> ResultValue {
           return answered(r) && index < r.impact.path.size() ? read(r.impact.path[index])
                                                              : ResultValue();
         }});
  };
  add("event", "", [](const PathEvent& e) -> ResultValue { return word(e.kind); });
  add("phase", "",
      [](const PathEvent& e) -> ResultValue { return e.phase ? word(*e.phase) : ResultValue(); });
  for (std::size_t k = 0; k < shape.contacts.size(); ++k)
    add(fmt::format("modes[{}]", k), "",
        [k](const PathEvent& e) -> ResultValue { return word(e.modes[k]); });
  const bool in_space =
      std::find(shape.tangents.begin(), shape.tangents.end(), 2) != shape.tangents.end();
  auto rows = static_cast<Eigen::Index>(2 * shape.contacts.size()) + (shape.moment ? 1 : 0);
  if (in_space)
    rows = std::accumulate(shape.tangents.begin(), shape.tangents.end(),
                           static_cast<Eigen::Index>(shape.contacts.size()));
  const auto entry = [](const Eigen::VectorXd& x, Eigen::Index i) {
    return i < x.size() ? ResultValue(x[i]) : ResultValue();
  };
  for (Eigen::Index i = 0; i < rows; ++i) {
    const bool m = shape.moment && i == 2;
    add(fmt::format("p[{}]", i), m ? "N m s" : "N s",
        [=](const PathEvent& e) -> ResultValue { return entry(e.p, i); });
    add(fmt::format("u[{}]", i), m ? "rad/s" : "m/s",
        [=](const PathEvent& e) -> ResultValue { return entry(e.u, i); });
  }
}

Columns all_columns(const ResultShape& shape, const std::set<std::size_t>& events) {
  Columns columns;
  add_heading(columns);
  if (shape.required_friction) add_required_friction(columns);
  if (shape.contacts.size() > 1) add_lifted(columns);
  for (std::size_t k = 0; k < shape.contacts.size(); ++k) {
    const ContactColumns contact{columns, fmt::format("contacts.{}.", shape.contacts[k]), k,
                                 shape.tangents.empty() ? 1 : shape.tangents[k]};
    add_motion(contact);
    if (shape.moment) add_moment(contact);
    add_work(contact);
    add_coefficients(contact);
  }
  add_energy(columns);
  add_velocities(columns, shape);
  const auto add_one_body = shape.in_space ? add_body_in_space : add_body;
  const auto add_one_joint = shape.in_space ? add_joint_in_space : add_joint;
  for (std::size_t b = 0; b < shape.bodies.size(); ++b) add_one_body(columns, shape.bodies[b], b);
  for (std::size_t j = 0; j < shape.joints.size(); ++j)
    if (!shape.joints[j].empty()) add_one_joint(columns, shape.joints[j], j, false);
  for (std::size_t j = 0; j < shape.loops.size(); ++j)
    add_one_joint(columns, shape.loops[j], j, true);
  add_vehicles(columns, shape);
  for (const std::size_t event : events) add_event(columns, shape, event);
  return columns;
}

// --- wishes -------------------------------------------------------------------------------------

/// The index in "contacts[3].mode", and the rest behind the bracket.
std::optional<std::pair<std::size_t, std::string>> indexed(const std::string& wish,
                                                           std::string_view list) {
  if (wish.size() <= list.size() || wish.compare(0, list.size(), list) != 0 ||
      wish[list.size()] != '[')
    return std::nullopt;
  std::size_t index = 0;
  const char* end = wish.data() + wish.size();
  const auto [rest, error] = std::from_chars(wish.data() + list.size() + 1, end, index);
  if (error != std::errc{} || rest == end || *rest != ']') return std::nullopt;
  return std::pair(index, std::string(rest + 1, end));
}

/// "contacts[0].mode" by name: "contacts.hit.mode".
std::string by_name(const std::string& wish, const ResultShape& shape) {
  const auto named = [&](std::string_view list, const std::vector<std::string>& names) {
    const auto parts = indexed(wish, list);
    if (!parts || parts->first >= names.size()) return wish;
    return fmt::format("{}.{}{}", list, names[parts->first], parts->second);
  };
  const std::string contact = named("contacts", shape.contacts);
  return contact == wish ? named("bodies", shape.bodies) : contact;
}

/// True if `path` is what the wish names, or lies below it; * stands for one name.
bool matches(std::string_view wish, std::string_view path) {
  while (!wish.empty()) {
    if (wish.front() == '*') {
      const std::size_t end = path.find('.');
      path.remove_prefix(std::min(end, path.size()));
      wish.remove_prefix(1);
    } else if (path.empty() || wish.front() != path.front()) {
      return false;
    } else {
      wish.remove_prefix(1);
      path.remove_prefix(1);
    }
  }
  return path.empty() || path.front() == '.' || path.front() == '[';
}

[[noreturn]] void refuse_wish(const std::string& wish, const Columns& columns) {
  std::vector<std::string_view> paths;
  for (const ResultColumn& column : columns) paths.push_back(column.path);
  const std::string start = fmt::format("columns: the results have no {}", in_quotes(wish));
  if (const auto near = nearest(wish, paths))
    throw std::invalid_argument(fmt::format("{}; did you mean {}?", start, *near));
  throw std::invalid_argument(
      fmt::format("{}; there are {} (the paths of a result's JSON)", start, listed(paths)));
}

}  // namespace

bool is_number(const ResultColumn& column) {
  // Generalized velocities are lengths or angles by time: numbers without a unit of their own.
  return !column.unit.empty() || column.path.compare(0, 15, "velocity_after[") == 0 ||
         column.path.compare(0, 11, "projection[") == 0;
}

ResultShape shape_of(const ImpactProblem& problem) {
  ResultShape shape;
  shape.required_friction = problem.required_friction;
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
    const std::string& name = problem.contacts[k].name;
    shape.contacts.push_back(name.empty() ? fmt::format("contact {}", k + 1) : name);
  }
  shape.tangents = tangents_of(problem);
  if (const auto* space = std::get_if<GeneralizedSpace>(&problem.dynamics)) {
    shape.velocities = space->velocity.size();
    shape.moment = space->rows.size() == 1 && space->rows[0].spin.has_value();
  }
  return shape;
}

ResultShape shape_of(const Scene& scene) {
  ResultShape shape;
  shape.required_friction = scene.required_friction;
  for (const SceneContact& contact : scene.contacts)
    shape.contacts.push_back(contact.material.name);
  for (std::size_t b = 0; b < scene.model.bodies().size(); ++b) {
    shape.bodies.push_back(scene.model.bodies()[b].name);
    shape.joints.push_back(scene.model.joint(static_cast<int>(b)).name);
    if (scene.model.joint(static_cast<int>(b)).kind == JointKind::free)
      shape.vehicles.push_back(shape.bodies.back());
  }
  for (const Joint& loop : scene.model.loops()) shape.loops.push_back(loop.name);
  shape.velocities = scene.model.size();
  shape.moment = has_moment(scene);
  return shape;
}

std::vector<ResultColumn> chosen_columns(const ResultShape& shape,
                                         std::span<const std::string> wishes) {
  std::set<std::size_t> events;
  for (const std::string& wish : wishes)
    if (const auto event = indexed(wish, "path")) events.insert(event->first);
  const Columns columns = all_columns(shape, events);
  Columns chosen;
  std::set<std::string> listed_already;
  for (const std::string& wish : wishes) {
    const std::string name = by_name(wish, shape);
    bool any = false;
    for (const ResultColumn& column : columns) {
      if (!matches(name, column.path)) continue;
      any = true;
      if (listed_already.insert(column.path).second) chosen.push_back(column);
    }
    if (!any) refuse_wish(name, columns);
  }
  return chosen;
}

std::vector<std::string> usual_columns(const ResultShape& shape) {
  std::vector<std::string> wishes;
  for (const std::string& name : shape.contacts)
    for (const char* key : {"mode", "outcome", "impulse", "u_after"})
      wishes.push_back(fmt::format("contacts.{}.{}", name, key));
  wishes.emplace_back("energy.change");
  return wishes;
}

}  // namespace carom
