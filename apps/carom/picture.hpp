/// @file
/// Pictures as files.
#pragma once

#include <carom/report/plot.hpp>
#include <string>

namespace carom::app {

/// The format by the file's ending.
/// @throws std::invalid_argument naming the endings.
PictureFormat format_of_picture(const std::string& path);

/// Draws the script, or writes it where the ending asks for the script itself.
/// @throws std::runtime_error if gnuplot is missing or the file cannot be written.
void write_picture(const std::string& script, PictureFormat format, const std::string& path);

}  // namespace carom::app
