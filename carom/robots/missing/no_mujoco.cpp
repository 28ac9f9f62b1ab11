/// Built where libmujoco is not found.
#include <carom/robots/robot_file.hpp>

#include <stdexcept>

namespace carom::robots {

bool reads_mjcf() { return false; }

RobotModel read_mjcf(const std::string& path) {
  throw std::invalid_argument(
      path +
      ": this carom was built without MuJoCo; "
      "install the Debian packages libmujoco-dev and libtinyxml2-dev and build again");
}

}  // namespace carom::robots
