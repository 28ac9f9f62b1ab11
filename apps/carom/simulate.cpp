// carom simulate: a scene moves on, from event to event.

#include "motion_output.hpp"
#include "output.hpp"
#include "page.hpp"
#include "picture.hpp"
#include "progress.hpp"
#include "sweep_output.hpp"

#include <algorithm>
#include <carom/impact/at_once/simultaneous.hpp>
#include <carom/impact/laws.hpp>
#include <carom/io/motion_file.hpp>
#include <carom/multibody/vehicle.hpp>
#include <carom/report/picture/motion_film.hpp>
#include <carom/report/plot/motion.hpp>
#include <carom/report/table/motion.hpp>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>
#include <vector>

namespace carom::app {
namespace {

/// Parts of the duration that the bar on the terminal counts.
constexpr double parts_of_duration = 1000;

StatedMotion stated_motion(const SimulateOptions& options) {
  const bool standard_input = options.file == "-";
  const auto format = standard_input ? FileFormat::yaml : format_of(options.file);
  if (!format)
    throw std::invalid_argument(fmt::format(
        "{}: unknown ending; a scene ends in .yaml, .yml, .json or .jsonl", options.file));
  return read_motion(read_whole(options.file), *format,
                     {.source = standard_input ? "standard input" : options.file,
                      .number = options.problem > 0 ? std::optional(options.problem) : std::nullopt,
                      .law = options.law,
                      .simultaneous = options.simultaneous,
                      .duration = options.duration,
                      .sample = options.sample,
                      .tolerance = options.tolerance,
                      .events = options.events,
                      .several_laws = true});
}

/// The observer that passes everything on to whoever wants it.
struct Watch {
  MotionOutput& output;
  Progress& progress;
  EventDigest& events;
  std::vector<MotionMoment>* moments = nullptr;  ///< kept for a picture
  double duration = 1;

  bool sample(const MotionSample& s) {
    output.write(s);
    if (moments != nullptr) moments->push_back({s.state, s.ledger, false});
    return go_on(s.state.t);
  }
  bool event(const MotionEvent& e) {
    output.write(e);
    events.add(e);
    if (moments != nullptr)
      moments->push_back(
          {e.state, e.ledger, e.kind != MotionEventKind::start && e.kind != MotionEventKind::end});
    return go_on(e.state.t);
  }
  bool go_on(double t) {
    progress.show(static_cast<std::uint64_t>(std::max(0.0, parts_of_duration * t / duration)));
    return !*interruption();
  }
};

/// What a script learns.
int status_of(const SimulationEnd& end) {
  if (end.reason == StopReason::interrupted) return interrupted;
  return end.reason == StopReason::finished && ledger_objection(end).empty() ? success : failure;
}

/// @param left  where an interrupted motion was left instead of its place; "" if it is there
/// @param law   of several motions, the one by this law; "" where there is one
void complain_about(const SimulationEnd& end, const std::string& left, const std::string& law) {
  const std::string kept =
      "what was done until then is written" +
      (left.empty() ? "" : fmt::format(" to {}; the file that was there is as it was", left));
  if (end.reason != StopReason::finished)
    complain(fmt::format("{}{}stopped at t = {:.9g} s ({}): {}", law, law.empty() ? "" : ": ",
                         end.state.t, to_string(end.reason),
                         end.reason == StopReason::interrupted ? kept : end.message));
  if (const std::string objection = ledger_objection(end); !objection.empty()) complain(objection);
}

void draw(const SimulateOptions& options, const Scene& scene,
          const std::vector<MotionMoment>& moments) {
  const PictureFormat format = format_of_picture(options.picture);
  write_picture(gnuplot_script(motion_picture(scene, moments), format),
                {.format = format, .path = options.picture, .inputs = {options.file}});
}

/// An animated picture by its ending: .gif, or .gp for the script.
PictureFormat format_of_film(const std::string& path) {
  if (path.ends_with(".gp")) return PictureFormat::script;
  if (!path.ends_with(".gif"))
    throw std::invalid_argument(fmt::format(
        "{}: unknown kind of film; the output ends in .gif or .gp (gnuplot script)", path));
  return PictureFormat::png;
}

void film(const SimulateOptions& options, const Scene& scene,
          const std::vector<MotionMoment>& moments) {
  write_picture(
      gnuplot_film(scene, moments),
      {.format = format_of_film(options.film), .path = options.film, .inputs = {options.file}});
}

/// Moves the scene on; objections name their place in the file.
SimulationEnd moved_on(const StatedMotion& motion, const SimulationOptions& options,
                       const MotionObserver& observer) {
  try {
    return carom::simulate(motion.scene, options, observer);
  } catch (const std::invalid_argument& objection) {
    throw std::invalid_argument(motion_objection(motion, objection));
  }
}

/// The scene with all that the command line said of it.
TreeNode document_of(const StatedMotion& motion) {
  const SimulationOptions& options = motion.options;
  TreeNode wishes{.kind = NodeKind::map};
  set_field(wishes, "duration", number_node(options.duration));
  set_field(wishes, "sample", number_node(*options.sample_interval));
  set_field(wishes, "tolerance", number_node(options.tolerance));
  set_field(wishes, "events", number_node(static_cast<double>(options.most_events)));
  TreeNode document = motion.tree;
  set_field(document, "law", text_node(std::string(law_of(options.law).name)));
  set_field(document, "simultaneous", text_node(to_string(options.simultaneous)));
  set_field(document, "simulation", std::move(wishes));
  return document;
}

/// The motion and its scene as a page.
int write_page(const SimulateOptions& options, StatedMotion motion) {
  if (!(motion.options.duration / *motion.options.sample_interval <= most_film_moments))
    throw std::invalid_argument(fmt::format(
        "--html: a page holds {} samples at most; want a longer --sample", most_film_moments));
  motion.options.most_events =
      std::min<std::int64_t>(motion.options.most_events, most_film_moments);
  Output output(options.html, with_page({options.file}), Unfinished::kept);
  MotionFilm film;
  const auto keep = [&](const auto& moment) {
    add(film, motion.scene, moment);
    return !*interruption();
  };
  catch_interruption();
  const SimulationEnd end =
      moved_on(motion, motion.options, {.sample = keep, .event = keep, .stop = interruption()});
  PageData data{.kind = "simulate", .title = title_of({options.file})};
  data.documents = {document_of(motion)};
  data.more = ", \"motion\": " + to_json(film, motion.scene, motion.options, end);
  output.write(page_with(data));
  const bool kept = end.reason == StopReason::interrupted && output.is_taken();
  if (!kept) output.finish();
  complain_about(end, kept ? output.leave_part() : "", "");
  return status_of(end);
}

/// Pictures and pages show one motion.
void require_one_law(const SimulateOptions& options, const StatedMotion& motion) {
  if (motion.laws.size() == 1) return;
  for (const auto& [name, wish] :
       {std::pair("--plot", &options.picture), std::pair("--film", &options.film),
        std::pair("--html", &options.html)})
    if (!wish->empty())
      throw std::invalid_argument(
          fmt::format("{}: shows the motion by one law; choose it, such as --law {}", name,
                      law_of(motion.laws.front()).name));
}

/// The motion by one law, written as it happens.
SimulationEnd one_motion(const SimulateOptions& options, const StatedMotion& motion, LawId law,
                         MotionOutput& output, Progress& progress) {
  SimulationOptions by_law = motion.options;
  by_law.law = law;
  const bool looks = !options.picture.empty() || !options.film.empty();
  EventDigest events;
  std::vector<MotionMoment> moments;
  Watch watch{output, progress, events, looks ? &moments : nullptr, by_law.duration};
  output.begin(law);
  const SimulationEnd end =
      moved_on(motion, by_law,
               {.sample = [&](const MotionSample& s) { return watch.sample(s); },
                .event = [&](const MotionEvent& e) { return watch.event(e); },
                .stop = interruption()});
  progress.clear();
  output.end(end, [&](const TextStyle& style) {
    TextStyle shown = style;
    shown.units = options.units;
    std::string text = motion_table(motion.scene, by_law, events, end, shown);
    if (options.vehicle) text += motion_vehicle_table(motion.scene, events, shown);
    return text;
  });
  if (!options.picture.empty() && !moments.empty()) draw(options, motion.scene, moments);
  if (!options.film.empty() && !moments.empty()) film(options, motion.scene, moments);
  return end;
}

}  // namespace

int simulate(const SimulateOptions& options) {
  if (!options.picture.empty()) {
    format_of_picture(options.picture);
    place_of(options.picture, {options.file});
  }
  if (!options.film.empty()) {
    format_of_film(options.film);
    place_of(options.film, {options.file});
  }
  const StatedMotion motion = stated_motion(options);
  require_one_law(options, motion);
  if (options.vehicle) require_vehicle(motion.scene.model);
  if (options.vehicle && !options.html.empty())
    throw std::invalid_argument("--report vehicle: is a table or part of json; leave out --html");
  if (!options.html.empty()) return write_page(options, motion);
  MotionOutput output(options, motion);
  Progress progress("parts of the duration", 0, static_cast<std::uint64_t>(parts_of_duration),
                    output.rows_on_terminal());
  catch_interruption();
  std::vector<SimulationEnd> ends;
  try {
    for (const LawId law : motion.laws) {
      ends.push_back(one_motion(options, motion, law, output, progress));
      if (ends.back().reason == StopReason::interrupted) break;
    }
  } catch (const std::invalid_argument&) {
    progress.clear();
    throw;
  }
  const std::string left = output.finish(ends.back().reason == StopReason::interrupted);
  int status = success;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const bool one = motion.laws.size() == 1;
    complain_about(ends[i], left, one ? "" : std::string(law_of(motion.laws[i]).name));
    status = std::max(status, status_of(ends[i]));
  }
  return status;
}

}  // namespace carom::app
