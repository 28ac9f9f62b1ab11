/// @file
/// The commands of `carom`: plain options in, an exit status out. main.cpp reads the command line into
/// these structs; each command is one file with one function.
#pragma once

#include <carom/report/shown_units.hpp>
#include <optional>
#include <string>
#include <vector>

namespace carom::app {

/// What the program says when it ends.
enum ExitStatus : int {
  success = 0,    ///< every problem got a result
  failure = 1,    ///< the program could not do its work: a file cannot be written, gnuplot fails
  bad_input = 2,  ///< bad input or bad arguments
};

/// When to colour.
enum class Color { automatic, always, never };

/// How results are written.
enum class ResultFormat { table, json, jsonl };

/// `carom solve`
struct SolveOptions {
  std::vector<std::string> files{};                ///< none: standard input
  std::optional<std::vector<std::string>> laws{};  ///< instead of the problems' own
  std::optional<ResultFormat> format{};            ///< absent: by where the output goes
  std::string output{};                            ///< file; "": standard output
  Color color = Color::automatic;
  UnitSystem units = UnitSystem::si;  ///< of tables
  bool vehicle = false;               ///< report on vehicles
};
int solve(const SolveOptions& options);

/// `carom check`
struct CheckOptions {
  std::vector<std::string> files{};  ///< none: standard input
};
int check(const CheckOptions& options);

/// `carom show`
struct ShowOptions {
  std::vector<std::string> files{};  ///< none: standard input
  std::optional<ResultFormat> format{};
  std::string output{};   ///< file; "": standard output
  std::string picture{};  ///< file to draw into instead; "": none
  int problem = 1;        ///< which one is drawn, counted from 1
  Color color = Color::automatic;
  UnitSystem units = UnitSystem::si;
};
int show(const ShowOptions& options);

/// `carom demo`
struct DemoOptions {
  Color color = Color::automatic;
};
int demo(const DemoOptions& options);

/// `carom laws`
struct LawsOptions {
  std::string name{};  ///< "": all
  Color color = Color::automatic;
};
int show_laws(const LawsOptions& options);

/// `carom example`
struct ExampleOptions {
  std::string name{};  ///< "": list them
  Color color = Color::automatic;
};
int example(const ExampleOptions& options);

/// `carom reproduce`
struct ReproduceOptions {
  std::string paper{};  ///< "": all
  std::optional<ResultFormat> format{};
  std::string output{};
  std::string plot{};           ///< folder for the figures of those papers that have some; "": none
  std::string picture = "svg";  ///< their ending
  Color color = Color::automatic;
};
int reproduce(const ReproduceOptions& options);

/// `carom diagram`
struct DiagramOptions {
  std::string file{};
  std::optional<std::vector<std::string>> laws{};
  int problem = 1;       ///< counted from 1
  std::string output{};  ///< the ending says what is drawn
};
int diagram(const DiagramOptions& options);

}  // namespace carom::app
