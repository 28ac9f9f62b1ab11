// Many states of one mechanism: arrays in, arrays out, without Python's lock.

#include "solved.hpp"
#include "wishes.hpp"

#include <carom/impact/at_once/simultaneous.hpp>
#include <carom/impact/laws.hpp>
#include <carom/study/batch/many.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace carom::python {
namespace {

using Extents = std::vector<py::ssize_t>;
using RealArray = py::array_t<double, py::array::c_style | py::array::forcecast>;

std::string shape_text(const Extents& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

template <class Number>
using ArrayOf = py::array_t<Number, py::array::c_style | py::array::forcecast>;

Extents extents_of(const py::array& array) { return {array.shape(), array.shape() + array.ndim()}; }

/// Real numbers in C order, copied only if they are not.
template <class Number = double>
ArrayOf<Number> given_array(py::handle value, const char* name, std::string_view kinds = "fiub") {
  if (has_masked_values(value))
    throw std::invalid_argument(
        fmt::format("{}: has masked values; want a number everywhere", name));
  const py::array array = py::module_::import("numpy").attr("asarray")(value);
  if (kinds.find(array.dtype().kind()) == std::string_view::npos)
    throw std::invalid_argument(fmt::format("{}: expected {}, got an array of {}", name,
                                            kinds == "b" ? "True and False" : "real numbers",
                                            py::cast<std::string>(py::str(array.dtype()))));
  return ArrayOf<Number>::ensure(array);
}

template <class Number>
std::span<const Number> given_span(const ArrayOf<Number>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

/// @throws std::invalid_argument unless the array has one of the shapes
void require_shape(const py::array& array, const char* name, const std::vector<Extents>& wanted) {
  const Extents found = extents_of(array);
  std::string list;
  for (const Extents& shape : wanted) {
    if (shape == found) return;
    list += (list.empty() ? "" : " or ") + shape_text(shape);
  }
  throw std::invalid_argument(
      fmt::format("{}: has shape {}; want {}", name, shape_text(found), list));
}

LawId law_of_many(const py::object& value) {
  const auto name = wish<std::string>(value, "law", "the name of a law");
  if (const auto law = name ? find_law(*name) : std::nullopt) return *law;
  refuse_wish(value, "law", "the name of a law, see carom.laws()");
}

Simultaneous simultaneous_of_many(const py::object& value) {
  for (const Simultaneous rule : {Simultaneous::refuse, Simultaneous::together,
                                  Simultaneous::sequential, Simultaneous::springs})
    if (wish<std::string>(value, "simultaneous", "a word") == to_string(rule)) return rule;
  refuse_wish(value, "simultaneous", "refuse, together, sequential or springs");
}

/// The sizes of the arrays: N states, n coordinates, k contacts.
struct Sizes {
  py::ssize_t N = 0, n = 0, k = 0;
};

Sizes sizes_of(const RealArray& velocity, const RealArray& normal) {
  if (velocity.ndim() != 2)
    throw std::invalid_argument(
        fmt::format("velocity: has shape {}; want (N, n)", shape_text(extents_of(velocity))));
  if (normal.ndim() != 2 && normal.ndim() != 3)
    throw std::invalid_argument(fmt::format(
        "normal: has shape {}; want (N, k, n), or (k, n) for all", shape_text(extents_of(normal))));
  return {velocity.shape(0), velocity.shape(1), normal.shape(normal.ndim() - 2)};
}

/// Two tangents a contact have an axis of their own before the last: (N, k, 2, n), or (k, 2, n) for all. An array that could
/// be (N, k, n) as well is that.
bool has_two_tangents(const RealArray& tangent, const Sizes& s) {
  const py::ssize_t axes = tangent.ndim();
  return axes >= 3 && tangent.shape(axes - 2) == 2 && tangent.shape(axes - 3) == s.k &&
         !(axes == 3 && s.k == 2 && tangent.shape(0) == s.N);
}

/// A number for every contact, None where it was not given: one for all, by contact, or by state.
template <class Number>
std::span<const Number> material(const py::dict& given, const char* name, const Sizes& s,
                                 std::vector<ArrayOf<Number>>& kept, std::string_view kinds) {
  const py::object value = given[name];
  if (value.is_none()) return {};
  kept.push_back(given_array<Number>(value, name, kinds));
  require_shape(kept.back(), name, {{}, {s.k}, {s.N, s.k}});
  return given_span(kept.back());
}

py::tuple solve_many_arrays(const py::object& mass_given, const py::object& velocity_given,
                            const py::object& tangent_given, const py::object& normal_given,
                            const py::dict& wishes) {
  const RealArray mass = given_array(mass_given, "mass");
  const RealArray velocity = given_array(velocity_given, "velocity");
  const RealArray normal = given_array(normal_given, "normal");
  const RealArray tangent =
      tangent_given.is_none() ? RealArray(0) : given_array(tangent_given, "tangent");
  const Sizes s = sizes_of(velocity, normal);
  const std::vector<Extents> rows{{s.N, s.k, s.n}, {s.k, s.n}};
  require_shape(mass, "mass", {{s.N, s.n, s.n}, {s.n, s.n}});
  require_shape(normal, "normal", rows);
  const py::ssize_t tangents = has_two_tangents(tangent, s) ? 2 : 1;
  const py::ssize_t r = tangents + 1;
  if (!tangent_given.is_none())
    require_shape(tangent, "tangent",
                  tangents == 2 ? std::vector<Extents>{{s.N, s.k, 2, s.n}, {s.k, 2, s.n}} : rows);
  std::vector<RealArray> numbers;
  std::vector<ArrayOf<bool>> truths;
  const auto number = [&](const char* name) {
    return material<double>(wishes, name, s, numbers, "fiu");
  };
  ManyStates states{.states = static_cast<std::size_t>(s.N),
                    .coordinates = static_cast<std::size_t>(s.n),
                    .contacts = static_cast<std::size_t>(s.k),
                    .tangents = static_cast<std::size_t>(tangents),
                    .mass = given_span(mass),
                    .velocity = given_span(velocity),
                    .tangent = given_span(tangent),
                    .normal = given_span(normal),
                    .restitution = number("restitution"),
                    .friction = number("friction"),
                    .static_friction = number("static_friction"),
                    .touching = material<bool>(wishes, "touching", s, truths, "b"),
                    .simultaneous = simultaneous_of_many(wishes["simultaneous"])};
  if (const py::object given = wishes["surface_velocity"]; !given.is_none()) {
    numbers.push_back(given_array(given, "surface_velocity"));
    require_shape(numbers.back(), "surface_velocity", {{s.N, s.k, r}, {s.k, r}});
    states.surface_velocity = given_span(numbers.back());
  }
  const LawId law = law_of_many(wishes["law"]);
  const unsigned threads = is_own_law(law) ? 1 : threads_of(wishes["threads"]);
  py::array_t<double> after(Extents{s.N, s.n});
  py::array_t<double> impulse(Extents{s.N, s.k, r});
  py::array_t<double> u_after(Extents{s.N, s.k, r});
  py::array_t<std::uint8_t> status(Extents{s.N});
  const auto out = [](py::array_t<double>& x) {
    return std::span<double>(x.mutable_data(), static_cast<std::size_t>(x.size()));
  };
  static_assert(sizeof(ManyStatus) == 1);  // NumPy has the codes as bytes
  const ManyAnswers answers{
      out(after),
      out(impulse),
      out(u_after),
      {reinterpret_cast<ManyStatus*>(status.mutable_data()), static_cast<std::size_t>(s.N)}};
  std::vector<RefusedState> refused;
  {
    const py::gil_scoped_release unlocked;
    refused = resolve_many(states, law, answers, {.threads = threads});
  }
  py::dict reasons;
  for (const RefusedState& state : refused) reasons[py::int_(state.state)] = state.message;
  return py::make_tuple(after, impulse, u_after, status, reasons);
}

}  // namespace

void bind_many(py::module_& module) {
  module.def("solve_many", &solve_many_arrays);
  py::tuple names(many_status_names().size());
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = std::string(many_status_names()[i]);
  module.attr("statuses") = names;
}

}  // namespace carom::python
