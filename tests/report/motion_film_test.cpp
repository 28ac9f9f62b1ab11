// A motion as JSON: what the page plays is what the simulation said.

#include <carom/impact/laws.hpp>
#include <carom/io/motion_file.hpp>
#include <carom/report/picture/motion_film.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace carom {
namespace {

using Json = nlohmann::ordered_json;

/// A ball falls 1 m on a floor that rises.
constexpr const char* lift = R"(
gravity: 10
bodies:
  ball: {disc: {radius: 0.1}, mass: 2, position: [3, 1.1], velocity: [0.5, 0]}
surfaces:
  lift: {velocity: [0, 0.25]}
contacts:
  hit: {between: [ball, lift], restitution: 0.5, friction: 0}
simulation: {duration: 500 ms, sample: 100 ms}
)";

struct Played {
  Json film;
  std::vector<MotionSample> samples;
  std::vector<MotionEvent> events;
  SimulationEnd end;
};

Played play(const char* text, const MotionOverrides& wishes) {
  const StatedMotion motion = read_motion(text, FileFormat::yaml, wishes);
  Played played;
  MotionFilm film;
  MotionObserver observer;
  observer.sample = [&](const MotionSample& sample) {
    add(film, motion.scene, sample);
    played.samples.push_back(sample);
    return true;
  };
  observer.event = [&](const MotionEvent& event) {
    add(film, motion.scene, event);
    played.events.push_back(event);
    return true;
  };
  played.end = simulate(motion.scene, motion.options, observer);
  played.film = Json::parse(to_json(film, motion.scene, motion.options, played.end));
  return played;
}

TEST(MotionFilm, SaysByWhichLawHowLongAndHowFinelyItMoved) {
  const Json own = play(lift, {}).film["simulation"];
  EXPECT_EQ(own["law"], "stronge");
  EXPECT_EQ(own["duration"], 0.5);
  EXPECT_EQ(own["sample"], 0.1);
  const Json other = play(lift, {.law = "newton", .duration = "0.25 s", .sample = 0.05}).film;
  EXPECT_EQ(other["simulation"]["law"], "newton");
  EXPECT_EQ(other["simulation"]["duration"], 0.25);
  EXPECT_EQ(other["samples"].size(), 6U);
}

TEST(MotionFilm, HasThePosesModesAndLedgerOfEverySample) {
  const Played played = play(lift, {});
  ASSERT_EQ(played.film["samples"].size(), played.samples.size());
  for (std::size_t i = 0; i < played.samples.size(); ++i) {
    const Json& shown = played.film["samples"][i];
    const MotionSample& sample = played.samples[i];
    EXPECT_EQ(shown["t"], sample.state.t);
    // The body's frame is at the ball's centre: x = 3 + t/2, whatever the floor does.
    ASSERT_EQ(shown["poses"].size(), 3U);
    EXPECT_NEAR(shown["poses"][0], 3 + 0.5 * sample.state.t, 1e-12);
    EXPECT_EQ(shown["modes"], Json::array({"open"}));
    const Json& ledger = shown["ledger"];
    ASSERT_EQ(ledger.size(), std::size(ledger_terms) + 1);
    EXPECT_EQ(ledger[0], sample.ledger.kinetic);
    EXPECT_EQ(ledger.back(), sample.ledger.total());
  }
}

TEST(MotionFilm, MovesWhatIsPrescribedFromWhereThePictureHasIt) {
  const Played played = play(lift, {});
  for (const Json& sample : played.film["samples"]) {
    ASSERT_EQ(sample["driven"].size(), 3U);
    EXPECT_EQ(sample["driven"][0], 0);
    EXPECT_NEAR(sample["driven"][1], 0.25 * sample["t"].get<double>(), 1e-15);
    EXPECT_EQ(sample["driven"][2], 0);
  }
  const std::string still = std::string(lift).replace(std::string(lift).find("velocity: [0, 0.25]"),
                                                      19, "velocity: [0, 0.00]");
  const Played at_rest = play(still.c_str(), {});
  for (const Json& sample : at_rest.film["samples"]) EXPECT_TRUE(sample["driven"].empty());
}

TEST(MotionFilm, AnImpactIsToldInTheWordsOfItsResult) {
  const Played played = play(lift, {});
  const Json& events = played.film["events"];
  ASSERT_EQ(events.size(), played.events.size());
  EXPECT_EQ(events.front()["kind"], "start");
  EXPECT_EQ(events.back()["kind"], "end");
  EXPECT_FALSE(events.front().contains("impact"));
  // 1 − 5 t² = t/4: the ball meets the floor on its way up.
  const double t = (-0.25 + std::sqrt(0.0625 + 20)) / 10;
  const Json& hit = events[1];
  EXPECT_EQ(hit["kind"], "impact");
  EXPECT_EQ(hit["contacts"], Json::array({"hit"}));
  EXPECT_NEAR(hit["t"], t, 1e-12);
  const Json& contact = hit["impact"]["contacts"][0];
  EXPECT_NEAR(contact["u_before"]["n"], -10 * t - 0.25, 1e-11);
  EXPECT_NEAR(contact["u_after"]["n"], 0.5 * (10 * t + 0.25), 1e-11);
  EXPECT_EQ(played.film["end"]["reason"], "finished");
  EXPECT_EQ(played.film["end"]["impacts"], 1);
  EXPECT_EQ(played.film["end"]["t"], 0.5);
}

TEST(MotionFilm, AMotionWithoutMomentsIsStillJson) {
  const StatedMotion motion = read_motion(lift, FileFormat::yaml, {});
  const Json film = Json::parse(to_json(MotionFilm{}, motion.scene, motion.options, {}));
  EXPECT_TRUE(film["samples"].empty());
  EXPECT_TRUE(film["events"].empty());
  EXPECT_EQ(film["picture"]["bodies"].size(), 1U);
}

}  // namespace
}  // namespace carom
