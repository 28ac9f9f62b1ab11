// The compiled part of the Python module carom; python/carom/__init__.py is its front door.

#include "python_tree.hpp"
#include "solved.hpp"

#include <carom/version.hpp>

#include <string>

PYBIND11_MODULE(_carom, module) {
  namespace py = pybind11;
  module.doc() = "The compiled part of carom; import carom instead.";
  module.attr("__version__") = std::string(carom::version);
  // NOLINTNEXTLINE(performance-unnecessary-value-param): pybind11 wants this very type
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const carom::TreeError& error) {
      PyErr_SetString(PyExc_ValueError, carom::located_message("", error).c_str());
    }
  });
  carom::python::bind_problems(module);
  carom::python::bind_results(module);
  carom::python::bind_laws(module);
  carom::python::bind_own_law(module);
  carom::python::bind_batch(module);
  carom::python::bind_spatial_batch(module);
  carom::python::bind_many(module);
  carom::python::bind_derivatives(module);
  carom::python::bind_sweeps(module);
  carom::python::bind_fits(module);
  carom::python::bind_pictures(module);
  carom::python::bind_simulation(module);
  carom::python::bind_robots(module);
}
