#include <carom/study/fit/parallel_for.hpp>

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace carom {
namespace {

/// The pieces still to do.
class Queue {
 public:
  Queue(const Workers& workers, const char* what, std::size_t count)
      : workers_(workers), what_(what), count_(count) {}

  void work(const std::function<void(std::size_t)>& piece) {
    try {
      while (const std::size_t one = claim()) {
        workers_.stop_if_asked();
        piece(one - 1);
        tell();
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      next_ = count_;
    }
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  /// Number of the piece, from 1; 0 if none is left.
  std::size_t claim() {
    const std::lock_guard lock(mutex_);
    return next_ < count_ ? ++next_ : 0;
  }
  void tell() {
    const std::lock_guard lock(mutex_);
    ++done_;
    if (workers_.progress) workers_.progress(what_, done_, count_);
  }

  const Workers& workers_;
  const char* what_;
  std::size_t count_;
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  std::mutex mutex_{};
  std::exception_ptr error_{};
};

}  // namespace

void parallel_for(const Workers& workers, const char* what, std::size_t count,
                  const std::function<void(std::size_t)>& piece) {
  const unsigned cores =
      workers.threads > 0 ? workers.threads : std::max(1U, std::thread::hardware_concurrency());
  const std::size_t others = std::min<std::size_t>(count, cores) - (count > 0 ? 1 : 0);
  Queue queue(workers, what, count);
  {
    std::vector<std::jthread> threads;
    try {
      while (threads.size() < others) threads.emplace_back([&] { queue.work(piece); });
    } catch (const std::system_error&) {  // fewer threads do the same work
    }
    queue.work(piece);
  }
  queue.rethrow();
}

void parallel_for(const Workers& workers, const char* what, std::size_t count,
                  const std::function<void(std::size_t)>& piece, const Parcel& parcel) {
  if (workers.team == nullptr) return parallel_for(workers, what, count, piece);
  const Team& team = *workers.team;
  const std::size_t own = (count + team.ranks - 1 - team.rank) / team.ranks;
  const auto number = [&](std::size_t i, std::size_t rank) { return i * team.ranks + rank; };
  parallel_for(workers, what, own, [&](std::size_t i) { piece(number(i, team.rank)); });
  std::vector<double> packed;
  for (std::size_t i = 0; i < own; ++i) {
    const std::vector<double> numbers = parcel.pack(number(i, team.rank));
    packed.push_back(static_cast<double>(numbers.size()));
    packed.insert(packed.end(), numbers.begin(), numbers.end());
  }
  const std::vector<std::vector<double>> all = team.exchange(packed);
  for (std::size_t rank = 0; rank < team.ranks; ++rank) {
    if (rank == team.rank) continue;
    std::span<const double> rest = all[rank];
    for (std::size_t i = 0; number(i, rank) < count; ++i) {
      const auto size = static_cast<std::size_t>(rest.front());
      parcel.unpack(number(i, rank), rest.subspan(1, size));
      rest = rest.subspan(1 + size);
    }
  }
}

Parcel parcel_of(std::vector<std::vector<double>>& lists) {
  return {.pack = [&](std::size_t i) { return lists[i]; },
          .unpack =
              [&](std::size_t i, std::span<const double> numbers) {
                lists[i].assign(numbers.begin(), numbers.end());
              }};
}

}  // namespace carom
