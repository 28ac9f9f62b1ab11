#include "table_file.hpp"

#include "file_place.hpp"

#include <array>
#include <carom/io/tree/checksum.hpp>
#include <climits>
#include <dlfcn.h>
#include <fmt/format.h>
#include <fstream>
#include <stdexcept>
#include <unistd.h>

namespace carom::app {
namespace {

/// Where the plug-in lies, from the program's own folder: as built, and as installed.
constexpr std::array<const char*, 2> plugin_places{"carom-hdf5.so", CAROM_PLUGIN_PLACE};

std::string own_folder() {
  std::array<char, PATH_MAX> path{};
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
  const std::string self(path.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
  return self.substr(0, self.rfind('/') + 1);
}

/// @throws std::invalid_argument where there is none
const TableStore& table_store() {
  std::string error;
  for (const char* place : plugin_places) {
    void* library = dlopen((own_folder() + place).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      error = dlerror();
      continue;
    }
    using Entry = const TableStore* (*)();
    if (const auto entry = reinterpret_cast<Entry>(dlsym(library, "carom_table_store_2")))
      return *entry();
    error = dlerror();
  }
  throw std::invalid_argument(fmt::format(
      "HDF5: this carom was built without it (libhdf5-dev), or its plug-in is missing ({}); "
      "results can go to .csv and .json",
      error));
}

constexpr std::size_t piece_bytes = 1U << 18;

/// The checksum of all bytes behind the head.
Checksum checksum_of(std::istream& file) {
  Checksum checksum;
  std::string piece(piece_bytes, '\0');
  file.seekg(static_cast<std::streamoff>(table_head_bytes));
  while (file) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    checksum.add(std::string_view(piece).substr(0, static_cast<std::size_t>(file.gcount())));
  }
  return checksum;
}

/// What stands in front of the file, up to the checksum.
std::string start_of_head(const std::string& identity) {
  return fmt::format("# carom sweep {}: HDF5 behind {} bytes, checksum ", identity,
                     table_head_bytes);
}

std::string head_of(const std::string& identity, const Checksum& checksum) {
  std::string head = start_of_head(identity) + to_string(checksum) + "\n";
  head.resize(table_head_bytes, '\0');
  return head;
}

/// A file that is removed unless it is complete.
class UnfinishedTables {
 public:
  UnfinishedTables(const TableStore& store, const FilePlace& place)
      : store_(store), place_(place), descriptor_(open_beside(place, path_)) {}
  ~UnfinishedTables() {
    if (file_ != nullptr) store_.discard(file_);
    if (descriptor_ < 0) return;
    unlink(path_.c_str());
    ::close(descriptor_);
  }
  UnfinishedTables(const UnfinishedTables&) = delete;
  UnfinishedTables& operator=(const UnfinishedTables&) = delete;

  void begin(const StoredTables& tables) {
    identity_ = tables.identity;
    file_ = store_.create(path_, tables);
  }
  void append(const StoredRows& rows) { store_.append(file_, rows); }
  void finish() {
    store_.close(std::exchange(file_, nullptr));
    std::ifstream written(path_, std::ios::binary);
    const std::string head = head_of(identity_, checksum_of(written));
    if (pwrite(descriptor_, head.data(), head.size(), 0) != static_cast<ssize_t>(head.size()))
      throw std::runtime_error("its head cannot be written");
    put_in_place(std::exchange(descriptor_, -1), path_, place_);
  }

 private:
  const TableStore& store_;
  const FilePlace& place_;
  std::string path_{};
  std::string identity_{};
  int descriptor_;
  void* file_ = nullptr;
};

}  // namespace

bool is_table_file(const std::string& path) {
  return std::string_view(path).ends_with(".h5") || std::string_view(path).ends_with(".hdf5");
}

void require_table_store() { table_store(); }

bool write_table_file(const std::string& path, const std::vector<std::string>& inputs,
                      StoredTables tables, const RowSource& rows) {
  const TableStore& store = table_store();
  const FilePlace place = place_of(path, inputs);
  if (place.target.empty())
    throw std::invalid_argument(fmt::format("{}: HDF5 needs a file, not a device", path));
  StoredSweep sweep(std::move(tables));
  const bool measured = rows([&](std::string_view lines) {
    sweep.measure(lines);
    return true;
  });
  if (!measured) return false;
  UnfinishedTables file(store, place);
  const auto append = [&](const StoredRows& portion) { file.append(portion); };
  try {
    file.begin(sweep.tables());
    const bool whole = rows([&](std::string_view lines) {
      sweep.take(lines, append);
      return true;
    });
    if (!whole) return false;
    sweep.finish(append);
    file.finish();
  } catch (const std::invalid_argument&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("{}: cannot be written: {}", path, error.what()));
  }
  return true;
}

void check_table_file(const std::string& path, const std::string& identity) {
  std::ifstream file(path, std::ios::binary);
  std::string head(table_head_bytes, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  const std::string expected = start_of_head(identity);
  if (!head.starts_with(expected.substr(0, expected.find(':'))))
    throw std::invalid_argument(
        head.starts_with("# carom sweep ")
            ? "holds another sweep; --resume goes on with the same file, keys, laws and columns only"
            : "does not begin as a result of carom sweep does");
  if (head != head_of(identity, checksum_of(file)))
    throw std::invalid_argument("is damaged: it does not add up to its checksum");
}

}  // namespace carom::app
