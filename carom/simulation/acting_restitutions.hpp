/// @file
/// Which restitutions acted in an impact of a motion.
///
/// With one colliding contact its restitution acts alone: those that touch are stiff supports and give nothing back.
/// Where several collide together, and under laws that say so, each contact gives back what its own restitution makes
/// of its impulse in compression.
#pragma once

#include <carom/impact/laws.hpp>
#include <carom/simulation/simulation.hpp>

#include <algorithm>
#include <vector>

namespace carom {

/// The scene's contacts whose restitution acted in the event; empty where there was no impact, or it was not kept.
inline std::vector<int> acting_restitutions(const MotionEvent& event,
                                            const SimulationOptions& options) {
  std::vector<int> acting;
  if (!event.impact || !has_answer(event.impact->status)) return acting;
  const std::vector<ContactResult>& contacts = event.impact->contacts;
  const auto collides = [](const ContactResult& c) { return c.u_before.n < 0; };
  const auto colliding = std::count_if(contacts.begin(), contacts.end(), collides);
  const Law& law = law_of(event.impact->law);
  const bool one_by_one = options.simultaneous == Simultaneous::sequential || colliding == 1;
  const bool merged = options.contact_time > 0 && contacts.size() > 1 && law.follows_path;
  const bool each_own = merged || law.keys.own_restitution || !one_by_one;
  for (std::size_t i = 0; i < contacts.size() && i < event.impact_contacts.size(); ++i)
    if (collides(contacts[i]) || (each_own && contacts[i].impulse.n > 0))
      acting.push_back(event.impact_contacts[i]);
  return acting;
}

}  // namespace carom
