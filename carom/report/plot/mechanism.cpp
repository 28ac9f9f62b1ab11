#include <algorithm>
#include <array>
#include <carom/multibody/planar/kinematics.hpp>
#include <carom/report/picture/ground.hpp>
#include <carom/report/plot/mechanism.hpp>
#include <carom/report/table/layout.hpp>
#include <cstddef>
#include <fmt/format.h>

namespace carom {
namespace {

constexpr PictureSize mechanism_size{960, 600};
/// The panel on the canvas, in shares of it; its shape is panel_shape.
constexpr double panel_left = 0.085;
constexpr double panel_bottom = 0.115;
constexpr double panel_share = 0.74;
constexpr double panel_width =
    panel_share * mechanism_size.height * panel_shape / mechanism_size.width;
/// Where the legend starts.
constexpr double legend_left = panel_left + panel_width + 0.025;
/// More bodies than this share one entry of the legend.
constexpr std::size_t most_named = 6;
/// Columns of a name that fit into the legend.
constexpr int longest_name = 22;
/// Supports and rails, as shares of the panel's width.
constexpr double support = 0.026;
constexpr double half_rail = 0.13;
/// Colours that the colour-blind can tell apart [Okabe & Ito]: of a body's edge, and lighter inside.
struct Hue {
  const char* edge = "";
  const char* fill = "";
};
constexpr std::array<Hue, 6> hues{{{"#3b7ea8", "#cfe2ef"},
                                   {"#c98a1b", "#f7e3bd"},
                                   {"#2f8f72", "#cbe8dd"},
                                   {"#a85f88", "#f0d9e6"},
                                   {"#7a7a7a", "#e3e3e3"},
                                   {"#8c6d46", "#e9dcc8"}}};
/// Of bodies whose motion is prescribed.
constexpr Hue prescribed_hue{"#555555", "#eeeeee"};
constexpr const char* velocity_color = "#0072b2";
constexpr const char* approach_color = "#d55e00";
constexpr const char* ground_color = "#555555";

/// The script while it grows: data blocks, and the parts of the plot command.
class Script {
 public:
  Script(const MechanismPicture& picture, UnitSystem units)
      : picture_(picture), length_(unit_of(Measure::length, units).si) {}

  /// A number of the picture's lengths, in the units of the axes.
  double in_units(double x) const { return x / length_; }
  double width() const { return picture_.high.x() - picture_.low.x(); }

  /// Lines, a gap between them.
  void lines(const std::vector<Polyline>& lines, const std::string& with) {
    std::string points;
    for (const Polyline& line : lines) {
      for (const Eigen::Vector2d& x : line) points += point(x) + "\n";
      points += "\n";
    }
    add(points, with);
  }
  void arrows(const std::vector<PictureArrow>& arrows, const std::string& with) {
    std::string points;
    for (const PictureArrow& a : arrows) points += point(a.from) + " " + point(a.along) + "\n";
    add(points, "with vectors " + with);
  }
  void label(const std::string& text, const Eigen::Vector2d& at) {
    labels_ += fmt::format("set label {} at {:.9g},{:.9g} center front font ',14'\n", text,
                           in_units(at.x()), in_units(at.y()));
  }
  void legend(const std::string& with, const std::string& title) {
    legend_.push_back(fmt::format("keyentry {} title {}", with, gnuplot_string(title)));
  }
  std::string text() const {
    std::string plot;
    for (const auto* parts : {&drawn_, &legend_})
      for (const std::string& part : *parts)
        plot += (plot.empty() ? "plot " : ", \\\n     ") + part;
    return data_ + labels_ + plot + "\n";
  }

 private:
  std::string point(const Eigen::Vector2d& x) const {
    return fmt::format("{:.9g} {:.9g}", in_units(x.x()), in_units(x.y()));
  }
  void add(const std::string& points, const std::string& with) {
    if (points.empty()) return;
    const std::size_t n = drawn_.size();
    data_ += fmt::format("$part{} << EOD\n{}EOD\n", n, points);
    drawn_.push_back(fmt::format("$part{} {} notitle", n, with));
  }

  const MechanismPicture& picture_;
  double length_;
  std::string data_{};
  std::string labels_{};
  std::vector<std::string> drawn_{};
  std::vector<std::string> legend_{};
};

// --- ground -------------------------------------------------------------------------------------

void add_surfaces(Script& script, const MechanismPicture& picture) {
  bool ground = false;
  bool plane = false;
  for (const PictureSurface& surface : picture.surfaces) {
    const Polyline line = clipped({picture.low, picture.high}, surface.from, surface.to);
    (surface.solid ? ground : plane) = true;
    if (surface.solid) {
      script.lines(hatching(line, *surface.solid, script.width()),
                   "with lines lc rgb '#999999' lw 1");
      script.lines({line}, fmt::format("with lines lc rgb '{}' lw 2.5", ground_color));
    } else {
      script.lines({line}, fmt::format("with lines lc rgb '{}' dt '-' lw 1.5", ground_color));
    }
  }
  if (ground) script.legend(fmt::format("with lines lc rgb '{}' lw 2.5", ground_color), "surface");
  if (plane)
    script.legend(fmt::format("with lines lc rgb '{}' dt '-' lw 1.5", ground_color),
                  "contact plane");
}

// --- bodies -------------------------------------------------------------------------------------

void add_body(Script& script, const PictureBody& body, const Hue& hue) {
  const std::string edge = fmt::format("with lines lc rgb '{}'", hue.edge);
  if (body.outline.size() == 2) {  // a rod
    script.lines({body.outline}, edge + " lw 10");
    script.lines({body.outline}, fmt::format("with lines lc rgb '{}' lw 6.5", hue.fill));
  } else if (!body.outline.empty()) {
    Polyline closed = body.outline;
    closed.push_back(closed.front());
    script.lines({closed}, fmt::format("with filledcurves closed fc rgb '{}'", hue.fill));
    script.lines({closed}, edge + " lw 2");
  }
  script.lines(body.strokes, edge + (body.outline.empty() ? " lw 4" : " lw 1.5"));
}

void add_bodies(Script& script, const MechanismPicture& picture) {
  for (const PictureBody& body : picture.prescribed) add_body(script, body, prescribed_hue);
  if (!picture.prescribed.empty())
    script.legend(fmt::format("with lines lc rgb '{}' lw 8", prescribed_hue.edge),
                  picture.prescribed.size() == 1
                      ? shortened(picture.prescribed[0].name, longest_name)
                      : fmt::format("{} prescribed bodies", picture.prescribed.size()));
  for (std::size_t b = 0; b < picture.bodies.size(); ++b)
    add_body(script, picture.bodies[b], hues[b % hues.size()]);
  if (picture.bodies.size() > most_named) {
    script.legend(fmt::format("with lines lc rgb '{}' lw 8", hues[0].edge),
                  fmt::format("{} bodies", picture.bodies.size()));
    return;
  }
  for (std::size_t b = 0; b < picture.bodies.size(); ++b)
    script.legend(fmt::format("with lines lc rgb '{}' lw 8", hues[b % hues.size()].edge),
                  shortened(picture.bodies[b].name, longest_name));
}

/// Marks of the centres of mass.
void add_centres(Script& script, const MechanismPicture& picture) {
  std::vector<Polyline> centres;
  centres.reserve(picture.bodies.size());
  for (const PictureBody& body : picture.bodies) centres.push_back({body.centre});
  script.lines(centres, "with points pt 7 ps 0.75 lc rgb '#ffffff'");
  script.lines(centres, "with points pt 7 ps 0.5 lc rgb '#222222'");
  script.legend("with points pt 7 ps 0.5 lc rgb '#222222'", "centre of mass");
}

// --- joints -------------------------------------------------------------------------------------

/// A triangle under a joint that is fixed to the world, on hatched ground.
void add_support(Script& script, const PictureJoint& joint) {
  const double s = support * script.width();
  const Eigen::Vector2d& x = joint.position;
  const double side = joint.support_above ? 1 : -1;
  const Eigen::Vector2d left = x + Eigen::Vector2d(-0.8 * s, side * 1.3 * s);
  const Eigen::Vector2d right = x + Eigen::Vector2d(0.8 * s, side * 1.3 * s);
  script.lines({{x, left, right, x}}, "with filledcurves closed fc rgb '#eeeeee'");
  script.lines({{x, left, right, x}}, fmt::format("with lines lc rgb '{}' lw 1.5", ground_color));
  const Eigen::Vector2d out(0.5 * s, 0);
  script.lines(
      hatching({left - out, right + out}, side * Eigen::Vector2d::UnitY(), 0.6 * script.width()),
      "with lines lc rgb '#999999' lw 1");
  script.lines({{left - out, right + out}},
               fmt::format("with lines lc rgb '{}' lw 2", ground_color));
}

void add_joints(Script& script, const MechanismPicture& picture) {
  std::vector<Polyline> hinges;
  std::vector<Polyline> rails;
  std::vector<Polyline> sliders;
  std::vector<Polyline> welds;
  std::vector<Polyline> stops;
  for (const PictureJoint& joint : picture.joints) {
    const Polyline place{joint.position};
    const Eigen::Vector2d along = half_rail * script.width() * joint.axis;
    if (joint.kind == JointKind::revolute) hinges.push_back(place);
    if (joint.kind == JointKind::weld) welds.push_back(place);
    if (joint.kind == JointKind::prismatic) {
      sliders.push_back(place);
      rails.push_back({joint.position - along, joint.position + along});
    }
    if (joint.stopped) stops.push_back(place);
    if (joint.kind == JointKind::revolute && joint.on_world) add_support(script, joint);
  }
  const auto add = [&](const std::vector<Polyline>& places, const char* look, const char* title) {
    if (places.empty()) return;
    script.lines(places, look);
    script.legend(look, title);
  };
  script.lines(rails, fmt::format("with lines lc rgb '{}' dt '_.' lw 1.2", ground_color));
  script.lines(hinges, "with points pt 7 ps 1.15 lc rgb '#ffffff'");
  add(hinges, "with points pt 6 ps 1.15 lw 2 lc rgb '#222222'", "revolute joint");
  script.lines(sliders, "with points pt 5 ps 0.95 lc rgb '#ffffff'");
  add(sliders, "with points pt 4 ps 1.0 lw 2 lc rgb '#222222'", "prismatic joint");
  add(welds, "with points pt 2 ps 0.9 lw 2.5 lc rgb '#222222'", "weld");
  add(stops, "with points pt 6 ps 2.3 lw 2.5 lc rgb '#d55e00'", "joint stop");
}

// --- contacts and velocities --------------------------------------------------------------------

void add_contacts(Script& script, const MechanismPicture& picture) {
  const std::string look = "head filled size screen 0.009,20 lw 1.6 lc rgb '#222222'";
  script.arrows(picture.tangents, look);
  script.arrows(picture.normals, look);
  std::vector<Polyline> places;
  for (std::size_t i = 0; i < picture.normals.size(); ++i) {
    const PictureArrow& n = picture.normals[i];
    const PictureArrow& t = picture.tangents[i];
    places.push_back({n.from});
    script.label("'{/:Italic n}'", n.from + 1.05 * n.along + 0.2 * t.along);
    script.label("'{/:Italic t}'", t.from + 1.05 * t.along + 0.2 * n.along);
  }
  script.lines(places, "with points pt 7 ps 0.85 lc rgb '#d55e00'");
  if (!places.empty()) script.legend("with points pt 7 ps 0.85 lc rgb '#d55e00'", "contact");
}

void add_velocities(Script& script, const MechanismPicture& picture) {
  const auto add = [&](const std::vector<PictureArrow>& arrows, const char* color,
                       const char* title) {
    const std::string look =
        fmt::format("head filled size screen 0.013,20 lw 2.8 lc rgb '{}'", color);
    script.arrows(arrows, look);
    if (!arrows.empty()) script.legend(fmt::format("with lines lw 2.8 lc rgb '{}'", color), title);
  };
  add(picture.velocities, velocity_color, "velocity of centre");
  add(picture.approaches, approach_color, "contact velocity u");
  std::vector<PictureArrow> heads;
  for (const Polyline& turning : picture.turnings) {
    const Eigen::Vector2d& last = turning.back();
    const Eigen::Vector2d& before = turning[turning.size() - 2];
    heads.push_back({before, last - before});
  }
  const std::string look = fmt::format("lc rgb '{}' lw 1.6", velocity_color);
  script.lines(picture.turnings, "with lines " + look);
  script.arrows(heads, "head filled size screen 0.011,24 fixed " + look);
  if (!heads.empty()) script.legend("with lines " + look, "turning, not to scale");
}

/// An arrow of a round speed under the legend.
std::string speed_scale(const MechanismPicture& picture, UnitSystem units) {
  if (!(picture.speed_scale > 0)) return "";
  const ShownUnit unit = unit_of(Measure::speed, units);
  const double width = picture.high.x() - picture.low.x();
  constexpr double wanted = 0.2;  // of the panel's width
  const double speed = round_number(wanted * width / picture.speed_scale / unit.si);
  const double length = speed * unit.si * picture.speed_scale / width * panel_width;
  const double x = legend_left + 0.014;
  return fmt::format(
      "set arrow from screen {:.6g},0.045 to screen {:.6g},0.045 head filled size screen 0.013,20 "
      "lw "
      "2.8 lc rgb '{}'\nset label '{} {}' at screen {:.6g},0.09 left font ',13'\n",
      x, x + length, velocity_color, short_number(speed), unit.symbol, x);
}

/// The panel has the shape that the ranges are made for, so that both axes have one scale.
std::string axes_of(const MechanismPicture& picture, const Script& script, UnitSystem units) {
  const std::string symbol = unit_of(Measure::length, units).symbol;
  const std::string title =
      picture.title.empty() ? "Mechanism" : shortened(picture.title, longest_title);
  return fmt::format(
      "set label {} at screen 0.5,0.955 center noenhanced font ',17'\n"
      "set label {} at screen 0.5,0.905 center noenhanced font ',12' textcolor rgb '#555555'\n"
      "set lmargin at screen {:.6g}\nset rmargin at screen {:.6g}\n"
      "set bmargin at screen {:.6g}\nset tmargin at screen {:.6g}\n"
      "set xrange [{:.9g}:{:.9g}]\nset yrange [{:.9g}:{:.9g}]\n"
      "set border 3 lc rgb '#999999'\n"
      "set tics nomirror textcolor rgb '#333333' font ',12'\n"
      "set label '{{/:Italic x}}, {}' at screen {:.6g},0.03 center font ',14'\n"
      "set label '{{/:Italic y}}, {}' at screen 0.017,{:.6g} center rotate font ',14'\n"
      "set key at screen {:.6g},{:.6g} left top Left reverse noenhanced samplen 2 spacing 1.25 "
      "font "
      "',13'\n",
      gnuplot_string(title), gnuplot_string(picture.subtitle), panel_left, panel_left + panel_width,
      panel_bottom, panel_bottom + panel_share, script.in_units(picture.low.x()),
      script.in_units(picture.high.x()), script.in_units(picture.low.y()),
      script.in_units(picture.high.y()), symbol, panel_left + panel_width / 2, symbol,
      panel_bottom + panel_share / 2, legend_left, panel_bottom + panel_share);
}

}  // namespace

std::string gnuplot_script(const MechanismPicture& picture, PictureFormat format,
                           UnitSystem units) {
  Script script(picture, units);
  add_bodies(script, picture);
  add_surfaces(script, picture);
  add_joints(script, picture);
  add_centres(script, picture);
  add_velocities(script, picture);
  add_contacts(script, picture);
  return "# A mechanism with its contacts and velocities, for gnuplot.\nset encoding utf8\n" +
         gnuplot_terminal(format, mechanism_size) + axes_of(picture, script, units) +
         speed_scale(picture, units) + script.text();
}

}  // namespace carom
