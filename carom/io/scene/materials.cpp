#include <carom/impact/name_list.hpp>
#include <carom/io/scene/contacts.hpp>
#include <carom/io/tree/utf8.hpp>

#include <fmt/format.h>

namespace carom {
namespace {

bool has_tangential_part(const Contact& c) {
  return c.friction || c.static_friction || c.impulse_ratio || c.critical_fraction;
}

bool has_two_phase_part(const Contact& c) {
  return c.tangential_restitution || c.friction_recovery || c.moment_compression ||
         c.moment_restitution;
}

/// "steel and ice, steel and wood"
std::string listed_pairs(const SceneStatement& scene) {
  std::vector<std::string> pairs;
  for (const StatedPair& pair : scene.pairs)
    pairs.push_back(fmt::format("{} and {}", printable(pair.first), printable(pair.second)));
  return pairs.empty() ? "none" : listed(pairs);
}

const StatedPair* find_pair(const SceneStatement& scene, const std::string& a,
                            const std::string& b) {
  for (const StatedPair& pair : scene.pairs)
    if ((pair.first == a && pair.second == b) || (pair.first == b && pair.second == a))
      return &pair;
  return nullptr;
}

const StatedPair& pair_of(const SceneStatement& scene, const StatedContact& contact,
                          const std::string& a, const std::string& b) {
  if (const StatedPair* pair = find_pair(scene, a, b)) return *pair;
  refuse(contact.where,
         fmt::format("no pair of {} and {}; add {{between: [{}, {}], restitution: ..., friction: "
                     "...}} to pairs, or give both on the contact (pairs: {})",
                     in_quotes(a), in_quotes(b), printable(a), printable(b), listed_pairs(scene)));
}

/// The parameters of the law cataldo_sampaio come together: the contact's, else those of its pair.
void complete_two_phases(const SceneStatement& scene, const std::string& a, const std::string& b,
                         Contact& c) {
  const StatedPair* pair = find_pair(scene, a, b);
  if (pair == nullptr || has_two_phase_part(c)) return;
  c.tangential_restitution = pair->material.tangential_restitution;
  c.friction_recovery = pair->material.friction_recovery;
  c.moment_compression = pair->material.moment_compression;
  c.moment_restitution = pair->material.moment_restitution;
}

}  // namespace

Contact with_pair(const SceneStatement& scene, const StatedContact& contact,
                  const std::string& first_material, const std::string& second_material) {
  Contact c = contact.material;
  complete_two_phases(scene, first_material, second_material, c);
  const bool complete = (c.restitution || c.touching) && has_tangential_part(c);
  if (complete || (first_material.empty() && second_material.empty())) return c;
  if (first_material.empty() || second_material.empty()) {
    const PartName& without = first_material.empty() ? contact.first : contact.second;
    refuse(contact.where,
           fmt::format("{} has no material; give it one, or give restitution and friction on the "
                       "contact",
                       without.owner));
  }
  const Contact& pair = pair_of(scene, contact, first_material, second_material).material;
  if (!c.restitution) {
    c.restitution = pair.restitution;
    c.allow_negative_restitution = c.allow_negative_restitution || pair.allow_negative_restitution;
  }
  if (!has_tangential_part(c)) {
    c.friction = pair.friction;
    c.static_friction = pair.static_friction;
    c.impulse_ratio = pair.impulse_ratio;
    c.critical_fraction = pair.critical_fraction;
  }
  return c;
}

ContactWords contact_words(const StatedContact& contact, const std::string& first_material,
                           const std::string& second_material, const Contact& completed) {
  const std::string pair = fmt::format("the pair {} and {}", first_material, second_material);
  const auto source = [&](bool in_force, bool on_contact) {
    return !in_force ? std::string() : on_contact ? "the contact" : pair;
  };
  return {written(contact.first), written(contact.second),
          source(completed.restitution.has_value(), contact.material.restitution.has_value()),
          source(has_tangential_part(completed), has_tangential_part(contact.material))};
}

}  // namespace carom
