#include <carom/robots/robot_file.hpp>
#include <carom/robots/urdf/urdf_document.hpp>

#include <urdf_model/model.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <stdexcept>

namespace carom::robots {
namespace {

using spatial::Body;
using spatial::JointKind;
using spatial::Pose;

/// Inertias that break A + B ≥ C by less do so by the file's six digits.
constexpr double triangle_tolerance = 1e-6;

/// A root link of this name is the world itself.
constexpr const char* world_link = "world";

Eigen::Vector3d vector_of(const urdf::Vector3& x) { return {x.x, x.y, x.z}; }

Pose pose_of_urdf(const urdf::Pose& pose) {
  Eigen::Vector4d q(pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z);
  return {vector_of(pose.position), spatial::rotation_of(q.normalized())};
}

/// A body from a link, without place and joints.
Body rigid_body(const urdf::Link& link) {
  Body body{.name = link.name};
  if (!link.inertial) return body;
  const urdf::Inertial& I = *link.inertial;
  const Pose frame = pose_of_urdf(I.origin);
  Eigen::Matrix3d inertia;
  inertia << I.ixx, I.ixy, I.ixz, I.ixy, I.iyy, I.iyz, I.ixz, I.iyz, I.izz;
  body.mass = I.mass;
  body.centre_of_mass = frame.position;
  body.inertia = frame.rotation * inertia * frame.rotation.transpose();
  return body;
}

/// A direction across the axis: x less its part along it, or y.
Eigen::Vector3d across(const Eigen::Vector3d& axis) {
  const Eigen::Vector3d n = axis.normalized();
  const Eigen::Vector3d x =
      std::abs(n.x()) < 0.9 ? Eigen::Vector3d::UnitX() : Eigen::Vector3d::UnitY();
  return x - n.dot(x) * n;
}

/// The joints of a child link. One that floats on another link than the world slides and turns.
std::vector<spatial::Joint> joints_of(const urdf::Joint& joint, bool on_world) {
  const Eigen::Vector3d axis = vector_of(joint.axis);
  const auto one = [&](JointKind kind) {
    return std::vector<spatial::Joint>{{.name = joint.name, .kind = kind, .axis = axis}};
  };
  switch (joint.type) {
    case urdf::Joint::REVOLUTE:
    case urdf::Joint::CONTINUOUS: return one(JointKind::hinge);
    case urdf::Joint::PRISMATIC: return one(JointKind::slide);
    case urdf::Joint::PLANAR:
      return {{.name = joint.name, .kind = JointKind::planar, .axis = axis, .along = across(axis)}};
    case urdf::Joint::FLOATING:
      if (on_world) return {{.name = joint.name, .kind = JointKind::free}};
      return {
          {.name = joint.name + " x", .kind = JointKind::slide, .axis = Eigen::Vector3d::UnitX()},
          {.name = joint.name + " y", .kind = JointKind::slide, .axis = Eigen::Vector3d::UnitY()},
          {.name = joint.name + " z", .kind = JointKind::slide, .axis = Eigen::Vector3d::UnitZ()},
          {.name = joint.name, .kind = JointKind::ball}};
    default: return {};
  }
}

/// One file on its way to a robot.
class UrdfReader {
 public:
  UrdfReader(const std::string& path, Base base) : path_(path), document_(urdf_document(path)) {
    robot_.name = document_.model->getName();
    robot_.notes = document_.notes;
    add_bodies(base);
    for (const urdf::Joint* joint : joints_) add_mimic(*joint);
    for (const auto& [name, link] : document_.model->links_) add_geoms(*link);
    for (std::size_t b = 0; b < parts_.bodies.size(); ++b) judge(b);
    if (meshes_ > 0) note(std::to_string(meshes_) + " meshes are not read, only named");
    robot_.model = make_model(std::move(parts_));
    robot_.state = drawn_state(robot_.model);
  }

  RobotModel taken() { return std::move(robot_); }

 private:
  void note(const std::string& what) { robot_.notes.push_back(what); }

  int body_of(const std::string& link) const {
    if (link == world_link_) return spatial::world;
    const auto& bodies = parts_.bodies;
    const auto found =
        std::find_if(bodies.begin(), bodies.end(), [&](const Body& b) { return b.name == link; });
    return static_cast<int>(found - bodies.begin());
  }

  /// The root first, then the children of the joints in the file's order.
  void add_bodies(Base base) {
    const urdf::Link& root = *document_.model->getRoot();
    if (root.name == world_link) {
      world_link_ = root.name;
      if (base == Base::free)
        require_floating(root);
      else if (root.inertial)
        note("the mass of link 'world' is left out: it is the world itself");
    } else {
      parts_.bodies.push_back(rigid_body(root));
      if (base == Base::free)
        parts_.bodies[0].joints = {{.name = root.name + " base", .kind = JointKind::free}};
    }
    for (const std::string& name : document_.joints) {
      const urdf::Joint& joint = *document_.model->joints_.at(name);
      joints_.push_back(&joint);
      parts_.bodies.push_back(rigid_body(*document_.model->links_.at(joint.child_link_name)));
    }
    for (const urdf::Joint* joint : joints_) {
      Body& body = parts_.bodies[static_cast<std::size_t>(body_of(joint->child_link_name))];
      body.parent = body_of(joint->parent_link_name);
      body.in_parent = pose_of_urdf(joint->parent_to_joint_origin_transform);
      body.joints = joints_of(*joint, body.parent == spatial::world);
      if (joint->type == urdf::Joint::UNKNOWN)
        throw std::invalid_argument(path_ + ": joint '" + joint->name + "' has no known type");
    }
  }

  void require_floating(const urdf::Link& root) const {
    for (const auto& joint : root.child_joints)
      if (joint->type == urdf::Joint::FLOATING) return;
    throw std::invalid_argument(path_ +
                                ": its root is the link 'world' and nothing floats on it; "
                                "state `base: fixed`");
  }

  void add_mimic(const urdf::Joint& joint) {
    if (!joint.mimic) return;
    const auto place = [&](const std::string& name) -> spatial::JointPlace {
      const auto found = document_.model->joints_.find(name);
      if (found == document_.model->joints_.end()) return {};
      return {body_of(found->second->child_link_name), 0};
    };
    spatial::Loop loop{.name = joint.name, .kind = spatial::LoopKind::coupling};
    loop.follower = place(joint.name);
    loop.leader = place(joint.mimic->joint_name);
    loop.coefficients[0] = joint.mimic->offset;
    loop.coefficients[1] = joint.mimic->multiplier;
    const auto moves = [&](const spatial::JointPlace& at) {
      return at.body != spatial::world &&
             parts_.bodies[static_cast<std::size_t>(at.body)].joints.size() == 1;
    };
    if (!moves(loop.follower) || !moves(loop.leader)) {
      note("joint '" + joint.name + "' mimics '" + joint.mimic->joint_name +
           "', and one of them does not exist or does not move: it is not held");
      return;
    }
    parts_.loops.push_back(loop);
    note("joint '" + joint.name + "' mimics '" + joint.mimic->joint_name +
         "': taken as a constraint between the two");
  }

  void add_geoms(const urdf::Link& link) {
    for (const auto& collision : link.collision_array) {
      if (!collision || !collision->geometry) continue;
      Geom geom{.name = collision->name,
                .body = body_of(link.name),
                .in_body = pose_of_urdf(collision->origin)};
      if (const auto* sphere = dynamic_cast<const urdf::Sphere*>(collision->geometry.get())) {
        geom.size.x() = sphere->radius;
      } else if (const auto* box = dynamic_cast<const urdf::Box*>(collision->geometry.get())) {
        geom.kind = GeomKind::box;
        geom.size = vector_of(box->dim) / 2;
      } else if (const auto* cylinder =
                     dynamic_cast<const urdf::Cylinder*>(collision->geometry.get())) {
        geom.kind = GeomKind::cylinder;
        geom.size = {cylinder->radius, cylinder->length / 2, 0};
      } else if (const auto* mesh = dynamic_cast<const urdf::Mesh*>(collision->geometry.get())) {
        geom.kind = GeomKind::mesh;
        geom.mesh = mesh->filename;
        ++meshes_;
      }
      robot_.geoms.push_back(geom);
    }
  }

  void judge(std::size_t b) {
    const Body& body = parts_.bodies[b];
    robot_.stated_mass += body.mass;
    const Eigen::Vector3d d =
        Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(body.inertia, Eigen::EigenvaluesOnly)
            .eigenvalues();
    const double slack = triangle_tolerance * d.cwiseAbs().maxCoeff();
    if (d[0] < -slack)
      note("link '" + body.name + "': its inertia has a negative principal moment; taken as it is");
    else if (d[0] + d[1] < d[2] - slack)
      note("link '" + body.name + "': its principal inertias break A + B >= C; taken as they are");
  }

  std::string path_;
  UrdfDocument document_;
  RobotModel robot_{};
  spatial::ModelParts parts_{};
  std::vector<const urdf::Joint*> joints_{};
  std::string world_link_{};  ///< empty: the world is no link of the file
  int meshes_ = 0;
};

}  // namespace

bool reads_urdf() { return true; }

RobotModel read_urdf(const std::string& path, Base base) { return UrdfReader(path, base).taken(); }

}  // namespace carom::robots
