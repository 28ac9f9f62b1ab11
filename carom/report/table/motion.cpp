#include <carom/impact/at_once/simultaneous.hpp>
#include <carom/impact/laws.hpp>
#include <carom/report/table/motion.hpp>
#include <carom/report/table/vehicle.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>

namespace carom {
namespace {

constexpr std::size_t most_first = 16;
constexpr std::size_t most_last = 8;
/// Columns of text that the names of an event's contacts may take.
constexpr int longest_names = 34;

std::string names_of(const Scene& scene, const MotionEvent& event) {
  std::string names;
  for (const int contact : event.contacts)
    names += (names.empty() ? "" : ", ") +
             plain(scene.contacts[static_cast<std::size_t>(contact)].material.name);
  return shortened(names, longest_names);
}

/// Nine digits, as many as a time of an event needs to be compared with a closed form.
std::string time_text(double t) { return fmt::format("{:.9g}", t + 0.0); }

/// u of the first contact of an impact, "-4.42945 → 2.21472"; "" for what is none.
/// @param speed  one unit of it in m/s
std::string change_of(const MotionEvent& event, double ContactVector::* component, double speed) {
  if (!event.impact || event.impact->contacts.empty() || event.contacts.empty()) return "";
  const auto& order = event.impact_contacts;
  const auto found = std::find(order.begin(), order.end(), event.contacts.front());
  if (found == order.end()) return "";
  const ContactResult& c = event.impact->contacts[static_cast<std::size_t>(found - order.begin())];
  const std::string before = short_number(c.u_before.*component / speed);
  if (!has_answer(event.impact->status)) return before + " → ?";
  return before + " → " + short_number(c.u_after.*component / speed);
}

std::vector<Cell> event_row(const Scene& scene, const MotionEvent& event, std::int64_t number,
                            double speed) {
  std::string what = to_string(event.kind);
  std::replace(what.begin(), what.end(), '_', ' ');
  return {{std::to_string(number), Tint::faint},
          {time_text(event.state.t)},
          {what},
          {names_of(scene, event)},
          {change_of(event, &ContactVector::n, speed)},
          {change_of(event, &ContactVector::t, speed)}};
}

std::string events_table(const Scene& scene, const EventDigest& events, const TextStyle& style) {
  const ShownUnit speed = unit_of(Measure::speed, style.units);
  TextTable table{{Align::right, Align::right, Align::left, Align::left, Align::left, Align::left},
                  {}};
  table.rows.push_back({{""},
                        {"t, s", Tint::strong},
                        {"event", Tint::strong},
                        {"contact", Tint::strong},
                        {"u_n, " + speed.symbol, Tint::strong},
                        {"u_t, " + speed.symbol, Tint::strong}});
  std::int64_t number = 0;
  for (const MotionEvent& event : events.first())
    table.rows.push_back(event_row(scene, event, ++number, speed.si));
  if (events.left_out() > 0)
    table.rows.push_back({{""}, {"..."}, {fmt::format("{} more", events.left_out()), Tint::faint}});
  number = events.count() - static_cast<std::int64_t>(events.last().size());
  for (const MotionEvent& event : events.last())
    table.rows.push_back(event_row(scene, event, ++number, speed.si));
  return render(table, style);
}

/// What the events say besides, each once.
std::string notes(const EventDigest& events, const TextStyle& style) {
  std::vector<std::string> said;
  const auto add = [&](const MotionEvent& event) {
    if (event.note.empty()) return;
    if (std::find(said.begin(), said.end(), event.note) == said.end()) said.push_back(event.note);
  };
  for (const MotionEvent& event : events.first()) add(event);
  for (const MotionEvent& event : events.last()) add(event);
  std::string text;
  for (const std::string& note : said) text += wrapped("Note: " + plain(note), style.width, 0, 2);
  return text;
}

std::string ledger_table(const MotionLedger& start, const MotionLedger& end,
                         const TextStyle& style) {
  const double scale = std::abs(start.total()) + std::abs(end.kinetic) + std::abs(end.impacts);
  const ShownUnit energy = unit_of(Measure::energy, style.units);
  const auto number = [&](double x) {
    return short_number(without_rounding(x, scale) / energy.si);
  };
  TextTable table{{Align::left}, {}};
  table.rows.push_back({{"energy, " + energy.symbol, Tint::strong},
                        {"start", Tint::strong},
                        {"end", Tint::strong},
                        {"change", Tint::strong}});
  for (const LedgerTerm& term : ledger_terms) {
    const double a = start.*term.value;
    const double b = end.*term.value;
    if (a == 0 && b == 0) continue;
    table.rows.push_back({{term.words}, {number(a)}, {number(b)}, {number(b - a)}});
  }
  return render(table, style);
}

std::string counted(std::int64_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace

void EventDigest::add(const MotionEvent& event) {
  ++count_;
  if (first_.size() < most_first) {
    first_.push_back(event);
    return;
  }
  last_.push_back(event);
  if (last_.size() > most_last) last_.pop_front();
}

std::int64_t EventDigest::left_out() const {
  return count_ - static_cast<std::int64_t>(first_.size() + last_.size());
}

std::string motion_vehicle_table(const Scene& scene, const EventDigest& events,
                                 const TextStyle& style) {
  std::string text;
  const auto add = [&](const MotionEvent& event) {
    if (!event.impact || !has_answer(event.impact->status)) return;
    const VehicleReport report =
        vehicle_report(scene.model, event.state, event.velocity_before, *event.impact);
    text += "\n" +
            tinted(fmt::format("Impact at t = {} s: {}", time_text(event.state.t),
                               names_of(scene, event)),
                   Tint::strong, style) +
            "\n" + vehicle_table(report, *event.impact, style);
  };
  for (const MotionEvent& event : events.first()) add(event);
  if (events.left_out() > 0)
    text += fmt::format("\n... {} events are left out here; json has all\n", events.left_out());
  for (const MotionEvent& event : events.last()) add(event);
  if (text.empty()) return "\nNo impact: nothing to report on vehicles.\n";
  return text + "\n" + vehicle_legend(style);
}

std::string motion_table(const Scene& scene, const SimulationOptions& options,
                         const EventDigest& events, const SimulationEnd& end,
                         const TextStyle& style) {
  const std::string title = scene.name.empty() ? "Motion" : plain(scene.name);
  std::string text = tinted(title, Tint::strong, style) + "\n";
  text += fmt::format("law {}, simultaneous collisions {}\n\n", law_of(options.law).name,
                      to_string(options.simultaneous));
  text += events_table(scene, events, style) + notes(events, style) + "\n";
  const MotionLedger start = events.count() > 0 ? events.first().front().ledger : end.ledger;
  text += ledger_table(start, end.ledger, style) + "\n";
  const bool whole = end.reason == StopReason::finished;
  const std::string how = fmt::format("{} at t = {} s after {} and {}{}",
                                      whole ? "Finished" : "Stopped", time_text(end.state.t),
                                      counted(end.events, "event"), counted(end.impacts, "impact"),
                                      end.message.empty() ? "." : ": " + plain(end.message));
  text += whole ? wrapped(how, style.width) : tinted(how, Tint::alarm, style) + "\n";
  const std::string objection = ledger_objection(end);
  text += objection.empty()
              ? fmt::format("The energy balances to {:.1g} of its largest sum.\n", end.ledger_error)
              : tinted(objection, Tint::alarm, style) + "\n";
  return text;
}

std::string ledger_objection(const SimulationEnd& end) {
  if (end.ledger_error <= ledger_limit) return "";
  return fmt::format(
      "the energy does not balance: off by {:.2g} of its largest sum (limit {:.0g}); "
      "a smaller --tolerance may help",
      end.ledger_error, ledger_limit);
}

}  // namespace carom
