#include <carom/report/picture/mechanism_json.hpp>

#include <carom/io/tree/json_line.hpp>

#include <cmath>
#include <cstddef>

namespace carom {
namespace {

using Eigen::Vector2d;

void write_xy(JsonLine& json, const Vector2d& x) {
  json.begin('[');
  for (const double entry : x) {
    json.next();
    append_json(json.out, entry);
  }
  json.end(']');
}

void write_xy(JsonLine& json, std::string_view name, const Vector2d& x) {
  json.key(name);
  write_xy(json, x);
}

/// Where a point of the world is in a frame.
Vector2d in_frame(const Pose& pose, const Vector2d& x) {
  const Vector2d d = direction(pose.angle);
  const Vector2d r = x - pose.position;
  return {d.dot(r), cross(d, r)};
}

void write_line(JsonLine& json, const Pose& frame, const Polyline& line) {
  json.begin('[');
  for (const Vector2d& x : line) {
    json.next();
    write_xy(json, in_frame(frame, x));
  }
  json.end(']');
}

void write_body(JsonLine& json, const PictureBody& body, const Pose& frame) {
  json.next();
  json.begin('{');
  json.field("name", body.name);
  json.key("pose");
  json.begin('[');
  for (const double x : {frame.position.x(), frame.position.y(), frame.angle}) {
    json.next();
    append_json(json.out, x);
  }
  json.end(']');
  write_xy(json, "centre", in_frame(frame, body.centre));
  json.key("outline");
  write_line(json, frame, body.outline);
  json.key("strokes");
  json.begin('[');
  for (const Polyline& stroke : body.strokes) {
    json.next();
    write_line(json, frame, stroke);
  }
  json.end(']');
  json.end('}');
}

void write_joint(JsonLine& json, const PictureJoint& joint, const std::vector<Pose>& frames) {
  json.next();
  json.begin('{');
  json.field("kind", to_string(joint.kind));
  json.key("body");
  json.out += std::to_string(joint.body);
  const bool moves = joint.body != world;
  const Pose frame = moves ? frames[static_cast<std::size_t>(joint.body)] : Pose{};
  write_xy(json, "at", in_frame(frame, joint.position));
  write_xy(json, "position", joint.position);
  write_xy(json, "axis", joint.axis);
  json.flag("on_world", joint.on_world);
  json.flag("support_above", joint.support_above);
  json.flag("stopped", joint.stopped);
  json.end('}');
}

void write_surface(JsonLine& json, const PictureSurface& surface) {
  json.next();
  json.begin('{');
  write_xy(json, "from", surface.from);
  write_xy(json, "to", surface.to);
  if (surface.solid) write_xy(json, "solid", *surface.solid);
  json.flag("endless", surface.endless);
  if (!surface.name.empty()) json.field("name", surface.name);
  json.end('}');
}

template <class Items, class Write>
void write_list(JsonLine& json, std::string_view name, const Items& items, Write write) {
  json.key(name);
  json.begin('[');
  for (const auto& item : items) write(item);
  json.end(']');
}

}  // namespace

std::string to_json(const MechanismPicture& picture, const Scene& scene) {
  const std::vector<Pose> frames = kinematics(scene.model, scene.state).pose;
  JsonLine json;
  json.begin('{');
  json.field("title", picture.title);
  json.field("subtitle", picture.subtitle);
  write_xy(json, "low", picture.low);
  write_xy(json, "high", picture.high);
  json.field("speed_scale", picture.speed_scale);
  json.key("bodies");
  json.begin('[');
  for (std::size_t b = 0; b < picture.bodies.size(); ++b)
    write_body(json, picture.bodies[b], frames[b]);
  json.end(']');
  write_list(json, "prescribed", picture.prescribed,
             [&](const PictureBody& body) { write_body(json, body, {}); });
  write_list(json, "joints", picture.joints,
             [&](const PictureJoint& joint) { write_joint(json, joint, frames); });
  write_list(json, "surfaces", picture.surfaces,
             [&](const PictureSurface& surface) { write_surface(json, surface); });
  json.end('}');
  return std::move(json.out);
}

}  // namespace carom
