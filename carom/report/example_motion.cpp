#include <carom/io/embedded.hpp>
#include <carom/io/result/motion_json.hpp>
#include <carom/multibody/planar/body_state.hpp>
#include <carom/report/example_motion.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

namespace carom {
namespace {

using Json = nlohmann::ordered_json;

std::string_view example_text(const std::string& name) {
  for (const EmbeddedFile& file : embedded_files())
    if (file.name == "examples/" + name) return file.text;
  throw std::invalid_argument("no example " + name);
}

}  // namespace

ExampleMotion example_motion(const std::string& name, int number, const std::string& law) {
  ExampleMotion run{.motion =
                        read_motion(example_text(name), FileFormat::yaml,
                                    {.source = name,
                                     .number = number,
                                     .law = law.empty() ? std::nullopt : std::optional(law)})};
  run.end = simulate(run.motion.scene, run.motion.options,
                     {.sample =
                          [&](const MotionSample& s) {
                            run.moments.push_back({s.state, s.ledger, false});
                            return true;
                          },
                      .event =
                          [&](const MotionEvent& e) {
                            run.events.push_back(e);
                            run.moments.push_back({e.state, e.ledger, true});
                            return true;
                          }});
  return run;
}

std::string motion_document(const std::string& reference) {
  const Json wanted = Json::parse(reference);
  const ExampleMotion run = example_motion(wanted.at("example"), wanted.at("problem").get<int>(),
                                           wanted.value("law", std::string()));
  const Model& model = run.motion.scene.model;
  Json impacts = Json::object();
  for (const MotionEvent& event : run.events) {
    if (event.kind != MotionEventKind::impact) continue;
    impacts["t"].push_back(event.state.t);
    const std::vector<BodyState> states = body_states(model, kinematics(model, event.state));
    for (std::size_t b = 0; b < states.size(); ++b) {
      Json& body = impacts[model.bodies()[b].name];
      body["x"].push_back(states[b].centre.x());
      body["y"].push_back(states[b].centre.y());
      body["vx"].push_back(states[b].twist.velocity.x());
      body["vy"].push_back(states[b].twist.velocity.y());
      body["omega"].push_back(states[b].twist.rate);
    }
  }
  return Json{{"impacts", impacts}, {"end", Json::parse(to_json(run.end))}}.dump();
}

}  // namespace carom
