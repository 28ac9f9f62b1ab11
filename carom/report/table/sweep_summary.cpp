#include <carom/report/table/sweep_summary.hpp>

#include <carom/impact/laws.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace carom {
namespace {

/// Columns of a tornado's bars.
constexpr int tornado_width = 24;

std::vector<Cell> heading(std::initializer_list<const char*> words) {
  std::vector<Cell> row;
  for (const char* word : words) row.push_back({word, Tint::strong});
  return row;
}

std::string with_unit(const std::string& name, const std::string& unit) {
  return plain(name) + (unit.empty() || unit == "1" ? "" : ", " + unit);
}

std::string law_name(LawId law) { return std::string(law_of(law).name); }

std::string spreads(const SweepSummary& summary, const TextStyle& style) {
  TextTable table{.columns = {Align::left, Align::left}};
  table.rows.push_back(
      heading({"column", "law", "rows", "mean", "std dev", "5 %", "median", "95 %"}));
  for (const ColumnSpread& s : summary.spreads) {
    std::vector<Cell> row{
        {with_unit(s.column, s.unit)}, {law_name(s.law)}, {fmt::to_string(s.count)}};
    if (s.count > 0)
      for (const double x : {s.mean, s.deviation, s.p05, s.median, s.p95})
        row.push_back({short_number(x)});
    table.rows.push_back(std::move(row));
  }
  return render(table, style);
}

std::string words(const SweepSummary& summary, const TextStyle& style) {
  TextTable table{.columns = {Align::left, Align::left, Align::left}};
  table.rows.push_back(heading({"column", "law", "word", "rows"}));
  for (const WordCount& w : summary.words)
    table.rows.push_back(
        {{plain(w.column)}, {law_name(w.law)}, {plain(w.word)}, {fmt::to_string(w.count)}});
  return render(table, style);
}

/// A bar as wide as its share of the widest one of its output.
std::string tornado(const SweepSummary& summary, const TextStyle& style) {
  TextTable table{.columns = {Align::left, Align::left, Align::left, Align::right, Align::right,
                              Align::right, Align::left}};
  table.rows.push_back(heading({"output", "law", "input", "at its 5 %", "at its 95 %", "r", ""}));
  const Influence* widest = nullptr;
  for (const Influence& bar : summary.influences) {
    const bool next = widest == nullptr || widest->output != bar.output || widest->law != bar.law;
    if (next) widest = &bar;
    const double largest = std::abs(widest->high - widest->low);
    const double share = largest > 0 ? std::abs(bar.high - bar.low) / largest : 0;
    table.rows.push_back(
        {{next ? with_unit(bar.output, bar.unit) : ""},
         {next ? law_name(bar.law) : ""},
         {plain(bar.input)},
         {short_number(bar.low)},
         {short_number(bar.high)},
         {fmt::format("{:.2f}", bar.correlation)},
         {std::string(static_cast<std::size_t>(std::lround(share * tornado_width)), '#')}});
  }
  return render(table, style);
}

}  // namespace

std::string sweep_summary_table(const SweepSummary& summary, const TextStyle& style) {
  std::string text;
  if (!summary.spreads.empty()) text += spreads(summary, style);
  if (!summary.words.empty()) text += (text.empty() ? "" : "\n") + words(summary, style);
  if (!summary.influences.empty())
    text +=
        "\n"
        "what moves what: the output on a line fitted to the draws, at 5 % and 95 % of each input\n" +
        tornado(summary, style);
  return text;
}

}  // namespace carom
