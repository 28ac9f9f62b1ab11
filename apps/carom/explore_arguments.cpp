// The arguments of carom explore.

#include "explore.hpp"

#include <CLI/CLI.hpp>
#include <memory>

namespace carom::app {

void add_explore(CLI::App& app, std::function<int()>& action) {
  auto options = std::make_shared<ExploreOptions>();
  CLI::App* command = app.add_subcommand("explore", "look inside an impact, in the browser");
  command
      ->add_option("FILE", options->files,
                   "problems, scenes or a sweep to start with; - for standard input")
      ->type_name(" ");
  command->add_option("--port", options->port, "of the address; without it any that is free")
      ->type_name("N")
      ->check(CLI::Range(1, 65535));
  command->add_flag("!--no-browser", options->browser, "only print the address");
  command->footer(
      "Serves one page on 127.0.0.1, which only this machine can reach, until Ctrl-C.\n"
      "From a checkout, ./run explore builds the page when it is missing.\n\nExamples:\n"
      "  carom explore\n"
      "  carom explore kane.yaml");
  command->callback([options, &action] { action = [options] { return explore(*options); }; });
}

}  // namespace carom::app
