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

LawId law_of_motion(const std::optional<LawChoice>& stated, const MotionOverrides& overrides,
                    int line) {
  std::optional<LawChoice> choice = stated;
  if (overrides.law) choice = law_choice(std::array{*overrides.law}, {"--law"});
  if (!choice) return SimulationOptions{}.law;
  if (choice->all || choice->names.size() != 1)
    throw TreeError({overrides.law ? "--law" : "law"},
                    "a motion follows one law; choose it, such as --law stronge",
                    overrides.law ? 0 : line);
  return choice->names[0];
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
  SimulationOptions options{.law = law_of_motion(stated.law, overrides, line),
                            .duration = duration_of(wishes, overrides, line)};
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
                        "an ellipse as a whole cannot be followed through a motion; give a round "
                        "part of it (discs), or a polygon"));
}

}  // namespace

StatedMotion read_motion(TreeNode root, const MotionOverrides& overrides) {
  if (is_spatial_scene(root))
    throw TreeError({}, "a scene in space cannot be simulated, only solved: use carom solve",
                    root.line);
  if (!is_scene(root)) throw TreeError({}, "no scene: it has no bodies that could move", root.line);
  StatedScene stated = read_scene(root, SceneUse::motion);
  const SimulationOptions options = options_of(stated, overrides, root.line);
  refuse_ellipses(root, stated.scene);
  return {std::move(stated.scene), options, overrides.source, std::move(root)};
}

StatedMotion read_motion(std::string_view text, FileFormat format,
                         const MotionOverrides& overrides) {
  try {
    return read_motion(chosen_problem(problem_trees(text, format), overrides.number), overrides);
  } catch (const TreeError& error) {
    throw std::invalid_argument(located_message(overrides.source, error));
  }
}

Provenance provenance_of(const StatedMotion& motion) {
  const SimulationOptions& options = motion.options;
  return {.input = input_hash(motion.tree, files_named_in(motion.tree, motion.source)),
          .laws = {std::string(law_of(options.law).name)},
          .tolerances = {{"step", options.tolerance}, {"residual", residual_limit}}};
}

std::string motion_objection(const StatedMotion& motion, const std::invalid_argument& objection) {
  return located_message(motion.source, scene_objection(motion.tree, motion.scene, objection));
}

}  // namespace carom
