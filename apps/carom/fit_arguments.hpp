/// @file
/// The arguments of fit and reconstruct.
#pragma once

#include "arguments.hpp"

namespace carom::app {

/// The command `fit`.
void add_fit(CLI::App& app, Action& action);

}  // namespace carom::app
