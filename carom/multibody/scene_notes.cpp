#include <carom/multibody/scene_notes.hpp>

#include <fmt/format.h>

namespace carom {
namespace {

/// The user says which way the contact pushes.
bool gives_normal(const SceneContact& contact) {
  const auto* pair = std::get_if<ContactPair>(&contact.geometry);
  return pair != nullptr && pair->tangent_angle.has_value();
}

std::string named_or(const std::string& name, const char* otherwise) {
  return name.empty() ? otherwise : name;
}

MeasuredNote note_on_normal(const SceneContact& contact, const ContactResult& r) {
  return {
      .before =
          fmt::format("{}: nothing approaches, the bodies separate along this normal at ", r.name),
      .value = r.u_before.n,
      .measure = NoteMeasure::speed,
      .after = fmt::format("; if they do collide, turn the normal round: it points from {} to {}",
                           named_or(contact.words.second, "the second"),
                           named_or(contact.words.first, "the first"))};
}

MeasuredNote note_on_points(const SceneContact& contact, const ContactResult& r) {
  return {.before = fmt::format("{}: {} are ", r.name, contact.words.points_apart),
          .value = contact.words.apart,
          .measure = NoteMeasure::length,
          .after = " apart; the bodies meet at one place, so put both points there"};
}

}  // namespace

void add_scene_notes(const Scene& scene, ImpactResult& impact) {
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    const SceneContact& contact = scene.contacts[i];
    const ContactResult& r = impact.contacts[i];
    if (impact.status == ImpactStatus::no_impact && gives_normal(contact) && r.u_before.n > 0)
      impact.measured_notes.push_back(note_on_normal(contact, r));
    if (contact.words.apart > 0) impact.measured_notes.push_back(note_on_points(contact, r));
  }
}

}  // namespace carom
