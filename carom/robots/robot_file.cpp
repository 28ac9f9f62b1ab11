#include <carom/robots/robot_file.hpp>

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace carom::robots {
namespace {

/// The name of the first element of an XML text; empty if there is none.
std::string root_element(const std::string& text) {
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    if (text.compare(at, 4, "<!--") == 0) {
      at = text.find("-->", at);
      if (at == std::string::npos) break;
      continue;
    }
    if (text[at + 1] == '?' || text[at + 1] == '!') continue;
    return text.substr(at + 1, text.find_first_of(" \t\r\n/>", at + 1) - at - 1);
  }
  return {};
}

}  // namespace

RobotModel read_robot(const std::string& path, std::optional<Base> base) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::invalid_argument(path + ": cannot be read");
  std::ostringstream text;
  text << file.rdbuf();
  const std::string root = root_element(text.str());
  if (root == "mujoco") {
    if (base)
      throw std::invalid_argument(path +
                                  ": `base` goes with URDF; an MJCF file has its own joints");
    return read_mjcf(path);
  }
  if (root == "robot") {
    if (!base)
      throw std::invalid_argument(path +
                                  ": a URDF does not say how its root stands in the world; "
                                  "state `base: free` or `base: fixed`");
    return read_urdf(path, *base);
  }
  throw std::invalid_argument(
      path + ": is no robot; want an XML file with <mujoco> or <robot>, got <" + root + ">");
}

}  // namespace carom::robots
