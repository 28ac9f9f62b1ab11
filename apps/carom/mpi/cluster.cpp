// carom-mpi: one of the processes that mpirun or srun started.

#include "../cluster.hpp"

#include <mpi.h>

#include <chrono>
#include <optional>
#include <thread>

namespace carom::app {
namespace {

/// A number that all ranks count up, in the memory of rank 0.
class SharedCounter {
 public:
  explicit SharedCounter(int rank) {
    MPI_Win_allocate(rank == 0 ? sizeof(std::uint64_t) : 0, sizeof(std::uint64_t), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &count_, &window_);
    if (rank == 0) *count_ = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, window_);
  }
  ~SharedCounter() {
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
  }
  SharedCounter(const SharedCounter&) = delete;
  SharedCounter& operator=(const SharedCounter&) = delete;

  std::uint64_t next() {
    const std::uint64_t one = 1;
    std::uint64_t value = 0;
    MPI_Fetch_and_op(&one, &value, MPI_UINT64_T, 0, 0, MPI_SUM, window_);
    MPI_Win_flush(0, window_);
    return value;
  }

 private:
  std::uint64_t* count_ = nullptr;
  MPI_Win window_{};
};

/// How long a rank sleeps between two looks at whether all have come.
constexpr std::chrono::milliseconds between_looks{1};

/// Waits for all ranks without keeping a core busy, as MPI_Barrier does: rank 0 may be making the result.
void wait_patiently() {
  MPI_Request request{};
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  int done = 0;
  MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  while (done == 0) {
    std::this_thread::sleep_for(between_looks);
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  }
}

std::string broadcast(std::string text, int rank) {
  std::uint64_t size = text.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  text.resize(size);
  if (rank != 0) text.assign(size, '\0');
  MPI_Bcast(text.data(), static_cast<int>(size), MPI_CHAR, 0, MPI_COMM_WORLD);
  return text;
}

std::vector<std::vector<double>> exchanged(const std::vector<double>& own, int ranks) {
  const int size = static_cast<int>(own.size());
  std::vector<int> sizes(static_cast<std::size_t>(ranks));
  MPI_Allgather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, MPI_COMM_WORLD);
  std::vector<int> starts(sizes.size(), 0);
  for (std::size_t i = 1; i < sizes.size(); ++i) starts[i] = starts[i - 1] + sizes[i - 1];
  std::vector<double> all(static_cast<std::size_t>(starts.back() + sizes.back()));
  MPI_Allgatherv(own.data(), size, MPI_DOUBLE, all.data(), sizes.data(), starts.data(), MPI_DOUBLE,
                 MPI_COMM_WORLD);
  std::vector<std::vector<double>> parts;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    parts.emplace_back(all.begin() + starts[i], all.begin() + starts[i] + sizes[i]);
  return parts;
}

std::optional<SharedCounter>& counter() {
  static std::optional<SharedCounter> shared;
  return shared;
}

Cluster& members() {
  static Cluster all;
  return all;
}

}  // namespace

const Cluster* cluster() { return &members(); }

ClusterMembership::ClusterMembership(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);  // only this thread calls MPI
  Cluster& all = members();
  MPI_Comm_rank(MPI_COMM_WORLD, &all.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &all.ranks);
  counter().emplace(all.rank);
  all.next = [] { return counter()->next(); };
  all.exchange = [ranks = all.ranks](const std::vector<double>& own) {
    return exchanged(own, ranks);
  };
  all.wait_for_all = wait_patiently;
  all.from_first = [rank = all.rank](std::string text) { return broadcast(std::move(text), rank); };
}

ClusterMembership::~ClusterMembership() {
  wait_patiently();
  counter().reset();
  MPI_Finalize();
}

int ClusterMembership::leave(int status) {
  if (status != 0) MPI_Abort(MPI_COMM_WORLD, status);
  return status;
}

void become_member(char** /*argv*/) {}

}  // namespace carom::app
