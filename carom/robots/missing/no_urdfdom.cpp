/// Built where urdfdom is not found.
#include <carom/robots/robot_file.hpp>

#include <stdexcept>

namespace carom::robots {

bool reads_urdf() { return false; }

RobotModel read_urdf(const std::string& path, Base) {
  throw std::invalid_argument(
      path +
      ": this carom was built without urdfdom; "
      "install the Debian packages liburdfdom-dev and libtinyxml2-dev and build again");
}

}  // namespace carom::robots
