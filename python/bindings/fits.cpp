// Fits and reconstructions: their files in, JSON, table and page out; the Python side makes objects of them.

#include "solved.hpp"

#include <carom/io/fit/extraction_file.hpp>
#include <carom/io/fit/fit_file.hpp>
#include <carom/io/fit/reconstruction_file.hpp>
#include <carom/io/tree/decode.hpp>
#include <carom/report/fit/extraction_report.hpp>
#include <carom/report/fit/fit_json.hpp>
#include <carom/report/fit/fit_page.hpp>
#include <carom/report/fit/fit_provenance.hpp>
#include <carom/report/fit/fit_table.hpp>
#include <carom/report/fit/reconstruction_report.hpp>
#include <carom/study/fit/fit_problem.hpp>
#include <carom/study/fit/reconstruction.hpp>

#include <fmt/format.h>

#include <pybind11/stl.h>

#include <atomic>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace carom::python {
namespace {

FileFormat known_format(const std::string& source) {
  const auto format = format_of(source);
  if (!format)
    throw std::invalid_argument(
        fmt::format("{}: unknown ending; want .yaml, .yml or .json", source));
  return *format;
}

/// Runs `work(workers)` on all cores without the interpreter's lock; Control-C ends it between two pieces.
template <class Work>
auto interruptible(unsigned threads, Work work) {
  std::atomic<bool> stop{false};
  const Workers workers{threads, &stop, [&](const char*, std::size_t, std::size_t) {
                          const py::gil_scoped_acquire locked;
                          if (PyErr_CheckSignals() != 0) stop = true;
                        }};
  try {
    const py::gil_scoped_release unlocked;
    return work(workers);
  } catch (const Stopped&) {
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    throw;
  }
}

TextStyle text_style(int width) { return {.color = false, .width = width}; }

py::dict fit(const std::string& text, const std::string& source,
             const std::optional<std::vector<std::string>>& laws, unsigned threads, int width) {
  const FileFormat format = known_format(source);
  const StatedFit stated = read_fit(text, format, {source, laws});
  const FitProblem problem = fit_problem(stated);
  const FitReport report =
      interruptible(threads, [&](const Workers& workers) { return fit_laws(problem, workers); });
  const Provenance provenance = fit_provenance(text, format, source, problem);
  py::dict result;
  result["json"] = fit_json(report, provenance);
  result["table"] = fit_table(report, text_style(width));
  result["errors"] = fit_errors_csv(report, stated.impacts.group);
  result["html"] = fit_page(problem, report, provenance, source);
  return result;
}

py::dict extract(const std::string& text, const std::string& source, int width) {
  const StatedExtraction stated = read_extraction(text, known_format(source), source);
  const Extraction result = [&] {
    const py::gil_scoped_release unlocked;
    return carom::extract(stated);
  }();
  py::dict made;
  made["json"] = extraction_json(result, stated);
  made["table"] = extraction_table(result, stated, text_style(width));
  made["csv"] = extraction_csv(result, stated);
  return made;
}

py::dict reconstruct(const std::string& text, const std::string& source, unsigned threads,
                     int width, const std::string& units) {
  const FileFormat format = known_format(source);
  const StatedReconstruction stated = read_reconstruction(text, format, source);
  TextStyle style = text_style(width);
  style.units = units == "us" ? UnitSystem::us : UnitSystem::si;
  const Reconstruction report = interruptible(threads, [&](const Workers& workers) {
    try {
      return carom::reconstruct(stated, workers);
    } catch (const TreeError& error) {
      throw std::invalid_argument(located_message(stated.source, error));
    }
  });
  const Provenance provenance = reconstruction_provenance(text, format, source, stated);
  py::dict result;
  result["json"] = reconstruction_json(report, provenance);
  result["table"] = reconstruction_table(report, stated, style);
  result["sample"] = report.sample;
  result["html"] = reconstruction_page(report, stated, provenance, source, style.units);
  return result;
}

}  // namespace

void bind_fits(py::module_& module) {
  module.def("fit", &fit, py::arg("text"), py::arg("source"), py::arg("laws"), py::arg("threads"),
             py::arg("width"));
  module.def("extract", &extract, py::arg("text"), py::arg("source"), py::arg("width"));
  module.def("reconstruct", &reconstruct, py::arg("text"), py::arg("source"), py::arg("threads"),
             py::arg("width"), py::arg("units"));
}

}  // namespace carom::python
