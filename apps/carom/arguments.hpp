/// @file
/// The options that commands share, for CLI11, which is slow to compile: few files include it.
#pragma once

#include "commands.hpp"

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace carom::app {

/// What was asked for, once the arguments are read.
using Action = std::function<int()>;

/// Refuses any other word, and does not list them again in the help.
CLI::Validator one_of(const std::vector<std::string>& words);

void add_color(CLI::App& command, Color& color);

void add_format(CLI::App& command, std::optional<ResultFormat>& format, const std::string& help,
                const std::vector<std::string>& words);

/// --format table|csv|json, of what changes over time.
void add_motion_format(CLI::App& command, std::optional<MotionFormat>& format);

void add_laws(CLI::App& command, std::optional<std::vector<std::string>>& laws);

void add_output(CLI::App& command, std::string& output, const std::string& help);

void add_html(CLI::App& command, std::string& html);

void add_units(CLI::App& command, UnitSystem& units);

/// --report vehicle.
void add_report(CLI::App& command, bool& vehicle, const std::string& help);

void add_problem_number(CLI::App& command, int& problem, const std::string& help);

std::string above_zero(const std::string& text);

/// The commands `show` and `import`.
void add_show(CLI::App& app, Action& action);
void add_import(CLI::App& app, Action& action);

/// The command `simulate`.
void add_simulate(CLI::App& app, Action& action);

}  // namespace carom::app
