/// @file
/// `carom explore`: its options and how the command line gives them.
#pragma once

#include "commands.hpp"

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace carom::app {

/// `carom explore`
struct ExploreOptions {
  std::vector<std::string> files{};  ///< problems to start with; none: the gallery
  int port = 0;                      ///< 0: any that is free
  bool browser = true;               ///< show the address to the desktop's browser
};
int explore(const ExploreOptions& options);

/// Adds the command; `action` is what to do once the arguments are read.
void add_explore(CLI::App& app, std::function<int()>& action);

}  // namespace carom::app
