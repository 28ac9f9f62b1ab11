// Problems: read from texts, dictionaries and keywords, and solved.

#include "python_tree.hpp"
#include "solved.hpp"

#include <carom/impact/resolve.hpp>
#include <carom/io/problem/trees.hpp>

#include <fmt/format.h>

#include <pybind11/stl.h>

#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace carom::python {
namespace {

/// True if the problem names one law, and so has one result.
bool names_one_law(const TreeNode& tree) {
  const TreeNode* law = value_of(tree, "law");
  return law != nullptr && law->kind == NodeKind::string && law->text != "all";
}

/// A result, or a list of them where several laws were asked for.
py::object as_python(const std::shared_ptr<const Solved>& answers) {
  if (answers->problem->one_law) return py::cast(Result{answers, 0});
  py::list results;
  for (std::size_t i = 0; i < answers->results.size(); ++i) results.append(Result{answers, i});
  return results;
}

py::object solve(py::handle problem, const py::dict& keywords) {
  return as_python(solved(stated(problem, keywords)));
}

std::string text_of(const py::object& given) {
  if (PyUnicode_Check(given.ptr()) || PyBytes_Check(given.ptr())) try {
      return py::cast<std::string>(given);
    } catch (const py::cast_error&) {
      throw std::invalid_argument("text: is no valid text");
    }
  throw py::type_error("text: expected a text or its bytes; carom.load(path) reads a file");
}

/// "yaml", "json" or "jsonl".
FileFormat format_named(const std::string& name) {
  const auto format = format_of("." + name);
  if (!format)
    throw std::invalid_argument(
        fmt::format("format: '{}' is not known; want yaml, json or jsonl", name));
  return *format;
}

/// Every problem of a text (or of its bytes).
std::vector<std::shared_ptr<Stated>> problems_of(const py::object& given, const std::string& format,
                                                 const std::string& source) {
  const std::string text = text_of(given);
  ReadOptions options{.source = source};
  const FileFormat written = format_named(format);
  std::vector<TreeNode> trees;
  try {
    trees = problem_trees(text, written);
  } catch (const TreeError& error) {
    throw std::invalid_argument(located_message(source, error));
  }
  const Numbering numbering =
      trees.size() > 1 && written != FileFormat::jsonl ? Numbering::by_number : Numbering::by_line;
  std::vector<std::shared_ptr<Stated>> problems;
  for (TreeNode& tree : trees) {
    problems.push_back(stated(std::move(tree), options, numbering));
    ++options.first_number;
  }
  return problems;
}

/// A problem from its dictionary, as pickle gives it back.
std::shared_ptr<Stated> problem_again(const py::object& tree, int number) {
  return stated(tree_of(tree), {.source = "", .first_number = number});
}

py::tuple law_names(const Stated& problem) {
  py::list names;
  for (const LawId law : problem.entry.laws) names.append(std::string(law_of(law).name));
  return py::tuple(names);
}

py::tuple contact_names(const Stated& problem) {
  py::list names;
  const std::vector<Contact> contacts = materials_of(problem.entry.problem);
  for (std::size_t i = 0; i < contacts.size(); ++i)
    names.append(contacts[i].name.empty() ? fmt::format("contact {}", i + 1) : contacts[i].name);
  return py::tuple(names);
}

py::array W_of(const Stated& problem) {
  const Eigen::MatrixXd W = contact_space(problem).W;
  py::array_t<double> array({W.rows(), W.cols()});
  for (Eigen::Index i = 0; i < W.rows(); ++i)
    for (Eigen::Index j = 0; j < W.cols(); ++j) array.mutable_at(i, j) = W(i, j);
  array.attr("flags").attr("writeable") = false;
  return array;
}

bool is_scene(const Stated& problem) {
  return !std::holds_alternative<ImpactProblem>(problem.entry.problem);
}

std::string repr_of(const Stated& problem) {
  const std::string& name = name_of(problem.entry.problem);
  const std::size_t count = materials_of(problem.entry.problem).size();
  std::string laws;
  for (const LawId law : problem.entry.laws)
    laws += (laws.empty() ? "" : ", ") + std::string(law_of(law).name);
  return fmt::format("<carom.{}{}: {} contact{}; {}>",
                     is_scene(problem) ? "Problem (scene)" : "Problem",
                     name.empty() ? "" : " " + py::cast<std::string>(py::repr(py::str(name))),
                     count, count == 1 ? "" : "s", laws);
}

}  // namespace

std::shared_ptr<Stated> stated(TreeNode tree, const ReadOptions& options, Numbering numbering) {
  auto problem = std::make_shared<Stated>();
  problem->tree = std::move(tree);
  problem->one_law = names_one_law(problem->tree);
  problem->source = options.source;
  problem->numbering = numbering;
  const py::gil_scoped_release unlocked;
  problem->entry = read_problem(problem->tree, options, numbering);
  if (!problem->entry.error.empty()) throw std::invalid_argument(problem->entry.error);
  return problem;
}

std::shared_ptr<Stated> stated(py::handle problem, const py::dict& keywords) {
  const ReadOptions nowhere{.source = ""};
  if (problem.is_none()) return stated(tree_of_keywords(keywords), nowhere);
  if (PyUnicode_Check(problem.ptr()) || py::hasattr(problem, "__fspath__"))
    throw py::type_error("expected a Problem or a dictionary; carom.load(path) reads a file");
  const auto whole = py::isinstance<Stated>(problem) ? py::cast<std::shared_ptr<Stated>>(problem)
                                                     : std::shared_ptr<Stated>();
  for (const auto& [key, value] : keywords) {
    if (value.is_none()) continue;
    if (!py::str(key).equal(py::str("law")))
      throw std::invalid_argument(fmt::format(
          "{}: given beside a whole problem, which takes only law; change the problem itself",
          py::cast<std::string>(key)));
    TreeNode tree = whole ? whole->tree : tree_of(problem);
    if (tree.kind == NodeKind::map) set_value(tree, "law", tree_of(value));
    if (!whole) return stated(std::move(tree), nowhere);
    return stated(std::move(tree), {.source = whole->source, .first_number = whole->entry.number},
                  whole->numbering);
  }
  return whole ? whole : stated(tree_of(problem), nowhere);
}

std::shared_ptr<const Solved> solved(const std::shared_ptr<Stated>& problem) {
  auto answers = std::make_shared<Solved>();
  answers->problem = problem;
  const py::gil_scoped_release unlocked;
  answers->results = resolve(problem->entry.problem, problem->entry.laws);
  return answers;
}

Contacts contact_space(const Stated& problem) { return contact_problem(problem.entry.problem); }

void bind_problems(py::module_& module) {
  py::class_<Stated, std::shared_ptr<Stated>>(
      module, "Problem", "A problem that was read and checked; nothing of it can be changed.")
      .def_property_readonly("name", [](const Stated& p) { return name_of(p.entry.problem); })
      .def_property_readonly("laws", &law_names)
      .def_property_readonly("contacts", &contact_names)
      .def_property_readonly("is_scene", &is_scene)
      .def_property_readonly("W", &W_of)
      .def_property_readonly("u",
                             [](const Stated& p) {
                               const Eigen::VectorXd u = contact_space(p).u;
                               return read_only({u.begin(), u.end()});
                             })
      .def("to_dict", [](const Stated& p) { return object_of(p.tree); })
      .def("__repr__", &repr_of)
      .def("__copy__", [](const py::object& self) { return self; })
      .def("__deepcopy__", [](const py::object& self, const py::dict&) { return self; })
      .def(
          "__eq__",
          [](const Stated& a, const Stated& b) {
            return object_of(a.tree).equal(object_of(b.tree));
          },
          py::is_operator())
      .def("__hash__", [](const Stated& p) { return py::hash(py::str(name_of(p.entry.problem))); })
      .def("__reduce__", [](const py::object& self) {
        const auto& p = self.cast<const Stated&>();
        return py::make_tuple(py::module_::import("carom").attr("_problem"),
                              py::make_tuple(object_of(p.tree), p.entry.number));
      });
  module.def("problem", &problem_again);
  module.def("problems_of", &problems_of);
  module.def("format_of", [](const std::string& path) { return format_of(path).has_value(); });
  module.def("solve", &solve);
  module.def("resolved", [](const py::object& tree, int number, std::size_t index) {
    return Result{solved(problem_again(tree, number)), index};
  });
}

}  // namespace carom::python
