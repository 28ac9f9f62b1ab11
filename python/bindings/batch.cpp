// Whole arrays of contacts: broadcast, not copied where their numbers lie in order, on all cores.

#include "python_tree.hpp"
#include "solved.hpp"
#include "wishes.hpp"

#include <carom/study/batch/batch.hpp>
#include <carom/study/run/ordered_run.hpp>

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace carom::python {
namespace {

constexpr std::size_t inputs = 8;
constexpr std::array<std::string_view, inputs> names{
    "W_tt", "W_tn", "W_nn", "u_t", "u_n", "friction", "static_friction", "restitution"};

/// Contacts that a thread takes at a time; fewer than two such portions are not worth a thread.
constexpr std::uint64_t portion = 32768;
/// Contacts whose scattered numbers are gathered at a time: eight arrays of them stay in the cache.
constexpr std::size_t gathered = 1024;

using Shape = std::vector<py::ssize_t>;
using Numbers = py::array_t<double, py::array::forcecast>;

std::string shown(const Shape& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

Shape shape_of(const py::array& array) { return {array.shape(), array.shape() + array.ndim()}; }

/// @throws std::invalid_argument in NumPy's words where a value is no array
py::array array_of(py::handle value, std::string_view name) {
  if (has_masked_values(value))
    throw std::invalid_argument(
        fmt::format("{}: has masked values; want a number everywhere", name));
  if (py::isinstance<py::array>(value)) return py::reinterpret_borrow<py::array>(value);
  try {
    return py::module_::import("numpy").attr("asarray")(value);
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_ValueError)) throw;
    throw std::invalid_argument(
        fmt::format("{}: {}", name, py::cast<std::string>(py::str(error.value()))));
  }
}

/// An argument as an array of doubles; no copy if it is one, whatever its layout.
Numbers numbers_of(py::handle value, std::string_view name) {
  const py::array array = array_of(value, name);
  if (std::string_view("fiub").find(array.dtype().kind()) == std::string_view::npos)
    throw std::invalid_argument(fmt::format("{}: expected real numbers, got an array of {}", name,
                                            py::cast<std::string>(py::str(array.dtype()))));
  auto numbers = Numbers::ensure(array);
  if (!numbers) throw std::invalid_argument(fmt::format("{}: expected real numbers", name));
  return numbers;
}

/// NumPy's rule: aligned at the last axis, an axis of length 1 stretches.
Shape broadcast(const Shape& others, const Shape& part, std::string_view name) {
  Shape whole = others;
  if (part.size() > whole.size()) whole.insert(whole.begin(), part.size() - whole.size(), 1);
  for (std::size_t i = 0; i < part.size(); ++i) {
    py::ssize_t& length = whole[whole.size() - part.size() + i];
    if (length == 1) length = part[i];
    if (part[i] != 1 && part[i] != length)
      throw std::invalid_argument(
          fmt::format("{}: shape {} does not fit the shape {} of the others", name, shown(part),
                      shown(others)));
  }
  return whole;
}

/// One input over the whole shape.
struct Input {
  const char* data = nullptr;
  std::vector<py::ssize_t> strides{};  ///< bytes, per axis of the whole; 0 where it is stretched
  bool in_order = false;               ///< the numbers lie one behind the other, as in C
};

Input input_of(const Numbers& array, const Shape& whole) {
  Input input{reinterpret_cast<const char*>(array.data()),
              std::vector<py::ssize_t>(whole.size(), 0)};
  const std::size_t missing = whole.size() - static_cast<std::size_t>(array.ndim());
  for (std::size_t i = missing; i < whole.size(); ++i)
    if (array.shape(static_cast<py::ssize_t>(i - missing)) > 1)
      input.strides[i] = array.strides(static_cast<py::ssize_t>(i - missing));
  py::ssize_t expected = sizeof(double);
  input.in_order = reinterpret_cast<std::uintptr_t>(input.data) % alignof(double) == 0;
  for (std::size_t i = whole.size(); i-- > 0;) {
    if (whole[i] != 1 && input.strides[i] != expected) input.in_order = false;
    expected *= whole[i];
  }
  return input;
}

/// Copies `count` numbers from the `first` of the whole shape on.
void gather(const Input& input, const Shape& whole, std::size_t first, std::span<double> into) {
  std::vector<py::ssize_t> at(whole.size());
  auto rest = static_cast<py::ssize_t>(first);
  py::ssize_t offset = 0;
  for (std::size_t i = whole.size(); i-- > 0;) {
    at[i] = rest % whole[i];
    rest /= whole[i];
    offset += at[i] * input.strides[i];
  }
  for (double& number : into) {
    std::memcpy(&number, input.data + offset, sizeof(double));
    for (std::size_t i = whole.size(); i-- > 0;) {
      offset += input.strides[i];
      if (++at[i] < whole[i]) break;
      offset -= at[i] * input.strides[i];
      at[i] = 0;
    }
  }
}

/// Everything that the threads share.
struct Work {
  Shape shape{};
  std::size_t count = 0;
  std::array<Input, inputs> in{};
  std::span<double> p_t{};
  std::span<double> p_n{};
  std::span<ImpactMode> mode{};
  std::span<ImpactStatus> status{};
  Restitution rule = Restitution::poisson;
  bool in_order = true;  ///< all inputs
};

void resolve_piece(const Work& work, std::size_t first, std::size_t count,
                   std::vector<double>& scratch) {
  std::array<std::span<const double>, inputs> x;
  for (std::size_t k = 0; k < inputs; ++k) {
    if (work.in[k].in_order) {
      x[k] = {reinterpret_cast<const double*>(work.in[k].data) + first, count};
      continue;
    }
    const std::span<double> own(scratch.data() + k * gathered, count);
    gather(work.in[k], work.shape, first, own);
    x[k] = own;
  }
  resolve_planar_batch({x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]}, work.rule,
                       {work.p_t.subspan(first, count), work.p_n.subspan(first, count),
                        work.mode.subspan(first, count), work.status.subspan(first, count)});
}

void resolve_range(const Work& work, std::size_t first, std::size_t last,
                   std::vector<double>& scratch) {
  const std::size_t step = work.in_order ? last - first : gathered;
  for (; first < last; first += step)
    resolve_piece(work, first, std::min(step, last - first), scratch);
}

void resolve_all(const Work& work, unsigned threads) {
  const auto scratch_size = work.in_order ? 0 : inputs * gathered;
  if (threads == 1 || work.count < 2 * portion) {
    std::vector<double> scratch(scratch_size);
    resolve_range(work, 0, work.count, scratch);
    return;
  }
  run_in_order(
      {0, work.count, portion, threads},
      [&] {
        return [&work, scratch = std::vector<double>(scratch_size)](std::uint64_t first,
                                                                    std::uint64_t last) mutable {
          resolve_range(work, first, last, scratch);
          return std::string();
        };
      },
      [](const std::string&, std::uint64_t) {});
}

// --- where the answers go -----------------------------------------------------------------------

constexpr std::size_t outputs = 4;

/// Numbers can be written into it one after the other.
template <class Number>
bool takes(const py::object& value, const Shape& shape) {
  if (!py::isinstance<py::array_t<Number, py::array::c_style>>(value)) return false;
  const auto array = py::reinterpret_borrow<py::array>(value);
  const bool aligned = reinterpret_cast<std::uintptr_t>(array.data()) % alignof(Number) == 0;
  return aligned && array.writeable() && shape_of(array) == shape;
}

/// New arrays of the shape, or those given as out.
template <class Number>
py::array_t<Number> output(const py::object& given, std::size_t index, const Shape& shape) {
  if (given.is_none()) return py::array_t<Number>(shape);
  const py::object array = given[py::int_(index)];
  if (!takes<Number>(array, shape))
    throw std::invalid_argument(
        fmt::format("out[{}]: want a writeable array of {} in C order with shape {}", index,
                    sizeof(Number) == 1 ? "uint8" : "float64", shown(shape)));
  return py::reinterpret_borrow<py::array_t<Number>>(array);
}

void require_outputs(const py::object& out) {
  if (out.is_none()) return;
  if (PySequence_Check(out.ptr()) == 0 || py::len(out) != outputs)
    throw std::invalid_argument(
        "out: want the four arrays of an earlier call: p_t, p_n, mode, status");
}

void refuse_overlap(const std::array<py::array, outputs>& out, const std::vector<Numbers>& given) {
  const py::object may_share = py::module_::import("numpy").attr("may_share_memory");
  for (std::size_t i = 0; i < outputs; ++i) {
    for (const Numbers& input : given)
      if (py::cast<bool>(may_share(out[i], input)))
        throw std::invalid_argument(fmt::format("out[{}]: shares memory with an input", i));
    for (std::size_t j = 0; j < i; ++j)
      if (py::cast<bool>(may_share(out[i], out[j])))
        throw std::invalid_argument(fmt::format("out[{}]: shares memory with out[{}]", i, j));
  }
}

Restitution rule_named(const py::object& value) {
  constexpr const char* wanted = "newton, poisson or stronge";
  if (!py::isinstance<py::str>(value)) refuse_wish(value, "law", wanted);
  const auto law = py::cast<std::string>(value);
  if (law == "newton") return Restitution::newton;
  if (law == "poisson") return Restitution::poisson;
  if (law == "stronge") return Restitution::stronge;
  throw std::invalid_argument(fmt::format("law: '{}' has no batch; want {}", law, wanted));
}

/// @param arguments  in the order of `names`; static_friction may be None
py::tuple resolve_planar_arrays(const py::tuple& arguments, const py::object& law,
                                const py::object& out, const py::object& most_threads) {
  Work work{.rule = rule_named(law)};
  const unsigned threads = threads_of(most_threads);
  require_outputs(out);
  std::vector<Numbers> arrays;
  for (std::size_t k = 0; k < inputs; ++k) {
    const bool left_out = names[k] == "static_friction" && arguments[k].is_none();
    arrays.push_back(left_out ? arrays[k - 1] : numbers_of(arguments[k], names[k]));
    work.shape = broadcast(work.shape, shape_of(arrays.back()), names[k]);
  }
  work.count = 1;
  for (const py::ssize_t length : work.shape) work.count *= static_cast<std::size_t>(length);
  for (std::size_t k = 0; k < inputs; ++k) {
    work.in[k] = input_of(arrays[k], work.shape);
    work.in_order = work.in_order && work.in[k].in_order;
  }
  auto p_t = output<double>(out, 0, work.shape);
  auto p_n = output<double>(out, 1, work.shape);
  auto mode = output<std::uint8_t>(out, 2, work.shape);
  auto status = output<std::uint8_t>(out, 3, work.shape);
  if (!out.is_none()) refuse_overlap({p_t, p_n, mode, status}, arrays);
  work.p_t = {p_t.mutable_data(), work.count};
  work.p_n = {p_n.mutable_data(), work.count};
  // The enumerations are bytes; NumPy has them as such.
  static_assert(sizeof(ImpactMode) == 1 && sizeof(ImpactStatus) == 1);
  work.mode = {reinterpret_cast<ImpactMode*>(mode.mutable_data()), work.count};
  work.status = {reinterpret_cast<ImpactStatus*>(status.mutable_data()), work.count};
  {
    const py::gil_scoped_release unlocked;
    if (work.count > 0) resolve_all(work, threads);
  }
  return py::make_tuple(p_t, p_n, mode, status);
}

}  // namespace

void bind_batch(py::module_& module) { module.def("resolve_planar", &resolve_planar_arrays); }

}  // namespace carom::python
