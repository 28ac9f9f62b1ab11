#include "picture.hpp"

#include "output.hpp"

#include <fmt/format.h>
#include <optional>
#include <stdexcept>

namespace carom::app {

PictureFormat format_of_picture(const std::string& path) {
  const std::optional<PictureFormat> format = picture_format_of(path);
  if (!format)
    throw std::invalid_argument(fmt::format(
        "{}: unknown kind of picture; the output ends in .svg, .pdf, .png or .gp (gnuplot script)",
        path));
  return *format;
}

void write_picture(const std::string& script, PictureFormat format, const std::string& path) {
  Output output(path);
  output.write(format == PictureFormat::script ? script : drawn_by_gnuplot(script));
  output.finish();
}

}  // namespace carom::app
