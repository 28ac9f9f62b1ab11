#include <carom/impact/energy_steps.hpp>

#include <algorithm>
#include <utility>

namespace carom {
namespace {

/// The levels from the first one on.
struct Stairs {
  double level{};
  std::vector<EnergyStep> steps{};

  void add(EnergyStepKind kind, double change) {
    steps.push_back({.kind = kind, .change = change, .start = level, .end = level + change});
    level += change;
  }
};

/// The sum of one work over all contacts.
template <class Work>
double sum_over(const std::vector<ContactResult>& contacts, Work work) {
  double sum = 0;
  for (const ContactResult& contact : contacts) sum += work(contact);
  return sum;
}

}  // namespace

std::vector<EnergyStep> energy_steps(const ImpactResult& result) {
  if (!has_answer(result.status)) return {};
  const auto& contacts = result.contacts;
  using C = ContactResult;
  Stairs stairs{.level = result.energy.before.value_or(0)};
  if (result.energy.drive) stairs.add(EnergyStepKind::surface, *result.energy.drive);
  if (std::all_of(contacts.begin(), contacts.end(), [](const C& c) {
        return c.work.normal_compression && c.work.normal_restitution;
      })) {
    stairs.add(EnergyStepKind::compression,
               sum_over(contacts, [](const C& c) { return *c.work.normal_compression; }));
    stairs.add(EnergyStepKind::restitution,
               sum_over(contacts, [](const C& c) { return *c.work.normal_restitution; }));
  } else {
    stairs.add(EnergyStepKind::normal,
               sum_over(contacts, [](const C& c) { return c.work.normal; }));
  }
  stairs.add(EnergyStepKind::friction,
             sum_over(contacts, [](const C& c) { return c.work.friction; }));
  if (std::any_of(contacts.begin(), contacts.end(), [](const C& c) { return c.moment; }))
    stairs.add(EnergyStepKind::moment,
               sum_over(contacts, [](const C& c) { return c.moment ? c.moment->work : 0; }));
  return std::move(stairs.steps);
}

const char* to_string(EnergyStepKind kind) {
  switch (kind) {
    case EnergyStepKind::surface: return "surface";
    case EnergyStepKind::compression: return "compression";
    case EnergyStepKind::restitution: return "restitution";
    case EnergyStepKind::normal: return "normal";
    case EnergyStepKind::friction: return "friction";
    case EnergyStepKind::moment: return "moment";
  }
  return "";
}

}  // namespace carom
