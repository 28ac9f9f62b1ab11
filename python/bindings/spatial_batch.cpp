// Whole arrays of contacts in space.

#include "solved.hpp"
#include "wishes.hpp"

#include <carom/study/batch/spatial_batch.hpp>

#include <pybind11/stl.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace carom::python {
namespace {

using Flat = py::array_t<double, py::array::c_style | py::array::forcecast>;

Restitution rule_of_batch(const py::object& value) {
  const auto name = wish<std::string>(value, "law", "newton, poisson or stronge");
  if (name == "newton") return Restitution::newton;
  if (name == "poisson") return Restitution::poisson;
  if (name == "stronge") return Restitution::stronge;
  refuse_wish(value, "law", "newton, poisson or stronge");
}

/// @param arrays  W, u, friction, static_friction (empty: not given), restitution, one number behind the other
py::tuple resolve_spatial_arrays(const std::vector<Flat>& arrays, py::ssize_t count,
                                 const py::object& law, const py::object& most_threads) {
  const Restitution rule = rule_of_batch(law);
  const unsigned threads = threads_of(most_threads);
  const auto span_of = [&](std::size_t k) {
    return std::span<const double>(arrays.at(k).data(), static_cast<std::size_t>(arrays[k].size()));
  };
  const SpatialBatch batch{.W = span_of(0),
                           .u = span_of(1),
                           .friction = span_of(2),
                           .static_friction = span_of(3),
                           .restitution = span_of(4)};
  py::array_t<double> impulse(3 * count);
  py::array_t<double> u_after(3 * count);
  py::array_t<std::uint8_t> mode(count);
  py::array_t<std::uint8_t> status(count);
  static_assert(sizeof(ImpactMode) == 1 && sizeof(ImpactStatus) == 1);  // NumPy has bytes
  const auto n = static_cast<std::size_t>(count);
  const SpatialBatchResult result{{impulse.mutable_data(), 3 * n},
                                  {u_after.mutable_data(), 3 * n},
                                  {reinterpret_cast<ImpactMode*>(mode.mutable_data()), n},
                                  {reinterpret_cast<ImpactStatus*>(status.mutable_data()), n}};
  {
    const py::gil_scoped_release unlocked;
    resolve_spatial_batch(batch, rule, result, threads);
  }
  return py::make_tuple(impulse, u_after, mode, status);
}

}  // namespace

void bind_spatial_batch(py::module_& module) {
  module.def("resolve_spatial", &resolve_spatial_arrays);
}

}  // namespace carom::python
