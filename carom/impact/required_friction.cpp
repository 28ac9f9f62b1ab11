#include <carom/impact/required_friction.hpp>
#include <carom/impact/resolve.hpp>

#include <limits>

namespace carom {
namespace {

constexpr double least_friction = 1e-4;
constexpr double most_friction = 1e4;
constexpr double step = 1.25;
/// The bracket of the answer, relative.
constexpr double precision = 1e-13;

/// The same problem with one friction everywhere.
std::vector<Contact> with_friction(std::vector<Contact> contacts, const Contacts& c, double mu) {
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (c.rows[i].tangents == 0) continue;
    contacts[i].friction = mu;
    contacts[i].static_friction.reset();
  }
  return contacts;
}

bool pushes(const ContactVector& p) { return p.n != 0 || p.t != 0 || p.t2 != 0; }

/// No contact that got an impulse slips; what a law brings to zero is exactly zero.
bool holds(const ImpactResult& result, const Contacts& c) {
  if (!has_answer(result.status)) return false;
  for (std::size_t i = 0; i < c.count(); ++i) {
    const ContactResult& contact = result.contacts[i];
    if (c.rows[i].tangents == 0 || !pushes(contact.impulse)) continue;
    if (contact.u_after.t != 0 || contact.u_after.t2 != 0) return false;
  }
  return true;
}

}  // namespace

double required_friction(const std::vector<Contact>& contacts, const Contacts& c, LawId law) {
  Contacts plain = c;
  plain.required_friction = false;
  plain.thresholds = contacts.size() == 1;
  plain.path_points = 0;
  const auto at = [&](double mu) {
    return std::move(resolve("", with_friction(contacts, plain, mu), plain, {law}).front());
  };
  const ImpactResult smooth = at(0);
  if (smooth.status == ImpactStatus::no_impact || holds(smooth, plain)) return 0;
  if (contacts.size() == 1 && smooth.contacts[0].friction.to_stick)
    return *smooth.contacts[0].friction.to_stick;
  plain.thresholds = false;
  double below = 0;
  double above = least_friction;
  while (!holds(at(above), plain)) {
    below = above;
    above *= step;
    if (above > most_friction) return std::numeric_limits<double>::infinity();
  }
  while (above - below > precision * above) {
    const double middle = below + (above - below) / 2;
    if (!(middle > below && middle < above)) break;
    (holds(at(middle), plain) ? above : below) = middle;
  }
  return above;
}

}  // namespace carom
