// Derivatives of one contact's answer.

#include "solved.hpp"

#include <carom/impact/derivatives.hpp>
#include <carom/impact/laws.hpp>

#include <stdexcept>
#include <string>

namespace carom::python {
namespace {

py::object slopes(const std::optional<ContactJacobian>& J) {
  if (!J) return py::none();
  py::array_t<double> array({J->rows(), J->cols()});
  for (Eigen::Index i = 0; i < J->rows(); ++i)
    for (Eigen::Index j = 0; j < J->cols(); ++j) array.mutable_at(i, j) = (*J)(i, j);
  array.attr("flags").attr("writeable") = false;
  return array;
}

py::dict derivatives_of(py::handle given, const py::dict& keywords) {
  const std::shared_ptr<Stated> problem = stated(given, keywords);
  if (problem->entry.laws.size() != 1) throw std::invalid_argument("law: derivatives want one law");
  const LawId law = problem->entry.laws[0];
  const ImpactDerivatives d =
      derivatives(problem->entry.problem.contacts, contact_space(*problem), law);
  py::dict result;
  result["law"] = std::string(law_of(law).name);
  result["status"] = to_string(d.status);
  result["mode"] = to_string(d.mode);
  result["dp"] = slopes(d.p);
  result["du_after"] = slopes(d.u_after);
  result["near_mode_change"] = d.near_mode_change;
  return result;
}

}  // namespace

void bind_derivatives(py::module_& module) {
  module.def("derivatives", &derivatives_of);
  py::list variables;
  for (const std::string_view name : derivative_variables) variables.append(std::string(name));
  module.attr("derivative_variables") = py::tuple(variables);
}

}  // namespace carom::python
