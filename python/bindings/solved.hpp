/// @file
/// Problems and answers as Python holds them: shared, never changed.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/io/problem/reader.hpp>
#include <carom/io/tree/tree.hpp>
#include <carom/multibody/scene.hpp>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace carom::python {

namespace py = pybind11;

/// A checked problem: what Python calls Problem.
struct Stated {
  TreeNode tree{};       ///< as it was given
  ProblemEntry entry{};  ///< without error
  bool one_law = false;  ///< it names one law: a single result, not a list
  std::string source{};  ///< file, for messages; "" for what Python stated
  Numbering numbering = Numbering::by_line;
};

/// The answers of all laws to a problem.
struct Solved {
  std::shared_ptr<Stated> problem{};
  std::vector<SceneResult> results{};  ///< without bodies for a problem without
};

/// One of them: what Python calls Result.
struct Result {
  std::shared_ptr<const Solved> solved{};
  std::size_t index = 0;

  const SceneResult& scene() const { return solved->results[index]; }
  const ImpactResult& impact() const { return scene().impact; }
  bool answered() const { return has_answer(impact().status); }
};

/// A body of a result: what Python calls BodyMotion.
struct BodyPart {
  std::string name{};
  Twist before{};
  std::optional<Twist> after{};  ///< where there is an answer
};

/// A step of a result's energy: what Python calls EnergyStep.
struct EnergyStepPart {
  std::string step{};  ///< the name of its kind
  double change{};     ///< J
  double start{};      ///< the level before this step, J
  double end{};        ///< and after it
};

/// Reads and checks what a tree states.
/// @throws std::invalid_argument in the words of the reader; `options` as for read_problem
std::shared_ptr<Stated> stated(TreeNode tree, const ReadOptions& options,
                               Numbering numbering = Numbering::by_line);

/// A problem from what a function of Python was given: a Problem or a dictionary with at most `law` among
/// the keywords, or keywords alone.
/// @throws std::invalid_argument, TreeError
std::shared_ptr<Stated> stated(py::handle problem, const py::dict& keywords);

/// Resolved by all its laws, without Python's lock.
std::shared_ptr<const Solved> solved(const std::shared_ptr<Stated>& problem);

/// The contacts' space of a problem, whichever way it was given.
Contacts contact_space(const Stated& problem);

/// An array of Python's own that cannot be written to.
py::array read_only(const std::vector<double>& numbers);

/// An array that looks at numbers of `owner`, which it keeps alive; it cannot be written to.
py::array view_of(const Eigen::VectorXd& numbers, py::handle owner);

// The parts of the module, each in a file of its own.
void bind_problems(py::module_& module);
void bind_results(py::module_& module);
void bind_result_parts(py::module_& module);
void bind_laws(py::module_& module);
void bind_own_law(py::module_& module);
void bind_batch(py::module_& module);
void bind_spatial_batch(py::module_& module);
void bind_many(py::module_& module);
void bind_derivatives(py::module_& module);
void bind_sweeps(py::module_& module);
void bind_fits(py::module_& module);
void bind_pictures(py::module_& module);
void bind_simulation(py::module_& module);
void bind_robots(py::module_& module);

}  // namespace carom::python
