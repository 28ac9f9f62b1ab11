/// @file
/// Text tables: cells of Unicode text in aligned columns, coloured where a terminal shows it.
#pragma once

#include <carom/report/table/shown_units.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// How a piece of text stands out; nothing is said by colour alone.
enum class Tint : std::uint8_t {
  plain,
  strong,  ///< headings
  faint,   ///< what is read last
  alarm,   ///< energy is created, an error
};

/// What reads the text: a terminal, or LaTeX.
enum class Markup : std::uint8_t { terminal, latex };

/// Where the text goes.
struct TextStyle {
  bool color = false;  ///< escape sequences for colour are understood
  int width = 80;      ///< columns of the terminal
  UnitSystem units = UnitSystem::si;
  Markup markup = Markup::terminal;  ///< with latex, color and width mean nothing
};

struct Cell {
  std::string text{};
  Tint tint = Tint::plain;
};

/// Which side of its column a cell leans on.
enum class Align : std::uint8_t { left, right };

/// Rows of cells; a row may be shorter than others.
struct TextTable {
  std::vector<Align> columns{};  ///< alignment; columns beyond the last are right-aligned
  std::vector<std::vector<Cell>> rows{};
};

/// The table as lines, columns two spaces apart, no spaces at the ends of lines; or as a LaTeX tabular.
std::string render(const TextTable& table, const TextStyle& style);

/// The width of every column of the table.
std::vector<int> column_widths(const TextTable& table);

/// Columns that may be too many for the width, in as few tables of about the same size as it allows, each
/// with a line break before it. A page of LaTeX is taken to be as wide as a terminal.
///
/// @param table_of  the table of `count` columns from `first` on
std::string in_blocks(
    std::size_t columns, const TextStyle& style,
    const std::function<TextTable(std::size_t first, std::size_t count)>& table_of);

/// The text, in colour if the style has it, in bold letters of LaTeX where it is strong or an alarm.
std::string tinted(std::string_view text, Tint tint, const TextStyle& style);

/// Columns that a terminal uses for UTF-8 text: 0 for combining marks, 2 for wide characters.
int display_width(std::string_view text);

/// The text broken at spaces into lines of at most `width` columns; each line is indented, all but the
/// first by `hanging` more. Ends with a line break.
std::string wrapped(std::string_view text, int width, int indent = 0, int hanging = 0);

/// The text as a paragraph of the style: wrapped to its width, or of LaTeX.
std::string paragraph(std::string_view text, const TextStyle& style, int indent = 0,
                      int hanging = 0);

/// A text from a file that cannot steer the terminal: control characters made visible.
std::string plain(std::string_view text);

/// The text, or its beginning and three dots, in at most `longest` columns.
std::string shortened(std::string text, int longest);

/// x, or 0 where it is no more than rounding beside numbers of the size `scale`: for display only.
double without_rounding(double x, double scale);

/// Six significant digits, zero without sign: 0, -0.137143, 1.5e-09.
std::string short_number(double x);

}  // namespace carom
