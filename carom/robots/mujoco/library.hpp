/// @file
/// libmujoco, loaded when the first MJCF file is read: a carom that reads none neither needs nor loads it.
#pragma once

#include <mujoco/mujoco.h>

namespace carom::robots {

/// What is called of it, under its own names.
struct MujocoLibrary {
  decltype(&::mj_version) version = nullptr;
  decltype(&::mj_loadXML) load_xml = nullptr;
  decltype(&::mj_deleteModel) delete_model = nullptr;
  decltype(&::mj_defaultVFS) default_vfs = nullptr;
  decltype(&::mj_makeEmptyFileVFS) make_empty_file_vfs = nullptr;
  decltype(&::mj_deleteVFS) delete_vfs = nullptr;
  decltype(&::mj_id2name) id_to_name = nullptr;
  decltype(&::mj_name2id) name_to_id = nullptr;
  decltype(&::mju_user_error) user_error = nullptr;      ///< the handler's place
  decltype(&::mju_user_warning) user_warning = nullptr;  ///< the same
};

/// The library, which stays loaded.
/// @throws std::invalid_argument saying which is missing, where it is not installed or of another version.
const MujocoLibrary& mujoco_library();

}  // namespace carom::robots
