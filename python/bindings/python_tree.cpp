#include "python_tree.hpp"

#include <carom/io/problem/contact_key.hpp>

#include <fmt/format.h>

#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace carom::python {
namespace {

/// Where a value stands in what Python gave.
struct Spot {
  const Spot* above = nullptr;
  std::string_view key{};  ///< of an entry of a dictionary
  std::size_t index = 0;   ///< of an item of a list
  std::size_t depth = 0;
};

/// contacts, 0, restitution
ObjectionPath path_to(const Spot& spot) {
  if (spot.above == nullptr) return {};
  ObjectionPath path = path_to(*spot.above);
  if (spot.key.data() == nullptr)
    path.emplace_back(spot.index);
  else
    path.emplace_back(std::string(spot.key));
  return path;
}

[[noreturn]] void refuse(const Spot& spot, const std::string& message) {
  throw TreeError(path_to(spot), message, 0);
}

std::string type_name(py::handle value) {
  return py::cast<std::string>(py::type::handle_of(value).attr("__name__"));
}

/// The bytes of a text. @throws TreeError where it has none (lone surrogates)
std::string_view text_of(py::handle value, const Spot& spot) {
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
  if (text == nullptr) {
    PyErr_Clear();
    refuse(spot, "is no valid text");
  }
  return {text, static_cast<std::size_t>(size)};
}

void fill(TreeNode& node, py::handle value, const Spot& spot);

void fill_number(TreeNode& node, py::handle value, const Spot& spot) {
  node.kind = NodeKind::number;
  node.number = PyFloat_AsDouble(value.ptr());
  if (node.number != -1 || PyErr_Occurred() == nullptr) return;
  PyErr_Clear();
  refuse(spot, "does not fit into a double");
}

void fill_map(TreeNode& node, const py::dict& map, const Spot& spot) {
  node.kind = NodeKind::map;
  node.items.reserve(map.size());
  node.keys.reserve(map.size());
  for (const auto& [key, value] : map) {
    if (!PyUnicode_Check(key.ptr()))
      refuse(spot, fmt::format("keys are texts, got one of type {}", type_name(key)));
    const std::string_view text = text_of(key, spot);
    node.keys.push_back({std::string(text), 0});
    fill(node.items.emplace_back(), value, {&spot, text, 0, spot.depth + 1});
  }
}

/// Lists, tuples and whatever else has items in order.
void fill_sequence(TreeNode& node, py::handle value, const Spot& spot) {
  const auto items = py::reinterpret_steal<py::object>(PySequence_Fast(value.ptr(), "a sequence"));
  if (!items) throw py::error_already_set();
  node.kind = NodeKind::sequence;
  const auto size = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(items.ptr()));
  node.items.resize(size);
  for (std::size_t i = 0; i < size; ++i)
    fill(node.items[i], PySequence_Fast_GET_ITEM(items.ptr(), static_cast<Py_ssize_t>(i)),
         {&spot, {}, i, spot.depth + 1});
}

/// The numbers of an array from dimension `axis` on; any strides, any alignment.
void fill_axis(TreeNode& node, const py::array& array, py::ssize_t axis, const char* data) {
  if (axis == array.ndim()) {
    node.kind = NodeKind::number;
    std::memcpy(&node.number, data, sizeof(double));
    return;
  }
  node.kind = NodeKind::sequence;
  node.items.resize(static_cast<std::size_t>(array.shape(axis)));
  for (TreeNode& item : node.items) {
    fill_axis(item, array, axis + 1, data);
    data += array.strides(axis);
  }
}

/// Most numbers of an array: each takes some hundred bytes in the tree, and a broadcast view of any size takes
/// nothing before.
constexpr py::ssize_t most_numbers = py::ssize_t{1} << 25;

void fill_array(TreeNode& node, const py::array& array, const Spot& spot) {
  if (has_masked_values(array)) refuse(spot, "has masked values; want a number everywhere");
  if (array.size() > most_numbers)
    refuse(spot, fmt::format("has {} numbers; want at most {}", array.size(), most_numbers));
  if (std::string_view("fiu").find(array.dtype().kind()) == std::string_view::npos) {
    const py::object plain = array.attr("tolist")();  // truths, texts, objects: one by one
    if (py::isinstance<py::array>(plain)) refuse(spot, "an array of this type is not understood");
    return fill(node, plain, spot);
  }
  if (static_cast<std::size_t>(array.ndim()) > max_tree_depth) refuse(spot, "has too many axes");
  const auto numbers = py::array_t<double, py::array::forcecast>::ensure(array);
  if (!numbers) refuse(spot, "an array of this type is not understood");
  fill_axis(node, numbers, 0, reinterpret_cast<const char*>(numbers.data()));
}

/// What is neither a plain value nor a plain container: numbers and arrays of other libraries, mappings.
void fill_other(TreeNode& node, py::handle value, const Spot& spot) {
  PyObject* const object = value.ptr();
  if (py::isinstance<py::array>(value))
    return fill_array(node, py::reinterpret_borrow<py::array>(value), spot);
  if (py::hasattr(value, "__array__")) {
    return fill_array(node, py::module_::import("numpy").attr("asarray")(value), spot);
  }
  if (PyFloat_Check(object) || PyLong_Check(object)) return fill_number(node, value, spot);
  if (py::hasattr(value, "keys") && PyMapping_Check(object) != 0)
    return fill_map(node, py::dict(py::reinterpret_borrow<py::object>(value)), spot);
  if (PySequence_Check(object) != 0 && !PyBytes_Check(object) && !PyByteArray_Check(object))
    return fill_sequence(node, value, spot);
  if (py::hasattr(value, "__float__")) return fill_number(node, value, spot);
  refuse(spot, fmt::format("a value of type {} is not understood; "
                           "want a number, a text, a list, an array or a dictionary",
                           type_name(value)));
}

void fill(TreeNode& node, py::handle value, const Spot& spot) {
  PyObject* const object = value.ptr();
  if (spot.depth > max_tree_depth)
    throw TreeError({}, fmt::format("nested deeper than {} levels", max_tree_depth), 0);
  if (PyFloat_CheckExact(object) || PyLong_CheckExact(object))
    return fill_number(node, value, spot);
  if (PyUnicode_Check(object)) {
    node.kind = NodeKind::string;
    node.text = text_of(value, spot);
  } else if (PyBool_Check(object)) {
    node.kind = NodeKind::boolean;
    node.truth = object == Py_True;
  } else if (value.is_none()) {
    node.kind = NodeKind::null;
  } else if (PyDict_Check(object)) {
    fill_map(node, py::reinterpret_borrow<py::dict>(value), spot);
  } else if (PyList_CheckExact(object) || PyTuple_CheckExact(object)) {
    fill_sequence(node, value, spot);
  } else {
    fill_other(node, value, spot);
  }
}

// --- keywords -----------------------------------------------------------------------------------

/// A keyword that belongs to the contacts.
struct ContactWord {
  std::string key{};
  TreeNode value{};
  bool each = false;  ///< a list with one value for each contact
};

bool is_sequence(const TreeNode& node) { return node.kind == NodeKind::sequence; }

/// A row is a list, so only a list of lists is one row for each. What is mistaken for a key is handed to the
/// contacts as it is; the reader refuses it there.
bool is_one_for_each(const TreeNode& value, ContactKey kind) {
  if (!is_sequence(value) || kind == ContactKey::mistaken) return false;
  return kind == ContactKey::material || (!value.items.empty() && is_sequence(value.items[0]));
}

/// The shape of `normal` says how many contacts there are: (n,) is one, whose tangent may have two rows.
void rows_of_one_contact(std::vector<ContactWord>& words) {
  const auto normal = std::find_if(words.begin(), words.end(),
                                   [](const ContactWord& w) { return w.key == "normal"; });
  if (normal == words.end() || normal->each) return;
  for (ContactWord& word : words)
    if (contact_key(word.key) == ContactKey::row) word.each = false;
}

/// As many contacts as the lists are long; one if there are none.
std::size_t contact_count(const std::vector<ContactWord>& words) {
  for (const ContactWord& word : words)
    if (word.each) return word.value.items.size();
  return 1;
}

TreeNode* value_at(TreeNode& map, const std::string& key) {
  for (std::size_t i = 0; i < map.keys.size(); ++i)
    if (map.keys[i].text == key) return &map.items[i];
  return nullptr;
}

void add_to_contacts(TreeNode& contacts, ContactWord& word) {
  const std::size_t count = contacts.items.size();
  if (word.each && word.value.items.size() != count)
    throw TreeError({word.key},
                    fmt::format("{} given for {} contacts", word.value.items.size(), count), 0);
  for (std::size_t i = 0; i < count; ++i) {
    TreeNode& contact = contacts.items[i];
    if (contact.kind != NodeKind::map)
      throw TreeError({"contacts", i}, "expected a contact (a map)", 0);
    if (value_at(contact, word.key) != nullptr)
      throw TreeError({"contacts", i, word.key}, "given twice: in contacts and as a keyword", 0);
    set_value(contact, word.key, word.each ? std::move(word.value.items[i]) : word.value);
  }
}

void add_contact_words(TreeNode& root, std::vector<ContactWord>& words) {
  if (words.empty()) return;
  TreeNode* contacts = value_at(root, "contacts");
  if (contacts == nullptr) {
    TreeNode empty{.kind = NodeKind::sequence};
    empty.items.resize(contact_count(words));
    for (TreeNode& contact : empty.items) contact.kind = NodeKind::map;
    set_value(root, "contacts", std::move(empty));
    contacts = value_at(root, "contacts");
  }
  if (!is_sequence(*contacts))
    throw TreeError({words[0].key}, "contacts that have names have their own; give it there", 0);
  for (ContactWord& word : words) add_to_contacts(*contacts, word);
}

}  // namespace

bool has_masked_values(py::handle value) {
  const bool plain = py::detail::npy_api::get().PyArray_Type_ == Py_TYPE(value.ptr());
  if (plain || !py::isinstance<py::array>(value) || !py::hasattr(value, "mask")) return false;
  return py::cast<bool>(py::module_::import("numpy.ma").attr("is_masked")(value));
}

TreeNode tree_of(py::handle value) {
  TreeNode node;
  fill(node, value, {});
  return node;
}

TreeNode tree_of_keywords(const py::dict& keywords) {
  TreeNode root{.kind = NodeKind::map};
  std::vector<ContactWord> words;
  const Spot top;
  for (const auto& [key, value] : keywords) {
    if (value.is_none()) continue;
    const std::string_view text = text_of(key, top);
    TreeNode node;
    fill(node, value, {&top, text, 0, 1});
    const ContactKey kind = contact_key(text);
    if (kind == ContactKey::none) {
      set_value(root, std::string(text), std::move(node));
    } else {
      const bool each = is_one_for_each(node, kind);
      words.push_back({std::string(text), std::move(node), each});
    }
  }
  rows_of_one_contact(words);
  add_contact_words(root, words);
  return root;
}

void set_value(TreeNode& map, const std::string& key, TreeNode value) {
  if (TreeNode* const old = value_at(map, key)) {
    *old = std::move(value);
    return;
  }
  map.keys.push_back({key, 0});
  map.items.push_back(std::move(value));
}

py::object object_of(const TreeNode& node) {
  switch (node.kind) {
    case NodeKind::null: return py::none();
    case NodeKind::boolean: return py::bool_(node.truth);
    case NodeKind::number: return py::float_(node.number);
    case NodeKind::string: return py::str(node.text);
    case NodeKind::sequence: {
      py::list list(node.items.size());
      for (std::size_t i = 0; i < node.items.size(); ++i) list[i] = object_of(node.items[i]);
      return list;
    }
    case NodeKind::map: {
      py::dict map;
      for (std::size_t i = 0; i < node.items.size(); ++i)
        map[py::str(node.keys[i].text)] = object_of(node.items[i]);
      return map;
    }
  }
  return py::none();
}

py::object parsed_json(const std::string& text) {
  return py::module_::import("json").attr("loads")(text);
}

}  // namespace carom::python
