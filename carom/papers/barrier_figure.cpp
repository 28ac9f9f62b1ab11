#include <carom/papers/barrier_figure.hpp>

#include <carom/report/example_motion.hpp>

#include <array>
#include <fmt/format.h>

namespace carom {
namespace {

constexpr const char* example = "motion/ball_between_barriers.yaml";
constexpr std::array<const char*, 3> balls{"disc", "solid sphere", "hollow ball"};
constexpr std::array<const char*, 3> titles{
    "Cataldo and Sampaio, Fig. 5: e_t = ν = 0", "Cataldo and Sampaio, Fig. 6: e_t = ν = 1",
    "Cataldo and Sampaio, Fig. 7: e_t = ν = 1, e_mE = −0.5"};

/// The motion of one ball, with only its way and its kinetic energy.
void add_ball(MotionPicture& all, const char* ball, MotionPicture one) {
  if (all.bodies.empty()) {
    all.times = one.times;
    all.surfaces = one.surfaces;
    for (PictureSurface& barrier : all.surfaces) barrier.name += " barrier";
    all.low = one.low;
    all.high = one.high;
  }
  BodyTrack track = std::move(one.bodies.at(0));
  track.name = ball;
  all.bodies.push_back(std::move(track));
  all.energies.push_back({fmt::format("kinetic, {}", ball), std::move(one.energies.at(0).values)});
  all.low = all.low.cwiseMin(one.low);
  all.high = all.high.cwiseMax(one.high);
}

}  // namespace

std::vector<BarrierFigure> barrier_figures() {
  std::vector<BarrierFigure> figures;
  for (std::size_t set = 0; set < titles.size(); ++set) {
    BarrierFigure figure{.number = 5 + static_cast<int>(set)};
    figure.picture.title = titles[set];
    figure.picture.subtitle = "centre of the ball; without gravity";
    for (std::size_t b = 0; b < balls.size(); ++b) {
      const ExampleMotion run = example_motion(example, static_cast<int>(3 * set + b) + 1);
      add_ball(figure.picture, balls[b], motion_picture(run.motion.scene, run.moments));
    }
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace carom
