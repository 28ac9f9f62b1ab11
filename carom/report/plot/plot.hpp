/// @file
/// Pictures through gnuplot: a script in, the bytes of an SVG, PDF or PNG out.
///
/// Scripts carry their data and travel through pipes: no temporary files. The same script gives the
/// same bytes with the same gnuplot.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace carom {

/// What a picture file holds.
enum class PictureFormat : std::uint8_t {
  svg,
  pdf,
  png,
  script,  ///< the gnuplot script itself (.gp), to change it by hand
};

/// The format by the file's ending (.svg, .pdf, .png, .gp); absent for any other.
std::optional<PictureFormat> picture_format_of(std::string_view path);

/// Size of a picture on the page.
struct PictureSize {
  int width = 860;  ///< in pixels at 100 %; PDF takes 72 of them as an inch
  int height = 620;
};

/// Columns of text that fit above a picture at the title's size.
inline constexpr int longest_title = 84;

/// The commands that choose gnuplot's terminal for the format; `script` gets SVG's.
std::string gnuplot_terminal(PictureFormat format, const PictureSize& size);

/// A text as gnuplot's string literal. Nothing in it is a command, a macro or a back-quoted shell call;
/// control characters and broken UTF-8 are shown as \x1b.
std::string gnuplot_string(std::string_view text);

/// 1, 2 or 5 times a power of ten: the largest that is at most x, and at least 0.4 x.
double round_number(double x);

/// The picture that the script draws on its standard output.
/// @throws std::runtime_error if gnuplot is not installed (says what to install) or fails (says why).
std::string drawn_by_gnuplot(std::string_view script);

}  // namespace carom
