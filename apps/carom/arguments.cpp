#include "arguments.hpp"

#include "output.hpp"

#include "suggestion.hpp"

#include <cstdlib>
#include <fmt/format.h>

namespace carom::app {

CLI::Validator one_of(const std::vector<std::string>& words) {
  CLI::Validator validator = CLI::IsMember(words);
  validator.description("");
  return validator;
}

void add_color(CLI::App& command, Color& color) {
  command
      .add_option_function<std::string>(
          "--color",
          [&color](const std::string& word) {
            color = word == "always" ? Color::always
                                     : (word == "never" ? Color::never : Color::automatic);
          },
          "auto (terminals, unless NO_COLOR is set), always, never")
      ->check(one_of({"auto", "always", "never"}))
      ->type_name("WHEN");
}

void add_format(CLI::App& command, std::optional<ResultFormat>& format, const std::string& help,
                const std::vector<std::string>& words) {
  command
      .add_option_function<std::string>(
          "--format",
          [&format](const std::string& word) {
            for (const ResultFormat known : {ResultFormat::table, ResultFormat::latex,
                                             ResultFormat::json, ResultFormat::jsonl})
              if (word == word_of(known)) format = known;
          },
          help)
      ->check(one_of(words))
      ->type_name("FORMAT");
}

void add_motion_format(CLI::App& command, std::optional<MotionFormat>& format) {
  command
      .add_option_function<std::string>(
          "--format",
          [&format](const std::string& word) {
            format = word == "table"  ? MotionFormat::table
                     : word == "json" ? MotionFormat::json
                                      : MotionFormat::csv;
          },
          "table (terminals), csv (pipes), json")
      ->check(one_of({"table", "csv", "json"}))
      ->type_name("FORMAT");
}

void add_laws(CLI::App& command, std::optional<std::vector<std::string>>& laws) {
  command
      .add_option_function<std::vector<std::string>>(
          "--law", [&laws](const std::vector<std::string>& names) { laws = law_list(names); },
          "laws to use instead of the problem's own, or all")
      ->allow_extra_args(false)
      ->type_name("NAME,");
}

void add_output(CLI::App& command, std::string& output, const std::string& help) {
  command.add_option("-o,--output", output, help)->type_name("OUT");
}

void add_html(CLI::App& command, std::string& html) {
  command.add_option("--html", html, "write a page for the browser instead, data inside")
      ->type_name("FILE");
}

void add_report(CLI::App& command, bool& vehicle, const std::string& help) {
  command
      .add_option_function<std::string>(
          "--report", [&vehicle](const std::string&) { vehicle = true; }, help)
      ->check(one_of({"vehicle"}))
      ->type_name("KIND");
}

void add_units(CLI::App& command, UnitSystem& units) {
  command
      .add_option_function<std::string>(
          "--units",
          [&units](const std::string& word) {
            units = word == "us" ? UnitSystem::us : UnitSystem::si;
          },
          "of tables and pictures: si (default) or us (mph, lb)")
      ->check(one_of({"si", "us"}))
      ->type_name("SYSTEM");
}

void add_problem_number(CLI::App& command, int& problem, const std::string& help) {
  command.add_option("--problem", problem, help)
      ->type_name("N")
      ->check([](const std::string& text) -> std::string {
        const bool positive = text.find_first_not_of("0123456789") == std::string::npos &&
                              text.find_first_not_of('0') != std::string::npos;
        return positive ? "" : fmt::format("{} is no problem number; they count from 1", text);
      });
}

std::string above_zero(const std::string& text) {
  return std::strtod(text.c_str(), nullptr) > 0 ? "" : text + " is not greater than 0";
}

}  // namespace carom::app
