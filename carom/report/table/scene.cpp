#include <algorithm>
#include <carom/impact/laws.hpp>
#include <carom/report/table/rows.hpp>
#include <carom/report/table/scene.hpp>
#include <carom/report/table/table.hpp>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <functional>
#include <optional>

namespace carom {
namespace {

using SceneResults = std::vector<SceneResult>;

/// More bodies or joints than this are counted, not listed: JSON has them all.
constexpr std::size_t most_listed = 16;

/// Some neighbouring laws' columns, while they are filled.
struct Columns {
  const SceneResults& results;
  std::size_t first = 0;
  std::size_t count = 0;
  UnitSystem units = UnitSystem::si;
  TextTable table{{Align::left, Align::left}, {}};
};

/// One quantity of a body or a joint.
struct Row {
  std::string label{};
  Measure measure = Measure::number;
  std::optional<double> before{};
  std::function<double(const SceneResult&)> after{};
};

/// The largest of the rows' numbers with that measure, over all laws: beside it rounding is zero.
double scale_of(const std::vector<Row>& rows, Measure measure, const SceneResults& results) {
  double scale = 0;
  for (const Row& row : rows) {
    if (row.measure != measure) continue;
    scale = std::max(scale, std::abs(row.before.value_or(0)));
    for (const SceneResult& result : results)
      if (has_answer(result.impact.status)) scale = std::max(scale, std::abs(row.after(result)));
  }
  return scale;
}

/// Rows of quantities of one kind: before, if there is such a thing, and after by each law.
void add_rows(Columns& c, const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    const ShownUnit unit = unit_of(row.measure, c.units);
    const double scale = scale_of(rows, row.measure, c.results);
    const auto number = [&](double x) {
      return short_number(without_rounding(x, scale) / unit.si);
    };
    std::vector<Cell> cells{
        {row.label}, {unit.symbol, Tint::faint}, {row.before ? number(*row.before) : ""}};
    for (std::size_t i = c.first; i < c.first + c.count; ++i) {
      const SceneResult& result = c.results[i];
      cells.push_back({has_answer(result.impact.status) ? number(row.after(result)) : no_value});
    }
    c.table.rows.push_back(std::move(cells));
  }
}

void add_heading(Columns& c) {
  std::vector<Cell> row{{}, {}, {"before", Tint::strong}};
  for (std::size_t i = c.first; i < c.first + c.count; ++i)
    row.push_back({std::string(law_of(c.results[i].impact.law).name), Tint::strong});
  c.table.rows.push_back(std::move(row));
}

/// "... and 984 more": says that the list was cut.
void add_rest(Columns& c, std::size_t size, const char* noun) {
  if (size > most_listed)
    c.table.rows.push_back(
        {{fmt::format("... and {} more {}: see --format json", size - most_listed, noun),
          Tint::faint}});
}

void add_bodies(Columns& c) {
  const std::vector<BodyMotion>& bodies = c.results.front().bodies;
  std::vector<Row> rows;
  for (std::size_t b = 0; b < std::min(bodies.size(), most_listed); ++b) {
    const std::string name = plain(bodies[b].name);
    const Twist& before = bodies[b].before;
    rows.push_back({name + " v_x", Measure::speed, before.velocity.x(),
                    [b](const SceneResult& r) { return r.bodies[b].after.velocity.x(); }});
    rows.push_back({name + " v_y", Measure::speed, before.velocity.y(),
                    [b](const SceneResult& r) { return r.bodies[b].after.velocity.y(); }});
    rows.push_back({name + " ω", Measure::rate, before.rate,
                    [b](const SceneResult& r) { return r.bodies[b].after.rate; }});
  }
  add_rows(c, rows);
  add_rest(c, bodies.size(), "bodies");
}

void add_momentum(Columns& c) {
  const Momentum& before = c.results.front().momentum_before;
  add_rows(c, {{"momentum x", Measure::impulse, before.linear.x(),
                [](const SceneResult& r) { return r.momentum_after.linear.x(); }},
               {"momentum y", Measure::impulse, before.linear.y(),
                [](const SceneResult& r) { return r.momentum_after.linear.y(); }},
               {"angular momentum", Measure::angular_momentum, before.angular,
                [](const SceneResult& r) { return r.momentum_after.angular; }}});
}

/// A joint of the results: by tree or loop, and its index there.
struct Listed {
  const Joint* joint = nullptr;
  bool loop = false;
  std::size_t index = 0;
  bool has_moment = true;
};

/// Joints with names, in the order of the results. A hinge passes on a moment only where a rotor or a stop
/// sits in it.
std::vector<Listed> named_joints(const Scene& scene) {
  std::vector<Listed> joints;
  for (std::size_t b = 0; b < scene.model.bodies().size(); ++b) {
    const Joint& joint = scene.model.joint(static_cast<int>(b));
    const bool stopped = has_stop(scene, static_cast<int>(b));
    const bool moment = joint.kind != JointKind::revolute || joint.armature > 0 || stopped;
    if (!joint.name.empty()) joints.push_back({&joint, false, b, moment});
  }
  for (std::size_t i = 0; i < scene.model.loops().size(); ++i) {
    const Joint& joint = scene.model.loops()[i];
    joints.push_back({&joint, true, i, joint.kind != JointKind::revolute});
  }
  return joints;
}

void add_joints(Columns& c, const Scene& scene) {
  const std::vector<Listed> joints = named_joints(scene);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < std::min(joints.size(), most_listed); ++i) {
    const Listed& listed = joints[i];
    const std::string name = plain(listed.joint->name);
    const auto of = [listed](auto get) {
      return [listed, get](const SceneResult& r) {
        return get((listed.loop ? r.loops : r.joints)[listed.index]);
      };
    };
    rows.push_back({name + " P_x", Measure::impulse, {}, of([](const JointImpulse& j) {
                      return j.impulse.x();
                    })});
    rows.push_back({name + " P_y", Measure::impulse, {}, of([](const JointImpulse& j) {
                      return j.impulse.y();
                    })});
    if (listed.has_moment)
      rows.push_back(
          {name + " moment", Measure::angular_momentum, {}, of([](const JointImpulse& j) {
             return j.moment;
           })});
  }
  add_rows(c, rows);
  add_rest(c, joints.size(), "joints");
}

/// What touching contacts did to the velocities before the impact; "" if nothing.
std::string projection_of(const Scene& scene, const SceneResult& result, const TextStyle& style) {
  if (!result.impact.velocity_projection) return "";
  const Kinematics given = kinematics(scene.model, scene.state);
  const auto number = [&](double x, double scale, Measure measure) {
    return short_number(shown_in(without_rounding(x, scale), measure, style.units));
  };
  std::string text = "Touching changed the velocities before the impact, by (v_x, v_y) and ω:";
  for (std::size_t b = 0; b < std::min(result.bodies.size(), most_listed); ++b) {
    const BodyMotion& body = result.bodies[b];
    const Eigen::Vector2d dv =
        body.before.velocity -
        point_velocity(given, static_cast<int>(b), scene.model.bodies()[b].centre_of_mass);
    const double scale = dv.norm() + body.before.velocity.norm();
    text +=
        fmt::format("{} {} ({}, {}) {} and {} {}", b == 0 ? "" : ";", plain(body.name),
                    number(dv.x(), scale, Measure::speed), number(dv.y(), scale, Measure::speed),
                    unit_of(Measure::speed, style.units).symbol,
                    number(body.before.rate - given.twist[b].rate, std::abs(given.twist[b].rate),
                           Measure::rate),
                    unit_of(Measure::rate, style.units).symbol);
  }
  if (result.bodies.size() > most_listed) text += "; ...";
  return "\n" + paragraph(text + ".", style, 0, 2);
}

// --- in space -------------------------------------------------------------------------------------

constexpr const char* axes[] = {"x", "y", "z"};

void add_bodies_in_space(Columns& c) {
  const std::vector<spatial::BodyMotion>& bodies = c.results.front().space->bodies;
  std::vector<Row> rows;
  for (std::size_t b = 0; b < std::min(bodies.size(), most_listed); ++b) {
    const std::string name = plain(bodies[b].name);
    for (int i = 0; i < 3; ++i)
      rows.push_back({name + " v_" + axes[i], Measure::speed, bodies[b].before.velocity[i],
                      [=](const SceneResult& r) { return r.space->bodies[b].after.velocity[i]; }});
    for (int i = 0; i < 3; ++i)
      rows.push_back({name + " ω_" + axes[i], Measure::rate, bodies[b].before.turning[i],
                      [=](const SceneResult& r) { return r.space->bodies[b].after.turning[i]; }});
  }
  add_rows(c, rows);
  add_rest(c, bodies.size(), "bodies");
}

/// Joints that move, by their rates before and after.
void add_rates_in_space(Columns& c, const spatial::Scene& scene) {
  const spatial::Model& model = scene.model;
  std::vector<Row> rows;
  std::size_t count = 0;
  for (int b = 0; b < static_cast<int>(model.bodies().size()); ++b)
    for (std::size_t j = 0; j < model.body(b).joints.size(); ++j) {
      const spatial::Joint& joint = model.body(b).joints[j];
      if (spatial::freedoms(joint.kind) != 1 || ++count > most_listed) continue;
      const int v = model.first_freedom(b, static_cast<int>(j));
      const bool turns = joint.kind == spatial::JointKind::hinge;
      rows.push_back({plain(joint.name) + " rate", turns ? Measure::rate : Measure::speed,
                      scene.state.v[v],
                      [v](const SceneResult& r) { return (*r.impact.velocity_after)[v]; }});
    }
  add_rows(c, rows);
}

void add_joints_in_space(Columns& c) {
  std::vector<Row> rows;
  std::size_t count = 0;
  for (const bool loop : {false, true}) {
    // Results without an answer have no joints: names come from the scene's first answer.
    const auto answered =
        std::find_if(c.results.begin(), c.results.end(),
                     [](const SceneResult& r) { return has_answer(r.impact.status); });
    if (answered == c.results.end()) return;
    const auto& joints = loop ? answered->space->loops : answered->space->joints;
    for (std::size_t k = 0; k < joints.size(); ++k) {
      if (joints[k].name.empty() || ++count > most_listed) continue;
      const auto of = [loop, k](auto get) {
        return
            [=](const SceneResult& r) { return get((loop ? r.space->loops : r.space->joints)[k]); };
      };
      for (int i = 0; i < 3; ++i)
        rows.push_back({plain(joints[k].name) + " P_" + axes[i],
                        Measure::impulse,
                        {},
                        of([i](const spatial::JointImpulse& j) { return j.impulse[i]; })});
      for (int i = 0; i < 3; ++i)
        rows.push_back({plain(joints[k].name) + " moment_" + axes[i],
                        Measure::angular_momentum,
                        {},
                        of([i](const spatial::JointImpulse& j) { return j.moment[i]; })});
    }
  }
  add_rows(c, rows);
  add_rest(c, count, "joints");
}

}  // namespace

std::string scene_table(const spatial::Scene& scene, int number, const SceneResults& results,
                        const TextStyle& style) {
  if (results.empty()) return "";
  std::vector<ImpactResult> impacts = impacts_of(results);
  for (ImpactResult& impact : impacts) impact.velocity_after.reset();  // the bodies' say it
  const auto scene_rows = [&](std::size_t first, std::size_t count) {
    Columns c{.results = results, .first = first, .count = count, .units = style.units};
    add_heading(c);
    add_bodies_in_space(c);
    add_rates_in_space(c, scene);
    add_joints_in_space(c);
    return std::move(c.table);
  };
  return table_heading(materials_of(scene), number, impacts, style) +
         impact_blocks(impacts, style) + in_blocks(results.size(), style, scene_rows) +
         table_remarks(impacts, style);
}

std::vector<bool> turning_contacts(const Scene& scene) {
  std::vector<bool> turning;
  for (const SceneContact& contact : scene.contacts) {
    const auto* stop = std::get_if<JointStop>(&contact.geometry);
    turning.push_back(stop && scene.model.joint(stop->body).kind == JointKind::revolute);
  }
  return turning;
}

std::string scene_table(const Scene& scene, int number, const SceneResults& results,
                        const TextStyle& style) {
  if (results.empty()) return "";
  std::vector<ImpactResult> impacts = impacts_of(results);
  for (ImpactResult& impact : impacts) impact.velocity_after.reset();  // the bodies' say it
  const auto scene_rows = [&](std::size_t first, std::size_t count) {
    Columns c{.results = results, .first = first, .count = count, .units = style.units};
    add_heading(c);
    add_bodies(c);
    add_momentum(c);
    add_joints(c, scene);
    return std::move(c.table);
  };
  return table_heading(materials_of(scene), number, impacts, style) +
         impact_blocks(impacts, style, turning_contacts(scene)) +
         in_blocks(results.size(), style, scene_rows) +
         projection_of(scene, results.front(), style) + table_remarks(impacts, style);
}

std::string problem_table(const Problem& problem, int number, const SceneResults& results,
                          const TextStyle& style) {
  if (const auto* matrices = std::get_if<ImpactProblem>(&problem))
    return impact_table(matrices->contacts, number, impacts_of(results), style);
  if (const auto* scene = std::get_if<Scene>(&problem))
    return scene_table(*scene, number, results, style);
  return scene_table(std::get<spatial::Scene>(problem), number, results, style);
}

}  // namespace carom
