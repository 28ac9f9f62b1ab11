#include "motion_output.hpp"

#include <carom/impact/laws.hpp>
#include <carom/io/result/motion_json.hpp>
#include <cstddef>
#include <unistd.h>

namespace carom::app {
namespace {

/// Text that is collected before it is written, and how long at most.
constexpr std::size_t portion = 65536;
constexpr std::chrono::milliseconds between_writes{100};

MotionFormat format_for(const SimulateOptions& options) {
  if (options.format) return *options.format;
  const std::string_view path = options.output;
  if (path.ends_with(".json")) return MotionFormat::json;
  if (path.ends_with(".txt")) return MotionFormat::table;
  if (path.empty() && isatty(STDOUT_FILENO) == 1) return MotionFormat::table;
  return MotionFormat::csv;
}

/// "run.events.csv" beside "run.csv".
std::string events_path(const std::string& path) {
  constexpr std::string_view ending = ".csv";
  const std::size_t stem =
      std::string_view(path).ends_with(ending) ? path.size() - ending.size() : path.size();
  return path.substr(0, stem) + ".events.csv";
}

}  // namespace

MotionOutput::MotionOutput(const SimulateOptions& options, const StatedMotion& motion)
    : motion_(motion),
      format_(format_for(options)),
      color_(options.color),
      vehicle_(options.vehicle),
      output_(options.output, {options.file}, Unfinished::kept),
      sample_rows_(motion.scene, MotionRows::Kind::samples),
      event_rows_(motion.scene, MotionRows::Kind::events) {
  check_ending(options.output, word_of(format_));
  if (options.vehicle && format_ == MotionFormat::csv)
    throw std::invalid_argument(
        "--report vehicle: csv has no place for it; "
        "want --format table or json, or -o OUT.txt or OUT.json");
  const bool several = motion.laws.size() > 1;
  if (format_ == MotionFormat::json && several) text_ = "[";
  if (format_ != MotionFormat::csv) return;
  const std::string column = several ? "law," : "";
  text_ = column + sample_rows_.head();
  if (options.output.empty()) return;
  events_output_.emplace(events_path(options.output), std::vector{options.file}, Unfinished::kept);
  events_ = column + event_rows_.head();
}

void MotionOutput::begin(LawId law) {
  const bool several = motion_.laws.size() > 1;
  if (several) law_ = std::string(law_of(law).name) + ",";
  ++motions_;
  any_sample_ = false;
  events_count_ = 0;
  if (format_ != MotionFormat::json) return;
  SimulationOptions options = motion_.options;
  options.law = law;
  events_.clear();
  text_ += (motions_ > 1 ? ",\n{" : "{") + provenance_fields(provenance_of(motion_, law)) +
           ",\n\"scene\": " + scene_json(motion_.scene) + ",\n\"options\": " + to_json(options) +
           ",\n\"samples\": [";
}

void MotionOutput::write(const MotionSample& sample) {
  if (format_ == MotionFormat::table) return;
  if (format_ == MotionFormat::json)
    text_ += (any_sample_ ? ",\n" : "\n") + to_json(motion_.scene, sample);
  else
    text_ += law_ + sample_rows_.row(sample);
  any_sample_ = true;
  flush(false);
}

void MotionOutput::write(const MotionEvent& event) {
  ++events_count_;
  if (format_ == MotionFormat::json)
    events_ += (events_count_ > 1 ? ",\n" : "\n") +
               to_json(motion_.scene, event, events_count_, motion_.options, vehicle_);
  if (events_output_) events_ += law_ + event_rows_.row(event);
  flush(false);
}

void MotionOutput::flush(bool all) {
  const auto now = std::chrono::steady_clock::now();
  const bool due = all || now - flushed_ > between_writes;
  if (due) flushed_ = now;
  if (due || text_.size() > portion) {
    output_.write(text_);
    text_.clear();
  }
  if (events_output_ && (due || events_.size() > portion)) {
    events_output_->write(events_);
    events_.clear();
  }
}

/// Both tables, or none: a motion and the events of another one do not belong together.
std::string MotionOutput::put_in_place(bool interrupted) {
  const bool taken = output_.is_taken() || (events_output_ && events_output_->is_taken());
  if (interrupted && taken) {
    if (events_output_) events_output_->leave_part();
    return output_.leave_part();
  }
  output_.finish();
  if (events_output_) events_output_->finish();
  return "";
}

void MotionOutput::end(const SimulationEnd& end,
                       const std::function<std::string(const TextStyle&)>& summary) {
  if (format_ == MotionFormat::table)
    text_ += (motions_ > 1 ? "\n" : "") + summary(output_.style(color_));
  if (format_ == MotionFormat::json)
    text_ += (any_sample_ ? "\n],\n" : "],\n") + ("\"events\": [" + events_) +
             (events_count_ > 0 ? "\n],\n" : "],\n") + "\"end\": " + to_json(end) + "}";
  if (format_ == MotionFormat::table || isatty(STDOUT_FILENO) != 1 || output_.is_terminal()) return;
  const Output terminal;
  summaries_ += (motions_ > 1 ? "\n" : "") + summary(terminal.style(color_));
}

std::string MotionOutput::finish(bool interrupted) {
  if (format_ == MotionFormat::json) text_ += motion_.laws.size() > 1 ? "]\n" : "\n";
  flush(true);
  const std::string left = put_in_place(interrupted);
  if (summaries_.empty()) return left;
  Output terminal;
  terminal.write(summaries_);
  return left;
}

bool MotionOutput::rows_on_terminal() const {
  return format_ != MotionFormat::table && output_.is_terminal();
}

}  // namespace carom::app
