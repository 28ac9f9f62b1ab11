/// @file
/// The arguments of extract, fit and reconstruct.
#pragma once

#include "arguments.hpp"

namespace carom::app {

/// The command `extract`.
void add_extract(CLI::App& app, Action& action);

/// The command `fit`.
void add_fit(CLI::App& app, Action& action);

/// The command `reconstruct`.
void add_reconstruct(CLI::App& app, Action& action);

}  // namespace carom::app
