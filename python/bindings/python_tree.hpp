/// @file
/// Python's values as the trees that the readers of io/ take, and back.
#pragma once

#include <carom/io/tree/tree.hpp>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <string>

namespace carom::python {

namespace py = pybind11;

/// The tree of dictionaries, lists, arrays of any layout and type, numbers, texts, truths and None.
/// Nothing is judged here beyond what a tree can hold: that is for the readers.
/// @throws TreeError at its place
TreeNode tree_of(py::handle value);

/// The tree of a problem that keywords state: those of the problem, and those of a contact, which belong to
/// every contact or, as lists, to each its own. Keywords that are None were not given.
/// @throws TreeError
TreeNode tree_of_keywords(const py::dict& keywords);

/// True of an array of numpy.ma in which a value is masked: there is no number there.
bool has_masked_values(py::handle value);

/// The value of a key, replaced or added.
void set_value(TreeNode& map, const std::string& key, TreeNode value);

/// Dictionaries, lists, floats, texts, truths and None.
py::object object_of(const TreeNode& node);

/// A text as JSON's reader in Python's library sees it.
py::object parsed_json(const std::string& text);

}  // namespace carom::python
