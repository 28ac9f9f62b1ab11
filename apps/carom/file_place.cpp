#include "file_place.hpp"

#include <carom/io/tree/utf8.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <stdexcept>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace carom::app {
namespace {

/// Path as messages show it.
std::string shown_path(const std::string& path) { return printable(path, std::string::npos); }

/// Links in a row that are followed, as the kernel does.
constexpr int most_links = 40;

/// The file that a path means at the end of all links, whether it exists or not.
std::string resolved(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path end = path;
  for (int i = 0; i < most_links && fs::is_symlink(fs::symlink_status(end, error)); ++i)
    end = end.parent_path() / fs::read_symlink(end, error);
  const fs::path real = fs::weakly_canonical(end, error);
  return error ? end.string() : real.string();
}

/// The permissions that the new file should have: the old one's, or what the umask leaves.
mode_t permissions_for(const std::string& target) {
  struct stat old{};
  if (stat(target.c_str(), &old) == 0) return old.st_mode & 07777U;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666U & ~mask;
}

/// What there is; absent if nothing is.
std::optional<struct stat> found_at(const std::string& path) {
  struct stat found{};
  return stat(path.c_str(), &found) == 0 ? std::optional(found) : std::nullopt;
}

bool is_same(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// Refuses a file that is also read. A path, a link and a hard link lead to the same one.
void refuse_input(const std::string& path, const struct stat& file,
                  const std::vector<std::string>& inputs) {
  if (!S_ISREG(file.st_mode)) return;
  for (const std::string& input : inputs) {
    struct stat read{};
    const bool standard_input = input == "-";
    const int status = standard_input ? fstat(STDIN_FILENO, &read) : stat(input.c_str(), &read);
    if (status == 0 && is_same(read, file))
      throw std::invalid_argument(
          fmt::format("{}: is the same file as the input {}; write the results elsewhere",
                      shown_path(path), standard_input ? "on standard input" : shown_path(input)));
  }
}

/// Makes the new name of a file last: it stands in the folder. Not every file system can do that.
void flush_folder(const std::string& target) {
  const std::string folder = std::filesystem::path(target).parent_path().string();
  const int descriptor =
      open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

/// True if the descriptor's file is the one that has this name now: whoever had it before may have
/// renamed or removed it.
bool still_at(const std::string& path, int descriptor) {
  struct stat own{};
  const auto found = found_at(path);
  return fstat(descriptor, &own) == 0 && found && is_same(own, *found);
}

}  // namespace

void fail_to_write(const std::string& path, int error) {
  throw std::runtime_error(fmt::format("{}: cannot be written: {}",
                                       path.empty() ? "standard output" : shown_path(path),
                                       std::strerror(error)));
}

FilePlace place_of(const std::string& path, const std::vector<std::string>& inputs) {
  FilePlace place{.path = path};
  const std::vector<std::string> read = inputs.empty() ? std::vector<std::string>{"-"} : inputs;
  if (path.empty()) {
    struct stat out{};
    if (fstat(STDOUT_FILENO, &out) == 0 && out.st_size > 0)
      refuse_input("standard output", out, read);
    return place;
  }
  const auto there = found_at(path);
  if (there && S_ISDIR(there->st_mode)) fail_to_write(path, EISDIR);
  if (there && !S_ISREG(there->st_mode)) return place;  // a device or a pipe: nothing to rename
  if (there) refuse_input(path, *there, read);
  if (there && access(path.c_str(), W_OK) != 0) fail_to_write(path, errno);
  place.target = resolved(path);
  place.taken = there && there->st_size > 0;
  if (const auto part = found_at(part_of(place))) refuse_input(part_of(place), *part, read);
  return place;
}

std::string part_of(const FilePlace& place) { return place.target + ".part"; }

int open_part(const FilePlace& place) {
  const std::string path = part_of(place);
  while (true) {
    const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor < 0) fail_to_write(path, errno);
    struct stat file{};
    const bool regular = fstat(descriptor, &file) == 0 && S_ISREG(file.st_mode);
    const bool busy = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (regular && !busy && still_at(path, descriptor)) return descriptor;
    close(descriptor);
    if (!regular) fail_to_write(path, EINVAL);
    if (busy)
      throw std::invalid_argument(
          fmt::format("{}: another carom is writing it", shown_path(place.path)));
  }
}

int open_beside(const FilePlace& place, std::string& temporary) {
  temporary = place.target + ".XXXXXX";
  const int descriptor = mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) fail_to_write(place.path, errno);
  return descriptor;
}

void flush_to_disk(int descriptor, const std::string& path) {
  if (fsync(descriptor) != 0 && errno != EINVAL && errno != ENOTSUP && errno != EROFS)
    fail_to_write(path, errno);
}

void put_in_place(int descriptor, const std::string& from, const FilePlace& place) {
  fchmod(descriptor, permissions_for(place.target));
  flush_to_disk(descriptor, place.path);
  if (std::rename(from.c_str(), place.target.c_str()) != 0) fail_to_write(place.path, errno);
  flush_folder(place.target);
  if (close(descriptor) != 0) fail_to_write(place.path, errno);
}

void check_ending(const std::string& path, std::string_view format) {
  const std::string_view name = path;
  const bool json = format == "json" || format == "jsonl";
  const bool fits = (!name.ends_with(".csv") || format == "csv") &&
                    (!name.ends_with(".json") || json) &&
                    (!name.ends_with(".jsonl") || format == "jsonl") &&
                    (!name.ends_with(".tex") || format == "latex") &&
                    ((!name.ends_with(".h5") && !name.ends_with(".hdf5")) || format == "hdf5");
  if (!fits)
    throw std::invalid_argument(fmt::format(
        "{}: would hold the format {}, which its ending denies; want another name or --format",
        shown_path(path), format));
}

}  // namespace carom::app
