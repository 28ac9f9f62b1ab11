#include <carom/io/fit/extraction_file.hpp>
#include <carom/io/fit/fit_impacts.hpp>
#include <carom/io/fit/row_filter.hpp>
#include <carom/io/problem/trees.hpp>
#include <carom/io/scene/decoder.hpp>
#include <carom/io/scene/quantity.hpp>
#include <carom/io/tree/units.hpp>
#include <carom/multibody/planar/kinematics.hpp>

#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numbers>

namespace carom {
namespace {

constexpr std::array<std::string_view, 6> extraction_keys{"name",    "data",   "body",
                                                          "gravity", "normal", "samples"};

std::size_t samples_at(const Place& place) {
  const double x = number_at(place);
  if (!(x >= 2) || x > 1e6 || std::trunc(x) != x)
    refuse(place, fmt::format("{} is no number of samples; want a whole one from 2", x));
  return static_cast<std::size_t>(x);
}

/// Angles that a tracker keeps within one turn go on beyond it.
void unwind(const std::vector<std::string>& group, std::vector<double>& angle) {
  std::map<std::string, double> last;
  for (std::size_t i = 0; i < angle.size(); ++i) {
    const auto before = last.find(group[i]);
    if (before != last.end())
      angle[i] -=
          2 * std::numbers::pi * std::round((angle[i] - before->second) / (2 * std::numbers::pi));
    last[group[i]] = angle[i];
  }
}

void require_times_in_order(const Place& place, const StatedExtraction& stated,
                            const CsvTable& table) {
  std::map<std::string, double> last;
  for (std::size_t i = 0; i < stated.t.size(); ++i) {
    const auto before = last.find(stated.group[i]);
    if (before != last.end() && !(stated.t[i] > before->second))
      refuse(
          place,
          fmt::format(
              "{}:{}: {} s after {} s; "
              "want the samples of a trajectory in the order of their times, and data.group if there are several",
              table.source, table.lines[i], stated.t[i], before->second));
    last[stated.group[i]] = stated.t[i];
  }
}

void decode_samples(const Place& data, const CsvTable& table, StatedExtraction& stated) {
  static constexpr std::array<std::string_view, 2> keys{"time", "pose"};
  const Place columns =
      required_field(data, "columns", "{time: t, pose: [x, y, angle]} with the names in your file");
  require_keys(columns, {.accepted = keys, .refused = {}});
  const Place time = required_field(columns, "time", "the column of times");
  const Place pose = required_field(columns, "pose", "the columns [x, y, angle] of the body");
  if (const std::size_t size = size_at(pose, "a list of columns: [x, y, angle]"); size != 3)
    refuse(pose, fmt::format("expected 3 columns [x, y, angle], got {}; "
                             "poses in space are not taken: give velocities to carom fit",
                             size));
  stated.t = column_numbers(data, time, table, dimensions::time);
  for (std::size_t k = 0; k < 3; ++k)
    stated.pose[k] =
        column_numbers(data, item(pose, k), table, k < 2 ? dimensions::length : dimensions::angle);
  stated.group = groups_in(data, table, "1");
  require_times_in_order(time, stated, table);
  unwind(stated.group, stated.pose[2]);
}

/// The shape about the centre of mass, and the samples' positions moved there.
void decode_shape_of(const Place& place, StatedExtraction& stated) {
  const StatedBody body = decode_body(place);
  const Eigen::Vector2d centre = body.body.centre_of_mass;
  if (body.body.mass > 0) stated.gyration = std::sqrt(body.body.inertia / body.body.mass);
  for (std::size_t i = 0; i < stated.t.size(); ++i) {
    const Eigen::Vector2d x = direction(stated.pose[2][i]);
    const Eigen::Vector2d arm = centre.x() * x + centre.y() * perp(x);
    stated.pose[0][i] += arm.x();
    stated.pose[1][i] += arm.y();
  }
  Shape shape;
  shape.centroid = centre;
  shape.corners = body.corners;
  shape.rim = body.rim;
  shape.semi_axes = body.semi_axes;
  if (!shape.rim && !shape.semi_axes && shape.corners.empty())
    refuse(place, "has no shape; give one, such as box: {width: 6 cm, height: 6 cm}");
  stated.shape = shape;
}

StatedExtraction decode_extraction(const TreeNode& node, const std::string& source) {
  const Place root{.node = &node};
  require_keys(root, {.accepted = extraction_keys, .refused = {}});
  StatedExtraction stated;
  const Place data = required_field(root, "data", "the table of samples: {file, columns}");
  decode_samples(data, table_of(data, source), stated);
  if (const auto gravity = field(root, "gravity"))
    stated.gravity = gravity->node->kind == NodeKind::sequence
                         ? pair_at(*gravity, dimensions::acceleration)
                         : Eigen::Vector2d(0, -quantity_at(*gravity, dimensions::acceleration));
  if (const auto normal = field(root, "normal")) {
    const Eigen::VectorXd n = vector_at(*normal);
    if (n.size() != 2 || !(n.norm() > 0)) refuse(*normal, "want two numbers, such as [0, 1]");
    stated.normal = n / n.norm();
  }
  if (const auto samples = field(root, "samples")) {
    static constexpr std::array<std::string_view, 2> keys{"least", "window"};
    require_keys(*samples, {.accepted = keys, .refused = {}});
    if (const auto least = field(*samples, "least")) stated.least = samples_at(*least);
    if (const auto window = field(*samples, "window")) stated.window = samples_at(*window);
    if (stated.window && *stated.window < stated.least)
      refuse(*samples, fmt::format("a window of {} samples on each side, but at least {} of them",
                                   *stated.window, stated.least));
  }
  if (const auto body = field(root, "body")) decode_shape_of(*body, stated);
  return stated;
}

}  // namespace

StatedExtraction read_extraction(std::string_view text, FileFormat format,
                                 const std::string& source) {
  try {
    const std::vector<TreeNode> documents = problem_trees(text, format);
    if (documents.size() != 1)
      throw TreeError({}, fmt::format("{} documents; expected one", documents.size()), 0);
    return decode_extraction(documents.front(), source);
  } catch (const TreeError& error) {
    throw std::invalid_argument(located_message(source, error));
  }
}

}  // namespace carom
