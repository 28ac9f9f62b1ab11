#include "arguments.hpp"

#include <memory>

namespace carom::app {
namespace {

void add_motion_wishes(CLI::App& command, SimulateOptions& options) {
  command.add_option("--duration", options.duration, "how long: 5, 5s, 200ms")->type_name("TIME");
  command.add_option("--sample", options.sample, "time between samples (a 200th of the duration)")
      ->type_name("TIME");
  command.add_option("--law", options.law, "laws to use instead of the scene's own, or all")
      ->type_name("NAME,...");
  command
      .add_option_function<std::string>(
          "--simultaneous",
          [&options](const std::string& word) {
            options.simultaneous =
                word == "sequential" ? Simultaneous::sequential : Simultaneous::together;
          },
          "several collisions at one instant: together, sequential")
      ->check(one_of({"together", "sequential"}))
      ->type_name("RULE");
  command.add_option("--events", options.events, "stop after this many (1000000)")
      ->type_name("N")
      ->check(above_zero);
  command.add_option("--tolerance", options.tolerance, "of a step of the flight (1e-10)")
      ->type_name("X")
      ->check(above_zero);
}

}  // namespace

void add_simulate(CLI::App& app, Action& action) {
  auto options = std::make_shared<SimulateOptions>();
  CLI::App* command =
      app.add_subcommand("simulate", "move a scene on, from event to event, each located exactly");
  command->add_option("SCENE", options->file, ".yaml or .json; - for standard input")
      ->required()
      ->type_name(" ");
  add_motion_wishes(*command, *options);
  add_problem_number(*command, options->problem, "which scene of the file, from 1");
  add_motion_format(*command, options->format);
  add_output(*command, options->output, "OUT.csv (and OUT.events.csv), OUT.json, OUT.txt");
  command->add_option("--plot", options->picture, "draw ways and energy: .svg, .pdf, .png, .gp")
      ->type_name("FILE");
  command->add_option("--film", options->film, "film the motion: .gif (animated), .gp")
      ->type_name("FILE");
  add_units(*command, options->units);
  add_report(*command, options->vehicle, "vehicle: delta-V, PDOF, EES, departure of every impact");
  add_html(*command, options->html);
  add_color(*command, options->color);
  command->footer(
      "Duration and samples come from the scene's map simulation: {duration: 5 s, sample: 10 ms},\n"
      "or from the options. Events are impacts, slip that stops, starts or reverses, contacts\n"
      "that lift off, slide off an edge or come to rest. Ctrl-C keeps what is done.\n\n"
      "Exit status 1 if the motion stops before its time or its energy does not balance;\n"
      "what was computed until then is written all the same. 130 after Ctrl-C.\n\n"
      "Examples:\n"
      "  carom example bouncing_ball > ball.yaml\n"
      "  carom simulate ball.yaml\n"
      "  carom simulate ball.yaml --sample 1ms -o ball.csv --plot ball.svg\n"
      "  carom simulate ball.yaml --html ball.html\n"
      "  carom simulate ball.yaml --law poisson --duration 2s --format json");
  command->callback([options, &action] { action = [options] { return simulate(*options); }; });
}

}  // namespace carom::app
