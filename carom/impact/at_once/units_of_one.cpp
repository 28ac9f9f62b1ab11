#include <carom/impact/at_once/units_of_one.hpp>

#include <cmath>

namespace carom {

void change_units(const ContactScale& scale, SystemAnswer& answer) {
  const auto impulse = [&](Eigen::VectorXd& p) {
    const Eigen::Index n = p.size() - 1;
    for (Eigen::Index i = 0; i < n; ++i) p[i] = std::ldexp(p[i], scale.t - scale.c);
    p[n] = std::ldexp(p[n], scale.n - scale.c);
  };
  const auto velocity = [&](Eigen::VectorXd& u) {
    const Eigen::Index n = u.size() - 1;
    for (Eigen::Index i = 0; i < n; ++i) u[i] = std::ldexp(u[i], -scale.t - scale.c);
    u[n] = std::ldexp(u[n], -scale.n - scale.c);
  };
  impulse(answer.p);
  velocity(answer.u_after);
  for (PathEvent& event : answer.path) {
    impulse(event.p);
    velocity(event.u);
  }
  for (WorkLedger<double>& work : answer.ledger) {
    work.normal_compression = std::ldexp(work.normal_compression, -2 * scale.c);
    work.normal_restitution = std::ldexp(work.normal_restitution, -2 * scale.c);
    work.friction = std::ldexp(work.friction, -2 * scale.c);
  }
  if (answer.compression) answer.compression = std::ldexp(*answer.compression, scale.n - scale.c);
}

std::vector<Contact> in_units_of(const ContactSystem& system, std::vector<Contact> contacts) {
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    Contact& contact = contacts[k];
    contact.friction = system.friction[k];
    contact.static_friction = system.static_friction[k];
    const ContactScale scale = contact_scale(system, k);
    if (contact.impulse_ratio)
      contact.impulse_ratio = std::ldexp(*contact.impulse_ratio, scale.n - scale.t);
  }
  return contacts;
}

}  // namespace carom
