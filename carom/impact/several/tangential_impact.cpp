#include <carom/impact/several/tangential_impact.hpp>

namespace carom {

Eigen::Index tangential_driver(const ContactSystem& contacts, SystemWorkspace& work) {
  prepare(contacts, work.search);
  ContactSystem driven = contacts;
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(contacts.count()); ++i) {
    if (contacts.u[2 * i + 1] != 0 || contacts.u[2 * i] == 0) continue;
    driven.colliding = i;
    state_rates(driven, contacts.u, work.problem);
    find_modes(work.problem, work.route, work.search);
    for (std::size_t k = 0; k < work.search.count; ++k)
      if (work.search.found[k].w[2 * i + 1] < 0) return i;
  }
  return no_contact;
}

}  // namespace carom
