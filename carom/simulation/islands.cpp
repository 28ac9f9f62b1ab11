#include <carom/simulation/islands.hpp>

#include <algorithm>
#include <numeric>

namespace carom {
namespace {

/// The representative of i, ways shortened.
int root(std::vector<int>& parent, int i) {
  auto at = [&](int k) -> int& { return parent[static_cast<std::size_t>(k)]; };
  while (at(i) != i) i = at(i) = at(at(i));
  return i;
}

std::vector<int> alone(std::size_t count) {
  std::vector<int> parent(count);
  std::iota(parent.begin(), parent.end(), 0);
  return parent;
}

void join(std::vector<int>& parent, int a, int b) {
  if (a < 0 || b < 0) return;
  const int low = std::min(root(parent, a), root(parent, b));
  const int high = std::max(root(parent, a), root(parent, b));
  parent[static_cast<std::size_t>(high)] = low;
}

}  // namespace

std::vector<int> connected_groups(const Model& model) {
  std::vector<int> parent = alone(model.bodies().size());
  for (std::size_t b = 0; b < parent.size(); ++b) {
    const int body = static_cast<int>(b);
    if (model.joint(body).kind != JointKind::free || model.joint(body).parent != world)
      join(parent, body, model.joint(body).parent);
  }
  for (const Joint& loop : model.loops()) join(parent, loop.parent, loop.child);
  for (std::size_t b = 0; b < parent.size(); ++b) parent[b] = root(parent, static_cast<int>(b));
  return parent;
}

ContactGroups groups_of(const SceneContact& contact, const std::vector<int>& groups) {
  const auto group = [&](int body) {
    return body == world ? -1 : groups[static_cast<std::size_t>(body)];
  };
  if (const auto* stop = std::get_if<JointStop>(&contact.geometry)) return {group(stop->body), -1};
  const auto& pair = std::get<ContactPair>(contact.geometry);
  return {group(pair.first.body), group(pair.second.body)};
}

std::vector<std::vector<int>> islands(const Scene& scene, const std::vector<int>& groups,
                                      const std::vector<int>& contacts) {
  std::vector<int> parent = alone(groups.size());
  const auto of = [&](int contact) {
    return groups_of(scene.contacts[static_cast<std::size_t>(contact)], groups);
  };
  for (const int contact : contacts) join(parent, of(contact).first, of(contact).second);
  std::vector<std::vector<int>> found;
  std::vector<int> roots;
  for (const int contact : contacts) {
    const ContactGroups sides = of(contact);
    const int any = sides.first >= 0 ? sides.first : sides.second;
    const int r = any < 0 ? -1 : root(parent, any);
    const auto known = std::find(roots.begin(), roots.end(), r);
    if (known == roots.end()) {
      roots.push_back(r);
      found.push_back({contact});
    } else {
      found[static_cast<std::size_t>(known - roots.begin())].push_back(contact);
    }
  }
  return found;
}

}  // namespace carom
