#include <carom/robots/mujoco/compiled_model.hpp>
#include <carom/robots/mujoco/library.hpp>

#include <Eigen/Eigenvalues>
#include <array>
#include <csetjmp>
#include <cstring>
#include <stdexcept>

namespace carom::robots {
namespace {

/// Where an error of libmujoco on this thread goes, and what it said.
struct Rescue {
  std::jmp_buf place{};
  std::array<char, 1024> error{};
  std::vector<std::string>* warnings = nullptr;
};

thread_local Rescue* rescue = nullptr;

void on_error(const char* message) {
  if (!rescue) return;  // not called through us
  std::strncpy(rescue->error.data(), message, rescue->error.size() - 1);
  std::longjmp(rescue->place, 1);  // the handler must not return
}

void on_warning(const char* message) {
  if (rescue && rescue->warnings) rescue->warnings->push_back(message);
}

/// mj_loadXML that comes back from every error. Nothing here has a destructor that a jump would skip.
mjModel* load_or_return(const MujocoLibrary& mujoco, const char* file, const mjVFS* vfs,
                        Rescue& r) {
  rescue = &r;
  mjModel* volatile model = nullptr;
  if (setjmp(r.place) == 0)
    model = mujoco.load_xml(file, vfs, r.error.data(), static_cast<int>(r.error.size()));
  rescue = nullptr;
  return model;
}

struct DeleteFiles {
  void operator()(mjVFS* vfs) const {
    mujoco_library().delete_vfs(vfs);
    delete vfs;
  }
};

}  // namespace

void DeleteModel::operator()(mjModel_* model) const { mujoco_library().delete_model(model); }

CompiledModel compiled_model(const std::string& text, const std::string& path) {
  const MujocoLibrary& mujoco = mujoco_library();
  constexpr const char* file = "carom.xml";
  const std::unique_ptr<mjVFS, DeleteFiles> vfs(new mjVFS);
  mujoco.default_vfs(vfs.get());
  mujoco.make_empty_file_vfs(vfs.get(), file, static_cast<int>(text.size()));
  std::memcpy(vfs->filedata[0], text.data(), text.size());

  CompiledModel compiled;
  Rescue r;
  r.warnings = &compiled.warnings;
  *mujoco.user_error = on_error;
  *mujoco.user_warning = on_warning;
  compiled.model.reset(load_or_return(mujoco, file, vfs.get(), r));
  if (!compiled.model) {
    std::string what = r.error.data();
    while (!what.empty() && what.back() == '\n') what.pop_back();
    throw std::invalid_argument(path + ": MuJoCo refuses it: " + what);
  }
  return compiled;
}

Eigen::Vector3d principal_moments(const Eigen::Matrix3d& inertia) {
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(inertia, Eigen::EigenvaluesOnly)
      .eigenvalues();
}

}  // namespace carom::robots
