#include "team.hpp"

#include "cluster.hpp"

namespace carom::app {

TeamMember::TeamMember() {
  if (cluster() == nullptr) return;
  team_ = Team{.rank = static_cast<std::size_t>(cluster()->rank),
               .ranks = static_cast<std::size_t>(cluster()->ranks),
               .exchange = cluster()->exchange};
  if (!leads()) cluster()->wait_for_all();
}

void TeamMember::all_is_read() const {
  if (cluster() != nullptr && leads()) cluster()->wait_for_all();
}

}  // namespace carom::app
