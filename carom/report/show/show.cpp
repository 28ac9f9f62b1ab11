#include <algorithm>
#include <carom/impact/at_once/simultaneous.hpp>
#include <carom/impact/laws.hpp>
#include <carom/multibody/planar/impulse_response.hpp>
#include <carom/report/show/parts.hpp>
#include <carom/report/show/spatial.hpp>
#include <carom/report/table/scene.hpp>
#include <carom/simulation/contact_motion.hpp>
#include <cstddef>
#include <fmt/format.h>
#include <utility>

namespace carom {
namespace {

// --- what there is to show ----------------------------------------------------------------------

std::vector<CoordinateView> coordinates_of(const Model& model) {
  std::vector<CoordinateView> coordinates(static_cast<std::size_t>(model.size()));
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    const int body = static_cast<int>(b);
    const Joint& joint = model.joint(body);
    const auto first = static_cast<std::size_t>(model.first_coordinate(body));
    if (joint.kind == JointKind::free) {
      const std::string& name = model.bodies()[b].name;
      coordinates[first] = {name + " x", false};
      coordinates[first + 1] = {name + " y", false};
      coordinates[first + 2] = {name + " angle", true};
    } else if (joint.kind != JointKind::weld) {
      coordinates[first] = {joint.name, joint.kind == JointKind::revolute};
    }
  }
  return coordinates;
}

void add_words(const ImpactProblem&, ProblemView&) {}

void add_words(const spatial::Scene& scene, ProblemView& view) {
  for (std::size_t i = 0; i < view.contacts.size(); ++i) {
    view.contacts[i].words.first = scene.contacts[i].first;
    view.contacts[i].words.second = scene.contacts[i].second;
  }
}

void add_words(const Scene& scene, ProblemView& view) {
  const std::vector<bool> turning = turning_contacts(scene);
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    ContactView& contact = view.contacts[i];
    contact.words = scene.contacts[i].words;
    contact.turns = turning[i];
    contact.frame = view.scene->frames[i];
    const auto* pair = std::get_if<ContactPair>(&scene.contacts[i].geometry);
    if (pair && !pair->position) contact.gap = contact.frame->gap;
  }
}

Instant start_of(const Scene& scene) {
  Instant start;
  start.x = scene.state;
  start.k = kinematics(scene.model, scene.state);
  return start;
}

/// A scene whose contacts may be apart: everything but W.
SceneInspection look_at_start(const Scene& scene) {
  const Instant start = start_of(scene);
  SceneInspection seen{.kinematics = start.k};
  seen.redundant_constraints = impulse_response(scene.model, start.k, {}).redundant_constraints;
  Contacts& c = seen.contact;
  std::vector<ContactMotion> motions;
  for (const SceneContact& contact : scene.contacts) {
    motions.push_back(contact_motion(contact, scene.model, start));
    append_contact(motions.back().stop ? 0 : 1, c.rows);
  }
  c.u.resize(c.rows.back().normal() + 1);
  c.surface_velocity.resize(c.u.size());
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const ContactMotion& m = motions[i];
    const int tangents = c.rows[i].tangents;
    seen.frames.push_back(m.stop ? std::nullopt : std::optional(m.frame));
    set_at(c.u, c.rows[i], {m.u.x(), m.u.y(), 0, tangents});
    set_at(c.surface_velocity, c.rows[i], {m.surface.x(), m.surface.y(), 0, tangents});
  }
  return seen;
}

void add_gaps(const Scene& scene, ProblemView& view) {
  const Instant start = start_of(scene);
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    view.contacts[i].in_motion = true;
    view.contacts[i].gap = contact_motion(scene.contacts[i], scene.model, start).gap;
  }
}

// --- matrices -----------------------------------------------------------------------------------

std::vector<std::optional<double>> values(const Eigen::VectorXd& x) { return {x.begin(), x.end()}; }

std::vector<std::string> contact_components(const ProblemView& view) {
  std::vector<std::string> names;
  names.reserve(2 * view.contacts.size());
  for (std::size_t i = 0; i < view.contacts.size(); ++i) {
    const std::string contact =
        view.contacts.size() == 1
            ? ""
            : plain(view.contacts[i].material.name.empty() ? fmt::format("contact {}", i + 1)
                                                           : view.contacts[i].material.name) +
                  " ";
    const int tangents = view.contact.rows[i].tangents;
    if (tangents == 1) names.push_back(contact + "t");
    for (int t = 1; tangents == 2 && t <= tangents; ++t)
      names.push_back(fmt::format("{}t{}", contact, t));
    names.push_back(contact + "n");
  }
  return names;
}

std::string shown_delassus(const ProblemView& view, const TextStyle& style) {
  QuantityTable table{.title = "W", .names = contact_components(view)};
  for (std::size_t i = 0; i < view.contacts.size(); ++i) {
    const ContactRows& rows = view.contact.rows[i];
    for (int j = rows.first; j <= rows.normal(); ++j)
      table.columns.push_back(
          {table.names[static_cast<std::size_t>(j)],
           view.contacts[i].turns ? Measure::inverse_inertia : Measure::inverse_mass,
           values(view.contact.W.col(j))});
  }
  return "\n" + shown_quantities(table, style);
}

/// Way 2: M, q̇ and the rows of J, side by side for each coordinate.
std::string shown_coordinates(const GeneralizedSpace& space, const TextStyle& style) {
  QuantityTable table{.title = "coordinate"};
  for (Eigen::Index i = 0; i < space.mass.rows(); ++i) table.names.push_back(fmt::format("{}", i));
  table.columns.push_back({"velocity", Measure::number, values(space.velocity)});
  for (std::size_t k = 0; k < space.rows.size(); ++k) {
    const CoordinateRows& row = space.rows[k];
    const std::string of = space.rows.size() == 1 ? "" : fmt::format(" {}", k + 1);
    if (row.tangent)
      table.columns.push_back({(row.tangent2 ? "J tangent 1" : "J tangent") + of, Measure::number,
                               values(*row.tangent)});
    if (row.tangent2)
      table.columns.push_back({"J tangent 2" + of, Measure::number, values(*row.tangent2)});
    table.columns.push_back({"J normal" + of, Measure::number, values(row.normal)});
  }
  for (Eigen::Index j = 0; j < space.mass.cols(); ++j)
    table.columns.push_back({fmt::format("M {}", j), Measure::number, values(space.mass.col(j))});
  return "\n" + shown_quantities(table, style);
}

// --- what each way of stating a problem has -------------------------------------------------------

std::string summary_of(const ImpactProblem& problem, const ProblemView&) {
  const auto* space = std::get_if<GeneralizedSpace>(&problem.dynamics);
  return space ? fmt::format("given by {} coordinates: mass, velocity, rows of J",
                             space->velocity.size())
               : "given in contact space: W and u";
}

std::string summary_of(const Scene& scene, const ProblemView& view) {
  return mechanism_summary(scene, view);
}

std::string summary_of(const spatial::Scene& scene, const ProblemView&) {
  return summary_in_space(scene);
}

std::string shown_parts(const ImpactProblem& problem, const ProblemView&, const TextStyle& style) {
  const auto* space = std::get_if<GeneralizedSpace>(&problem.dynamics);
  return space ? shown_coordinates(*space, style) : "";
}

std::string shown_parts(const Scene& scene, const ProblemView& view, const TextStyle& style) {
  return shown_mechanism(scene, view, style);
}

std::string shown_parts(const spatial::Scene& scene, const ProblemView&, const TextStyle& style) {
  return shown_in_space(scene, style);
}

// --- the text -----------------------------------------------------------------------------------

std::string title_of(const ProblemEntry& entry, const TextStyle& style) {
  const std::string& name = name_of(entry.problem);
  const std::string title = name.empty() ? "" : ": " + plain(name);
  std::string text = wrapped(fmt::format("problem {}{}", entry.number, title), style.width, 0, 2);
  return tinted(text.substr(0, text.size() - 1), Tint::strong, style) + "\n";
}

std::string laws_of(const ProblemEntry& entry, const TextStyle& style) {
  std::vector<std::string_view> names;
  names.reserve(entry.laws.size());
  for (const LawId law : entry.laws) names.push_back(law_of(law).name);
  return wrapped(fmt::format("law{}: {}", names.size() == 1 ? "" : "s", fmt::join(names, ", ")),
                 style.width, 2, 2);
}

/// What is asked of several collisions at one instant, where there may be any.
std::string rule_of(const ProblemView& view) {
  if (view.contacts.size() < 2) return "";
  const Simultaneous rule = view.contact.simultaneous;
  return fmt::format("  simultaneous: {}{}\n", to_string(rule),
                     rule == Simultaneous::refuse ? ", the default" : "");
}

std::string shown_simulation(const SimulationOptions& o, const TextStyle& style) {
  return wrapped(
      fmt::format("simulation: duration {} s, sample {} s, tolerance {}, at most {} events",
                  short_number(o.duration), short_number(o.sample_interval.value_or(0)),
                  short_number(o.tolerance), o.most_events),
      style.width, 2, 2);
}

std::string shown_projection(const ProblemView& view, const TextStyle& style) {
  if (!view.contact.projection) return "";
  const Eigen::VectorXd& change = *view.contact.projection;
  QuantityTable table{.title = "projection of the velocity"};
  const bool scene = !view.coordinates.empty();
  for (Eigen::Index i = 0; i < change.size(); ++i) {
    const auto index = static_cast<std::size_t>(i);
    table.names.push_back(scene ? plain(view.coordinates[index].name) : fmt::format("{}", i));
  }
  std::vector<std::optional<double>> speeds(table.names.size());
  std::vector<std::optional<double>> rates(table.names.size());
  for (std::size_t i = 0; i < table.names.size(); ++i)
    (scene && view.coordinates[i].turns ? rates : speeds)[i] = change[static_cast<Eigen::Index>(i)];
  const auto any = [](const auto& list) {
    return std::any_of(list.begin(), list.end(), [](const auto& x) { return x.has_value(); });
  };
  if (any(speeds))
    table.columns.push_back({"change", scene ? Measure::speed : Measure::number, speeds});
  if (any(rates)) table.columns.push_back({"change", Measure::rate, rates});
  return "\n" + shown_quantities(table, style);
}

}  // namespace

std::string shown_heading(const std::string& text, const TextStyle& style) {
  return "\n" + tinted(text, Tint::strong, style) + "\n";
}

std::string shown_quantities(const QuantityTable& q, const TextStyle& style) {
  const auto table_of = [&](std::size_t first, std::size_t count) {
    TextTable table{{Align::left}, {}};
    std::vector<Cell> labels{{q.title, Tint::strong}};
    std::vector<Cell> units{{}};
    for (std::size_t j = first; j < first + count; ++j) {
      labels.push_back({q.columns[j].label, Tint::strong});
      units.push_back({unit_of(q.columns[j].measure, style.units).symbol, Tint::faint});
    }
    table.rows.push_back(std::move(labels));
    if (std::any_of(units.begin(), units.end(), [](const Cell& c) { return !c.text.empty(); }))
      table.rows.push_back(std::move(units));
    const auto has = [&](std::size_t i) {
      const auto begin = q.columns.begin() + static_cast<std::ptrdiff_t>(first);
      return std::any_of(begin, begin + static_cast<std::ptrdiff_t>(count),
                         [i](const auto& column) { return column.values[i].has_value(); });
    };
    for (std::size_t i = 0; i < q.names.size(); ++i) {
      if (first > 0 && !has(i)) continue;  // named in the first table
      std::vector<Cell> row{{q.names[i]}};
      for (std::size_t j = first; j < first + count; ++j) {
        const auto& [label, measure, list] = q.columns[j];
        row.push_back({list[i] ? short_number(shown_in(*list[i], measure, style.units)) : ""});
      }
      table.rows.push_back(std::move(row));
    }
    return table;
  };
  return in_blocks(q.columns.size(), style, table_of).substr(1);
}

const char* approach_of(const ContactView& contact) {
  if (contact.u.n > 0) return "moves apart";
  if (contact.in_motion) return contact.u.n < 0 ? "approaches" : "does not approach";
  return contact.u.n < 0 ? "collides" : "touches";
}

ProblemView look_at(const ProblemEntry& entry) {
  ProblemView view;
  const auto* scene = std::get_if<Scene>(&entry.problem);
  if (scene != nullptr) {
    view.scene = entry.motion ? look_at_start(*scene) : inspect(*scene);
    view.contact = view.scene->contact;
    view.coordinates = coordinates_of(scene->model);
  } else {
    view.contact = contact_problem(entry.problem);
  }
  const Contacts& c = view.contact;
  for (Contact& material : materials_of(entry.problem)) {
    ContactView contact{.material = std::move(material)};
    const ContactRows& rows = c.rows[view.contacts.size()];
    contact.normal_only = rows.is_stop();
    contact.u = vector_at(c.u, rows);
    if (c.surface_velocity.size() == c.u.size())
      contact.surface_velocity = vector_at(c.surface_velocity, rows);
    view.contacts.push_back(std::move(contact));
  }
  std::visit([&](const auto& problem) { add_words(problem, view); }, entry.problem);
  if (entry.motion) {
    view.contact.simultaneous = entry.motion->simultaneous;
    add_gaps(*scene, view);
  }
  return view;
}

std::string shown_problem(const ProblemEntry& entry, const TextStyle& style) {
  const ProblemView view = look_at(entry);
  const auto summary = [&](const auto& problem) { return summary_of(problem, view); };
  const auto parts = [&](const auto& problem) { return shown_parts(problem, view, style); };
  std::string text = title_of(entry, style);
  text += wrapped(std::visit(summary, entry.problem), style.width, 2, 2);
  text += laws_of(entry, style) + rule_of(view);
  if (entry.motion) text += shown_simulation(*entry.motion, style);
  text += std::visit(parts, entry.problem);
  for (std::size_t i = 0; i < view.contacts.size(); ++i)
    text += shown_contact(view.contacts[i], i, style);
  if (entry.motion) return text;
  return text + shown_projection(view, style) + shown_delassus(view, style);
}

}  // namespace carom
