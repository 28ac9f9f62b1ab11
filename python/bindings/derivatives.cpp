// Derivatives of one contact's answer.

#include "solved.hpp"

#include <carom/impact/derivatives.hpp>
#include <carom/impact/laws.hpp>
#include <carom/multibody/spatial/derivatives.hpp>

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

py::object matrix(const std::optional<Eigen::MatrixXd>& x) {
  if (!x) return py::none();
  py::array_t<double> array({x->rows(), x->cols()});
  for (Eigen::Index i = 0; i < x->rows(); ++i)
    for (Eigen::Index j = 0; j < x->cols(); ++j) array.mutable_at(i, j) = (*x)(i, j);
  array.attr("flags").attr("writeable") = false;
  return array;
}

py::object column(const std::optional<Eigen::VectorXd>& x) {
  if (!x) return py::none();
  return read_only({x->begin(), x->end()});
}

/// Of the outcome of a scene in space, by posture and velocities.
py::dict outcome_derivatives_of(py::handle given, const py::dict& keywords) {
  const std::shared_ptr<Stated> problem = stated(given, keywords);
  if (!problem->entry.spatial)
    throw std::invalid_argument("the problem is no scene in space; use carom.derivatives");
  if (problem->entry.laws.size() != 1) throw std::invalid_argument("law: derivatives want one law");
  const LawId law = problem->entry.laws[0];
  spatial::OutcomeDerivatives d;
  {
    const py::gil_scoped_release unlocked;
    d = spatial::derivatives(*problem->entry.spatial, law);
  }
  py::dict result;
  result["law"] = std::string(law_of(law).name);
  result["status"] = to_string(d.status);
  result["mode"] = to_string(d.mode);
  result["dv_dq"] = matrix(d.v_by_q);
  result["dv_dv"] = matrix(d.v_by_v);
  result["dp_dq"] = matrix(d.p_by_q);
  result["dp_dv"] = matrix(d.p_by_v);
  result["dv_drestitution"] = column(d.v_by_restitution);
  result["dv_dfriction"] = column(d.v_by_friction);
  result["saltation"] = matrix(d.saltation);
  result["near_mode_change"] = d.near_mode_change;
  return result;
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
  module.def("outcome_derivatives", &outcome_derivatives_of);
  py::list variables;
  for (const std::string_view name : derivative_variables) variables.append(std::string(name));
  module.attr("derivative_variables") = py::tuple(variables);
}

}  // namespace carom::python
