// carom show: what was read, with every value and default in force; or a picture of it.

#include "output.hpp"
#include "picture.hpp"
#include "problem_stream.hpp"

#include <carom/io/result/json.hpp>
#include <carom/report/picture/mechanism.hpp>
#include <carom/report/picture/three_views.hpp>
#include <carom/report/plot/mechanism.hpp>
#include <carom/report/plot/three_views.hpp>
#include <carom/report/show/show.hpp>
#include <carom/report/show/spatial.hpp>
#include <cstddef>
#include <fmt/format.h>
#include <stdexcept>

namespace carom::app {
namespace {

ResultFormat format_for(const ShowOptions& options) {
  if (options.format) return *options.format;
  return options.output.ends_with(".json") ? ResultFormat::json : ResultFormat::table;
}

/// One problem as text, or its error; complains about the latter.
std::string shown(const ProblemEntry& entry, ResultFormat format, const TextStyle& style) {
  if (entry.error.empty())
    return format == ResultFormat::json ? shown_json(entry) : shown_problem(entry, style);
  complain_about_input(entry.error);
  if (format == ResultFormat::json)
    return error_json(entry.number, name_of(entry.problem), entry.error);
  return tinted(fmt::format("problem {}: refused", entry.number), Tint::alarm, style) + "\n" +
         wrapped(entry.error, style.width, 2, 2);
}

int show_texts(const ShowOptions& options) {
  const ResultFormat format = format_for(options);
  check_ending(options.output, word_of(format));
  Output output(options.output, options.files);
  TextStyle style = output.style(options.color);
  style.units = options.units;
  const bool json = format == ResultFormat::json;
  ProblemStream problems(options.files, {.motions = true});
  int status = success;
  bool any = false;
  if (json) output.write("[");
  while (const auto batch = problems.next()) {
    for (std::size_t i = 0; i < size(*batch); ++i) {
      const ProblemEntry entry = entry_at(*batch, i);
      if (!entry.error.empty()) status = bad_input;
      output.write((json ? (any ? ",\n" : "\n") : (any ? "\n" : "")) + shown(entry, format, style));
      any = true;
    }
  }
  if (json) output.write(any ? "\n]\n" : "]\n");
  output.finish();
  return problems.unreadable() > 0 ? bad_input : status;
}

bool is_robot(const std::string& file) { return file.ends_with(".xml") || file.ends_with(".urdf"); }

/// A robot without contacts, as it stands in its file.
spatial::Scene scene_of(const std::string& file, const std::string& base) {
  robots::RobotModel robot = robots::read_robot(file, base_named(base));
  spatial::Scene scene{.name = robot.name, .model = std::move(robot.model)};
  scene.state = std::move(robot.state);
  scene.robot = file;
  scene.notes = std::move(robot.notes);
  return scene;
}

int show_robots(const ShowOptions& options) {
  const ResultFormat format = format_for(options);
  check_ending(options.output, word_of(format));
  Output output(options.output, options.files);
  TextStyle style = output.style(options.color);
  style.units = options.units;
  const bool json = format == ResultFormat::json;
  bool any = false;
  for (const std::string& file : options.files) {
    if (!is_robot(file))
      throw std::invalid_argument(file + ": is no robot; show robots and problems one at a time");
    const spatial::Scene scene = scene_of(file, options.base);
    output.write(json ? (any ? ",\n" : "[\n") : (any ? "\n" : ""));
    output.write(json ? robot_json(scene) : shown_robot(scene, style));
    any = true;
  }
  if (json) output.write("\n]\n");
  output.finish();
  return success;
}

int draw_in_space(const ShowOptions& options, const spatial::Scene& scene, PictureFormat format) {
  write_picture(gnuplot_script(three_views(scene), format),
                {.format = format, .path = options.picture, .inputs = options.files});
  return success;
}

int show_picture(const ShowOptions& options) {
  const PictureFormat format = format_of_picture(options.picture);
  if (options.files.size() == 1 && is_robot(options.files[0]))
    return draw_in_space(options, scene_of(options.files[0], options.base), format);
  const auto entry = chosen_problem(options.files, {.motions = true}, options.problem);
  if (!entry) return bad_input;
  if (const auto* in_space = std::get_if<spatial::Scene>(&entry->problem))
    return draw_in_space(options, *in_space, format);
  const auto* scene = std::get_if<Scene>(&entry->problem);
  if (scene == nullptr)
    throw std::invalid_argument(fmt::format(
        "problem {} is no scene: matrices have no picture (see carom diagram)", options.problem));
  const MechanismPicture picture =
      entry->motion ? motion_picture(*scene) : mechanism_picture(*scene);
  write_picture(gnuplot_script(picture, format, options.units),
                {.format = format, .path = options.picture, .inputs = options.files});
  return success;
}

}  // namespace

int show(const ShowOptions& options) {
  if (!options.picture.empty()) return show_picture(options);
  const bool robots = !options.files.empty() && is_robot(options.files[0]);
  return robots ? show_robots(options) : show_texts(options);
}

}  // namespace carom::app
