#include <algorithm>
#include <array>
#include <carom/io/tree/utf8.hpp>
#include <carom/report/table/latex.hpp>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <fmt/format.h>
#include <utility>

namespace carom {
namespace {

using Replacement = std::pair<std::string_view, std::string_view>;

/// What has a meaning of its own in LaTeX, or no letter in its text fonts.
constexpr std::array<Replacement, 23> replacements{{{"\\", "\\textbackslash{}"},
                                                    {"{", "\\{"},
                                                    {"}", "\\}"},
                                                    {"$", "\\$"},
                                                    {"&", "\\&"},
                                                    {"#", "\\#"},
                                                    {"%", "\\%"},
                                                    {"_", "\\_"},
                                                    {"~", "\\textasciitilde{}"},
                                                    {"^", "\\textasciicircum{}"},
                                                    {"<", "$<$"},
                                                    {">", "$>$"},
                                                    {"|", "$|$"},
                                                    {"ω", "$\\omega$"},
                                                    {"μ", "$\\mu$"},
                                                    {"Δ", "$\\Delta$"},
                                                    {"·", "$\\cdot$"},
                                                    {"−", "$-$"},
                                                    {"≤", "$\\le$"},
                                                    {"≥", "$\\ge$"},
                                                    {"√", "$\\surd$"},
                                                    {"½", "$\\tfrac12$"},
                                                    {"—", "---"}}};

std::string escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto known =
        std::find_if(replacements.begin(), replacements.end(),
                     [&](const Replacement& r) { return text.starts_with(r.first); });
    const bool found = known != replacements.end();
    const std::size_t length =
        found ? known->first.size() : std::max<std::size_t>(utf8_length(text.substr(0, 4)), 1);
    out += found ? known->second : text.substr(0, length);
    text.remove_prefix(length);
  }
  return out;
}

/// The index of "p_t", "u_n", "ω_x", "μ_s": one letter, an underscore and up to two more; "" for other words.
std::string_view index_of(std::string_view word) {
  const std::size_t letter = std::max<std::size_t>(utf8_length(word.substr(0, 4)), 1);
  if (word.size() < letter + 2 || word.size() > letter + 3 || word[letter] != '_') return "";
  const std::string_view index = word.substr(letter + 1);
  const bool plain =
      std::all_of(index.begin(), index.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
  return plain ? index : "";
}

/// A word of text, or a quantity with an index, such as p_t, and what punctuation follows it.
std::string latex_word(std::string_view word) {
  const std::size_t last = word.find_last_not_of(".,;:)");
  const std::string_view stem = word.substr(0, last + 1);
  const std::string_view index = index_of(stem);
  if (index.empty()) return escaped(word);
  std::string letter = escaped(stem.substr(0, stem.size() - index.size() - 1));
  std::erase(letter, '$');
  return fmt::format("${}_{{{}}}${}", letter, index, escaped(word.substr(stem.size())));
}

/// A unit's "kg m^2" as text with a raised exponent.
std::string with_exponents(std::string text) {
  constexpr std::string_view caret = "\\textasciicircum{}";
  for (std::size_t at = text.find(caret); at != std::string::npos; at = text.find(caret))
    text = text.substr(0, at) + "\\textsuperscript{" + text.substr(at + caret.size(), 1) + "}" +
           text.substr(at + caret.size() + 1);
  return text;
}

bool is_number(std::string_view text) {
  if (text.find_first_not_of("+-.0123456789e") != std::string_view::npos) return false;
  const std::string whole(text);
  char* end = nullptr;
  std::strtod(whole.c_str(), &end);
  return !whole.empty() && end == whole.c_str() + whole.size();
}

std::string latex_number(std::string_view text) {
  const std::size_t e = text.find('e');
  if (e == std::string_view::npos) return fmt::format("${}$", text);
  int exponent = 0;
  const std::string_view power = text.substr(text[e + 1] == '+' ? e + 2 : e + 1);
  std::from_chars(power.data(), power.data() + power.size(), exponent);
  return fmt::format("${} \\cdot 10^{{{}}}$", text.substr(0, e), exponent);
}

std::string row_text(const std::vector<Cell>& row, std::size_t columns) {
  std::string line = "  ";
  for (std::size_t k = 0; k < columns; ++k) {
    if (k > 0) line += " & ";
    if (k >= row.size()) continue;
    const std::string text = latex_text(row[k].text);
    const bool bold = row[k].tint == Tint::strong || row[k].tint == Tint::alarm;
    line += bold && !text.empty() ? "\\textbf{" + text + "}" : text;
  }
  return line + " \\\\\n";
}

}  // namespace

std::string latex_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" /"), text.size());
    const std::string_view word = text.substr(0, end);
    out += is_number(word) ? latex_number(word) : latex_word(word);
    out += text.substr(end, 1);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return with_exponents(std::move(out));
}

std::string latex_tabular(const TextTable& table) {
  const std::size_t columns = column_widths(table).size();
  std::string alignment;
  for (std::size_t k = 0; k < columns; ++k)
    alignment += k < table.columns.size() && table.columns[k] == Align::left ? 'l' : 'r';
  std::string text =
      fmt::format("\\begin{{center}}\n\\begin{{tabular}}{{{}}}\n  \\toprule\n", alignment);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    text += row_text(table.rows[i], columns);
    if (i == 0) text += "  \\midrule\n";
  }
  return text + "  \\bottomrule\n\\end{tabular}\n\\end{center}\n";
}

}  // namespace carom
