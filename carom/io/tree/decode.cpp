#include <carom/impact/name_list.hpp>
#include <carom/io/tree/decode.hpp>
#include <carom/io/tree/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// "the string "abc"", "a list of 3", "0.5": what stands at a place, for a message.
std::string description(const TreeNode& node) {
  switch (node.kind) {
    case NodeKind::null: return "null";
    case NodeKind::boolean: return node.truth ? "true" : "false";
    case NodeKind::number: return fmt::format("{}", node.number);
    case NodeKind::string: return "the string " + in_quotes(node.text);
    case NodeKind::sequence: return fmt::format("a list of {}", node.items.size());
    case NodeKind::map: return "a map";
  }
  return "";
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

ObjectionPath path_to(const Place& place) {
  ObjectionPath path;
  for (const Place* at = &place; at->parent != nullptr; at = at->parent)
    path.push_back(at->key == nullptr ? PathStep(at->index) : PathStep(at->key->text));
  std::reverse(path.begin(), path.end());
  return path;
}

void refuse(const Place& place, const std::string& message) {
  throw TreeError(path_to(place), message, place.node->line);
}

void refuse_kind(const Place& place, std::string_view wanted) {
  refuse(place, fmt::format("expected {}, got {}", wanted, description(*place.node)));
}

double number_at(const Place& place) {
  if (place.node->kind != NodeKind::number) refuse_kind(place, "a number");
  if (!std::isfinite(place.node->number)) refuse_kind(place, "a finite number");
  return place.node->number;
}

bool boolean_at(const Place& place) {
  if (place.node->kind != NodeKind::boolean) refuse_kind(place, "true or false");
  return place.node->truth;
}

const std::string& string_at(const Place& place) {
  if (place.node->kind != NodeKind::string) refuse_kind(place, "a string");
  return place.node->text;
}

std::size_t size_at(const Place& place, std::string_view wanted) {
  if (place.node->kind != NodeKind::sequence) refuse_kind(place, wanted);
  return place.node->items.size();
}

Eigen::VectorXd vector_at(const Place& place) {
  const std::size_t size = size_at(place, "a list of numbers");
  Eigen::VectorXd x(static_cast<Eigen::Index>(size));
  for (std::size_t i = 0; i < size; ++i)
    x[static_cast<Eigen::Index>(i)] = number_at(item(place, i));
  return x;
}

Eigen::MatrixXd matrix_at(const Place& place) {
  const std::size_t rows = size_at(place, "a list of rows");
  const std::size_t columns = rows == 0 ? 0 : size_at(item(place, 0), "a row of numbers");
  Eigen::MatrixXd A(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
  for (std::size_t i = 0; i < rows; ++i) {
    const Place row = item(place, i);
    const std::size_t size = size_at(row, "a row of numbers");
    if (size != columns)
      refuse(row, fmt::format("expected as many numbers as in the first row, {}, got {}", columns,
                              size));
    for (std::size_t j = 0; j < columns; ++j)
      A(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = number_at(item(row, j));
  }
  return A;
}

Place item(const Place& sequence, std::size_t index) {
  return {.node = &sequence.node->items[index], .parent = &sequence, .index = index};
}

std::optional<Place> field(const Place& map, std::string_view key) {
  const TreeNode& node = *map.node;
  for (std::size_t i = 0; i < node.keys.size(); ++i)
    if (node.keys[i].text == key)
      return Place{.node = &node.items[i], .parent = &map, .key = &node.keys[i]};
  return std::nullopt;
}

Place required_field(const Place& map, std::string_view key, std::string_view hint) {
  const auto place = field(map, key);
  if (place) return *place;
  const NodeKey wanted{.text = std::string(key)};
  refuse(Place{.node = map.node, .parent = &map, .key = &wanted}, fmt::format("missing; {}", hint));
}

std::optional<double> optional_number(const Place& map, std::string_view key) {
  const auto place = field(map, key);
  return place ? std::optional(number_at(*place)) : std::nullopt;
}

std::optional<bool> optional_boolean(const Place& map, std::string_view key) {
  const auto place = field(map, key);
  return place ? std::optional(boolean_at(*place)) : std::nullopt;
}

void require_keys(const Place& map, const KnownKeys& keys) {
  if (map.node->kind != NodeKind::map) refuse_kind(map, "a map");
  const TreeNode& node = *map.node;
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const NodeKey& key = node.keys[i];
    const auto& known = keys.accepted;
    if (std::find(known.begin(), known.end(), key.text) != known.end()) continue;
    const Place place{.node = &node.items[i], .parent = &map, .key = &key};
    const auto refused = std::find_if(keys.refused.begin(), keys.refused.end(),
                                      [&](const RefusedKey& r) { return r.key == key.text; });
    if (refused != keys.refused.end())
      throw TreeError(path_to(place), std::string(refused->why), key.line);
    const auto near = nearest(key.text, known);
    throw TreeError(path_to(place),
                    near ? fmt::format("unknown key; did you mean {}?", *near)
                         : fmt::format("unknown key; known are {}", listed(known)),
                    key.line);
  }
}

// --- the nearest word ---------------------------------------------------------------------------

namespace {

/// Optimal string alignment: the least number of letters to insert, leave out, exchange or swap.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::size_t n = b.size();
  std::vector<std::size_t> before(n + 1);  // row i − 2
  std::vector<std::size_t> above(n + 1);   // row i − 1
  std::vector<std::size_t> row(n + 1);
  for (std::size_t j = 0; j <= n; ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= n; ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                           lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[n];
}

}  // namespace

std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> candidates) {
  constexpr std::size_t longest = 64;  // no key of ours is longer, and a file's may be huge
  if (word.size() > longest) return std::nullopt;
  std::optional<std::string_view> best;
  std::size_t least = word.size() / 3 + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace carom
