// Motion: a scene moves on from event to event; the samples as arrays.

#include "python_tree.hpp"
#include "solved.hpp"
#include "wishes.hpp"

#include <carom/impact/laws.hpp>
#include <carom/io/motion_file.hpp>
#include <carom/io/problem/trees.hpp>
#include <carom/io/result/json.hpp>
#include <carom/io/scene/reader.hpp>
#include <carom/multibody/planar/body_state.hpp>
#include <carom/simulation/acting_restitutions.hpp>

#include <fmt/format.h>

#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace carom::python {
namespace {

/// Rows of numbers, all of the same length.
struct Rows {
  std::size_t length = 0;
  std::vector<double> numbers{};

  template <class Range>
  void add(const Range& row) {
    length = static_cast<std::size_t>(row.size());
    numbers.insert(numbers.end(), row.begin(), row.end());
  }
};

/// What was seen of a motion.
struct Seen {
  std::vector<double> t{};
  Rows q{};
  Rows v{};
  Rows gap{};
  Rows force{};
  Rows ledger{};  ///< in the order of ledger_terms
  std::vector<Rows> bodies{};
  std::vector<Rows> joints{};
  std::vector<std::vector<ContactMode>> modes{};
  std::vector<MotionEvent> events{};
  SimulationEnd end{};
};

std::array<double, ledger_terms.size()> row_of(const MotionLedger& ledger) {
  std::array<double, ledger_terms.size()> row{};
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = ledger.*ledger_terms[i].value;
  return row;
}

/// Where the centres of mass are, and how the bodies are turned: x, y, angle.
void add_bodies(const Scene& scene, const State& state, Seen& seen) {
  const std::vector<BodyState> bodies = body_states(scene.model, kinematics(scene.model, state));
  seen.bodies.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i)
    seen.bodies[i].add(std::array{bodies[i].centre.x(), bodies[i].centre.y(), bodies[i].angle});
}

/// Value, rate, force (x, y) and moment; the first two are zero at joints that do not move.
void add_joints(const MotionSample& sample, Seen& seen) {
  seen.joints.resize(sample.joints.size());
  for (std::size_t i = 0; i < sample.joints.size(); ++i) {
    const JointLoad& j = sample.joints[i];
    seen.joints[i].add(std::array{j.value, j.rate, j.load.x(), j.load.y(), j.moment});
  }
}

void add_sample(const Scene& scene, const MotionSample& sample, Seen& seen) {
  seen.t.push_back(sample.state.t);
  seen.q.add(sample.state.q);
  seen.v.add(sample.state.v);
  seen.gap.add(sample.gap);
  seen.force.add(sample.force);
  seen.ledger.add(row_of(sample.ledger));
  seen.modes.push_back(sample.modes);
  add_bodies(scene, sample.state, seen);
  add_joints(sample, seen);
}

/// Control-C ends a simulation: looked for now and then, since it costs the lock.
bool goes_on(std::size_t count) {
  constexpr std::size_t now_and_then = 256;
  if (count % now_and_then != 0) return true;
  const py::gil_scoped_acquire locked;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  return true;
}

Seen watched(const Scene& scene, const SimulationOptions& options) {
  const py::gil_scoped_release unlocked;
  Seen seen;
  seen.end = simulate(scene, options,
                      {.sample =
                           [&](const MotionSample& sample) {
                             add_sample(scene, sample, seen);
                             return goes_on(seen.t.size());
                           },
                       .event =
                           [&](const MotionEvent& event) {
                             seen.events.push_back(event);
                             return goes_on(seen.events.size());
                           }});
  return seen;
}

// --- to Python ----------------------------------------------------------------------------------

py::array array_of(const Rows& rows, std::size_t count) {
  py::array_t<double> array({count, rows.length});
  std::copy(rows.numbers.begin(), rows.numbers.end(), array.mutable_data());
  array.attr("flags").attr("writeable") = false;
  return array;
}

py::tuple words_of(const std::vector<ContactMode>& modes) {
  py::tuple words(modes.size());
  for (std::size_t i = 0; i < modes.size(); ++i) words[i] = to_string(modes[i]);
  return words;
}

/// By name: the impulse (x, y) and its moment; empty where there is none.
py::dict joints_of(const std::vector<JointLoad>& joints) {
  py::dict all;
  for (const JointLoad& joint : joints)
    all[py::str(joint.name)] = py::make_tuple(joint.load.x(), joint.load.y(), joint.moment);
  return all;
}

/// By name: the restitutions that acted.
py::dict restitutions_of(const Scene& scene, const MotionEvent& event,
                         const SimulationOptions& options) {
  py::dict acted;
  for (const int index : acting_restitutions(event, options)) {
    const Contact& material = scene.contacts[static_cast<std::size_t>(index)].material;
    acted[py::str(material.name)] = material.restitution.value_or(0);
  }
  return acted;
}

py::dict event_of(const MotionEvent& event, const std::vector<std::string>& names) {
  py::dict entry;
  entry["kind"] = to_string(event.kind);
  entry["t"] = event.state.t;
  py::list contacts;
  for (const int index : event.contacts) contacts.append(names[static_cast<std::size_t>(index)]);
  entry["contacts"] = py::tuple(contacts);
  entry["modes"] = words_of(event.modes);
  entry["q"] = read_only({event.state.q.begin(), event.state.q.end()});
  entry["v"] = read_only({event.state.v.begin(), event.state.v.end()});
  entry["note"] = event.note;
  entry["joints"] = joints_of(event.joints);
  entry["impact"] = event.impact ? parsed_json(to_json(*event.impact, 1)) : py::none();
  return entry;
}

py::dict ledger_of(const Seen& seen) {
  py::dict ledger;
  for (std::size_t i = 0; i < ledger_terms.size(); ++i) {
    std::vector<double> column;
    column.reserve(seen.t.size());
    for (std::size_t row = 0; row < seen.t.size(); ++row)
      column.push_back(seen.ledger.numbers[row * ledger_terms.size() + i]);
    ledger[ledger_terms[i].key] = read_only(column);
  }
  return ledger;
}

py::dict as_python(const Scene& scene, const SimulationOptions& options, const Seen& seen) {
  const std::size_t count = seen.t.size();
  std::vector<std::string> names;
  names.reserve(scene.contacts.size());
  for (const SceneContact& contact : scene.contacts) names.push_back(contact.material.name);
  py::dict bodies;
  for (std::size_t i = 0; i < seen.bodies.size(); ++i)
    bodies[py::str(scene.model.bodies()[i].name)] = array_of(seen.bodies[i], count);
  py::list modes;
  for (const std::vector<ContactMode>& row : seen.modes) modes.append(words_of(row));
  py::list events;
  for (const MotionEvent& event : seen.events) {
    py::dict entry = event_of(event, names);
    entry["restitutions"] = restitutions_of(scene, event, options);
    events.append(entry);
  }
  py::dict result;
  result["name"] = scene.name;
  result["law"] = std::string(law_of(options.law).name);
  result["reason"] = to_string(seen.end.reason);
  result["message"] = seen.end.message;
  result["contacts"] = py::tuple(py::cast(names));
  result["t"] = read_only(seen.t);
  result["q"] = array_of(seen.q, count);
  result["v"] = array_of(seen.v, count);
  result["gap"] = array_of(seen.gap, count);
  result["force"] = array_of(seen.force, count);
  result["modes"] = modes;
  result["bodies"] = bodies;
  py::dict joints;
  const std::vector<JointLoad> named = joints_at(scene.model, scene.state);
  for (std::size_t i = 0; i < seen.joints.size(); ++i)
    joints[py::str(named[i].name)] = array_of(seen.joints[i], count);
  result["joints"] = joints;
  result["energy"] = ledger_of(seen);
  result["events"] = events;
  result["impacts"] = seen.end.impacts;
  result["ledger_error"] = seen.end.ledger_error;
  return result;
}

// --- from Python --------------------------------------------------------------------------------

std::optional<Simultaneous> simultaneous_named(py::handle value) {
  constexpr const char* wanted = "together or sequential";
  const auto name = wish<std::string>(value, "simultaneous", wanted);
  if (!name) return std::nullopt;
  if (*name == "together") return Simultaneous::together;
  if (*name == "sequential") return Simultaneous::sequential;
  refuse_wish(value, "simultaneous", wanted);
}

MotionOverrides overrides_of(const py::dict& wishes) {
  const auto time = [&](const char* key) {
    return wish<StatedTime>(wishes[key], key, "a time in seconds, or such as '200 ms'");
  };
  return {.number = wish<int>(wishes["number"], "number", "a whole number"),
          .law = wish<std::string>(wishes["law"], "law", "the name of a law, or a list of names"),
          .simultaneous = simultaneous_named(wishes["simultaneous"]),
          .duration = time("duration"),
          .sample = time("sample"),
          .tolerance = wish<double>(wishes["tolerance"], "tolerance", "a number"),
          .events = wish<std::int64_t>(wishes["events"], "events", "a whole number"),
          .several_laws = true};
}

/// One of the trees, moved by its law; by several, a list of motions. @throws std::invalid_argument that names the source and the line
py::object simulated(std::vector<TreeNode> trees, const std::string& source,
                     const MotionOverrides& overrides) {
  try {
    const TreeNode tree = chosen_problem(std::move(trees), overrides.number);
    const StatedMotion motion = read_motion(tree, overrides);
    try {
      py::list motions;
      for (const LawId law : motion.laws) {
        SimulationOptions options = motion.options;
        options.law = law;
        motions.append(as_python(motion.scene, options, watched(motion.scene, options)));
      }
      if (motion.laws.size() > 1) return motions;
      return motions[0];
    } catch (const TreeError&) {
      throw;
    } catch (const std::invalid_argument& objection) {
      throw scene_objection(tree, motion.scene, objection);
    }
  } catch (const TreeError& error) {
    throw std::invalid_argument(located_message(source, error));
  }
}

py::object simulate_value(const py::object& value, const py::dict& wishes) {
  if (!py::isinstance<Stated>(value)) return simulated({tree_of(value)}, "", overrides_of(wishes));
  const auto& problem = value.cast<const Stated&>();
  return simulated({problem.tree}, problem.source, overrides_of(wishes));
}

py::object simulate_text(const std::string& text, const std::string& path, const py::dict& wishes) {
  std::vector<TreeNode> trees;
  try {
    trees = problem_trees(text, format_of(path).value_or(FileFormat::yaml));
  } catch (const TreeError& error) {
    throw std::invalid_argument(located_message(path, error));
  }
  return simulated(std::move(trees), path, overrides_of(wishes));
}

}  // namespace

void bind_simulation(py::module_& module) {
  module.def("simulate_value", &simulate_value);
  module.def("simulate_text", &simulate_text);
}

}  // namespace carom::python
