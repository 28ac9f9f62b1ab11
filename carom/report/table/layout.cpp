#include <algorithm>
#include <array>
#include <carom/io/tree/utf8.hpp>
#include <carom/report/table/latex.hpp>
#include <carom/report/table/layout.hpp>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>

namespace carom {
namespace {

constexpr int column_gap = 2;

std::string spaces(int count) { return std::string(static_cast<std::size_t>(count), ' '); }

/// The code point of a well-formed UTF-8 sequence.
char32_t code_point(std::string_view sequence) {
  const auto lead = static_cast<unsigned char>(sequence[0]);
  if (sequence.size() == 1) return lead;
  char32_t code = lead & (0x7FU >> sequence.size());
  for (const char next : sequence.substr(1))
    code = (code << 6U) | (static_cast<unsigned char>(next) & 0x3FU);
  return code;
}

struct Range {
  char32_t first, last;
};

/// Marks that sit on the letter before them (the common blocks of Unicode's categories Mn and Cf).
constexpr std::array<Range, 6> combining{{{0x300, 0x36F},
                                          {0x1AB0, 0x1AFF},
                                          {0x200B, 0x200F},
                                          {0x20D0, 0x20FF},
                                          {0xFE00, 0xFE0F},
                                          {0xFE20, 0xFE2F}}};

/// East Asian wide and fullwidth characters, and pictographs.
constexpr std::array<Range, 10> wide{{{0x1100, 0x115F},
                                      {0x2E80, 0x303E},
                                      {0x3041, 0xA4CF},
                                      {0xAC00, 0xD7A3},
                                      {0xF900, 0xFAFF},
                                      {0xFE30, 0xFE6F},
                                      {0xFF00, 0xFF60},
                                      {0xFFE0, 0xFFE6},
                                      {0x1F300, 0x1FAFF},
                                      {0x20000, 0x3FFFD}}};

template <std::size_t N>
bool within(char32_t code, const std::array<Range, N>& ranges) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& r) { return code >= r.first && code <= r.last; });
}

const char* escape_of(Tint tint) {
  switch (tint) {
    case Tint::plain: return "";
    case Tint::strong: return "\x1b[1m";
    case Tint::faint: return "\x1b[2m";
    case Tint::alarm: return "\x1b[1;31m";
  }
  return "";
}

std::string rendered_row(const std::vector<Cell>& row, const TextTable& table,
                         const std::vector<int>& widths, const TextStyle& style) {
  std::string line;
  std::size_t owed = 0;  // spaces that are written only if a text follows
  for (std::size_t k = 0; k < row.size(); ++k) {
    const Align align = k < table.columns.size() ? table.columns[k] : Align::right;
    const auto spare = static_cast<std::size_t>(widths[k] - display_width(row[k].text));
    const std::size_t before = align == Align::right ? spare : 0;
    if (row[k].text.empty()) {
      owed += spare + column_gap;
      continue;
    }
    line.append(owed + before, ' ');
    line += tinted(row[k].text, row[k].tint, style);
    owed = spare - before + column_gap;
  }
  return line + "\n";
}

/// True where the table fits into the width.
bool fits(const TextTable& table, int width) {
  int sum = -column_gap;
  for (const int w : column_widths(table)) sum += w + column_gap;
  return sum <= width;
}

}  // namespace

int display_width(std::string_view text) {
  int width = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = std::max<std::size_t>(utf8_length(text.substr(i, 4)), 1);
    const char32_t code = code_point(text.substr(i, length));
    width += within(code, combining) ? 0 : (within(code, wide) ? 2 : 1);
    i += length;
  }
  return width;
}

std::string tinted(std::string_view text, Tint tint, const TextStyle& style) {
  if (style.markup == Markup::latex) {
    const bool bold = tint == Tint::strong || tint == Tint::alarm;
    return bold ? "\\textbf{" + latex_text(text) + "}" : latex_text(text);
  }
  if (!style.color || tint == Tint::plain) return std::string(text);
  return fmt::format("{}{}\x1b[0m", escape_of(tint), text);
}

std::vector<int> column_widths(const TextTable& table) {
  std::vector<int> widths;
  for (const std::vector<Cell>& row : table.rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t k = 0; k < row.size(); ++k)
      widths[k] = std::max(widths[k], display_width(row[k].text));
  }
  return widths;
}

std::string render(const TextTable& table, const TextStyle& style) {
  if (style.markup == Markup::latex) return latex_tabular(table);
  const std::vector<int> widths = column_widths(table);
  std::string text;
  for (const std::vector<Cell>& row : table.rows) text += rendered_row(row, table, widths, style);
  return text;
}

std::string in_blocks(
    std::size_t columns, const TextStyle& style,
    const std::function<TextTable(std::size_t first, std::size_t count)>& table_of) {
  for (std::size_t count = 1;; ++count) {
    const std::size_t size = (columns + count - 1) / count;
    std::string text;
    bool fit = true;
    for (std::size_t i = 0; i < columns; i += size) {
      const TextTable table = table_of(i, std::min(size, columns - i));
      fit = fit && fits(table, style.width);
      text.append("\n").append(render(table, style));
    }
    if (fit || size <= 1) return text;
  }
}

std::string wrapped(std::string_view text, int width, int indent, int hanging) {
  std::string out;
  std::string line = spaces(indent);
  const std::string next_line = spaces(indent) + spaces(hanging);
  bool empty = true;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find(' ', i), text.size());
    const std::string_view word = text.substr(i, end - i);
    i = end + 1;
    if (word.empty()) continue;
    if (!empty && display_width(line) + 1 + display_width(word) > width) {
      out += line + "\n";
      line = next_line;
      empty = true;
    }
    if (!empty) line += ' ';
    line += word;
    empty = false;
  }
  return out + line + "\n";
}

std::string paragraph(std::string_view text, const TextStyle& style, int indent, int hanging) {
  if (style.markup == Markup::latex) return "\\noindent " + latex_text(text) + "\\par\n";
  return wrapped(text, style.width, indent, hanging);
}

std::string plain(std::string_view text) { return printable(text, std::string::npos); }

std::string shortened(std::string text, int longest) {
  if (display_width(text) <= longest) return text;
  while (display_width(text) > longest - 3)
    text.resize(text.size() - 1 - ((static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U));
  return text + "...";
}

double without_rounding(double x, double scale) {
  constexpr double rounding = 1e-13;  // some hundred roundings
  return std::abs(x) <= rounding * scale ? 0 : x;
}

std::string short_number(double x) { return x == 0 ? "0" : fmt::format("{:.6g}", x); }

}  // namespace carom
