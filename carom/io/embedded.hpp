/// @file
/// The files that travel inside the library: the examples and the figures of the papers.
///
/// The program needs no data folder: `carom example` and `carom reproduce` read from here. The build
/// turns the files themselves into this table (cmake/embed.cmake), so there is no second copy.
#pragma once

#include <span>
#include <string_view>

namespace carom {

/// One file of the repository.
struct EmbeddedFile {
  std::string_view name{};  ///< path in the repository, such as "examples/falling_rod.yaml"
  std::string_view text{};  ///< the whole file, byte for byte
};

/// All of them, sorted by name; valid as long as the program runs.
std::span<const EmbeddedFile> embedded_files();

}  // namespace carom
