/// @file
/// The processes that mpirun or srun started together. `carom` itself knows no MPI: under mpirun it becomes
/// carom-mpi, the same program with apps/carom/mpi/cluster.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace carom::app {

struct Cluster {
  int rank = 0;
  int ranks = 1;
  std::function<std::uint64_t()> next{};  ///< 0, 1, 2, ...: every number once, over all ranks
  std::function<std::string(std::string)> from_first{};  ///< what rank 0 gives, on all ranks
  std::function<void()> wait_for_all{};
  /// What every rank gives, by rank; all call it together.
  std::function<std::vector<std::vector<double>>(const std::vector<double>&)> exchange{};
};

/// Null outside carom-mpi.
const Cluster* cluster();

/// Joins the others, and leaves them at the end of its life; outside carom-mpi it does nothing.
class ClusterMembership {
 public:
  ClusterMembership(int argc, char** argv);
  ~ClusterMembership();
  ClusterMembership(const ClusterMembership&) = delete;
  ClusterMembership& operator=(const ClusterMembership&) = delete;

  /// The exit status of this rank; one that fails ends all others.
  int leave(int status);
};

/// Under mpirun, `carom sweep`, `fit` and `reconstruct` become carom-mpi, which stands beside it.
/// @throws std::runtime_error where there is none
void become_member(char** argv);

}  // namespace carom::app
