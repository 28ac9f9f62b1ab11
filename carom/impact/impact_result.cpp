#include <carom/impact/impact_result.hpp>

#include <fmt/format.h>

#include <cmath>

namespace carom {
namespace {

const char* si_unit_of(NoteMeasure measure) {
  switch (measure) {
    case NoteMeasure::length: return "m";
    case NoteMeasure::speed: return "m/s";
    case NoteMeasure::energy: return "J";
  }
  return "";
}

}  // namespace

std::vector<std::size_t> lifted_contacts(const ImpactResult& result) {
  std::vector<std::size_t> lifted;
  if (!has_answer(result.status)) return lifted;
  for (std::size_t k = 0; k < result.contacts.size(); ++k) {
    const Outcome outcome = result.contacts[k].outcome;
    if (outcome == Outcome::separates || outcome == Outcome::rebounds) lifted.push_back(k);
  }
  return lifted;
}

std::string note_of(const ImpactResult& result) {
  std::string text;
  const auto add = [&text](const std::string& note) { text += (text.empty() ? "" : "; ") + note; };
  for (const std::string& note : result.notes) add(note);
  for (const MeasuredNote& note : result.measured_notes)
    add(fmt::format("{}{:.6g} {}{}", note.before, note.value, si_unit_of(note.measure),
                    note.after));
  return text;
}

const char* to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::separates: return "separates";
    case Outcome::rebounds: return "rebounds";
    case Outcome::slides: return "slides";
    case Outcome::sticks: return "sticks";
    case Outcome::approaches: return "approaches";
  }
  return "";
}

const char* to_string(NoSolution reason) {
  switch (reason) {
    case NoSolution::rank_one: return "rank_one";
    case NoSolution::singular: return "singular";
    case NoSolution::rate_diverges: return "rate_diverges";
    case NoSolution::no_consistent_mode: return "no_consistent_mode";
    case NoSolution::no_termination: return "no_termination";
    case NoSolution::recompression: return "recompression";
    case NoSolution::no_zero_loss_root: return "no_zero_loss_root";
    case NoSolution::penetrating: return "penetrating";
    case NoSolution::no_compression: return "no_compression";
    case NoSolution::moment_singular: return "moment_singular";
  }
  return "";
}

const char* to_string(SlipCase slip_case) {
  switch (slip_case) {
    case SlipCase::i: return "i";
    case SlipCase::ii: return "ii";
    case SlipCase::iii: return "iii";
  }
  return "";
}

const char* to_string(PathEventKind kind) {
  switch (kind) {
    case PathEventKind::start: return "start";
    case PathEventKind::slip_stops: return "slip_stops";
    case PathEventKind::slip_starts: return "slip_starts";
    case PathEventKind::detaches: return "detaches";
    case PathEventKind::closes: return "closes";
    case PathEventKind::compression_starts: return "compression_starts";
    case PathEventKind::between: return "between";
    case PathEventKind::compression_ends: return "compression_ends";
    case PathEventKind::end: return "end";
  }
  return "";
}

const char* to_string(ContactMode mode) {
  switch (mode) {
    case ContactMode::open: return "open";
    case ContactMode::stick: return "stick";
    case ContactMode::slip_positive: return "slip+";
    case ContactMode::slip_negative: return "slip-";
    case ContactMode::slip: return "slip";
  }
  return "";
}

const char* to_string(Phase phase) {
  switch (phase) {
    case Phase::compression: return "compression";
    case Phase::restitution: return "restitution";
  }
  return "";
}

bool creates_energy(const ImpactResult& result) {
  if (!has_answer(result.status)) return false;
  double terms = 0;
  for (const ContactResult& c : result.contacts) {
    terms += (std::abs(c.impulse.t * c.u_before.t) + std::abs(c.impulse.t * c.u_after.t) +
              std::abs(c.impulse.t2 * c.u_before.t2) + std::abs(c.impulse.t2 * c.u_after.t2) +
              std::abs(c.impulse.n * c.u_before.n) + std::abs(c.impulse.n * c.u_after.n)) /
             2;
    if (c.moment)
      terms += std::abs(c.moment->impulse) *
               (std::abs(c.moment->u_before) + std::abs(c.moment->u_after)) / 2;
  }
  return result.energy.contact_work > created_work_tolerance * terms;
}

}  // namespace carom
