#include "fit_arguments.hpp"

#include "fit_commands.hpp"

#include <memory>

namespace carom::app {

void add_extract(CLI::App& app, Action& action) {
  auto options = std::make_shared<ExtractOptions>();
  CLI::App* command = app.add_subcommand(
      "extract", "velocities before and after impacts, from samples of position and angle");
  command->add_option("FILE", options->file, "what to extract, .yaml or .json")
      ->required()
      ->type_name(" ");
  add_motion_format(*command, options->format);
  add_output(*command, options->output, "write the impacts: OUT.csv or OUT.json");
  add_color(*command, options->color);
  command->footer(
      "FILE names a CSV file of times, positions and angles, one impact to a trajectory;\n"
      "docs/fitting.md explains it. What comes out is what carom fit takes.\n\n"
      "Examples:\n"
      "  carom extract drops.yaml\n"
      "  carom extract drops.yaml -o impacts.csv");
  command->callback([options, &action] { action = [options] { return extract(*options); }; });
}

void add_fit(CLI::App& app, Action& action) {
  auto options = std::make_shared<FitOptions>();
  CLI::App* command = app.add_subcommand(
      "fit", "coefficients from measured impacts: how sure, and which law predicts best");
  command->add_option("FILE", options->file, "what to fit, .yaml or .json; - for standard input")
      ->required()
      ->type_name(" ");
  add_laws(*command, options->laws);
  add_format(*command, options->format, "table (default) or json", {"table", "json"});
  add_output(*command, options->output, "write to a file; the ending .json chooses the format");
  command->add_option("--html", options->html, "write a report with pictures besides")
      ->type_name("FILE");
  command->add_option("--errors", options->errors, "write the held-out errors of every impact")
      ->type_name("OUT.csv");
  command->add_option("--threads", options->threads, "how many; without it one per core")
      ->type_name("N")
      ->check(above_zero);
  add_color(*command, options->color);
  command->footer(
      "FILE names a CSV file of velocities before and after and what is to be fitted;\n"
      "docs/fitting.md explains it. The momentum check comes first: it finds mirrored axes,\n"
      "wrong units and wrong inertia before any law is asked.\n\n"
      "Examples:\n"
      "  carom fit ellipse.yaml\n"
      "  carom fit ellipse.yaml --law stronge,whittaker --format json -o ellipse.json\n"
      "  carom fit ellipse.yaml --html ellipse.html --errors errors.csv");
  command->callback([options, &action] { action = [options] { return fit(*options); }; });
}

void add_reconstruct(CLI::App& app, Action& action) {
  auto options = std::make_shared<ReconstructOptions>();
  CLI::App* command = app.add_subcommand(
      "reconstruct", "how fast the cars were: a crash from what was measured of its outcome");
  command->add_option("FILE", options->file, "unknowns and evidence, .yaml or .json")
      ->required()
      ->type_name(" ");
  add_format(*command, options->format, "table (default) or json", {"table", "json"});
  add_units(*command, options->units);
  command
      ->add_option_function<std::string>(
          "--report", [](const std::string&) {},
          "vehicle: the quantities of accident reconstruction")
      ->check(one_of({"vehicle"}))
      ->type_name("KIND");
  add_output(*command, options->output, "write to a file; the ending .json chooses the format");
  command->add_option("--html", options->html, "write a report of one or two pages besides")
      ->type_name("FILE");
  command->add_option("--pdf", options->pdf, "print the report besides, by an installed Chromium")
      ->type_name("FILE");
  command->add_option("--threads", options->threads, "how many; without it one per core")
      ->type_name("N")
      ->check(above_zero);
  add_color(*command, options->color);
  command->footer(
      "FILE names a scene, what is unknown of it with priors, and the evidence with its standard\n"
      "deviations; docs/reconstruction.md explains it. JSON is in SI units.\n\n"
      "Examples:\n"
      "  carom reconstruct cars.yaml --units us\n"
      "  carom reconstruct cars.yaml --format json -o cars.json --html cars.html");
  command->callback([options, &action] { action = [options] { return reconstruct(*options); }; });
}

}  // namespace carom::app
