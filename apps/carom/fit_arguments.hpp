/// @file
/// The arguments of fit and reconstruct.
#pragma once

#include "arguments.hpp"

namespace carom::app {

/// The command `fit`.
void add_fit(CLI::App& app, Action& action);

/// The command `reconstruct`.
void add_reconstruct(CLI::App& app, Action& action);

}  // namespace carom::app
