// The plain values of a result: numbers with names, which compare, print and travel by them.

#include "solved.hpp"

#include <carom/impact/impact_result.hpp>

#include <fmt/format.h>

#include <pybind11/stl.h>

#include <initializer_list>
#include <string>
#include <utility>

namespace carom::python {
namespace {

/// "Energy(before=0.2, after=0.128, ...)"
std::string shown(const char* name, const std::vector<const char*>& fields,
                  const py::tuple& state) {
  std::string text;
  for (std::size_t i = 0; i < fields.size(); ++i)
    text += fmt::format("{}{}={}", i == 0 ? "" : ", ", fields[i],
                        py::cast<std::string>(py::repr(state[i])));
  return fmt::format("{}({})", name, text);
}

/// Lets a class print, compare, be hashed, copied and pickled by its state.
/// @param state  a tuple with a value for each of `fields`
/// @param again  the object from such a tuple
template <class Value, class State, class Again>
void live_by_state(py::class_<Value>& bound, const std::vector<const char*>& fields, State state,
                   Again again) {
  const auto name = py::cast<std::string>(bound.attr("__name__"));
  bound.def("__repr__", [=](const Value& x) { return shown(name.c_str(), fields, state(x)); })
      .def(
          "__eq__", [=](const Value& a, const Value& b) { return state(a).equal(state(b)); },
          py::is_operator())
      .def("__hash__", [=](const Value& x) { return py::hash(state(x)); })
      .def(py::pickle(state, again));
}

/// A class whose members are numbers, perhaps absent.
template <class Value, class... Member>
void bind_numbers(py::module_& module, const char* name, const char* words,
                  std::pair<const char*, Member Value::*>... fields) {
  py::class_<Value> bound(module, name, words);
  (bound.def_readonly(fields.first, fields.second), ...);
  live_by_state(
      bound, {fields.first...}, [=](const Value& x) { return py::make_tuple(x.*fields.second...); },
      [=](const py::tuple& state) {
        Value x;
        std::size_t i = 0;
        ((x.*fields.second = py::cast<Member>(state[i++])), ...);
        return x;
      });
}

void bind_contact_numbers(py::module_& module) {
  bind_numbers(module, "Energy", "Where the energy went, J.", std::pair("before", &Energy::before),
               std::pair("after", &Energy::after), std::pair("change", &Energy::change),
               std::pair("contact_work", &Energy::contact_work),
               std::pair("drive", &Energy::drive));
  bind_numbers(module, "EnergyStep", "One step of the energy from before to after, J.",
               std::pair("step", &EnergyStepPart::step),
               std::pair("change", &EnergyStepPart::change),
               std::pair("start", &EnergyStepPart::start), std::pair("end", &EnergyStepPart::end));
  bind_numbers(module, "Work", "Work of a contact's impulse, J.",
               std::pair("normal_compression", &ContactWork::normal_compression),
               std::pair("normal_restitution", &ContactWork::normal_restitution),
               std::pair("normal", &ContactWork::normal),
               std::pair("friction", &ContactWork::friction));
  bind_numbers(module, "Effective", "What other definitions of restitution would call the impact.",
               std::pair("kinematic", &EffectiveCoefficients::kinematic),
               std::pair("kinetic", &EffectiveCoefficients::kinetic),
               std::pair("energetic", &EffectiveCoefficients::energetic),
               std::pair("tangential", &EffectiveCoefficients::tangential),
               std::pair("impulse_ratio", &EffectiveCoefficients::impulse_ratio));
  bind_numbers(module, "FrictionThresholds", "Three friction coefficients that people mix up.",
               std::pair("to_hold_stick", &FrictionThresholds::to_hold_stick),
               std::pair("to_end_without_slip", &FrictionThresholds::to_end_without_slip),
               std::pair("to_stick", &FrictionThresholds::to_stick));
  bind_numbers(
      module, "ContactMoment", "Moment impulse and relative turning of a contact's bodies.",
      std::pair("impulse", &ContactMoment::impulse),
      std::pair("u_before", &ContactMoment::u_before),
      std::pair("u_after", &ContactMoment::u_after), std::pair("work", &ContactMoment::work));
}

void bind_twist(py::module_& module) {
  py::class_<Twist> bound(module, "Twist",
                          "Velocity of a body's centre of mass, and its rate of turning.");
  bound.def_property_readonly("vx", [](const Twist& t) { return t.velocity.x(); })
      .def_property_readonly("vy", [](const Twist& t) { return t.velocity.y(); })
      .def_property_readonly("omega", [](const Twist& t) { return t.rate; });
  live_by_state(
      bound, {"vx", "vy", "omega"},
      [](const Twist& t) { return py::make_tuple(t.velocity.x(), t.velocity.y(), t.rate); },
      [](const py::tuple& state) {
        Twist t;
        t.velocity = {py::cast<double>(state[0]), py::cast<double>(state[1])};
        t.rate = py::cast<double>(state[2]);
        return t;
      });
}

py::tuple pair_of(const Eigen::Vector2d& x) { return py::make_tuple(x.x(), x.y()); }

Eigen::Vector2d vector_of(const py::object& pair) {
  const auto [x, y] = py::cast<std::pair<double, double>>(pair);
  return {x, y};
}

void bind_bodies(py::module_& module) {
  bind_numbers(module, "BodyMotion", "A body before and after.", std::pair("name", &BodyPart::name),
               std::pair("before", &BodyPart::before), std::pair("after", &BodyPart::after));
  py::class_<JointImpulse> bound(module, "JointImpulse", "What a joint passed on.");
  bound.def_readonly("name", &JointImpulse::name)
      .def_property_readonly(
          "impulse",
          [](const JointImpulse& j) { return read_only({j.impulse.x(), j.impulse.y()}); })
      .def_readonly("moment", &JointImpulse::moment)
      .def_property_readonly("position", [](const JointImpulse& j) {
        return read_only({j.position.x(), j.position.y()});
      });
  live_by_state(
      bound, {"name", "impulse", "moment", "position"},
      [](const JointImpulse& j) {
        return py::make_tuple(j.name, pair_of(j.impulse), j.moment, pair_of(j.position));
      },
      [](const py::tuple& state) {
        JointImpulse j;
        j.name = py::cast<std::string>(state[0]);
        j.impulse = vector_of(state[1]);
        j.moment = py::cast<double>(state[2]);
        j.position = vector_of(state[3]);
        return j;
      });
}

}  // namespace

void bind_result_parts(py::module_& module) {
  bind_contact_numbers(module);
  bind_twist(module);
  bind_bodies(module);
}

}  // namespace carom::python
