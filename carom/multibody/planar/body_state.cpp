#include <carom/multibody/planar/body_state.hpp>

namespace carom {

std::vector<BodyState> body_states(const Model& model, const Kinematics& k) {
  std::vector<BodyState> states;
  states.reserve(model.bodies().size());
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    const int body = static_cast<int>(b);
    const Eigen::Vector2d& centre = model.bodies()[b].centre_of_mass;
    states.push_back({point_position(k, body, centre),
                      k.pose[b].angle,
                      {point_velocity(k, body, centre), k.twist[b].rate}});
  }
  return states;
}

}  // namespace carom
