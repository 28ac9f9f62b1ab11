#include <carom/simulation/contact_motion.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// A frame and how it moves: a body's, the world's, or that of a prescribed motion.
struct Side {
  Eigen::Vector2d x = Eigen::Vector2d::Zero();
  Eigen::Vector2d v = Eigen::Vector2d::Zero();
  Eigen::Vector2d a = Eigen::Vector2d::Zero();
  double rate = 0;
  double angular = 0;

  Eigen::Vector2d velocity(const Eigen::Vector2d& c) const { return v + rate * perp(c - x); }
};

Side side_of(int body, const Instant& now) {
  if (body == world) return {};
  const auto b = static_cast<std::size_t>(body);
  Side s{now.k.pose[b].position, now.k.twist[b].velocity};
  s.rate = now.k.twist[b].rate;
  if (now.frames.empty()) return s;
  s.a = now.frames[b].linear;
  s.angular = now.frames[b].angular;
  return s;
}

Side second_side(const SceneContact& contact, const ContactPair& pair, const Instant& now) {
  const PrescribedMotion& motion = contact.surface_motion;
  if (!motion.moves()) return side_of(pair.second.body, now);
  const Twist twist = twist_after(motion, now.elapsed);
  const Twist change = acceleration_after(motion, now.elapsed);
  return {motion.about + travel_after(motion, now.elapsed).position, twist.velocity,
          change.velocity, twist.rate, change.rate};
}

/// A contact pair at an instant: both frames, both points.
struct Placed {
  Side a, b;
  Pose moved{};
  Eigen::Vector2d at_a, at_b;  ///< the features' points, world, m
};

Placed placed(const SceneContact& contact, const ContactPair& pair, const Instant& now) {
  Placed p{side_of(pair.first.body, now),
           second_side(contact, pair, now),
           {},
           point_position(now.k, pair.first.body, point_of(pair.first)),
           point_position(now.k, pair.second.body, point_of(pair.second))};
  if (!contact.surface_motion.moves()) return p;
  p.moved = displacement(contact.surface_motion, now.elapsed);
  const Eigen::Vector2d x = direction(p.moved.angle);
  p.at_b = p.moved.position + p.at_b.x() * x + p.at_b.y() * perp(x);
  return p;
}

/// How the frame of a contact moves.
struct FrameMotion {
  double turning = 0;            ///< Ω
  Eigen::Vector2d place_rate{};  ///< ċ
};

FrameMotion frame_motion(const ContactPair& pair, const Placed& p, const ContactFrame& f,
                         double u_n) {
  const Eigen::Vector2d v_a = p.a.velocity(p.at_a);
  const Eigen::Vector2d v_b = p.b.velocity(p.at_b);
  const Eigen::Vector2d n = f.normal();
  if (!is_edge(pair.first) && !is_edge(pair.second)) {
    const double turning = cross(n, v_a - v_b) / (p.at_a - p.at_b).norm();
    return {turning, v_b - radius_of(pair.second) * turning * f.tangent};
  }
  // The foot of the round side's centre, height above the edge: c = x − height·n.
  const bool edge_second = is_edge(pair.second);
  const double sign = edge_second ? 1 : -1;
  const double turning = edge_second ? p.b.rate : p.a.rate;
  const double height = f.gap + radius_of(edge_second ? pair.first : pair.second);
  return {turning, (edge_second ? v_a : v_b) - sign * (u_n * n - height * turning * f.tangent)};
}

ContactMotion stop_motion(const JointStop& stop, const Instant& now, int coordinate) {
  ContactMotion m;
  m.stop = true;
  m.coordinate = coordinate;
  m.sign = stop.upper ? -1 : 1;
  m.gap = m.sign * (now.x.q[coordinate] - stop.limit);
  m.inside = std::numeric_limits<double>::infinity();
  m.u = {0, m.sign * now.x.v[coordinate]};
  m.du = {0, now.a.size() > 0 ? m.sign * now.a[coordinate] : 0.0};
  m.surface.setZero();
  return m;
}

}  // namespace

Pose displacement(const PrescribedMotion& motion, double seconds) {
  Pose moved = travel_after(motion, seconds);
  const Eigen::Vector2d x = direction(moved.angle);
  if (moved.angle != 0)
    moved.position += motion.about - motion.about.x() * x - motion.about.y() * perp(x);
  return moved;
}

ContactMotion contact_motion(const SceneContact& contact, const Model& model, const Instant& now) {
  if (const auto* stop = std::get_if<JointStop>(&contact.geometry))
    return stop_motion(*stop, now, model.first_coordinate(stop->body));
  const auto& pair = std::get<ContactPair>(contact.geometry);
  const Placed p = placed(contact, pair, now);
  ContactMotion m;
  m.frame = contact_frame(pair, now.k, p.moved);
  m.gap = m.frame.gap;
  m.inside = m.frame.inside;
  const Eigen::Vector2d& c = m.frame.position;
  const Eigen::Vector2d t = m.frame.tangent;
  const Eigen::Vector2d n = m.frame.normal();
  const Eigen::Vector2d r = p.a.velocity(c) - p.b.velocity(c);
  m.u = {t.dot(r), n.dot(r)};
  m.spin = p.a.rate - p.b.rate;
  m.surface_rate = twist_after(contact.surface_motion, now.elapsed).rate;
  m.surface.setZero();
  if (contact.surface_motion.moves()) m.surface = {t.dot(p.b.velocity(c)), n.dot(p.b.velocity(c))};
  m.du.setZero();
  if (now.frames.empty()) return m;

  // ṙ of the velocities at the moving place c (T10.3).
  const FrameMotion f = frame_motion(pair, p, m.frame, m.u.y());
  const auto rate_at = [&](const Side& s) -> Eigen::Vector2d {
    return s.a + s.angular * perp(c - s.x) + s.rate * perp(f.place_rate - s.v);
  };
  const Eigen::Vector2d dr = rate_at(p.a) - rate_at(p.b);
  m.du = {t.dot(dr) + f.turning * m.u.y(), n.dot(dr) - f.turning * m.u.x()};
  return m;
}

GapSample gap_sample(const SceneContact& contact, const Model& model, const Instant& now) {
  GapSample s;
  if (const auto* stop = std::get_if<JointStop>(&contact.geometry)) {
    const ContactMotion m = stop_motion(*stop, now, model.first_coordinate(stop->body));
    s.value = m.gap;
    s.rate = m.u.y();
    return s;
  }
  const auto& pair = std::get<ContactPair>(contact.geometry);
  const Placed p = placed(contact, pair, now);
  const Eigen::Vector2d d = p.at_a - p.at_b;
  const Eigen::Vector2d velocity = p.a.velocity(p.at_a) - p.b.velocity(p.at_b);
  s.distance = d.norm();
  s.speed = velocity.norm();
  if (!is_edge(pair.first) && !is_edge(pair.second)) {
    s.radius = radius_of(pair.first) + radius_of(pair.second);
    s.value = (s.distance - s.radius) * (s.distance + s.radius) / (2 * s.radius);
    s.rate = d.dot(velocity) / s.radius;
    return s;
  }
  const Side& edge = is_edge(pair.second) ? p.b : p.a;
  s.turning = std::abs(edge.rate);
  const ContactFrame f = contact_frame(pair, now.k, p.moved);
  s.value = f.gap;
  s.rate = f.normal().dot(p.a.velocity(f.position) - p.b.velocity(f.position));
  return s;
}

std::vector<int> bodies_of(const SceneContact& contact, const Model& model) {
  std::vector<bool> counts(model.bodies().size(), false);
  const auto count = [&](int body) {
    for (; body != world; body = model.joint(body).parent)
      counts[static_cast<std::size_t>(body)] = true;
  };
  if (const auto* stop = std::get_if<JointStop>(&contact.geometry)) count(stop->body);
  if (const auto* pair = std::get_if<ContactPair>(&contact.geometry)) {
    count(pair->first.body);
    count(pair->second.body);
  }
  std::vector<int> bodies;
  for (const int body : model.order())
    if (counts[static_cast<std::size_t>(body)]) bodies.push_back(body);
  return bodies;
}

}  // namespace carom
