// Derivatives of answers.

#include "solved.hpp"

#include <carom/impact/derivatives.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/multibody/spatial/derivatives.hpp>

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace carom::python {
namespace {

using Shape = std::vector<py::ssize_t>;

/// A matrix whose columns are counted by the further axes of the shape.
py::array shaped(const Eigen::MatrixXd& J, const Shape& shape) {
  py::array_t<double> array(shape);
  Eigen::Map<Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>(array.mutable_data(), J.rows(),
                                                             J.cols()) = J;
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
  const auto* scene = std::get_if<spatial::Scene>(&problem->entry.problem);
  if (scene == nullptr)
    throw std::invalid_argument("the problem is no scene in space; use carom.derivatives");
  if (problem->entry.laws.size() != 1) throw std::invalid_argument("law: derivatives want one law");
  const LawId law = problem->entry.laws[0];
  spatial::OutcomeDerivatives d;
  {
    const py::gil_scoped_release unlocked;
    d = spatial::derivatives(*scene, law);
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

py::object slopes(const std::optional<Eigen::MatrixXd>& J, const Shape& shape) {
  return J ? py::object(shaped(*J, shape)) : py::none();
}

/// The rows of J of all contacts; none where a contact has no tangent.
std::optional<Eigen::MatrixXd> rows_of(const GeneralizedSpace& space) {
  std::vector<const Eigen::VectorXd*> rows;
  for (const CoordinateRows& contact : space.rows) {
    if (!contact.tangent) return std::nullopt;
    rows.push_back(&*contact.tangent);
    if (contact.tangent2) rows.push_back(&*contact.tangent2);
    rows.push_back(&contact.normal);
  }
  Eigen::MatrixXd J(static_cast<Eigen::Index>(rows.size()), space.velocity.size());
  for (std::size_t r = 0; r < rows.size(); ++r)
    J.row(static_cast<Eigen::Index>(r)) = rows[r]->transpose();
  return J;
}

/// The impulses of all contacts, stacked.
Eigen::VectorXd impulse_of(const ImpactResult& result, Eigen::Index rows) {
  Eigen::VectorXd p(rows);
  Eigen::Index r = 0;
  for (const ContactResult& contact : result.contacts) {
    p[r++] = contact.impulse.t;
    if (contact.impulse.tangents == 2) p[r++] = contact.impulse.t2;
    p[r++] = contact.impulse.n;
  }
  return p;
}

/// By mass, J and velocity, where the problem is given so and there are slopes.
py::object by_coordinates(const Stated& problem, const ImpactDerivatives& d, LawId law) {
  const auto* stated = std::get_if<ImpactProblem>(&problem.entry.problem);
  const auto* space = stated ? std::get_if<GeneralizedSpace>(&stated->dynamics) : nullptr;
  if (space == nullptr || !d.p_W) return py::none();
  const std::optional<Eigen::MatrixXd> J = rows_of(*space);
  if (!J) return py::none();
  Contacts contacts = contact_space(problem);
  contacts.thresholds = false;
  const ImpactResult result = resolve("", stated->contacts, contacts, {law}).front();
  const CoordinateDerivatives c = coordinate_derivatives(d, *contacts.mass, *J, *contacts.velocity,
                                                         impulse_of(result, J->rows()));
  const py::ssize_t r = J->rows();
  const py::ssize_t n = J->cols();
  py::dict parts;
  parts["dp_dv"] = shaped(c.p_v, {r, n});
  parts["dp_dM"] = shaped(c.p_M, {r, n, n});
  parts["dp_dJ"] = shaped(c.p_J, {r, r, n});
  parts["dv_after_dmaterial"] = shaped(c.velocity_material, {n, c.velocity_material.cols()});
  parts["dv_after_dv"] = shaped(c.velocity_v, {n, n});
  parts["dv_after_dM"] = shaped(c.velocity_M, {n, n, n});
  parts["dv_after_dJ"] = shaped(c.velocity_J, {n, r, n});
  return parts;
}

template <class Names>
py::tuple names_of(const Names& names) {
  py::list list;
  for (const std::string_view name : names) list.append(std::string(name));
  return py::tuple(list);
}

/// What the columns stand for with several contacts, which are counted from 1.
py::tuple variables_of(const Contacts& contacts) {
  py::list names;
  for (std::size_t i = 0; i < contacts.count(); ++i) {
    const std::string number = std::to_string(i + 1);
    const int tangents = contacts.rows[i].tangents;
    if (tangents == 1) names.append("u_t_" + number);
    for (int t = 1; t <= tangents && tangents == 2; ++t)
      names.append("u_t" + std::to_string(t) + "_" + number);
    names.append("u_n_" + number);
  }
  for (const char* material : {"restitution_", "friction_"})
    for (std::size_t i = 0; i < contacts.count(); ++i)
      names.append(material + std::to_string(i + 1));
  return py::tuple(names);
}

py::dict derivatives_of(py::handle given, const py::dict& keywords) {
  const std::shared_ptr<Stated> problem = stated(given, keywords);
  if (problem->entry.laws.size() != 1) throw std::invalid_argument("law: derivatives want one law");
  const LawId law = problem->entry.laws[0];
  const Contacts contacts = contact_space(*problem);
  const ImpactDerivatives d = derivatives(materials_of(problem->entry.problem), contacts, law);
  py::dict result;
  result["law"] = std::string(law_of(law).name);
  result["status"] = to_string(d.status);
  result["mode"] = to_string(d.mode);
  const auto k = static_cast<py::ssize_t>(contacts.count());
  const py::ssize_t r = k > 1 ? contacts.u.size() : d.tangents + 1;
  result["dp"] = slopes(d.p, {r, r + 2 * k});
  result["du_after"] = slopes(d.u_after, {r, r + 2 * k});
  result["dp_dW"] = slopes(d.p_W, {r, r, r});
  result["du_after_dW"] = slopes(d.u_after_W, {r, r, r});
  result["coordinates"] = by_coordinates(*problem, d, law);
  if (k > 1)
    result["variables"] = variables_of(contacts);
  else if (d.tangents == 2)
    result["variables"] = names_of(spatial_derivative_variables);
  result["near_mode_change"] = d.near_mode_change;
  return result;
}

}  // namespace

void bind_derivatives(py::module_& module) {
  module.def("derivatives", &derivatives_of);
  module.def("outcome_derivatives", &outcome_derivatives_of);
  module.attr("derivative_variables") = names_of(derivative_variables);
}

}  // namespace carom::python
