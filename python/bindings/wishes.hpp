/// @file
/// What a caller in Python wishes beside the problem: single values, with an error that names them.
#pragma once

#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <optional>
#include <stdexcept>
#include <string>

namespace carom::python {

namespace py = pybind11;

/// "expected a whole number, got 'a'", of the argument `name`.
[[noreturn]] inline void refuse_wish(py::handle value, const char* name, const char* wanted) {
  throw std::invalid_argument(
      fmt::format("{}: expected {}, got {}", name, wanted, py::cast<std::string>(py::repr(value))));
}

/// The argument `name` as a C++ value, absent if it is None.
/// @throws std::invalid_argument if it is no such value
template <class Value>
std::optional<Value> wish(py::handle value, const char* name, const char* wanted) {
  try {
    return py::cast<std::optional<Value>>(value);
  } catch (const py::cast_error&) {
    refuse_wish(value, name, wanted);
  }
}

/// How many threads; 0 for all cores.
inline unsigned threads_of(py::handle value) {
  constexpr const char* wanted = "a whole number of threads, 0 for all cores";
  const auto threads = wish<unsigned>(value, "threads", wanted);
  if (!threads) refuse_wish(value, "threads", wanted);
  return *threads;
}

}  // namespace carom::python
