#include <carom/robots/mujoco/library.hpp>

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace carom::robots {
namespace {

/// Its name says its version, whose structures this carom was compiled for.
constexpr const char* file = CAROM_MUJOCO_FILE;

[[noreturn]] void refuse(const std::string& why) {
  throw std::invalid_argument(std::string("MJCF needs MuJoCo's library ") + file +
                              " (libmujoco; Debian: " + CAROM_MUJOCO_PACKAGE + "): " + why);
}

template <class Symbol>
void find(void* library, const char* name, Symbol& symbol) {
  symbol = reinterpret_cast<Symbol>(dlsym(library, name));
  if (symbol == nullptr) refuse(std::string("it has no ") + name);
}

MujocoLibrary loaded() {
  void* library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) refuse(dlerror());
  MujocoLibrary m;
  find(library, "mj_version", m.version);
  find(library, "mj_loadXML", m.load_xml);
  find(library, "mj_deleteModel", m.delete_model);
  find(library, "mj_defaultVFS", m.default_vfs);
  find(library, "mj_makeEmptyFileVFS", m.make_empty_file_vfs);
  find(library, "mj_deleteVFS", m.delete_vfs);
  find(library, "mj_id2name", m.id_to_name);
  find(library, "mj_name2id", m.name_to_id);
  find(library, "mju_user_error", m.user_error);
  find(library, "mju_user_warning", m.user_warning);
  if (m.version() != mjVERSION_HEADER)
    refuse("it is version " + std::to_string(m.version()) + ", want " +
           std::to_string(mjVERSION_HEADER));
  return m;
}

}  // namespace

const MujocoLibrary& mujoco_library() {
  static const MujocoLibrary library = loaded();  // tried again where it failed
  return library;
}

}  // namespace carom::robots
