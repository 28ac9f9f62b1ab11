#include <algorithm>
#include <carom/impact/laws.hpp>
#include <carom/report/table/energy.hpp>
#include <carom/report/table/table.hpp>
#include <cstddef>
#include <fmt/format.h>
#include <utility>

namespace carom {
namespace {

Tint tint_of(const ImpactResult& result) {
  return creates_energy(result) ? Tint::alarm : Tint::plain;
}

/// A signed number, or a bare zero where nothing else would be seen.
std::string signed_number(double x, int decimals) {
  std::string text = fmt::format("{:+.{}f}", x, decimals);
  if (text.find_first_of("123456789") == std::string::npos) text[0] = ' ';
  return text;
}

Cell joules(const ImpactResult& result) {
  if (!has_answer(result.status)) return {"no solution"};
  return {signed_number(result.energy.change, 4) + (creates_energy(result) ? " J CREATED" : " J"),
          tint_of(result)};
}

Cell per_cent(const ImpactResult& result) {
  const Energy& energy = result.energy;
  if (!has_answer(result.status) || !energy.before || !(*energy.before > 0)) return {};
  return {signed_number(100 * energy.change / *energy.before, 1) + " %", tint_of(result)};
}

}  // namespace

std::string energy_table(const std::vector<EnergyColumn>& columns,
                         const std::vector<std::string>& remarks, const TextStyle& style) {
  TextTable table{std::vector<Align>(columns.size() + 1, Align::left), {}};
  std::size_t lines = 0;
  for (const EnergyColumn& column : columns) lines = std::max(lines, column.heading.size());
  for (std::size_t i = 0; i < lines; ++i) {
    std::vector<Cell> row{{}};
    for (const EnergyColumn& column : columns)
      row.push_back({i < column.heading.size() ? column.heading[i] : "", Tint::faint});
    table.rows.push_back(std::move(row));
  }
  const std::size_t laws = columns.empty() ? 0 : columns.front().results.size();
  for (std::size_t k = 0; k < laws; ++k) {
    const std::string mark = k < remarks.size() ? remarks[k] : "";
    std::vector<Cell> change{
        {std::string(law_of(columns.front().results[k].law).name) + mark, Tint::strong}};
    std::vector<Cell> share{{}};
    for (const EnergyColumn& column : columns) {
      change.push_back(joules(column.results[k]));
      share.push_back(per_cent(column.results[k]));
    }
    table.rows.push_back(std::move(change));
    table.rows.push_back(std::move(share));
  }
  return render(table, style);
}

}  // namespace carom
