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

}  // namespace carom
