// carom simulate: a scene moves on, from event to event.

#include "motion_output.hpp"
#include "output.hpp"
#include "picture.hpp"
#include "progress.hpp"
#include "sweep_output.hpp"

#include <carom/io/motion_file.hpp>
#include <carom/report/plot_motion.hpp>
#include <carom/report/table_motion.hpp>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

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
                      .events = options.events});
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

void complain_about(const SimulationEnd& end) {
  if (end.reason != StopReason::finished)
    complain(fmt::format("stopped at t = {:.9g} s ({}): {}", end.state.t, to_string(end.reason),
                         end.reason == StopReason::interrupted
                             ? "what was done until then is written"
                             : end.message));
  if (const std::string objection = ledger_objection(end); !objection.empty()) complain(objection);
}

void draw(const SimulateOptions& options, const Scene& scene,
          const std::vector<MotionMoment>& moments) {
  const PictureFormat format = format_of_picture(options.picture);
  write_picture(gnuplot_script(motion_picture(scene, moments), format), format, options.picture);
}

}  // namespace

int simulate(const SimulateOptions& options) {
  if (!options.picture.empty()) format_of_picture(options.picture);
  const StatedMotion motion = stated_motion(options);
  MotionOutput output(options, motion);
  Progress progress("parts of the duration", 0, static_cast<std::uint64_t>(parts_of_duration),
                    output.rows_on_terminal());
  EventDigest events;
  std::vector<MotionMoment> moments;
  Watch watch{output, progress, events, options.picture.empty() ? nullptr : &moments,
              motion.options.duration};
  catch_interruption();
  SimulationEnd end;
  try {
    end = carom::simulate(motion.scene, motion.options,
                          {.sample = [&](const MotionSample& s) { return watch.sample(s); },
                           .event = [&](const MotionEvent& e) { return watch.event(e); }});
  } catch (const std::invalid_argument& objection) {
    progress.clear();
    throw std::invalid_argument(motion_objection(motion, objection.what()));
  }
  progress.clear();
  output.finish(end, [&](const TextStyle& style) {
    return motion_table(motion.scene, motion.options, events, end, style);
  });
  if (!options.picture.empty() && !moments.empty()) draw(options, motion.scene, moments);
  complain_about(end);
  return status_of(end);
}

}  // namespace carom::app
