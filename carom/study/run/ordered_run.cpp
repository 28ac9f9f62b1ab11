#include <carom/study/run/ordered_run.hpp>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

namespace carom {
namespace {

/// Portions that may wait for an earlier one, per thread: bounds the memory.
constexpr std::uint64_t waiting_per_thread = 16;

/// More threads than this, and than twice the processors, only cost memory, and the processes of others.
constexpr unsigned always_enough = 64;
/// Address space that the stacks of threads must leave to their work, bytes.
constexpr std::size_t left_to_work = std::size_t{64} << 20;

/// The portions between the threads that do them and the one that hands them on.
class Exchange {
 public:
  Exchange(const OrderedRun& run, unsigned threads)
      : run_(run), next_(run.first), taken_(run.first), ahead_(threads * waiting_per_thread) {}

  /// A portion to do; false if there is none, or none is wanted any more.
  bool claim(std::uint64_t& first, std::uint64_t& last) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return ended() || next_ - taken_ < ahead_ * run_.portion; });
    if (ended()) return false;
    first = next_;
    last = std::min(run_.last, next_ + run_.portion);
    next_ = last;
    return true;
  }

  void deliver(std::uint64_t first, std::uint64_t last, std::shared_ptr<void> part) {
    const std::lock_guard lock(mutex_);
    done_.emplace(first, Done{last, std::move(part)});
    news_.notify_one();
  }

  /// A thread is at its end; `error` if it could not go on.
  void leave(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    ++left_;
    if (error && !error_) error_ = std::move(error);
    if (error_) cancelled_ = true;
    news_.notify_one();
    room_.notify_all();
  }

  void cancel() {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    room_.notify_all();
  }

  /// The next portion in order; false at the end.
  bool receive(unsigned threads, std::uint64_t& last, std::shared_ptr<void>& part) {
    std::unique_lock lock(mutex_);
    news_.wait(lock, [&] { return done_.count(taken_) > 0 || left_ == threads; });
    const auto at = done_.find(taken_);
    if (at == done_.end()) return false;
    last = at->second.last;
    part = std::move(at->second.part);
    done_.erase(at);
    taken_ = last;
    room_.notify_all();
    return true;
  }

  std::uint64_t taken() const { return taken_; }
  std::exception_ptr error() const { return error_; }

 private:
  struct Done {
    std::uint64_t last = 0;
    std::shared_ptr<void> part{};
  };

  bool ended() const {
    return cancelled_ || next_ == run_.last || (run_.stop != nullptr && *run_.stop);
  }

  const OrderedRun& run_;
  std::mutex mutex_{};
  std::condition_variable room_{};  ///< the backlog has become shorter
  std::condition_variable news_{};  ///< a portion is done, or a thread is
  std::uint64_t next_;              ///< first unit that nobody has claimed
  std::uint64_t taken_;             ///< first unit that was not handed on
  std::uint64_t ahead_;             ///< portions that may be claimed beyond it
  std::map<std::uint64_t, Done> done_{};
  unsigned left_ = 0;
  bool cancelled_ = false;
  std::exception_ptr error_{};
};

void work(Exchange& exchange, const std::function<detail::AnyPortion()>& worker) {
  std::exception_ptr error;
  try {
    const detail::AnyPortion portion = worker();
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    while (exchange.claim(first, last)) {
      std::shared_ptr<void> part = portion(first, last);
      if (part == nullptr) break;
      exchange.deliver(first, last, std::move(part));
    }
  } catch (...) {
    error = std::current_exception();
  }
  exchange.leave(error);
}

/// Address space that is held while threads start. Called by name, operator new is not optimised away.
struct Release {
  void operator()(void* memory) const { ::operator delete(memory); }
};
using Reserve = std::unique_ptr<void, Release>;

/// Starts up to `count` threads: fewer where the system has no room for more.
std::vector<std::jthread> started(unsigned count, Exchange& exchange,
                                  const std::function<detail::AnyPortion()>& worker) {
  std::vector<std::jthread> threads;  // joined at the end, whichever way
  threads.reserve(count);
  const Reserve reserve(count > 1 ? ::operator new(left_to_work, std::nothrow) : nullptr);
  try {
    while (threads.size() < count) threads.emplace_back([&] { work(exchange, worker); });
  } catch (const std::system_error&) {  // limits of the system
  } catch (const std::bad_alloc&) {
  }
  return threads;
}

/// All portions on the caller's thread.
std::uint64_t run_alone(const OrderedRun& run, const std::function<detail::AnyPortion()>& worker,
                        const std::function<void(void*, std::uint64_t)>& take) {
  const detail::AnyPortion portion = worker();
  std::uint64_t at = run.first;
  while (at < run.last && !(run.stop != nullptr && *run.stop)) {
    const std::uint64_t last = std::min(run.last, at + run.portion);
    const std::shared_ptr<void> part = portion(at, last);
    if (part == nullptr) break;
    take(part.get(), last);
    at = last;
  }
  return at;
}

}  // namespace

std::uint64_t detail::run_any(const OrderedRun& run, const std::function<AnyPortion()>& worker,
                              const std::function<void(void* part, std::uint64_t last)>& take) {
  const std::uint64_t portions = (run.last - run.first + run.portion - 1) / run.portion;
  const unsigned cores =
      run.threads > 0 ? run.threads : std::max(1U, std::thread::hardware_concurrency());
  const auto wanted = static_cast<unsigned>(std::clamp<std::uint64_t>(portions, 1, cores));
  const unsigned count =
      std::min(wanted, std::max(always_enough, 2 * std::thread::hardware_concurrency()));
  Exchange exchange(run, count);
  std::vector<std::jthread> others = started(count, exchange, worker);
  const auto threads = static_cast<unsigned>(others.size());
  std::uint64_t last = run.first;
  std::shared_ptr<void> part;
  try {
    if (threads < wanted && run.fewer) run.fewer(threads, wanted);
    if (threads == 0) return run_alone(run, worker, take);
    while (exchange.receive(threads, last, part)) take(part.get(), last);
  } catch (...) {
    exchange.cancel();
    throw;
  }
  others.clear();
  if (exchange.error()) std::rethrow_exception(exchange.error());
  return exchange.taken();
}

}  // namespace carom
