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

void write_picture(const std::string& script, const PicturePlace& place) {
  Output output(place.path, place.inputs);
  output.write(place.format == PictureFormat::script ? script : drawn_by_gnuplot(script));
  output.finish();
}

}  // namespace carom::app
