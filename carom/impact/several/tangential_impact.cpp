#include <carom/impact/several/tangential_impact.hpp>

namespace carom {

Eigen::Index tangential_driver(const ContactSystem& contacts, SystemWorkspace& work) {
  prepare(contacts, work.search);
  ContactSystem driven = contacts;
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(contacts.count()); ++i) {
    const ContactRows& rows = contacts.rows[static_cast<std::size_t>(i)];
    const Vec2<double> u = pair_at(contacts.u, rows);
    if (u.n != 0 || u.t == 0) continue;
    driven.colliding = i;
    state_rates(driven, contacts.u, work.problem);
    find_modes(work.problem, work.route, work.search);
    for (std::size_t k = 0; k < work.search.count; ++k)
      if (work.search.found[k].w[rows.normal()] < 0) return i;
  }
  return no_contact;
}

}  // namespace carom
