// Results: small objects that read out of one shared answer.

#include "python_tree.hpp"
#include "solved.hpp"

#include <carom/impact/energy_steps.hpp>
#include <carom/impact/laws.hpp>
#include <carom/io/result/json.hpp>
#include <carom/report/table/scene.hpp>
#include <carom/report/table/table.hpp>

#include <fmt/format.h>

#include <pybind11/stl.h>

#include <algorithm>
#include <optional>
#include <string>

namespace carom::python {
namespace {

/// One contact of a result.
struct ContactPart {
  Result result{};
  std::size_t index = 0;
  const ContactResult& operator*() const { return result.impact().contacts[index]; }
  const ContactResult* operator->() const { return &**this; }
};

/// One event of a result's path.
struct EventPart {
  Result result{};
  std::size_t index = 0;
  const PathEvent& operator*() const { return result.impact().path[index]; }
  const PathEvent* operator->() const { return &**this; }
};

std::string json_of(const Result& result) {
  return to_json(result.scene(), result.solved->problem->entry.number);
}

/// Parts are equal where their results are; pickle brings them back by way of the result.
template <class Part>
void travel_with_result(py::class_<Part>& bound, const char* list) {
  bound
      .def(
          "__eq__",
          [](const Part& a, const Part& b) {
            return a.index == b.index && json_of(a.result) == json_of(b.result);
          },
          py::is_operator())
      .def("__hash__",
           [](const Part& p) { return py::hash(py::make_tuple(json_of(p.result), p.index)); })
      .def("__copy__", [](const py::object& self) { return self; })
      .def("__deepcopy__", [](const py::object& self, const py::dict&) { return self; })
      .def("__reduce__", [list](const Part& p) {
        return py::make_tuple(py::module_::import("carom").attr("_part"),
                              py::make_tuple(p.result, list, p.index));
      });
}

/// Appends (t, n), in space (t1, t2, n); a stop has (0, n) in the plane and (n) among spatial contacts.
void append_rows(const ContactVector& x, bool in_space, std::vector<double>& numbers) {
  if (!in_space || x.tangents > 0) numbers.push_back(x.t);
  if (x.tangents == 2) numbers.push_back(x.t2);
  numbers.push_back(x.n);
}

/// The same component of every contact, stacked by contact; None without an answer.
py::object stacked(const Result& result, ContactVector ContactResult::* component, bool always) {
  if (!always && !result.answered()) return py::none();
  const std::vector<ContactResult>& contacts = result.impact().contacts;
  const bool in_space = std::any_of(contacts.begin(), contacts.end(), [](const ContactResult& c) {
    return c.u_before.tangents == 2;
  });
  std::vector<double> numbers;
  for (const ContactResult& contact : contacts) append_rows(contact.*component, in_space, numbers);
  return read_only(numbers);
}

py::object rows_of(const ContactPart& contact, ContactVector ContactResult::* component,
                   bool always) {
  if (!always && !contact.result.answered()) return py::none();
  std::vector<double> numbers;
  append_rows((*contact).*component, false, numbers);
  return read_only(numbers);
}

/// A value where there is an answer, else None.
template <class Value>
py::object if_answered(const Result& result, const Value& value) {
  return result.answered() ? py::cast(value) : py::none();
}

template <class Part>
py::list parts_of(const Result& result, std::size_t count) {
  py::list parts;
  for (std::size_t i = 0; i < count; ++i) parts.append(Part{result, i});
  return parts;
}

py::tuple event_modes(const EventPart& event) {
  py::list modes;
  for (const ContactMode mode : event->modes) modes.append(to_string(mode));
  return py::tuple(modes);
}

py::list alternatives_of(const Result& result) {
  py::list list;
  for (const Alternative& other : result.impact().alternatives)
    list.append(py::make_tuple(read_only({other.p.begin(), other.p.end()}),
                               read_only({other.u_after.begin(), other.u_after.end()})));
  return list;
}

std::vector<BodyPart> bodies_of(const Result& result) {
  std::vector<BodyPart> bodies;
  for (const BodyMotion& body : result.scene().bodies)
    bodies.push_back(
        {body.name, body.before, result.answered() ? std::optional(body.after) : std::nullopt});
  return bodies;
}

std::vector<JointImpulse> joints_of(const Result& result) {
  std::vector<JointImpulse> joints;
  for (const auto* part : {&result.scene().joints, &result.scene().loops})
    std::copy_if(part->begin(), part->end(), std::back_inserter(joints),
                 [](const JointImpulse& joint) { return !joint.name.empty(); });
  return joints;
}

std::vector<EnergyStepPart> energy_steps_of(const Result& result) {
  std::vector<EnergyStepPart> steps;
  for (const EnergyStep& step : energy_steps(result.impact()))
    steps.push_back({to_string(step.kind), step.change, step.start, step.end});
  return steps;
}

std::vector<std::string> lifted_names(const Result& result) {
  std::vector<std::string> names;
  for (const std::size_t k : lifted_contacts(result.impact()))
    names.push_back(result.impact().contacts[k].name);
  return names;
}

std::string joined_notes(const Result& result) { return note_of(result.impact()); }

/// "(0.24, 0.8)"
std::string shown(const ContactVector& x) {
  if (x.tangents == 2)
    return fmt::format("({}, {}, {})", short_number(x.t), short_number(x.t2), short_number(x.n));
  return fmt::format("({}, {})", short_number(x.t), short_number(x.n));
}

/// "0.24, 0.8"
std::string listed(const Eigen::VectorXd& x) {
  std::string text;
  for (const double number : x) text += (text.empty() ? "" : ", ") + short_number(number);
  return text;
}

/// One line: enough to see what happened.
std::string repr_of_result(const Result& result) {
  const ImpactResult& impact = result.impact();
  std::string text =
      fmt::format("<carom.Result {}: {}", law_of(impact.law).name, to_string(impact.status));
  if (impact.reason) text += fmt::format(" ({})", to_string(*impact.reason));
  if (result.answered()) {
    for (const ContactResult& contact : impact.contacts)
      text += fmt::format("; {}: {}, {}, p = {} N s, u_after = {} m/s", contact.name,
                          to_string(contact.mode), to_string(contact.outcome),
                          shown(contact.impulse), shown(contact.u_after));
    text += fmt::format("; energy {} J{}", short_number(impact.energy.change),
                        creates_energy(impact) ? ", CREATED" : "");
  }
  return text + ">";
}

/// The command line's table of results that belong to one problem.
std::string table_of(const std::vector<Result>& results, int width) {
  if (results.empty()) return "";
  const Stated& problem = *results.front().solved->problem;
  const TextStyle style{.width = width};
  std::vector<SceneResult> answers;
  for (const Result& result : results) {
    if (result.solved->problem != results.front().solved->problem)
      throw std::invalid_argument("table: results of different problems; want those of one");
    answers.push_back(result.scene());
  }
  return problem_table(problem.entry.problem, problem.entry.number, answers, style);
}

constexpr int usual_width = 80;

void bind_contact(py::module_& module) {
  using Part = ContactPart;
  py::class_<Part> bound(module, "ContactResult", "One contact's part of a result.");
  travel_with_result(bound, "contacts");
  bound.def_property_readonly("name", [](const Part& c) { return c->name; })
      .def_property_readonly(
          "mode", [](const Part& c) { return if_answered(c.result, to_string(c->mode)); })
      .def_property_readonly(
          "outcome", [](const Part& c) { return if_answered(c.result, to_string(c->outcome)); })
      .def_property_readonly(
          "impulse", [](const Part& c) { return rows_of(c, &ContactResult::impulse, false); })
      .def_property_readonly(
          "u_before", [](const Part& c) { return rows_of(c, &ContactResult::u_before, true); })
      .def_property_readonly(
          "u_after", [](const Part& c) { return rows_of(c, &ContactResult::u_after, false); })
      .def_property_readonly("work", [](const Part& c) { return if_answered(c.result, c->work); })
      .def_property_readonly("effective",
                             [](const Part& c) { return if_answered(c.result, c->effective); })
      .def_property_readonly("friction", [](const Part& c) { return c->friction; })
      .def_property_readonly("effective_mass", [](const Part& c) { return c->effective_mass; })
      .def_property_readonly("moment", [](const Part& c) { return c->moment; })
      .def("__repr__", [](const Part& c) {
        if (!c.result.answered()) return fmt::format("<carom.ContactResult {}>", c->name);
        return fmt::format("<carom.ContactResult {}: {}, {}>", c->name, to_string(c->mode),
                           to_string(c->outcome));
      });
}

void bind_event(py::module_& module) {
  using Part = EventPart;
  py::class_<Part> bound(module, "PathEvent",
                         "A point of an impact's path; modes hold from there on.");
  travel_with_result(bound, "path");
  bound.def_property_readonly("event", [](const Part& e) { return to_string(e->kind); })
      .def_property_readonly("phase",
                             [](const Part& e) -> py::object {
                               return e->phase ? py::cast(to_string(*e->phase)) : py::none();
                             })
      .def_property_readonly("contacts",
                             [](const Part& e) { return py::tuple(py::cast(e->contacts)); })
      .def_property_readonly("modes", &event_modes)
      .def_property_readonly(
          "p", [](const py::object& self) { return view_of(self.cast<const Part&>()->p, self); })
      .def_property_readonly(
          "u", [](const py::object& self) { return view_of(self.cast<const Part&>()->u, self); })
      .def("__repr__", [](const Part& e) {
        return fmt::format("<carom.PathEvent {}: p = ({}), u = ({})>", to_string(e->kind),
                           listed(e->p), listed(e->u));
      });
}

py::object velocity_view(const py::object& self,
                         std::optional<Eigen::VectorXd> ImpactResult::* member) {
  const auto& velocity = self.cast<const Result&>().impact().*member;
  return velocity ? py::object(view_of(*velocity, self)) : py::none();
}

using ResultClass = py::class_<Result>;

void bind_answer(ResultClass& result) {
  result.def_property_readonly("problem", [](const Result& r) { return r.solved->problem; })
      .def_property_readonly("name", [](const Result& r) { return r.impact().name; })
      .def_property_readonly(
          "law", [](const Result& r) { return std::string(law_of(r.impact().law).name); })
      .def_property_readonly("status", [](const Result& r) { return to_string(r.impact().status); })
      .def_property_readonly("reason",
                             [](const Result& r) -> py::object {
                               const auto& reason = r.impact().reason;
                               return reason ? py::cast(to_string(*reason)) : py::none();
                             })
      .def_property_readonly("note", &joined_notes)
      .def_property_readonly(
          "contacts",
          [](const Result& r) { return parts_of<ContactPart>(r, r.impact().contacts.size()); })
      .def_property_readonly(
          "p", [](const Result& r) { return stacked(r, &ContactResult::impulse, false); })
      .def_property_readonly(
          "u_before", [](const Result& r) { return stacked(r, &ContactResult::u_before, true); })
      .def_property_readonly(
          "u_after", [](const Result& r) { return stacked(r, &ContactResult::u_after, false); })
      .def_property_readonly("energy",
                             [](const Result& r) { return if_answered(r, r.impact().energy); })
      .def_property_readonly("energy_steps", &energy_steps_of)
      .def_property_readonly(
          "creates_energy",
          [](const Result& r) { return r.answered() && creates_energy(r.impact()); })
      .def_property_readonly("residual", [](const Result& r) { return r.impact().residual; })
      .def_property_readonly("required_friction",
                             [](const Result& r) { return r.impact().required_friction; })
      .def_property_readonly("lifts_off", &lifted_names)
      .def_property_readonly("case",
                             [](const Result& r) -> py::object {
                               const auto& slip = r.impact().slip_case;
                               return slip ? py::cast(to_string(*slip)) : py::none();
                             })
      .def_property_readonly(
          "path", [](const Result& r) { return parts_of<EventPart>(r, r.impact().path.size()); })
      .def_property_readonly("alternatives", &alternatives_of)
      .def_property_readonly(
          "velocity_after",
          [](const py::object& self) { return velocity_view(self, &ImpactResult::velocity_after); })
      .def_property_readonly("projection", [](const py::object& self) {
        return velocity_view(self, &ImpactResult::velocity_projection);
      });
}

}  // namespace

py::array read_only(const std::vector<double>& numbers) {
  py::array_t<double> array(static_cast<py::ssize_t>(numbers.size()), numbers.data());
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

py::array view_of(const Eigen::VectorXd& numbers, py::handle owner) {
  py::array_t<double> array(numbers.size(), numbers.data(), owner);
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

void bind_results(py::module_& module) {
  bind_result_parts(module);
  bind_contact(module);
  bind_event(module);
  ResultClass result(module, "Result", "The answer of one law to one problem; read only.");
  bind_answer(result);
  result.def_property_readonly("bodies", &bodies_of)
      .def_property_readonly("joints", &joints_of)
      .def("to_dict", [](const Result& r) { return parsed_json(json_of(r)); })
      .def("to_json", &json_of)
      .def("__repr__", &repr_of_result)
      .def("__str__", [](const Result& r) { return table_of({r}, usual_width); })
      .def("__copy__", [](const py::object& self) { return self; })
      .def("__deepcopy__", [](const py::object& self, const py::dict&) { return self; })
      .def(
          "__eq__", [](const Result& a, const Result& b) { return json_of(a) == json_of(b); },
          py::is_operator())
      .def("__hash__", [](const Result& r) { return py::hash(py::str(json_of(r))); })
      .def("__reduce__", [](const Result& r) {
        return py::make_tuple(py::module_::import("carom").attr("_resolved"),
                              py::make_tuple(object_of(r.solved->problem->tree),
                                             r.solved->problem->entry.number, r.index));
      });
  module.def("table", &table_of);
}

}  // namespace carom::python
