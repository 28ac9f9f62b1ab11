#include <carom/io/tree/numbers.hpp>

#include <carom/io/tree/key_unit.hpp>
#include <carom/io/tree/units.hpp>

#include <cstddef>

namespace carom {
namespace {

/// An item of a list goes by its name where it has one.
std::string item_path(const std::string& path, const TreeNode& node, std::size_t index) {
  const TreeNode* name =
      node.items[index].kind == NodeKind::map ? value_of(node.items[index], "name") : nullptr;
  if (name != nullptr && name->kind == NodeKind::string) return path + "." + name->text;
  return path + "[" + std::to_string(index) + "]";
}

void add_numbers(const TreeNode& node, const std::string& path, std::vector<TreeNumber>& found) {
  switch (node.kind) {
    case NodeKind::number:
      found.push_back({path, node.number, std::string(unit_of_path(path))});
      return;
    case NodeKind::string:
      if (const ParsedQuantity parsed = parse_quantity(node.text); parsed.quantity)
        found.push_back({path, parsed.quantity->value, si_unit(parsed.quantity->dimension)});
      return;
    case NodeKind::sequence:
      for (std::size_t i = 0; i < node.items.size(); ++i)
        add_numbers(node.items[i], item_path(path, node, i), found);
      return;
    case NodeKind::map:
      for (std::size_t i = 0; i < node.items.size(); ++i)
        add_numbers(node.items[i],
                    path.empty() ? node.keys[i].text : path + "." + node.keys[i].text, found);
      return;
    case NodeKind::null:
    case NodeKind::boolean: return;
  }
}

}  // namespace

std::vector<TreeNumber> numbers_of(const TreeNode& root) {
  std::vector<TreeNumber> found;
  add_numbers(root, "", found);
  return found;
}

}  // namespace carom
