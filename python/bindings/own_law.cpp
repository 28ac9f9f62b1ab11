// A law that is a Python callable.

#include "python_tree.hpp"
#include "solved.hpp"

#include <carom/impact/material_rows.hpp>
#include <carom/impact/own_law.hpp>

#include <fmt/format.h>

#include <pybind11/stl.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace carom::python {
namespace {

py::array matrix_of(const Eigen::MatrixXd& W) {
  py::array_t<double> array({W.rows(), W.cols()});
  for (Eigen::Index i = 0; i < W.rows(); ++i)
    for (Eigen::Index j = 0; j < W.cols(); ++j) array.mutable_at(i, j) = W(i, j);
  return array;
}

/// The numbers of a material that are known, by their keys.
py::dict material_of(const Contact& contact) {
  py::dict numbers;
  for (const MaterialRow& row : material_rows)
    if (row.number != nullptr && contact.*row.number)
      numbers[py::str(std::string(row.name))] = *(contact.*row.number);
  return numbers;
}

/// What the callable returned, as one number a row.
Eigen::VectorXd numbers_of(const std::string& law, const py::object& returned) {
  using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;
  const Array numbers = returned.is_none() ? Array() : Array::ensure(returned);
  if (returned.is_none() || !numbers || numbers.ndim() != 1) {
    PyErr_Clear();
    throw std::invalid_argument(
        fmt::format("law: {} returned {}; want the impulses, one number a row", law,
                    py::cast<std::string>(py::repr(returned))));
  }
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), numbers.size());
}

/// The callable as the library calls it: from any thread, with Python's lock while it runs. The row of a law is
/// never destroyed, so that the callable outlives the interpreter; only its pointer is copied.
std::function<Eigen::VectorXd(const Contacts&, const std::vector<Contact>&)> impulse_by(
    const std::string& name, const py::object& callable) {
  const auto kept = std::make_shared<const py::object>(callable);
  return [name, kept](const Contacts& c, const std::vector<Contact>& materials) {
    const py::gil_scoped_acquire locked;
    std::vector<int> tangents;
    for (const ContactRows& rows : c.rows) tangents.push_back(rows.tangents);
    py::list numbers;
    for (const Contact& contact : materials) numbers.append(material_of(contact));
    const std::vector<double> u(c.u.begin(), c.u.end());
    return numbers_of(name, (*kept)(matrix_of(c.W), py::array(py::cast(u)), tangents, numbers));
  };
}

void add(const std::string& name, const py::object& callable, const py::dict& wishes) {
  const auto text = [&](const char* key) { return py::cast<std::string>(wishes[key]); };
  const auto truth = [&](const char* key) { return py::cast<bool>(wishes[key]); };
  LawKeys keys{.friction = truth("friction"),
               .stiffness_ratio = truth("stiffness_ratio"),
               .own_restitution = truth("several")};
  keys.static_friction = truth("static_friction");
  if (!wishes["tangential_restitution"].is_none()) {
    const auto [least, most] =
        py::cast<std::pair<double, double>>(wishes["tangential_restitution"]);
    keys.tangential_restitution = Range{least, most};
  }
  add_law({.name = name,
           .title = text("title"),
           .statement = text("statement"),
           .guarantees = text("guarantees"),
           .use = text("use"),
           .reference = text("reference"),
           .color = text("color"),
           .keys = keys,
           .several = truth("several"),
           .in_space = truth("in_space"),
           .never_gains = truth("never_gains"),
           .impulse = impulse_by(name, callable)});
}

}  // namespace

void bind_own_law(py::module_& module) { module.def("add_law", &add); }

}  // namespace carom::python
