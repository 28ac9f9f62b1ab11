#include <carom/io/result/spatial_columns.hpp>

#include <fmt/format.h>

#include <array>

namespace carom {
namespace {

constexpr std::array<const char*, 3> axis_names{"x", "y", "z"};

}  // namespace

void add_body_in_space(std::vector<ResultColumn>& columns, const std::string& name, std::size_t b) {
  for (const bool after : {false, true})
    for (const bool turns : {false, true})
      for (std::size_t i = 0; i < 3; ++i)
        columns.push_back({fmt::format("bodies.{}.{}.{}{}", name, after ? "after" : "before",
                                       turns ? "w" : "v", axis_names[i]),
                           turns ? "rad/s" : "m/s", [=](const SceneResult& r) -> ResultValue {
                             if (!r.space || (after && !has_answer(r.impact.status))) return {};
                             const spatial::BodyMotion& body = r.space->bodies[b];
                             const spatial::Twist& twist = after ? body.after : body.before;
                             return (turns ? twist.turning
                                           : twist.velocity)[static_cast<Eigen::Index>(i)];
                           }});
}

void add_joint_in_space(std::vector<ResultColumn>& columns, const std::string& name,
                        std::size_t index, bool loop) {
  struct Leaf {
    const char* key;
    const char* unit;
    Eigen::Vector3d spatial::JointImpulse::* part;
  };
  for (const Leaf& leaf : {Leaf{"impulse", "N s", &spatial::JointImpulse::impulse},
                           Leaf{"moment", "N m s", &spatial::JointImpulse::moment},
                           Leaf{"position", "m", &spatial::JointImpulse::position}})
    for (std::size_t i = 0; i < 3; ++i)
      columns.push_back({fmt::format("joints.{}.{}.{}", name, leaf.key, axis_names[i]), leaf.unit,
                         [=, part = leaf.part](const SceneResult& r) -> ResultValue {
                           if (!r.space || !has_answer(r.impact.status)) return {};
                           const auto& joints = loop ? r.space->loops : r.space->joints;
                           return (joints[index].*part)[static_cast<Eigen::Index>(i)];
                         }});
}

ResultShape shape_of(const spatial::Scene& scene) {
  ResultShape shape{.in_space = true};
  shape.required_friction = scene.required_friction;
  for (const spatial::SceneContact& contact : scene.contacts) {
    shape.contacts.push_back(contact.material.name);
    shape.tangents.push_back(contact.stop ? 0 : 2);
  }
  for (const spatial::Body& body : scene.model.bodies()) shape.bodies.push_back(body.name);
  shape.joints = spatial::joint_impulse_names(scene.model);
  for (const spatial::Loop& loop : scene.model.loops()) shape.loops.push_back(loop.name);
  shape.velocities = scene.model.nv();
  return shape;
}

}  // namespace carom
