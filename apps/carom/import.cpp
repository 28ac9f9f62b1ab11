// carom import: a robot's file in, a plain scene in space out.

#include "commands.hpp"
#include "output.hpp"

#include <carom/io/spatial/scene_text.hpp>
#include <carom/robots/robot_file.hpp>
#include <fmt/format.h>
#include <stdexcept>

namespace carom::app {

std::optional<robots::Base> base_named(const std::string& word) {
  if (word.empty()) return std::nullopt;
  return word == "free" ? robots::Base::free : robots::Base::fixed;
}

int import_robot(const ImportOptions& options) {
  const robots::RobotModel robot = robots::read_robot(options.file, base_named(options.base));
  Output output(options.output, {options.file});
  output.write(scene_text(robot));
  output.finish();
  for (const std::string& note : robot.notes)
    complain(fmt::format("{}: note: {}", options.file, note));
  return success;
}

}  // namespace carom::app
