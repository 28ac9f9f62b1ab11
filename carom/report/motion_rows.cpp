#include <carom/multibody/planar/body_state.hpp>
#include <carom/report/motion_rows.hpp>

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace carom {
namespace {

void add_bodies(std::vector<RowColumn>& columns, const Scene& scene) {
  struct Quantity {
    const char *name, *unit;
  };
  constexpr std::array<Quantity, 6> quantities{
      {{"x", "m"}, {"y", "m"}, {"angle", "rad"}, {"vx", "m/s"}, {"vy", "m/s"}, {"omega", "rad/s"}}};
  for (const Body& body : scene.model.bodies())
    for (const Quantity& quantity : quantities)
      columns.push_back({fmt::format("bodies.{}.{}", body.name, quantity.name), quantity.unit});
}

/// Values and rates of the joints that move, and what all pass on.
void add_joints(std::vector<RowColumn>& columns, const Scene& scene, bool impulse) {
  for (const JointLoad& joint : joints_at(scene.model, scene.state)) {
    const std::string start = "joints." + joint.name;
    const bool turns = scene.model.joint(joint.body).kind == JointKind::revolute;
    if (joint.moves) {
      columns.push_back({start + ".value", turns ? "rad" : "m"});
      columns.push_back({start + ".rate", turns ? "rad/s" : "m/s"});
    }
    const char* load = impulse ? "impulse" : "force";
    for (const char* direction : {"x", "y"})
      columns.push_back({fmt::format("{}.{}.{}", start, load, direction), impulse ? "N s" : "N"});
    columns.push_back({start + ".moment", impulse ? "N m s" : "N m"});
  }
}

void add_energies(std::vector<RowColumn>& columns) {
  for (const LedgerTerm& term : ledger_terms)
    columns.push_back({fmt::format("energy.{}", term.key), "J"});
  columns.push_back({"energy.total", "J"});
}

std::vector<RowColumn> sample_columns(const Scene& scene) {
  std::vector<RowColumn> columns{{"t", "s"}};
  add_bodies(columns, scene);
  for (const SceneContact& contact : scene.contacts) {
    const std::string start = "contacts." + contact.material.name;
    columns.push_back({start + ".mode", ""});
    columns.push_back({start + ".gap", "m"});
    columns.push_back({start + ".force.t", "N"});
    columns.push_back({start + ".force.n", "N"});
  }
  add_joints(columns, scene, false);
  add_energies(columns);
  return columns;
}

std::vector<RowColumn> event_columns(const Scene& scene) {
  std::vector<RowColumn> columns{{"t", "s"}, {"event", ""}, {"contacts", ""}, {"status", ""}};
  add_bodies(columns, scene);
  for (const SceneContact& contact : scene.contacts) {
    const std::string start = "contacts." + contact.material.name;
    columns.push_back({start + ".mode", ""});
    for (const char* quantity : {"u_before", "u_after", "impulse"})
      for (const char* direction : {"t", "n"})
        columns.push_back({fmt::format("{}.{}.{}", start, quantity, direction),
                           quantity[0] == 'u' ? "m/s" : "N s"});
  }
  add_joints(columns, scene, true);
  add_energies(columns);
  columns.push_back({"note", ""});
  return columns;
}

/// What the impact of an event says of a contact of the scene; a null pointer if it does not.
const ContactResult* result_of(const MotionEvent& event, std::size_t contact) {
  if (!event.impact || !has_answer(event.impact->status)) return nullptr;
  const auto& order = event.impact_contacts;
  const auto found = std::find(order.begin(), order.end(), static_cast<int>(contact));
  if (found == order.end()) return nullptr;
  return &event.impact->contacts[static_cast<std::size_t>(found - order.begin())];
}

}  // namespace

MotionRows::MotionRows(const Scene& scene, Kind kind)
    : scene_(scene),
      columns_(kind == Kind::samples ? sample_columns(scene) : event_columns(scene)),
      writer_(columns_, RowFormat::csv) {}

void MotionRows::bodies(std::string& out, const State& state) {
  const Kinematics k = kinematics(scene_.model, state);
  for (const BodyState& body : body_states(scene_.model, k))
    for (const double x : {body.centre.x(), body.centre.y(), body.angle, body.twist.velocity.x(),
                           body.twist.velocity.y(), body.twist.rate})
      writer_.cell(out, x);
}

void MotionRows::joints(std::string& out, const std::vector<JointLoad>& loads, bool loaded) {
  for (const JointLoad& joint : loads) {
    if (joint.moves)
      for (const double x : {joint.value, joint.rate}) writer_.cell(out, x);
    for (const double x : {joint.load.x(), joint.load.y(), joint.moment})
      writer_.cell(out, loaded ? ResultValue(x) : ResultValue());
  }
}

void MotionRows::ledger(std::string& out, const MotionLedger& l) {
  for (const LedgerTerm& term : ledger_terms) writer_.cell(out, l.*term.value);
  writer_.cell(out, l.total());
}

std::string MotionRows::row(const MotionSample& sample) {
  std::string out;
  writer_.begin(out, false);
  writer_.cell(out, sample.state.t);
  bodies(out, sample.state);
  for (std::size_t i = 0; i < scene_.contacts.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    writer_.cell(out, std::string_view(to_string(sample.modes[i])));
    for (const double x : {sample.gap[row], sample.force[2 * row], sample.force[2 * row + 1]})
      writer_.cell(out, x);
  }
  joints(out, sample.joints, true);
  ledger(out, sample.ledger);
  writer_.end(out);
  return out;
}

std::string MotionRows::row(const MotionEvent& event) {
  std::string out;
  writer_.begin(out, false);
  writer_.cell(out, event.state.t);
  writer_.cell(out, std::string_view(to_string(event.kind)));
  std::string names;
  for (const int contact : event.contacts)
    names += (names.empty() ? "" : "; ") +
             scene_.contacts[static_cast<std::size_t>(contact)].material.name;
  writer_.cell(out, names);
  writer_.cell(out, std::string_view(event.impact ? to_string(event.impact->status) : ""));
  bodies(out, event.state);
  for (std::size_t i = 0; i < scene_.contacts.size(); ++i) {
    writer_.cell(out, std::string_view(to_string(event.modes[i])));
    const ContactResult* result = result_of(event, i);
    for (const auto member :
         {&ContactResult::u_before, &ContactResult::u_after, &ContactResult::impulse}) {
      writer_.cell(out, result ? ResultValue((result->*member).t) : ResultValue());
      writer_.cell(out, result ? ResultValue((result->*member).n) : ResultValue());
    }
  }
  const bool loaded = !event.joints.empty();
  joints(out, loaded ? event.joints : joints_at(scene_.model, event.state), loaded);
  ledger(out, event.ledger);
  writer_.cell(out, event.note);
  writer_.end(out);
  return out;
}

}  // namespace carom
