#include <carom/impact/laws.hpp>
#include <carom/impact/objection.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/io/motion_file.hpp>
#include <carom/io/problem/law_choice.hpp>
#include <carom/io/problem/trees.hpp>
#include <carom/io/scene/quantity.hpp>
#include <carom/io/scene/reader.hpp>
#include <carom/io/spatial/reader.hpp>
#include <carom/io/tree/yaml_scalar.hpp>

#include <fmt/format.h>

#include <array>

namespace carom {
namespace {

/// A time that an option gives; a number is left to simulate() to judge.
double time_of(const StatedTime& time, const char* option) {
  if (const auto* seconds = std::get_if<double>(&time)) return *seconds;
  TreeNode value{.kind = NodeKind::string, .text = std::get<std::string>(time)};
  read_plain_scalar(value);
  try {
    return positive_at({.node = &value}, dimensions::time);
  } catch (const TreeError& error) {
    throw TreeError({option}, error.what(), 0);
  }
}

/// "newton, stronge" as names.
std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names(1);
  for (const char c : list) {
    if (c == ',')
      names.emplace_back();
    else if (c != ' ')
      names.back() += c;
  }
  return names;
}

/// The laws that a scene can be moved by.
std::vector<LawId> laws_that_move(const Scene& scene, SimulationOptions options) {
  std::vector<LawId> defined;
  for (const Law& law : laws()) {
    options.law = law.id;
    try {
      check_motion(scene, options);
      defined.push_back(law.id);
    } catch (const std::invalid_argument&) {  // it is not defined for one of the contacts
    }
  }
  return defined;
}

/// @throws TreeError where there are several, but one was wanted, or none
std::vector<LawId> laws_of_motion(const StatedScene& stated, const SimulationOptions& options,
                                  const MotionOverrides& overrides, int line) {
  std::optional<LawChoice> choice = stated.law;
  if (overrides.law) choice = law_choice(names_in(*overrides.law), {"--law"});
  if (!choice) return {SimulationOptions{}.law};
  const ObjectionPath where{overrides.law ? "--law" : "law"};
  if (overrides.law) line = 0;
  if (!overrides.several_laws && (choice->all || choice->names.size() != 1))
    throw TreeError(where, "a motion follows one law; choose it, such as --law stronge", line);
  if (!choice->all) return choice->names;
  std::vector<LawId> defined = laws_that_move(stated.scene, options);
  if (defined.empty())
    throw TreeError(where, "no law is defined for all contacts; name one to learn why", line);
  return defined;
}

double duration_of(const StatedSimulation& stated, const MotionOverrides& overrides, int line) {
  if (overrides.duration) return time_of(*overrides.duration, "--duration");
  if (!stated.duration)
    throw TreeError({"simulation", "duration"},
                    "missing; how long is the motion? (or --duration, such as --duration 5s)",
                    line);
  return *stated.duration;
}

SimulationOptions options_of(const StatedScene& stated, const MotionOverrides& overrides,
                             int line) {
  const StatedSimulation& wishes = stated.simulation;
  SimulationOptions options{.duration = duration_of(wishes, overrides, line)};
  const Simultaneous rule = overrides.simultaneous.value_or(stated.scene.simultaneous);
  if (rule != Simultaneous::refuse) options.simultaneous = rule;
  options.sample_interval = wishes.sample.value_or(options.duration / usual_samples);
  if (overrides.sample) options.sample_interval = time_of(*overrides.sample, "--sample");
  options.tolerance = overrides.tolerance.value_or(wishes.tolerance.value_or(options.tolerance));
  options.contact_time = wishes.contact_time.value_or(options.contact_time);
  options.most_events = overrides.events.value_or(wishes.events.value_or(options.most_events));
  return options;
}

/// An ellipse touches with another of its points at every angle, which features do not say.
void refuse_ellipses(const TreeNode& root, const Scene& scene) {
  for (const SceneContact& contact : scene.contacts)
    for (const std::string* side : {&contact.words.first, &contact.words.second})
      for (std::size_t b = 0; b < scene.words.bodies.size(); ++b)
        if (scene.words.bodies[b].shape == "ellipse" && scene.model.bodies()[b].name == *side)
          throw scene_objection(
              root, scene,
              Objection(path_to_contact(contact.material.name),
                        "an ellipse as a whole cannot be followed through a motion; "
                        "give a round part of it (discs), or a polygon"));
}

}  // namespace

StatedMotion read_motion(TreeNode root, const MotionOverrides& overrides) {
  if (is_spatial_scene(root))
    throw TreeError({}, "a scene in space cannot be simulated, only solved: use carom solve",
                    root.line);
  if (!is_scene(root)) throw TreeError({}, "no scene: it has no bodies that could move", root.line);
  StatedScene stated = read_scene(root, SceneUse::motion);
  SimulationOptions options = options_of(stated, overrides, root.line);
  refuse_ellipses(root, stated.scene);
  std::vector<LawId> laws = laws_of_motion(stated, options, overrides, root.line);
  options.law = laws.front();
  return {std::move(stated.scene), options, std::move(laws), overrides.source, std::move(root)};
}

StatedMotion read_motion(std::string_view text, FileFormat format,
                         const MotionOverrides& overrides) {
  try {
    return read_motion(chosen_problem(problem_trees(text, format), overrides.number), overrides);
  } catch (const TreeError& error) {
    throw std::invalid_argument(located_message(overrides.source, error));
  }
}

Provenance provenance_of(const StatedMotion& motion, LawId law) {
  const SimulationOptions& options = motion.options;
  return {.input = input_hash(motion.tree, files_named_in(motion.tree, motion.source)),
          .laws = {std::string(law_of(law).name)},
          .tolerances = {{"step", options.tolerance}, {"residual", residual_limit}}};
}

std::string motion_objection(const StatedMotion& motion, const std::invalid_argument& objection) {
  return located_message(motion.source, scene_objection(motion.tree, motion.scene, objection));
}

}  // namespace carom
