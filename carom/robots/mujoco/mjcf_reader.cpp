#include <carom/robots/mujoco/compiled_model.hpp>
#include <carom/robots/mujoco/library.hpp>
#include <carom/robots/mujoco/mjcf_filter.hpp>
#include <carom/robots/robot_file.hpp>

#include <cmath>
#include <stdexcept>

namespace carom::robots {
namespace {

using spatial::Body;
using spatial::Joint;
using spatial::Pose;

/// Masses that differ by less are the same: files give six digits.
constexpr double mass_tolerance = 1e-6;

Eigen::Vector3d vector_at(const mjtNum* x, int i) { return {x[3 * i], x[3 * i + 1], x[3 * i + 2]}; }

Eigen::Matrix3d turned_by(const mjtNum* x, int i) {
  const Eigen::Vector4d q(x[4 * i], x[4 * i + 1], x[4 * i + 2], x[4 * i + 3]);
  return spatial::rotation_of(q.normalized());
}

/// libmujoco's bodies begin with the world.
int own_body(int id) { return id - 1; }

std::string name_of(const mjModel& m, mjtObj kind, int id) {
  const char* name = mujoco_library().id_to_name(&m, kind, id);
  return name ? name : "";
}

Joint joint_of(const mjModel& m, int id) {
  Joint joint;
  joint.name = name_of(m, mjOBJ_JOINT, id);
  joint.position = vector_at(m.jnt_pos, id);
  joint.armature = m.dof_armature[m.jnt_dofadr[id]];
  switch (m.jnt_type[id]) {
    case mjJNT_FREE: joint.kind = spatial::JointKind::free; return joint;
    case mjJNT_BALL: joint.kind = spatial::JointKind::ball; return joint;
    case mjJNT_SLIDE: joint.kind = spatial::JointKind::slide; break;
    default: joint.kind = spatial::JointKind::hinge;
  }
  joint.axis = vector_at(m.jnt_axis, id);
  joint.reference = m.qpos0[m.jnt_qposadr[id]];
  return joint;
}

Body body_of(const mjModel& m, int id, const FilteredMjcf& filtered) {
  Body body;
  body.name = name_of(m, mjOBJ_BODY, id);
  if (body.name.empty()) body.name = "body " + std::to_string(id);
  body.parent = own_body(m.body_parentid[id]);
  body.in_parent = {vector_at(m.body_pos, id), turned_by(m.body_quat, id)};
  for (int j = m.body_jntadr[id]; j < m.body_jntadr[id] + m.body_jntnum[id]; ++j)
    body.joints.push_back(joint_of(m, j));
  body.mass = m.body_mass[id];
  body.centre_of_mass = vector_at(m.body_ipos, id);
  const Eigen::Matrix3d R = turned_by(m.body_iquat, id);
  body.inertia = R * vector_at(m.body_inertia, id).asDiagonal() * R.transpose();
  if (const auto full = filtered.full_inertias.find(id); full != filtered.full_inertias.end())
    body.inertia = full->second;
  return body;
}

std::optional<GeomKind> kind_of(int type) {
  switch (type) {
    case mjGEOM_PLANE: return GeomKind::plane;
    case mjGEOM_SPHERE: return GeomKind::sphere;
    case mjGEOM_CAPSULE: return GeomKind::capsule;
    case mjGEOM_ELLIPSOID: return GeomKind::ellipsoid;
    case mjGEOM_CYLINDER: return GeomKind::cylinder;
    case mjGEOM_BOX: return GeomKind::box;
    case mjGEOM_MESH: return GeomKind::mesh;
    default: return {};
  }
}

Geom geom_of(const mjModel& m, int id, GeomKind kind, const FilteredMjcf& filtered) {
  Geom geom{name_of(m, mjOBJ_GEOM, id),
            kind,
            own_body(m.geom_bodyid[id]),
            {vector_at(m.geom_pos, id), turned_by(m.geom_quat, id)},
            vector_at(m.geom_size, id)};
  if (kind == GeomKind::mesh) geom.mesh = name_of(m, mjOBJ_MESH, m.geom_dataid[id]);
  for (const StandIn& stand_in : filtered.stand_ins) {
    if (stand_in.geom != geom.name) continue;
    geom.name = stand_in.name;
    geom.kind = GeomKind::mesh;
    geom.size.setZero();
    geom.mesh = stand_in.mesh;
    break;
  }
  return geom;
}

spatial::JointPlace place_of(const mjModel& m, int joint) {
  if (joint < 0) return {};
  const int body = m.jnt_bodyid[joint];
  return {own_body(body), joint - m.body_jntadr[body]};
}

/// A loop constraint of the file, if it is one that we have.
std::optional<spatial::Loop> loop_of(const mjModel& m, int id) {
  spatial::Loop loop;
  loop.name = name_of(m, mjOBJ_EQUALITY, id);
  const mjtNum* data = m.eq_data + mjNEQDATA * id;
  switch (m.eq_type[id]) {
    case mjEQ_CONNECT:
      loop.kind = spatial::LoopKind::connect;
      loop.in_first.position = vector_at(data, 0);
      loop.in_second.position = vector_at(data, 1);
      break;
    case mjEQ_WELD:  // anchors: on the second, then on the first; then the second's turning in the first
      loop.kind = spatial::LoopKind::weld;
      loop.in_second.position = vector_at(data, 0);
      loop.in_first.position = vector_at(data, 1);
      loop.in_first.rotation = turned_by(data + 6, 0);
      break;
    case mjEQ_JOINT:
      loop.kind = spatial::LoopKind::coupling;
      loop.follower = place_of(m, m.eq_obj1id[id]);
      loop.leader = place_of(m, m.eq_obj2id[id]);
      std::copy(data, data + 5, loop.coefficients.begin());
      return loop;
    default: return {};
  }
  loop.first = own_body(m.eq_obj1id[id]);
  loop.second = own_body(m.eq_obj2id[id]);
  return loop;
}

void add_loops(const mjModel& m, spatial::ModelParts& parts, RobotModel& robot) {
  for (int i = 0; i < m.neq; ++i) {
    std::optional<spatial::Loop> loop = loop_of(m, i);
    const std::string name = "equality '" + name_of(m, mjOBJ_EQUALITY, i) + "'";
    if (!m.eq_active[i])
      robot.notes.push_back(name + " is not active in the file and is left out");
    else if (!loop)
      robot.notes.push_back(name + " is of a kind that is not read");
    else
      parts.loops.push_back(*loop);
  }
}

/// The constraints between sites, after the others.
void add_site_loops(const FilteredMjcf& filtered, const mjModel& m, const std::string& path,
                    spatial::ModelParts& parts, RobotModel& robot) {
  for (const SiteLoop& stated : filtered.site_loops) {
    const std::string name = "equality '" + stated.name + "'";
    const auto site = [&](const std::string& wanted) {
      const int id = mujoco_library().name_to_id(&m, mjOBJ_SITE, wanted.c_str());
      if (id < 0)
        throw std::invalid_argument(path + ": " + name + ": there is no site '" + wanted + "'");
      return id;
    };
    const int first = site(stated.first);
    const int second = site(stated.second);
    if (!stated.active) {
      robot.notes.push_back(name + " is not active in the file and is left out");
      continue;
    }
    spatial::Loop loop{.name = stated.name};
    loop.kind = stated.welds ? spatial::LoopKind::weld : spatial::LoopKind::connect;
    loop.first = own_body(m.site_bodyid[first]);
    loop.second = own_body(m.site_bodyid[second]);
    loop.in_first = {vector_at(m.site_pos, first), turned_by(m.site_quat, first)};
    loop.in_second = {vector_at(m.site_pos, second), turned_by(m.site_quat, second)};
    parts.loops.push_back(loop);
  }
}

/// A body whose principal inertias break A + B ≥ C, as no body's do.
bool impossible(const Body& body) {
  const Eigen::Vector3d d = principal_moments(body.inertia);
  return d[0] + d[1] < d[2] * (1 - mass_tolerance);
}

void note_masses(const FilteredMjcf& filtered, const spatial::Model& model, RobotModel& robot) {
  double sum = 0;
  for (const Body& body : model.bodies()) {
    sum += body.mass;
    if (impossible(body))
      robot.notes.push_back("body '" + body.name +
                            "': its principal inertias break A + B >= C; taken as they are");
  }
  robot.stated_mass = filtered.stated_mass;
  if (filtered.all_state_inertia &&
      std::abs(sum - filtered.stated_mass) > mass_tolerance * filtered.stated_mass)
    robot.notes.push_back("total mass " + std::to_string(sum) + " kg, but the file states " +
                          std::to_string(filtered.stated_mass) + " kg");
}

}  // namespace

bool reads_mjcf() { return true; }

RobotModel read_mjcf(const std::string& path) {
  const FilteredMjcf filtered = filtered_mjcf(path);
  const CompiledModel compiled = compiled_model(filtered.text, path);
  const mjModel& m = *compiled.model;

  RobotModel robot;
  robot.name = filtered.name;
  robot.notes = filtered.notes;
  robot.notes.insert(robot.notes.end(), compiled.warnings.begin(), compiled.warnings.end());
  spatial::ModelParts parts;
  parts.gravity = Eigen::Vector3d(m.opt.gravity[0], m.opt.gravity[1], m.opt.gravity[2]);
  for (int b = 1; b < m.nbody; ++b) parts.bodies.push_back(body_of(m, b, filtered));
  add_loops(m, parts, robot);
  add_site_loops(filtered, m, path, parts, robot);
  for (int i = 0; i < m.nsite; ++i) {
    robot.sites.push_back({name_of(m, mjOBJ_SITE, i),
                           own_body(m.site_bodyid[i]),
                           {vector_at(m.site_pos, i), turned_by(m.site_quat, i)}});
    const Site& site = robot.sites.back();
    if (!site.name.empty()) parts.points.push_back({site.name, site.body, site.in_body.position});
  }
  for (int i = 0; i < m.ngeom; ++i)
    if (const auto kind = kind_of(m.geom_type[i]))
      robot.geoms.push_back(geom_of(m, i, *kind, filtered));

  robot.model = make_model(std::move(parts));
  robot.state = drawn_state(robot.model);
  note_masses(filtered, robot.model, robot);
  return robot;
}

}  // namespace carom::robots
