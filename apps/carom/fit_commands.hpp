/// @file
/// The commands around measurements: extract, fit and reconstruct.
#pragma once

#include "commands.hpp"

namespace carom::app {

/// `carom fit`
struct FitOptions {
  std::string file{};                              ///< "-": standard input
  std::optional<std::vector<std::string>> laws{};  ///< instead of the file's own
  std::optional<ResultFormat> format{};  ///< table or json; absent: by the ending of output
  std::string output{};                  ///< file; "": standard output
  std::string html{};                    ///< report; "": none
  std::string errors{};                  ///< CSV with a line per impact; "": none
  unsigned threads = 0;                  ///< 0: one per core
  Color color = Color::automatic;
};
int fit(const FitOptions& options);

/// `carom extract`
struct ExtractOptions {
  std::string file{};                    ///< "-": standard input
  std::optional<MotionFormat> format{};  ///< absent: by the ending of output
  std::string output{};                  ///< file; "": standard output
  Color color = Color::automatic;
};
int extract(const ExtractOptions& options);

/// `carom reconstruct`
struct ReconstructOptions {
  std::string file{};                    ///< "-": standard input
  std::optional<ResultFormat> format{};  ///< table or json; absent: by the ending of output
  std::string output{};                  ///< file; "": standard output
  std::string html{};                    ///< report; "": none
  std::string pdf{};                     ///< the same, printed; "": none
  unsigned threads = 0;                  ///< 0: one per core
  UnitSystem units = UnitSystem::si;     ///< of tables and reports
  Color color = Color::automatic;
};
int reconstruct(const ReconstructOptions& options);

}  // namespace carom::app
