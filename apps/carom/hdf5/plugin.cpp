// carom-hdf5.so: tables as HDF5, loaded by `carom` when a result is asked for that ends in .h5. One group for each
// law, one dataset for each column, in chunks with Fletcher32 checksums, shuffled and deflated. The metadata have the
// checksums of format 1.10. The user block in front is left to `carom`. No times: the same sweep gives the same bytes.

#include <carom/study/store/stored.hpp>

#include <hdf5.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace carom {
namespace {

constexpr hsize_t chunk_rows = 65536;
constexpr hsize_t chunk_bytes = 1U << 20;  ///< at most, if it holds more than a few rows
constexpr unsigned deflate_level = 4;
/// Attributes longer than this do not fit into the header of an object.
constexpr std::size_t longest_attribute = 60000;

hid_t checked(hid_t id, const char* what) {
  if (id < 0) throw std::runtime_error(std::string("HDF5 cannot ") + what);
  return id;
}

/// What has to be closed by a function of its own.
class Handle {
 public:
  Handle(hid_t id, herr_t (*closing)(hid_t), const char* what)
      : id_(checked(id, what)), close_(closing) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(Handle&& other) noexcept : id_(other.id_), close_(other.close_) { other.id_ = -1; }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle& operator=(Handle&&) = delete;
  operator hid_t() const { return id_; }
  /// @throws std::runtime_error if what was written does not reach the file
  void close(const char* what) {
    const hid_t id = id_;
    id_ = -1;
    checked(close_(id), what);
  }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

Handle text_type(std::size_t width) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "make a type");
  H5Tset_size(type, std::max<std::size_t>(width, 1));
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

void set_attribute(hid_t object, const std::string& name, std::string text) {
  text.resize(std::min(text.size(), longest_attribute));
  const Handle type = text_type(text.size());
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose, "make a space");
  const Handle attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                         H5Aclose, "make an attribute");
  text.resize(std::max<std::size_t>(text.size(), 1), '\0');
  checked(H5Awrite(attribute, type, text.data()), "write an attribute");
}

/// A slash would part a name: the full one is an attribute.
std::string link_of(std::string name) {
  std::replace(name.begin(), name.end(), '/', '|');
  return name == "." ? "_" : name;
}

Handle dataset(hid_t group, const std::string& name, hid_t type, hsize_t rows, std::size_t bytes) {
  const Handle space(H5Screate_simple(1, &rows, nullptr), H5Sclose, "make a space");
  const Handle wishes(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "make a property list");
  hsize_t chunk = chunk_rows;
  while (chunk > 64 && chunk * bytes > chunk_bytes) chunk /= 2;
  chunk = std::clamp<hsize_t>(rows, 1, chunk);
  H5Pset_chunk(wishes, 1, &chunk);
  H5Pset_shuffle(wishes);
  H5Pset_deflate(wishes, deflate_level);
  H5Pset_fletcher32(wishes);
  H5Pset_obj_track_times(wishes, false);
  H5Pset_fill_time(wishes, H5D_FILL_TIME_NEVER);
  return {H5Dcreate2(group, name.c_str(), type, space, H5P_DEFAULT, wishes, H5P_DEFAULT), H5Dclose,
          "make a dataset"};
}

struct OpenFile {
  StoredTables tables{};
  Handle file;
  std::vector<std::vector<Handle>> datasets{};  ///< by law and column
};

Handle created(const std::string& path) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // no stack of errors on standard error
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "make a property list");
  H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
  const Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose, "make a property list");
  H5Pset_obj_track_times(creation, false);
  H5Pset_userblock(creation, table_head_bytes);
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, access), H5Fclose, "create the file"};
}

Handle group_in(hid_t file, const std::string& name) {
  const Handle wishes(H5Pcreate(H5P_GROUP_CREATE), H5Pclose, "make a property list");
  H5Pset_obj_track_times(wishes, false);
  H5Pset_link_creation_order(wishes, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  return {H5Gcreate2(file, name.c_str(), H5P_DEFAULT, wishes, H5P_DEFAULT), H5Gclose,
          "make a group"};
}

void add_column(OpenFile& open, hid_t group, const StoredColumn& column) {
  const std::size_t bytes = column.is_number ? sizeof(double) : column.width;
  const Handle text = text_type(column.width);
  const hid_t type = column.is_number ? H5T_IEEE_F64LE : static_cast<hid_t>(text);
  open.datasets.back().push_back(
      dataset(group, link_of(column.name), type, open.tables.rows, bytes));
  const hid_t made = open.datasets.back().back();
  set_attribute(made, "place", std::to_string(open.datasets.back().size()));
  set_attribute(made, "name", column.name);
  set_attribute(made, "unit", column.unit);
  set_attribute(made, "description", column.description);
}

void* create(const std::string& path, const StoredTables& tables) {
  auto open = std::make_unique<OpenFile>(OpenFile{.tables = tables, .file = created(path)});
  for (const auto& [name, text] : tables.attributes) set_attribute(open->file, name, text);
  {
    const Handle type = text_type(tables.document.size());
    const Handle document = dataset(open->file, "sweep", type, 1, tables.document.size());
    set_attribute(document, "description", "the sweep as a document that carom sweep reads, JSON");
    checked(H5Dwrite(document, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, tables.document.data()),
            "write the document");
  }
  for (const std::string& law : tables.laws) {
    open->datasets.emplace_back();
    const Handle group = group_in(open->file, law);
    for (const StoredColumn& column : tables.columns) add_column(*open, group, column);
  }
  return open.release();
}

void append(void* file, const StoredRows& rows) {
  const auto& open = *static_cast<OpenFile*>(file);
  if (rows.count == 0) return;
  const hsize_t first = rows.first;
  const hsize_t count = rows.count;
  const Handle memory(H5Screate_simple(1, &count, nullptr), H5Sclose, "make a space");
  for (std::size_t i = 0; i < open.tables.columns.size(); ++i) {
    const hid_t target = open.datasets[rows.law][i];
    const Handle space(H5Dget_space(target), H5Sclose, "read a space");
    H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, nullptr, &count, nullptr);
    const Handle text = text_type(open.tables.columns[i].width);
    const bool number = open.tables.columns[i].is_number;
    const void* data = number ? static_cast<const void*>(rows.numbers[i].data())
                              : static_cast<const void*>(rows.words[i].data());
    checked(H5Dwrite(target, number ? H5T_NATIVE_DOUBLE : static_cast<hid_t>(text), memory, space,
                     H5P_DEFAULT, data),
            "write rows");
  }
}

void close(void* file) {
  const std::unique_ptr<OpenFile> open(static_cast<OpenFile*>(file));
  for (auto& of_law : open->datasets)
    for (Handle& one : of_law) one.close("write rows");
  checked(H5Fflush(open->file, H5F_SCOPE_GLOBAL), "write the file");
  open->file.close("write the file");
}

void discard(void* file) { delete static_cast<OpenFile*>(file); }

}  // namespace
}  // namespace carom

extern "C" const carom::TableStore* carom_table_store_2() {
  static const carom::TableStore store{.create = carom::create,
                                       .append = carom::append,
                                       .close = carom::close,
                                       .discard = carom::discard};
  return &store;
}
