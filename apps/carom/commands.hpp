/// @file
/// The commands of `carom`: plain options in, an exit status out. main.cpp reads the command line into
/// these structs; each command is one file with one function.
#pragma once

#include <carom/impact/impact_problem.hpp>
#include <carom/report/table/shown_units.hpp>
#include <carom/robots/robot_file.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace carom::app {

/// What the program says when it ends.
enum ExitStatus : int {
  success = 0,    ///< every problem got a result
  failure = 1,    ///< the program could not do its work: a file cannot be written, gnuplot fails
  bad_input = 2,  ///< bad input or bad arguments
  interrupted = 130,  ///< a signal ended a sweep or a motion; what is done is kept
};

/// When to colour.
enum class Color { automatic, always, never };

/// How results are written.
enum class ResultFormat { table, latex, json, jsonl };

/// How the rows of a sweep are written.
enum class SweepFormat { csv, json, hdf5 };

/// `carom solve`
struct SolveOptions {
  std::vector<std::string> files{};                ///< none: standard input
  std::optional<std::vector<std::string>> laws{};  ///< instead of the problems' own
  std::optional<ResultFormat> format{};            ///< absent: by where the output goes
  std::string output{};                            ///< file; "": standard output
  Color color = Color::automatic;
  UnitSystem units = UnitSystem::si;  ///< of tables
  bool vehicle = false;               ///< report on vehicles
  std::string html{};                 ///< a page instead; "": none
  std::optional<int> path{};  ///< points between events in space, instead of the problems' own
};
int solve(const SolveOptions& options);

/// `carom sweep`
struct SweepOptions {
  std::string file{};                              ///< "-": standard input
  std::vector<std::string> vary{};                 ///< KEY=VALUES
  std::optional<std::vector<std::string>> laws{};  ///< instead of the file's own
  std::vector<std::string> columns{};              ///< instead of the file's own
  std::optional<std::size_t> draws{};
  std::optional<std::uint64_t> seed{};
  std::optional<std::string> sampling{};  ///< instead of the file's own
  int problem = 0;                        ///< counted from 1; 0: the only one
  std::optional<SweepFormat> format{};    ///< absent: by the ending of `output`
  std::string output{};                   ///< file; "": standard output
  bool resume = false;                    ///< go on with what is there
  bool force = false;                     ///< replace what is there
  bool boundaries = false;                ///< list where the outcome changes, instead of the rows
  double tolerance = 1e-9;                ///< of boundaries, relative
  unsigned threads = 0;                   ///< 0: one per core
  std::string html{};                     ///< a page instead; "": none
  std::string part{};                     ///< "2/8": that part of it only; "": all
  bool summary = false;                   ///< what the rows say in a few numbers, instead of them
  std::string picture{};                  ///< file to draw into besides; "": none
  UnitSystem units = UnitSystem::si;      ///< of summaries and pictures
  bool vehicle = false;                   ///< the report on vehicles as columns
};
int sweep(const SweepOptions& options);

/// `carom merge`
struct MergeOptions {
  std::vector<std::string> shares{};  ///< files that `sweep --part` has written
  std::string output{};               ///< file; "": standard output
  bool force = false;                 ///< replace a file that is there
};
int merge(const MergeOptions& options);

/// How a motion is written.
enum class MotionFormat { table, csv, json };

/// `carom simulate`
struct SimulateOptions {
  std::string file{};                          ///< "-": standard input
  std::optional<std::string> law{};            ///< instead of the scene's own
  std::optional<Simultaneous> simultaneous{};  ///< likewise
  std::optional<std::string> duration{};       ///< with or without a unit
  std::optional<std::string> sample{};
  std::optional<double> tolerance{};
  std::optional<std::int64_t> events{};
  int problem = 0;                       ///< counted from 1; 0: the only one
  std::optional<MotionFormat> format{};  ///< absent: by the ending of `output`
  std::string output{};                  ///< file; "": standard output
  std::string picture{};                 ///< file to draw into besides; "": none
  std::string film{};                    ///< file for an animated GIF besides; "": none
  std::string html{};                    ///< a page instead; "": none
  bool vehicle = false;                  ///< report every impact in accident reconstruction's words
  Color color = Color::automatic;
  UnitSystem units = UnitSystem::si;  ///< of tables
};
int simulate(const SimulateOptions& options);

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
  std::string base{};     ///< of a URDF: free or fixed; "": not stated
  int problem = 1;        ///< which one is drawn, counted from 1
  Color color = Color::automatic;
  UnitSystem units = UnitSystem::si;
};
int show(const ShowOptions& options);

/// `carom import`
struct ImportOptions {
  std::string file{};
  std::string base{};    ///< of a URDF: free or fixed; "": not stated
  std::string output{};  ///< file; "": standard output
};
int import_robot(const ImportOptions& options);

/// What --base says; absent if it is not given.
std::optional<robots::Base> base_named(const std::string& word);

/// `carom demo`
struct DemoOptions {
  Color color = Color::automatic;
};
int demo(const DemoOptions& options);

/// `carom laws`
struct LawsOptions {
  std::string name{};   ///< "": all
  bool bibtex = false;  ///< the references as BibTeX
  Color color = Color::automatic;
};
int show_laws(const LawsOptions& options);

/// `carom example`
struct ExampleOptions {
  std::string name{};  ///< "": list them
  bool json = false;   ///< as JSON; without a name: all of them
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
  std::string html{};           ///< a page instead; "": none
  Color color = Color::automatic;
};
int reproduce(const ReproduceOptions& options);

/// `carom diagram`
struct DiagramOptions {
  std::string file{};
  std::optional<std::vector<std::string>> laws{};
  int problem = 1;       ///< counted from 1
  bool strip = false;    ///< the mechanism at every event instead
  std::string output{};  ///< the ending says what is drawn
};
int diagram(const DiagramOptions& options);

}  // namespace carom::app
