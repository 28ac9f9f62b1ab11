#include "work_progress.hpp"

namespace carom::app {

void WorkProgress::show(const char* what, std::size_t done, std::size_t total) {
  if (what != what_) {
    clear();
    bar_.emplace(what, 0, total, false);
    what_ = what;
  }
  if (std::chrono::steady_clock::now() - begin_ > std::chrono::seconds(1)) bar_->show(done);
}

void WorkProgress::clear() {
  if (bar_) bar_->clear();
}

}  // namespace carom::app
