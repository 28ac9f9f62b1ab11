// carom without MPI: a process by itself, or one that becomes carom-mpi.

#include "../cluster.hpp"

#include <array>
#include <climits>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unistd.h>

namespace carom::app {
namespace {

/// What mpirun (Open MPI, MPICH) and srun tell the processes that they start.
constexpr std::array<const char*, 3> ranks_of_launchers{"OMPI_COMM_WORLD_RANK", "PMI_RANK",
                                                        "PMIX_RANK"};

bool started_by_launcher() {
  for (const char* name : ranks_of_launchers)
    if (std::getenv(name) != nullptr) return true;
  return false;
}

/// The path of carom-mpi, beside this program.
std::string path_of_member() {
  std::array<char, PATH_MAX> path{};
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
  if (length <= 0) return "carom-mpi";
  const std::string self(path.data(), static_cast<std::size_t>(length));
  return self.substr(0, self.rfind('/') + 1) + "carom-mpi";
}

}  // namespace

const Cluster* cluster() { return nullptr; }

ClusterMembership::ClusterMembership(int /*argc*/, char** /*argv*/) {}
ClusterMembership::~ClusterMembership() = default;
int ClusterMembership::leave(int status) { return status; }

void become_member(char** argv) {
  const std::string_view command = argv[1] == nullptr ? "" : argv[1];
  const bool shared = command == "sweep" || command == "fit" || command == "reconstruct";
  if (!shared || !started_by_launcher()) return;
  const std::string path = path_of_member();
  execv(path.c_str(), argv);
  throw std::runtime_error(
      "started by mpirun, but this carom was built without MPI: there is no " + path +
      "; "
      "without it every process would do all of the work (sweep --part I/N shares it without MPI)");
}

}  // namespace carom::app
