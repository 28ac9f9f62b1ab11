/// @file
/// Pictures as files.
#pragma once

#include <carom/report/plot/plot.hpp>
#include <string>
#include <vector>

namespace carom::app {

/// The format by the file's ending.
/// @throws std::invalid_argument naming the endings.
PictureFormat format_of_picture(const std::string& path);

/// Where a picture goes.
struct PicturePlace {
  PictureFormat format = PictureFormat::svg;
  std::string path{};
  std::vector<std::string> inputs{};  ///< files that the command reads
};

/// Draws the script, or writes it where the ending asks for the script itself.
/// @throws std::invalid_argument if the path is an input; std::runtime_error if gnuplot is missing or the file cannot be written.
void write_picture(const std::string& script, const PicturePlace& place);

}  // namespace carom::app
