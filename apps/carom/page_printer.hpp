/// @file
/// Pages as PDF, by a browser without window where one is installed.
#pragma once

#include <string>
#include <vector>

namespace carom::app {

/// Prints a page of HTML to a file.
/// @param inputs  files that the command reads
/// @throws std::runtime_error if no printer is installed, or it fails
void print_page(const std::string& html, const std::string& pdf,
                const std::vector<std::string>& inputs);

}  // namespace carom::app
