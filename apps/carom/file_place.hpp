/// @file
/// The place of a file of results: what is there, who else writes it, and how it is replaced in one step.
///
/// Every file that the program writes goes through here, so that none takes the place of an input and none
/// is ever seen half written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace carom::app {

/// Where results go.
struct FilePlace {
  std::string path{};  ///< as it was given, for messages; "" for standard output
  std::string
      target{};  ///< links followed; "" where nothing can be renamed: standard output, devices
  bool taken = false;  ///< a file is there and holds something
};

/// Looks at the place.
/// @param path    "" for standard output
/// @param inputs  files that the command reads; "-" or none stands for standard input
/// @throws std::invalid_argument if the place is one of the inputs, by whatever name;
///         std::runtime_error if no file can be written there.
FilePlace place_of(const std::string& path, const std::vector<std::string>& inputs);

/// "FILE.part": work in progress that outlives the program.
std::string part_of(const FilePlace& place);

/// Opens FILE.part, or makes it, for this process alone. What it holds stays.
/// @returns the descriptor; closing it, or the end of the process, lets others have it
/// @throws std::invalid_argument if another process has it; std::runtime_error if it cannot be written.
int open_part(const FilePlace& place);

/// Makes a new file beside the place, with the permissions that the final one shall have.
/// @param temporary  gets its path
int open_beside(const FilePlace& place, std::string& temporary);

/// Puts a file that is written into its place: on the disk first, then in one step. Closes the descriptor.
/// @throws std::runtime_error
void put_in_place(int descriptor, const std::string& from, const FilePlace& place);

/// Waits until what was written is on the disk. @throws std::runtime_error
void flush_to_disk(int descriptor, const std::string& path);

/// Refuses an ending that promises another format than the one that is written, such as a table in x.csv.
/// @param format  "table", "csv", "json" or "jsonl"
/// @throws std::invalid_argument
void check_ending(const std::string& path, std::string_view format);

/// @throws std::runtime_error "PATH: cannot be written: ..." with the system's word for the error.
[[noreturn]] void fail_to_write(const std::string& path, int error);

}  // namespace carom::app
