#include <carom/io/scene/free_body.hpp>
#include <carom/io/scene/loops.hpp>
#include <carom/io/scene/placement.hpp>
#include <carom/multibody/planar/kinematics.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace carom {
namespace {

/// An angle given twice may differ by this much, rad; a rate by this share.
constexpr double agreement = 1e-9;

/// A number that may depend on the unknowns y of the loops: value + free · y.
struct Affine {
  double value = 0;
  Eigen::RowVectorXd free{};

  bool is_known() const { return (free.array() == 0).all(); }
};

Affine operator+(const Affine& a, const Affine& b) { return {a.value + b.value, a.free + b.free}; }
Affine operator-(const Affine& a, const Affine& b) { return {a.value - b.value, a.free - b.free}; }

/// One pass from the world outwards, for positions or for velocities.
struct Sweep {
  std::vector<Affine> turning{};          ///< of each body: its angle or rate in the world
  std::vector<Affine> coordinate{};       ///< of the joint that carries it, as the model counts it
  std::vector<Eigen::Vector2d> origin{};  ///< of a free body's frame: its position or velocity
  std::vector<int> unknown_bodies{};
  Eigen::Index most_unknowns = 0;

  Affine known(double value) const { return {value, Eigen::RowVectorXd::Zero(most_unknowns)}; }
  /// A new unknown that starts at `value`.
  Affine unknown(int body, double value) {
    Affine x = known(value);
    x.free[static_cast<Eigen::Index>(unknown_bodies.size())] = 1;
    unknown_bodies.push_back(body);
    return x;
  }
  Affine turning_of(int body) const {
    return body == world ? known(0) : turning[static_cast<std::size_t>(body)];
  }
};

/// A body, what it hangs on, and how its joint counts.
struct Hanging {
  int index = 0;
  const StatedBody& body;
  const Carrier& carrier;
  const StatedJoint& joint;
  double sign = 1;  ///< model coordinate = sign × the joint's own
};

Hanging hanging(const SceneStatement& scene, const SceneTree& tree, int body) {
  const auto b = static_cast<std::size_t>(body);
  const Carrier& carrier = tree.carriers[b];
  return {body, scene.bodies[b], carrier, scene.joints[static_cast<std::size_t>(carrier.joint)],
          carrier.reversed ? -1.0 : 1.0};
}

Sweep empty_sweep(const SceneTree& tree) {
  Sweep sweep;
  sweep.turning.resize(tree.carriers.size());
  sweep.coordinate.resize(tree.carriers.size());
  sweep.origin.resize(tree.carriers.size());
  for (const Carrier& carrier : tree.carriers) sweep.most_unknowns += carrier.in_loop ? 1 : 0;
  return sweep;
}

[[noreturn]] void refuse_contradiction(const Given& absolute, const Given& relative,
                                       double follows) {
  refuse(
      absolute.where,
      fmt::format("contradicts {}, from which {:.9g} would follow (rad or rad/s); give one of them",
                  written(relative.where.path), follows));
}

/// Refuses an absolute and a relative value that do not fit together.
void require_agreement(const std::optional<Given>& absolute, const std::optional<Given>& relative,
                       const Affine& follows, double difference) {
  if (!absolute || !relative) return;
  if (!follows.is_known())
    refuse(absolute->where,
           fmt::format("given together with {}; give one of them", written(relative->where.path)));
  if (std::abs(difference) > agreement * (1 + std::abs(follows.value)))
    refuse_contradiction(*absolute, *relative, follows.value);
}

double wrapped(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }

// --- positions ----------------------------------------------------------------------------------

/// Refuses what only a free body may have.
void require_no_place_of_its_own(const Hanging& h) {
  const auto complain = [&](const Where& where, std::string_view what) {
    refuse(where, fmt::format("{} hangs on the joint {}, which decides; give {}", h.body.body.name,
                              h.joint.name, what));
  };
  if (h.body.position)
    complain(h.body.position->where, "angles (or the distance of a prismatic joint)");
  if (h.body.velocity)
    complain(h.body.velocity->where, "rates (or the speed of a prismatic joint)");
  if (h.body.rate && h.joint.kind != JointKind::revolute)
    refuse(h.body.rate->where,
           fmt::format("on the joint {} the body turns with what it is joined to; "
                       "leave it out",
                       h.joint.name));
  const std::optional<Given>& guess = h.body.guess ? h.body.guess : h.joint.guess;
  if (h.body.guess && (h.joint.guess || h.joint.angle))
    refuse(h.body.guess->where, "given together with a value of the joint; give one of them");
  if (h.body.guess && h.joint.kind != JointKind::revolute)
    refuse(h.body.guess->where, fmt::format("the joint {} does not turn", h.joint.name));
  if (guess && !h.carrier.in_loop)
    refuse(guess->where, "there is nothing to find: no loop decides here; give the value itself");
  if (h.joint.guess && h.body.angle && h.joint.kind == JointKind::revolute)
    refuse(h.joint.guess->where, "given together with the body's angle; give one of them");
}

Affine revolute_position(const Hanging& h, Sweep& sweep) {
  const Affine parent = sweep.turning_of(h.carrier.parent);
  if (h.joint.angle) {
    const Affine q = sweep.known(h.sign * h.joint.angle->value);
    const Affine follows = parent + q;
    require_agreement(h.body.angle, h.joint.angle, follows,
                      h.body.angle ? wrapped(h.body.angle->value - follows.value) : 0);
    return q;
  }
  if (h.body.angle) return sweep.known(h.body.angle->value) - parent;
  if (h.joint.guess) return sweep.unknown(h.index, h.sign * h.joint.guess->value);
  if (h.body.guess) return sweep.unknown(h.index, h.body.guess->value - parent.value);
  if (h.carrier.in_loop)
    refuse(h.joint.where,
           "its angle is not given, and a loop closes in two ways; "
           "give angle_deg, or guess_deg near the one that is meant");
  return sweep.known(0);
}

/// The angle of the second body against the first, of a joint that does not turn.
double fixed_angle(const Hanging& h, const Affine& parent) {
  if (!h.body.angle) return h.joint.angle ? h.joint.angle->value : 0;
  if (!parent.is_known())
    refuse(h.body.angle->where,
           fmt::format("what it hangs on follows from a loop; give the angle of {}", h.joint.name));
  const double relative = h.sign * (h.body.angle->value - parent.value);
  if (h.joint.angle) {
    const double follows = parent.value + h.sign * h.joint.angle->value;
    if (std::abs(wrapped(h.body.angle->value - follows)) > agreement)
      refuse_contradiction(*h.body.angle, *h.joint.angle, follows);
  }
  return relative;
}

Affine prismatic_position(const Hanging& h, Sweep& sweep) {
  if (h.joint.distance) return sweep.known(h.sign * h.joint.distance->value);
  if (!h.carrier.in_loop) return sweep.known(0);
  return sweep.unknown(h.index, h.joint.guess ? h.sign * h.joint.guess->value : 0);
}

/// The joint as the model wants it, from `first` (the parent unless reversed) to `second`.
Joint model_joint(const StatedJoint& stated, const JointEnds& ends, bool reversed, double angle) {
  Pose in_first{ends.first.point, 0};
  Pose in_second{ends.second.point, 0};
  if (stated.kind == JointKind::prismatic) {
    in_first.angle = stated.axis;
    in_second.angle = stated.axis - angle;
  }
  if (stated.kind == JointKind::weld) in_first.angle = angle;
  Joint joint{.name = stated.name, .kind = stated.kind};
  joint.parent = reversed ? ends.second.body : ends.first.body;
  joint.child = reversed ? ends.first.body : ends.second.body;
  joint.in_parent = reversed ? in_second : in_first;
  joint.in_child = reversed ? in_first : in_second;
  joint.armature = stated.armature;
  const double sign = reversed ? -1 : 1;  // of the coordinate
  if (stated.stiffness) joint.stiffness = stated.stiffness->value;
  if (stated.rest) joint.rest = sign * stated.rest->value;
  if (stated.damping) joint.damping = stated.damping->value;
  if (stated.effort) joint.effort = sign * stated.effort->value;
  joint.effort_over_time = stated.effort_over_time;
  for (double& x : joint.effort_over_time.x) x *= sign;
  return joint;
}

Joint hang_body(const SceneTree& tree, const Hanging& h, Sweep& sweep) {
  require_no_place_of_its_own(h);
  const auto b = static_cast<std::size_t>(h.index);
  const Affine parent = sweep.turning_of(h.carrier.parent);
  double angle = 0;
  if (h.joint.kind == JointKind::revolute) {
    sweep.coordinate[b] = revolute_position(h, sweep);
    sweep.turning[b] = parent + sweep.coordinate[b];
  } else {
    angle = fixed_angle(h, parent);
    sweep.turning[b] = parent + sweep.known(h.sign * angle);
    if (h.joint.kind == JointKind::prismatic) sweep.coordinate[b] = prismatic_position(h, sweep);
  }
  return model_joint(h.joint, tree.ends[static_cast<std::size_t>(h.carrier.joint)],
                     h.carrier.reversed, angle);
}

Joint free_body(const SceneStatement& scene, int index, Sweep& sweep) {
  const auto b = static_cast<std::size_t>(index);
  const StatedBody& body = scene.bodies[b];
  if (body.guess)
    refuse(body.guess->where, "there is nothing to find: the body is free; give angle");
  const Pose pose = free_pose(body);
  sweep.turning[b] = sweep.known(pose.angle);
  sweep.origin[b] = pose.position;
  return {.kind = JointKind::free, .child = index};  // no name: the file states no joint
}

Joint loop_joint(const StatedJoint& stated, const JointEnds& ends) {
  const auto complain = [&](const std::optional<Given>& value) {
    if (value)
      refuse(value->where,
             "the joint closes a loop, so this follows; "
             "to give it, list another joint of the loop last");
  };
  if (stated.kind == JointKind::revolute) complain(stated.angle);
  for (const auto& value : {stated.rate, stated.distance, stated.speed, stated.guess})
    complain(value);
  if (stated.armature > 0)
    refuse(stated.where,
           "armature needs a joint that carries a body; list another of the loop last");
  constexpr const char* why = "needs a joint that carries a body; list another of the loop last";
  for (const auto& value : {stated.stiffness, stated.damping})
    if (value) refuse(value->where, why);
  if (stated.effort_at) refuse(*stated.effort_at, why);
  return model_joint(stated, ends, false, stated.angle ? stated.angle->value : 0);
}

Spring model_spring(const SceneStatement& scene, const StatedSpring& stated) {
  const JointEnd a = end_named(scene, stated.first);
  const JointEnd b = end_named(scene, stated.second);
  if (a.body == b.body)
    refuse(stated.where, fmt::format("both ends belong to {}", stated.first.owner));
  return {.name = stated.name,
          .body_a = a.body,
          .body_b = b.body,
          .point_a = a.point,
          .point_b = b.point,
          .stiffness = stated.stiffness,
          .length = stated.length,
          .damping = stated.damping};
}

// --- velocities ---------------------------------------------------------------------------------

void set_rate(const Hanging& h, Sweep& sweep) {
  const auto b = static_cast<std::size_t>(h.index);
  const Affine parent = sweep.turning_of(h.carrier.parent);
  const bool turns = h.joint.kind == JointKind::revolute;
  const std::optional<Given>& relative = turns ? h.joint.rate : h.joint.speed;
  Affine& v = sweep.coordinate[b];
  if (relative) {
    v = sweep.known(h.sign * relative->value);
    require_agreement(h.body.rate, relative, parent + v,
                      h.body.rate ? h.body.rate->value - parent.value - v.value : 0);
  } else if (turns && h.body.rate) {
    v = sweep.known(h.body.rate->value) - parent;
  } else {
    const bool follows = h.carrier.in_loop && h.joint.kind != JointKind::weld;
    v = follows ? sweep.unknown(h.index, 0) : sweep.known(0);
  }
  sweep.turning[b] = turns ? parent + v : parent;
}

// --- both ---------------------------------------------------------------------------------------

/// The coordinates of all joints, in the order of the model.
PartialCoordinates collected(const Model& model, const SceneTree& tree, const Sweep& sweep) {
  PartialCoordinates c;
  c.start = Eigen::VectorXd::Zero(model.size());
  c.free =
      Eigen::MatrixXd::Zero(model.size(), static_cast<Eigen::Index>(sweep.unknown_bodies.size()));
  c.unknown_bodies = sweep.unknown_bodies;
  for (const int body : tree.order) {
    const auto b = static_cast<std::size_t>(body);
    const int i = model.first_coordinate(body);
    const JointKind kind = model.joint(body).kind;
    if (kind == JointKind::free) {
      c.start.segment<3>(i) << sweep.origin[b], sweep.turning[b].value;
    } else if (coordinates(kind) == 1) {
      c.start[i] = sweep.coordinate[b].value;
      if (c.free.cols() > 0) c.free.row(i) = sweep.coordinate[b].free.head(c.free.cols());
    }
  }
  return c;
}

/// The joints of the tree, and the positions as far as they are given.
std::vector<Joint> sweep_positions(const SceneStatement& scene, const SceneTree& tree,
                                   Sweep& sweep) {
  std::vector<Joint> joints;
  for (const int body : tree.order) {
    const auto b = static_cast<std::size_t>(body);
    joints.push_back(tree.carriers[b].joint < 0
                         ? free_body(scene, body, sweep)
                         : hang_body(tree, hanging(scene, tree, body), sweep));
  }
  return joints;
}

void sweep_velocities(const SceneStatement& scene, const SceneTree& tree, Sweep& sweep) {
  for (const int body : tree.order) {
    const auto b = static_cast<std::size_t>(body);
    if (tree.carriers[b].joint < 0) {
      const Twist twist = free_twist(scene.bodies[b]);
      sweep.turning[b] = sweep.known(twist.rate);
      sweep.origin[b] = twist.velocity;
    } else {
      set_rate(hanging(scene, tree, body), sweep);
    }
  }
}

}  // namespace

PlacedScene place_scene(const SceneStatement& scene, const SceneTree& tree) {
  Sweep positions = empty_sweep(tree);
  Sweep velocities = empty_sweep(tree);
  ModelParts parts;
  parts.gravity = scene.gravity;
  for (const StatedBody& body : scene.bodies) parts.bodies.push_back(body.body);
  parts.tree = sweep_positions(scene, tree, positions);
  for (const int loop : tree.loops)
    parts.loops.push_back(loop_joint(scene.joints[static_cast<std::size_t>(loop)],
                                     tree.ends[static_cast<std::size_t>(loop)]));
  for (const StatedSpring& spring : scene.springs)
    parts.springs.push_back(model_spring(scene, spring));
  sweep_velocities(scene, tree, velocities);

  PlacedScene placed{.model = make_model(std::move(parts))};
  const Model& model = placed.model;
  placed.state.q = closed_positions(scene, tree, model, collected(model, tree, positions));
  placed.state.v =
      closed_velocities(scene, tree, model, placed.state.q, collected(model, tree, velocities));
  return placed;
}

}  // namespace carom
