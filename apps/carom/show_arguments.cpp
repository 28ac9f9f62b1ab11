// The arguments of `carom show` and `carom import`.

#include "arguments.hpp"

namespace carom::app {
namespace {

void add_base(CLI::App& command, std::string& base) {
  command.add_option("--base", base, "how the root of a URDF stands in the world: free or fixed")
      ->check(one_of({"free", "fixed"}))
      ->type_name("BASE");
}

}  // namespace

void add_import(CLI::App& app, Action& action) {
  auto options = std::make_shared<ImportOptions>();
  CLI::App* command =
      app.add_subcommand("import", "write a robot (MJCF, URDF) as a plain scene in space");
  command->add_option("FILE", options->file, "the robot: .xml or .urdf")
      ->required()
      ->type_name(" ");
  add_base(*command, options->base);
  add_output(*command, options->output, "write to a file, which appears when complete");
  command->footer(
      "The scene needs no library of robots; "
      "what was dropped of the file stands in its comments.\n"
      "\n"
      "Examples:\n"
      "  carom import quadruped.xml -o quadruped.yaml\n"
      "  carom import arm.urdf --base fixed -o arm.yaml");
  command->callback([options, &action] { action = [options] { return import_robot(*options); }; });
}

void add_show(CLI::App& app, Action& action) {
  auto options = std::make_shared<ShowOptions>();
  CLI::App* command =
      app.add_subcommand("show", "what was read: bodies, joints, contacts, every value in force");
  command
      ->add_option("FILE", options->files,
                   ".yaml, .json, .jsonl, .xml or .urdf; - or none: standard input")
      ->type_name(" ");
  add_base(*command, options->base);
  add_format(*command, options->format, "table (default) or json (one array)", {"table", "json"});
  add_units(*command, options->units);
  add_output(*command, options->output, "write to a file, which appears when complete");
  command
      ->add_option("--plot", options->picture,
                   "draw a scene instead: .svg, .pdf, .png, .gp (script)")
      ->type_name("FILE");
  add_problem_number(*command, options->problem, "which problem of the input to draw, from 1");
  add_color(*command, options->color);
  command->footer(
      "Nothing is solved. Pictures need gnuplot (Debian: gnuplot-nox).\n\nExamples:\n"
      "  carom show pendulum.yaml\n"
      "  carom show crash.yaml --units us\n"
      "  carom show pendulum.yaml --plot pendulum.svg");
  command->callback([options, &action] { action = [options] { return show(*options); }; });
}

}  // namespace carom::app
