/// @file
/// What every result promises, checked on its JSON text.
#pragma once

#include <carom/impact/resolve.hpp>
#include <carom/io/problem_file.hpp>
#include <carom/io/result/json.hpp>
#include <carom/io/tree/utf8.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace carom::fuzz {

/// A promise that does not hold ends the program; libFuzzer keeps the input.
inline void require(bool promise, std::string_view what, std::string_view shown) {
  if (promise) return;
  std::fprintf(stderr, "broken promise: %.*s\n%.*s\n", static_cast<int>(what.size()), what.data(),
               static_cast<int>(shown.size()), shown.data());
  std::abort();
}

/// A number that is not finite would have been written as null; some may be absent, which is written so too.
inline void require_no_nulls(const nlohmann::json& value, const std::string& text) {
  require(!value.is_null(), "every number is finite", text);
  if (!value.is_structured()) return;
  for (const auto& [key, part] : value.items())
    if (key != "effective" && key != "friction" && key != "effective_mass")
      require_no_nulls(part, text);
}

/// @param rule  for several collisions; only path laws of one collision promise not to create energy
inline void check_result(const ImpactResult& result, const std::string& text,
                         Simultaneous rule = Simultaneous::refuse) {
  require(nlohmann::json::accept(text), "a result is valid JSON", text);
  const auto written = nlohmann::json::parse(text);
  require_no_nulls(written, text);
  if (has_answer(result.status)) {
    require(written["residual"] <= residual_limit, "an answer satisfies its law", text);
    double size = 0;  // of the works that contact_work is the sum of
    for (const ContactResult& c : result.contacts) {
      require(c.impulse.n >= 0, "a contact does not pull", text);
      size += std::abs(c.impulse.t) * (std::abs(c.u_before.t) + std::abs(c.u_after.t)) +
              std::abs(c.impulse.n) * (std::abs(c.u_before.n) + std::abs(c.u_after.n));
    }
    if (rule != Simultaneous::refuse) return;
    if (result.law == LawId::stronge || result.law == LawId::brach)
      require(!(result.energy.contact_work > residual_limit * size), "energy is not created", text);
  } else {
    require(written.contains("reason"), "no solution has its reason", text);
  }
}

/// The results of one problem, resolved and written as the command does it.
inline std::string results_of(const ProblemEntry& entry) {
  std::string all;
  if (!entry.error.empty()) {
    const std::string line = error_json(entry.number, name_of(entry.problem), entry.error);
    require(nlohmann::json::accept(line), "an error is valid JSON", line);
    require(!find_bad_byte(entry.error), "a message is text", entry.error);
    return all;
  }
  require(!entry.laws.empty(), "a problem has laws", name_of(entry.problem));
  try {
    const Simultaneous rule =
        std::visit([](const auto& problem) { return problem.simultaneous; }, entry.problem);
    for (const SceneResult& result : resolve(entry.problem, entry.laws)) {
      const std::string text = to_json(result, entry.number);
      check_result(result.impact, text, rule);
      all += text + '\n';
    }
  } catch (const std::invalid_argument& refusal) {
    // A problem that was accepted may still have an answer beyond the range of double numbers.
    const std::string_view what = refusal.what();
    require(what.find("choose other units") != std::string_view::npos, "accepted is accepted",
            what);
  }
  return all;
}

}  // namespace carom::fuzz
