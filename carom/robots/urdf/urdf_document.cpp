#include <carom/robots/urdf/urdf_document.hpp>

#include <console_bridge/console.h>
#include <tinyxml2.h>
#include <urdf_model/model.h>
#include <urdf_parser/urdf_parser.h>

#include <map>
#include <set>
#include <stdexcept>

namespace carom::robots {
namespace {

/// Collects what urdfdom would print. Its output handler is global; the one before comes back.
class Listener : public console_bridge::OutputHandler {
 public:
  Listener() { console_bridge::useOutputHandler(this); }
  ~Listener() override { console_bridge::restorePreviousOutputHandler(); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  void log(const std::string& text, console_bridge::LogLevel level, const char*, int) override {
    if (level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR)
      errors += (errors.empty() ? "" : "; ") + text;
    else if (level >= console_bridge::CONSOLE_BRIDGE_LOG_WARN)
      warnings.push_back(text);
  }

  std::string errors{};
  std::vector<std::string> warnings{};
};

/// Names of the joints in the order of the file, and the elements that carry no mechanics.
void read_order(const tinyxml2::XMLElement& root, UrdfDocument& document) {
  static const std::set<std::string> known{"link", "joint", "material"};
  std::map<std::string, int> dropped;
  for (const auto* e = root.FirstChildElement(); e; e = e->NextSiblingElement()) {
    if (std::string(e->Name()) == "joint" && e->Attribute("name"))
      document.joints.emplace_back(e->Attribute("name"));
    if (!known.count(e->Name())) ++dropped[e->Name()];
  }
  std::string list;
  for (const auto& [name, count] : dropped)
    list +=
        (list.empty() ? "" : ", ") + name + (count > 1 ? " (" + std::to_string(count) + ")" : "");
  if (!list.empty()) document.notes.push_back("left out, since no impact feels it: " + list);
}

}  // namespace

UrdfDocument urdf_document(const std::string& path) {
  tinyxml2::XMLDocument xml;
  if (xml.LoadFile(path.c_str()) != tinyxml2::XML_SUCCESS)
    throw std::invalid_argument(path + ": " + xml.ErrorStr());
  if (!xml.RootElement()) throw std::invalid_argument(path + ": is empty");
  tinyxml2::XMLPrinter printer;
  xml.Print(&printer);

  UrdfDocument document;
  read_order(*xml.RootElement(), document);
  Listener listener;
  document.model = urdf::parseURDF(printer.CStr());
  if (!document.model || !document.model->getRoot())
    throw std::invalid_argument(path + ": urdfdom refuses it: " + listener.errors);
  for (const std::string& warning : listener.warnings)
    document.notes.push_back("urdfdom warns: " + warning);
  return document;
}

}  // namespace carom::robots
