#include <carom/impact/material_rows.hpp>
#include <carom/impact/name_list.hpp>
#include <carom/io/scene/contacts.hpp>
#include <carom/io/tree/utf8.hpp>

#include <fmt/format.h>

namespace carom {
namespace {

bool has_tangential_part(const Contact& c) {
  return gives(c, MaterialGroup::friction) || gives(c, MaterialGroup::ratio);
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

/// What single laws take: the contact's, else those of its pair, group by group.
void complete_for_laws(const SceneStatement& scene, const std::string& a, const std::string& b,
                       Contact& c) {
  const StatedPair* pair = find_pair(scene, a, b);
  if (pair == nullptr) return;
  const Contact stated = c;
  for (const MaterialRow& row : material_rows)
    if (is_of_single_laws(row.group) && !gives(stated, row.group)) take(pair->material, row, c);
}

}  // namespace

Contact with_pair(const SceneStatement& scene, const StatedContact& contact,
                  const std::string& first_material, const std::string& second_material) {
  Contact c = contact.material;
  complete_for_laws(scene, first_material, second_material, c);
  const bool complete = (c.restitution || c.touching) && has_tangential_part(c);
  if (complete || (first_material.empty() && second_material.empty())) return c;
  if (first_material.empty() || second_material.empty()) {
    const PartName& without = first_material.empty() ? contact.first : contact.second;
    refuse(contact.where,
           fmt::format(
               "{} has no material; give it one, or give restitution and friction on the contact",
               without.owner));
  }
  const Contact& pair = pair_of(scene, contact, first_material, second_material).material;
  if (!c.restitution) take_group(pair, MaterialGroup::normal, c);
  if (!has_tangential_part(c)) {
    take_group(pair, MaterialGroup::friction, c);
    take_group(pair, MaterialGroup::ratio, c);
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
