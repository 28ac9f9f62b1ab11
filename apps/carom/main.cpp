// The command line: reads the arguments into the options of a command and calls it. Only here and in
// *_arguments.cpp is CLI11 included, which is slow to compile.

#include "arguments.hpp"
#include "cluster.hpp"
#include "commands.hpp"
#include "explore.hpp"
#include "fit_arguments.hpp"
#include "output.hpp"
#include "suggestion.hpp"

#include <algorithm>
#include <carom/io/problem_file.hpp>
#include <carom/version.hpp>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>

namespace carom::app {
namespace {

// --- the commands -------------------------------------------------------------------------------

void add_solve(CLI::App& app, Action& action) {
  auto options = std::make_shared<SolveOptions>();
  CLI::App* command = app.add_subcommand("solve", "solve impact problems");
  command->add_option("FILE", options->files, ".yaml, .json or .jsonl; - or none: standard input")
      ->type_name(" ");
  add_laws(*command, options->laws);
  add_format(*command, options->format, "table (terminals), latex, json (an array), jsonl (pipes)",
             {"table", "latex", "json", "jsonl"});
  add_units(*command, options->units);
  add_report(*command, options->vehicle, "vehicle: delta-V, PDOF, EES of a scene's free bodies");
  command->add_option("--path", options->path, "points between the events of a path in space")
      ->check(CLI::Range(0, 10000))
      ->type_name("N");
  add_output(*command, options->output, "write to a file, which appears when complete");
  add_html(*command, options->html);
  add_color(*command, options->color);
  command->footer(
      "Results come in the order of the problems, for each problem in the order of its laws.\n"
      "A problem that is refused does not stop the others; the exit status is then 2.\n\n"
      "A table gives three frictions of one contact: to hold stick, with which a contact that\n"
      "sticks goes on sticking; to end without slip, the impulse ratio with which slip is just\n"
      "gone at the end; to stick, the least with which this law's impact ends sticking.\n\n"
      "Examples:\n"
      "  carom solve kane.yaml --law newton,poisson,stronge\n"
      "  carom solve problems.jsonl -o results.jsonl\n"
      "  carom solve crash.yaml --report vehicle --units us\n"
      "  carom example falling_rod | carom solve");
  command->callback([options, &action] { action = [options] { return solve(*options); }; });
}

void add_sweep_values(CLI::App& command, SweepOptions& options) {
  command.add_option("--vary", options.vary, "a key and its values, see below; may be repeated")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUES");
  command.add_option("--columns", options.columns, "quantities of the result, see below")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("PATH,");
  command.add_option("--draws", options.draws, "how often random values are drawn")
      ->type_name("N")
      ->check(above_zero);
  command.add_option("--seed", options.seed, "of the random values (1)")->type_name("N");
  command.add_option("--sampling", options.sampling, "independent, latin_hypercube or sobol")
      ->type_name("WORD");
}

void add_sweep_run(CLI::App& command, SweepOptions& options) {
  command
      .add_option_function<std::string>(
          "--format",
          [&options](const std::string& word) {
            options.format = word == "json"   ? SweepFormat::json
                             : word == "hdf5" ? SweepFormat::hdf5
                                              : SweepFormat::csv;
          },
          "csv (default), json or hdf5")
      ->check(one_of({"csv", "json", "hdf5"}))
      ->type_name("FORMAT");
  add_output(command, options.output,
             "write to a file; the ending .json or .h5 chooses the format");
  command.add_flag("--resume", options.resume,
                   "complete an interrupted sweep, or check a complete one");
  command.add_flag("--force", options.force, "replace a file that is there");
  command.add_flag("--summary", options.summary, "mean, spread and counts of the rows instead");
  command.add_option("--plot", options.picture, "draw the columns into .svg, .pdf, .png or .gp")
      ->type_name("FILE");
  command.add_option("--part", options.part, "one of N parts, to OUT.I-of-N; see carom merge")
      ->type_name("I/N");
  command.add_flag("--boundaries", options.boundaries, "list where the outcome changes instead");
  command.add_option("--tolerance", options.tolerance, "of the boundaries, relative (1e-9)")
      ->type_name("X")
      ->check(above_zero);
  command.add_option("--threads", options.threads, "how many; without it one per core")
      ->type_name("N")
      ->check(above_zero);
}

void add_sweep(CLI::App& app, Action& action) {
  auto options = std::make_shared<SweepOptions>();
  CLI::App* command =
      app.add_subcommand("sweep", "solve one problem over ranges of its numbers, on all cores");
  command->add_option("FILE", options->file, "sweep, problem or scene; - for standard input")
      ->required()
      ->type_name(" ");
  add_sweep_values(*command, *options);
  add_laws(*command, options->laws);
  add_problem_number(*command, options->problem, "which problem of the file, from 1");
  add_sweep_run(*command, *options);
  add_units(*command, options->units);
  add_report(*command, options->vehicle, "vehicle: delta-V, PDOF, EES, departure as columns");
  add_html(*command, options->html);
  command->footer(
      "KEY is the path of a number, such as contacts.hit.friction, bodies.upper.angle_deg or\n"
      "u[0]. VALUES: FROM:TO:STEPS (or with :log), A,B,C, uniform:LOW:HIGH,\n"
      "normal:MEAN:DEVIATION; a number may have a unit (35 mph), A,B,C may be words of the keys\n"
      "law and simultaneous. Several keys make a grid. PATH is that of a result's JSON:\n"
      "energy.change, contacts.hit.u_after.t, contacts.*.mode, bodies.upper.after.\n\n"
      "A point that cannot be computed is a row with its error. OUT appears when it is complete;\n"
      "until then, and after Ctrl-C (exit status 130), the work is in OUT.part, and --resume\n"
      "completes it to the same bytes. An OUT or OUT.part that is there is refused without\n"
      "--resume or --force.\n\n"
      "Examples:\n"
      "  carom sweep rod.yaml --vary 'contacts[0].friction=0:1:101' -o rod.csv\n"
      "  carom sweep scene.yaml --vary contacts.hit.friction=0:1:101 --law poisson,stronge \\\n"
      "      --columns energy.change,contacts.hit.u_after.t -o out.csv\n"
      "  carom example sweeps/three_link_chain | carom sweep - --boundaries");
  command->callback([options, &action] { action = [options] { return sweep(*options); }; });
}

void add_merge(CLI::App& app, Action& action) {
  auto options = std::make_shared<MergeOptions>();
  CLI::App* command = app.add_subcommand("merge", "one result of the parts of a sweep");
  command->add_option("PART", options->shares, "files of carom sweep --part")
      ->required()
      ->type_name(" ");
  command->add_option("-o,--output", options->output, "file to write to")->type_name("FILE");
  command->add_flag("--force", options->force, "replace a file that is there");
  command->footer(
      "The bytes are those of the sweep by one process, in whatever order the parts are given.\n\n"
      "Examples:\n"
      "  carom sweep chain.yaml -o out.csv --part 1/2\n"
      "  carom sweep chain.yaml -o out.csv --part 2/2\n"
      "  carom merge out.csv.*-of-2 -o out.csv");
  command->callback([options, &action] { action = [options] { return merge(*options); }; });
}

void add_check(CLI::App& app, Action& action) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "read and validate problem files, solve nothing");
  command->add_option("FILE", options->files, "problem files; - or none: standard input")
      ->type_name(" ");
  command->footer(
      "Exit status 0 if every problem is fine, 2 if not.\n\nExample:\n"
      "  carom check problems.jsonl kane.yaml");
  command->callback([options, &action] { action = [options] { return check(*options); }; });
}

void add_demo(CLI::App& app, Action& action) {
  auto options = std::make_shared<DemoOptions>();
  CLI::App* command =
      app.add_subcommand("demo", "Kane & Levinson's double pendulum: who creates energy?");
  add_color(*command, options->color);
  command->footer("Example:\n  carom demo");
  command->callback([options, &action] { action = [options] { return demo(*options); }; });
}

void add_laws_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<LawsOptions>();
  CLI::App* command = app.add_subcommand("laws", "what each law is, guarantees and is good for");
  command->add_option("NAME", options->name, "one law only")->type_name(" ");
  command->add_flag("--bibtex", options->bibtex, "the references instead, as BibTeX");
  add_color(*command, options->color);
  command->footer("Examples:\n  carom laws\n  carom laws stronge\n  carom laws stronge --bibtex");
  command->callback([options, &action] { action = [options] { return show_laws(*options); }; });
}

void add_example(CLI::App& app, Action& action) {
  auto options = std::make_shared<ExampleOptions>();
  CLI::App* command = app.add_subcommand("example", "list example files, or print one");
  command->add_option("NAME", options->name, "the example to print")->type_name(" ");
  command->add_flag("--json", options->json, "as JSON, which programs read; without NAME all");
  add_color(*command, options->color);
  command->footer("Examples:\n  carom example\n  carom example falling_rod > rod.yaml");
  command->callback([options, &action] { action = [options] { return example(*options); }; });
}

void add_reproduce(CLI::App& app, Action& action) {
  auto options = std::make_shared<ReproduceOptions>();
  CLI::App* command =
      app.add_subcommand("reproduce", "compute the figures that papers print, and compare");
  command
      ->add_option("PAPER", options->paper,
                   "one paper only, such as shen-townsend; or data, vehicles")
      ->type_name(" ");
  add_format(*command, options->format, "table (default) or json", {"table", "json", "jsonl"});
  add_output(*command, options->output, "write to a file");
  command->add_option("--plot", options->plot, "draw the figures of papers there")
      ->type_name("FOLDER");
  command->add_option("--picture", options->picture, "svg (default), pdf, png or gp")
      ->type_name("KIND")
      ->check(CLI::IsMember({"svg", "pdf", "png", "gp"}));
  add_html(*command, options->html);
  add_color(*command, options->color);
  command->footer(
      "Exit status 1 if a figure that should agree does not.\n\nExamples:\n"
      "  carom reproduce\n  carom reproduce wang-mason --format json\n"
      "  carom reproduce hurmuzlu-marghitu --plot figures --picture png\n"
      "  carom reproduce data\n  carom reproduce vehicles");
  command->callback([options, &action] { action = [options] { return reproduce(*options); }; });
}

void add_diagram(CLI::App& app, Action& action) {
  auto options = std::make_shared<DiagramOptions>();
  CLI::App* command =
      app.add_subcommand("diagram", "draw the way through an impact, in space the swerve");
  command->add_option("FILE", options->file, "problem file; - for standard input")
      ->required()
      ->type_name(" ");
  add_laws(*command, options->laws);
  add_problem_number(*command, options->problem, "which problem of the file, from 1");
  command->add_flag("--strip", options->strip,
                    "draw a scene at every event of the impact, law by law");
  add_output(*command, options->output, ".svg, .pdf, .png, or .gp (gnuplot script)");
  command->get_option("--output")->required();
  command->footer(
      "Needs gnuplot (Debian: gnuplot-nox).\n\nExamples:\n"
      "  carom example kane_double_pendulum > kane.yaml\n"
      "  carom diagram kane.yaml --problem 4 --law newton,poisson,stronge -o kane.svg\n"
      "  carom diagram scene.yaml --law newton,stronge --strip -o strip.svg");
  command->callback([options, &action] { action = [options] { return diagram(*options); }; });
}

void describe(CLI::App& app, Action& action) {
  app.name("carom");
  app.set_version_flag("--version", fmt::format("carom {}", version), "print the version");
  app.set_help_flag("-h,--help", "print this help");
  app.require_subcommand(0, 1);
  app.get_formatter()->column_width(26);
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  add_solve(app, action);
  add_sweep(app, action);
  add_merge(app, action);
  add_simulate(app, action);
  add_extract(app, action);
  add_fit(app, action);
  add_reconstruct(app, action);
  add_show(app, action);
  add_import(app, action);
  add_check(app, action);
  add_diagram(app, action);
  add_demo(app, action);
  add_laws_command(app, action);
  add_example(app, action);
  add_reproduce(app, action);
  add_explore(app, action);
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    command->group("Commands");
  app.footer(
      "Start with: carom demo\nHelp on a command: carom help solve, or carom solve --help\n"
      "Exit status: 0 done, 1 could not do its work, 2 bad input or bad arguments,\n"
      "130 interrupted.");
}

// --- reading the arguments ----------------------------------------------------------------------

std::vector<std::string_view> command_names(const CLI::App& app) {
  std::vector<std::string_view> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

/// A first word that is no command gets a better answer than CLI11 gives.
void require_command(const CLI::App& app, const std::string& word) {
  const std::vector<std::string_view> names = command_names(app);
  if (word.starts_with('-') || std::find(names.begin(), names.end(), word) != names.end()) return;
  if (format_of(word))
    throw std::invalid_argument(
        fmt::format("{0} is no command; to solve it: carom solve {0}", word));
  throw UnknownName("command", word, names);
}

/// Reads the arguments; `help CMD` is another way to say `CMD --help`.
void parse(CLI::App& app, std::vector<std::string> words) {
  if (words.empty()) words = {"--help"};
  if (words.front() == "help") {
    words.erase(words.begin());
    words.insert(words.end(), "--help");
  }
  require_command(app, words.front());
  std::reverse(words.begin(), words.end());  // as CLI11 wants them
  app.parse(words);
}

/// What CLI11 says, and where to read on.
int refuse(const CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  complain(error.what());
  complain(
      fmt::format("see: carom {}--help", chosen.empty() ? "" : chosen.front()->get_name() + " "));
  return bad_input;
}

int run(const std::vector<std::string>& words) {
  CLI::App app{"Rigid-body impacts with friction, resolved exactly, under every law."};
  Action action = [] { return success; };
  describe(app, action);
  try {
    parse(app, words);
  } catch (const CLI::Success& asked) {  // --help, --version
    app.exit(asked);
    if (std::fflush(stdout) == 0) return success;
    if (errno == EPIPE) throw ReaderGone();
    return failure;
  } catch (const CLI::ParseError& error) {
    return refuse(app, error);
  }
  return action();
}

/// Under a limit on the address space (`ulimit -v`) all threads share one pool of memory. A pool of their own
/// reserves 64 MiB; where that fails glibc tries again at every allocation, which takes a hundred times as long.
void share_memory_under_a_limit() {
#ifdef M_ARENA_MAX
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) mallopt(M_ARENA_MAX, 1);
#endif
}

}  // namespace
}  // namespace carom::app

namespace carom::app {
namespace {

/// The exit status of a process; what went wrong is said.
int guarded(int argc, char** argv) {
  try {
    become_member(argv);
    return run({argv + 1, argv + argc});
  } catch (const ReaderGone&) {
    end_by_broken_pipe();
  } catch (const std::invalid_argument& error) {
    complain(error.what());
    return bad_input;
  } catch (const std::bad_alloc&) {
    complain("out of memory");
  } catch (const std::exception& error) {
    complain(error.what());
  }
  return failure;
}

}  // namespace
}  // namespace carom::app

int main(int argc, char** argv) {
  using namespace carom::app;
  share_memory_under_a_limit();
  std::signal(SIGPIPE, SIG_IGN);  // a reader that goes is an answer of write(), not the end
  ClusterMembership membership(argc, argv);
  return membership.leave(guarded(argc, argv));
}
