#include <carom/robots/mujoco/mjcf_filter.hpp>
#include <carom/robots/mujoco/mjcf_frame.hpp>

#include <tinyxml2.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <stdexcept>

namespace carom::robots {
namespace {

using tinyxml2::XMLElement;

/// The keys that are mechanics, by element; of an element that is not here nothing is kept.
const std::map<std::string, std::set<std::string>>& kept_keys() {
  static const std::set<std::string> orientation{"quat", "axisangle", "xyaxes", "zaxis", "euler"};
  static const auto with = [](std::set<std::string> keys) {
    keys.insert(orientation.begin(), orientation.end());
    return keys;
  };
  static const std::map<std::string, std::set<std::string>> kept{
      {"mujoco", {"model"}},
      {"compiler",
       {"angle", "coordinate", "eulerseq", "meshdir", "assetdir", "balanceinertia", "boundmass",
        "boundinertia", "inertiafromgeom", "inertiagrouprange", "settotalmass", "strippath"}},
      {"option", {"gravity"}},
      {"asset", {}},
      {"mesh", {"name", "class", "file", "scale", "vertex", "refpos", "refquat"}},
      {"default", {"class"}},
      {"worldbody", {}},
      {"body", with({"name", "pos", "childclass", "mocap"})},
      {"inertial", with({"pos", "mass", "diaginertia", "fullinertia"})},
      {"joint",
       {"name", "class", "type", "pos", "axis", "ref", "armature", "joint1", "joint2", "polycoef",
        "active"}},
      {"freejoint", {"name"}},
      {"geom", with({"name", "class", "type", "pos", "size", "fromto", "mass", "density", "mesh",
                     "group", "hfield", "contype", "conaffinity"})},
      {"site", with({"name", "class", "type", "pos", "size", "fromto"})},
      {"equality", {}},
      {"connect", {"name", "class", "body1", "body2", "anchor", "active"}},
      {"weld", {"name", "class", "body1", "body2", "relpose", "anchor", "active"}},
  };
  return kept;
}

/// Elements of a file that could change mechanics and that are not understood.
const std::set<std::string>& refused_elements() {
  static const std::set<std::string> refused{"replicate", "attach", "composite", "flexcomp"};
  return refused;
}

/// Files include files; deeper than this they go in circles.
constexpr int most_includes = 20;

std::string attribute(const XMLElement& element, const char* key) {
  const char* value = element.Attribute(key);
  return value ? value : "";
}

std::vector<double> numbers(const std::string& text) {
  std::istringstream in(text);
  std::vector<double> values;
  for (double x = 0; in >> x;) values.push_back(x);
  return values;
}

/// One file on its way to the filtered text.
class MjcfFilter {
 public:
  explicit MjcfFilter(const std::string& path) : path_(path) {
    load(path, document_);
    XMLElement* root = document_.RootElement();
    if (!root || std::string(root->Name()) != "mujoco") refuse(root, "want <mujoco> as the root");
    include(*root, std::filesystem::path(path_).parent_path());
    prepare_compiler(*root);
    result_.name = attribute(*root, "model");
    take_site_loops(*root);
    keep_mechanics(*root);
    keep_default_meshes(*root);
    for (XMLElement* e = root->FirstChildElement("worldbody"); e;
         e = e->NextSiblingElement("worldbody"))
      settle_bodies(*e, nullptr, false);
    drop_unused_meshes(*root);
    tinyxml2::XMLPrinter printer;
    document_.Print(&printer);
    result_.text = printer.CStr();
    note_dropped();
  }

  FilteredMjcf taken() { return std::move(result_); }

 private:
  [[noreturn]] void refuse(const XMLElement* at, const std::string& what) const {
    throw std::invalid_argument(path_ + ":" + (at ? std::to_string(at->GetLineNum()) + ":" : "") +
                                " " + what);
  }

  static void load(const std::string& path, tinyxml2::XMLDocument& document) {
    if (document.LoadFile(path.c_str()) != tinyxml2::XML_SUCCESS)
      throw std::invalid_argument(path + ": " + document.ErrorStr());
  }

  /// Versions differ: a file is named from the main file's folder or from the including one's.
  std::filesystem::path included_file(const std::string& name,
                                      const std::filesystem::path& folder) const {
    const auto from_main = std::filesystem::path(path_).parent_path() / name;
    return std::filesystem::exists(from_main) ? from_main : folder / name;
  }

  /// Puts the contents of included files in the places of <include>.
  void include(XMLElement& parent, const std::filesystem::path& folder) {
    for (XMLElement* e = parent.FirstChildElement(); e;) {
      XMLElement* next = e->NextSiblingElement();
      if (std::string(e->Name()) != "include") {
        include(*e, folder);
        e = next;
        continue;
      }
      const auto file = included_file(attribute(*e, "file"), folder);
      if (++included_ > most_includes) refuse(e, "files include each other");
      tinyxml2::XMLDocument other;
      load(file.string(), other);
      if (!other.RootElement()) refuse(e, file.string() + " is empty");
      include(*other.RootElement(), file.parent_path());
      --included_;
      tinyxml2::XMLNode* after = e;
      XMLElement* first = nullptr;
      for (const XMLElement* c = other.RootElement()->FirstChildElement(); c;
           c = c->NextSiblingElement()) {
        after = parent.InsertAfterChild(after, c->DeepClone(parent.GetDocument()));
        if (!first) first = after->ToElement();
      }
      parent.DeleteChild(e);
      e = first ? first : next;
    }
  }

  /// One folder for meshes, wherever the text is compiled; all files' settings are merged by libmujoco.
  void prepare_compiler(XMLElement& root) {
    std::string meshes;
    for (XMLElement* c = root.FirstChildElement("compiler"); c;
         c = c->NextSiblingElement("compiler")) {
      if (c->Attribute("angle")) angles_.degrees = attribute(*c, "angle") != "radian";
      if (c->Attribute("eulerseq")) angles_.euler = attribute(*c, "eulerseq");
      if (c->Attribute("assetdir") && meshes.empty()) meshes = attribute(*c, "assetdir");
      if (c->Attribute("meshdir")) meshes = attribute(*c, "meshdir");
      if (attribute(*c, "inertiafromgeom") == "true") inertia_from_geoms_ = true;
      for (const char* key : {"balanceinertia", "boundmass", "boundinertia", "settotalmass"})
        alters_inertia_ = alters_inertia_ || c->Attribute(key);
      if (attribute(*c, "coordinate") == "global") refuse(c, "coordinate=\"global\" is not read");
      c->DeleteAttribute("assetdir");
    }
    XMLElement* own = document_.NewElement("compiler");
    const auto folder = std::filesystem::absolute(path_).parent_path() / meshes;
    own->SetAttribute("meshdir", (folder.string() + "/").c_str());
    root.InsertEndChild(own);
  }

  /// Deletes what is not mechanics, everywhere below.
  void keep_mechanics(XMLElement& parent) {
    for (XMLElement* e = parent.FirstChildElement(); e;) {
      XMLElement* next = e->NextSiblingElement();
      const std::string name = e->Name();
      if (refused_elements().count(name)) refuse(e, "<" + name + "> is not read");
      if (name == "frame") {
        next = spliced(parent, *e);
      } else if (!kept_keys().count(name) || drops(*e)) {
        ++dropped_[is_field(*e) ? "hfield" : name];
        parent.DeleteChild(e);
      } else {
        keep_keys(*e);
        keep_mechanics(*e);
      }
      e = next;
    }
  }

  /// Elements that are kept in general, but not these.
  bool drops(const XMLElement& e) const {
    const std::string name = e.Name();
    const std::string parent = e.Parent()->ToElement() ? e.Parent()->ToElement()->Name() : "";
    if (parent == "tendon" || parent == "actuator" || parent == "contact") return true;
    return is_field(e);
  }

  /// A geom whose surface is given by numbers on a grid.
  static bool is_field(const XMLElement& e) {
    return std::string(e.Name()) == "geom" &&
           (attribute(e, "type") == "hfield" || attribute(e, "type") == "sdf");
  }

  void keep_keys(XMLElement& e) {
    const std::set<std::string>& keys = kept_keys().at(e.Name());
    std::vector<std::string> others;
    for (const auto* a = e.FirstAttribute(); a; a = a->Next())
      if (!keys.count(a->Name())) others.push_back(a->Name());
    for (const std::string& key : others) {
      if (key == "shellinertia" || (key == "inertia" && attribute(e, "inertia") == "shell"))
        note("line " + std::to_string(e.GetLineNum()) + ": <" + e.Name() +
             "> asks for the inertia of a shell, and got that of a solid");
      e.DeleteAttribute(key.c_str());
    }
  }

  /// Puts the contents of a <frame> in its place. @returns where to go on
  XMLElement* spliced(XMLElement& parent, XMLElement& frame) {
    const std::string childclass = attribute(frame, "childclass");
    tinyxml2::XMLNode* after = &frame;
    XMLElement* first = nullptr;
    for (const XMLElement* c = frame.FirstChildElement(); c; c = c->NextSiblingElement()) {
      after = parent.InsertAfterChild(after, c->DeepClone(&document_));
      XMLElement* copy = after->ToElement();
      if (!first) first = copy;
      const bool body = std::string(copy->Name()) == "body";
      const char* key = body ? "childclass" : "class";
      if (!childclass.empty() && !copy->Attribute(key) && std::string(copy->Name()) != "inertial")
        copy->SetAttribute(key, childclass.c_str());
      take_frame(frame, *copy);
    }
    XMLElement* next = first ? first : frame.NextSiblingElement();
    parent.DeleteChild(&frame);
    return next;
  }

  /// What stood in a frame with a pose stands in the frame's parent.
  void take_frame(const XMLElement& frame, XMLElement& element) const {
    const std::vector<const char*> keys{"pos", "quat", "axisangle", "xyaxes", "zaxis", "euler"};
    if (std::none_of(keys.begin(), keys.end(),
                     [&](const char* key) { return frame.Attribute(key) != nullptr; }))
      return;
    try {
      move_by(pose_in_text(frame, angles_), element, angles_);
    } catch (const std::invalid_argument& objection) {
      refuse(&frame, objection.what());
    }
  }

  /// Constraints between sites, which libmujoco 2.2 does not know, are taken out and kept.
  void take_site_loops(XMLElement& root) {
    for (XMLElement* section = root.FirstChildElement("equality"); section;
         section = section->NextSiblingElement("equality"))
      for (XMLElement* e = section->FirstChildElement(); e;) {
        XMLElement* next = e->NextSiblingElement();
        if (e->Attribute("site1")) {
          if (std::string(e->Name()) != "connect" && std::string(e->Name()) != "weld")
            refuse(e, std::string("<") + e->Name() + "> between sites is not read");
          result_.site_loops.push_back({attribute(*e, "name"), attribute(*e, "site1"),
                                        attribute(*e, "site2"), std::string(e->Name()) == "weld",
                                        attribute(*e, "active") != "false"});
          section->DeleteChild(e);
        }
        e = next;
      }
  }

  /// Bodies in the order of the text, which is libmujoco's.
  void settle_bodies(XMLElement& parent, const XMLElement* inertial, bool in_body) {
    for (XMLElement* e = parent.FirstChildElement(); e; e = e->NextSiblingElement()) {
      const std::string name = e->Name();
      if (name == "geom" && e->Attribute("mesh")) settle_mesh(*e, inertial != nullptr || !in_body);
      if (name != "body") continue;
      const int place = ++bodies_;
      const XMLElement* own = e->FirstChildElement("inertial");
      if (own) state_inertia(*own, place);
      if (!own && (e->FirstChildElement("joint") || e->FirstChildElement("geom")))
        result_.all_state_inertia = false;
      settle_bodies(*e, own, true);
    }
  }

  void state_inertia(const XMLElement& inertial, int place) {
    result_.stated_mass += inertial.DoubleAttribute("mass");
    const std::vector<double> I = numbers(attribute(inertial, "fullinertia"));
    if (I.size() != 6 || alters_inertia_ || inertia_from_geoms_) return;
    Eigen::Matrix3d full;
    full << I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2];
    result_.full_inertias[place] = full;
  }

  /// A point without mass takes the place of a mesh whose inertia nobody needs.
  void settle_mesh(XMLElement& geom, bool stated) {
    const std::string mesh = attribute(geom, "mesh");
    if (inertia_from_geoms_ || !stated) {
      used_meshes_.insert(mesh);
      return;
    }
    StandIn stand_in{"carom mesh " + std::to_string(result_.stand_ins.size()),
                     attribute(geom, "name"), mesh};
    for (const char* key : {"mesh", "size", "fromto", "density"}) geom.DeleteAttribute(key);
    geom.SetAttribute("name", stand_in.geom.c_str());
    geom.SetAttribute("type", "sphere");
    geom.SetAttribute("size", "0.001");
    geom.SetAttribute("mass", "0");
    result_.stand_ins.push_back(stand_in);
  }

  /// A class may name the mesh of its geoms.
  void keep_default_meshes(const XMLElement& parent) {
    for (const XMLElement* d = parent.FirstChildElement("default"); d;
         d = d->NextSiblingElement("default")) {
      const XMLElement* geom = d->FirstChildElement("geom");
      if (geom && geom->Attribute("mesh")) used_meshes_.insert(attribute(*geom, "mesh"));
      keep_default_meshes(*d);
    }
  }

  void drop_unused_meshes(XMLElement& root) {
    for (XMLElement* asset = root.FirstChildElement("asset"); asset;
         asset = asset->NextSiblingElement("asset"))
      for (XMLElement* mesh = asset->FirstChildElement("mesh"); mesh;) {
        XMLElement* next = mesh->NextSiblingElement("mesh");
        std::string name = attribute(*mesh, "name");
        if (name.empty()) name = std::filesystem::path(attribute(*mesh, "file")).stem().string();
        if (!used_meshes_.count(name)) asset->DeleteChild(mesh);
        mesh = next;
      }
  }

  void note(const std::string& what) { result_.notes.push_back(what); }

  void note_dropped() {
    static const std::map<std::string, std::string> mechanics{
        {"tendon", "tendons"},
        {"exclude", "excluded pairs"},
        {"hfield", "height fields"},
        {"flex", "flexible parts"},
        {"deformable", "flexible parts"},
        {"contact", "contact pairs and exclusions"}};
    std::string list;
    for (const auto& [name, count] : dropped_) {
      if (const auto found = mechanics.find(name); found != mechanics.end())
        note(found->second + " are not read");
      else
        list += (list.empty() ? "" : ", ") + name +
                (count > 1 ? " (" + std::to_string(count) + ")" : "");
    }
    if (!list.empty()) note("left out, since no impact feels it: " + list);
    if (!result_.stand_ins.empty())
      note(std::to_string(result_.stand_ins.size()) +
           " mesh geoms are not read, only named: the file states the inertia of their bodies");
  }

  std::string path_;
  tinyxml2::XMLDocument document_;
  FilteredMjcf result_{};
  std::map<std::string, int> dropped_{};
  std::set<std::string> used_meshes_{};
  int bodies_ = 0;
  int included_ = 0;  ///< deep now
  MjcfAngles angles_{};
  bool inertia_from_geoms_ = false;
  bool alters_inertia_ = false;
};

}  // namespace

FilteredMjcf filtered_mjcf(const std::string& path) { return MjcfFilter(path).taken(); }

}  // namespace carom::robots
