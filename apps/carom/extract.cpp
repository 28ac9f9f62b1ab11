// carom extract: from samples of position and angle to velocities before and after impacts.

#include "fit_commands.hpp"
#include "output.hpp"
#include "sweep_output.hpp"

#include <carom/io/fit/extraction_file.hpp>
#include <carom/io/fit/fit_file.hpp>
#include <carom/report/fit/extraction_report.hpp>
#include <fmt/format.h>
#include <stdexcept>
#include <unistd.h>

namespace carom::app {
namespace {

MotionFormat format_for(const ExtractOptions& options) {
  if (options.format) return *options.format;
  if (options.output.ends_with(".json")) return MotionFormat::json;
  if (options.output.empty() && isatty(STDOUT_FILENO) == 1) return MotionFormat::table;
  return MotionFormat::csv;
}

}  // namespace

int extract(const ExtractOptions& options) {
  const auto format = options.file == "-" ? FileFormat::yaml : format_of(options.file);
  if (!format)
    throw std::invalid_argument(fmt::format(
        "{}: unknown ending; an extraction's file ends in .yaml, .yml or .json", options.file));
  const std::string text = read_whole(options.file);
  const std::string source = options.file == "-" ? "standard input" : options.file;
  const StatedExtraction stated = read_extraction(text, *format, source);
  Output output(options.output, {options.file, table_path(text, *format, source)});
  Extraction result;
  try {
    result = carom::extract(stated);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format("{}: {}", source, error.what()));
  }
  const TextStyle style = output.style(options.color);
  switch (format_for(options)) {
    case MotionFormat::table: output.write(extraction_table(result, stated, style)); break;
    case MotionFormat::json: output.write(extraction_json(result, stated)); break;
    case MotionFormat::csv: output.write(extraction_csv(result, stated)); break;
  }
  output.finish();
  if (format_for(options) == MotionFormat::table) return success;
  for (const std::string& note : result.notes) complain(note);
  if (options.output.empty() || isatty(STDOUT_FILENO) != 1) return success;
  Output terminal;
  terminal.write(extraction_table(result, stated, terminal.style(options.color)));
  return success;
}

}  // namespace carom::app
