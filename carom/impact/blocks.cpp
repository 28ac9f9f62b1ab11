#include <carom/impact/blocks.hpp>

#include <carom/impact/restore.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace carom {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using Block = std::vector<std::size_t>;

bool feel_each_other(const Contacts& c, std::size_t i, std::size_t j) {
  const ContactRows& a = c.rows[i];
  const ContactRows& b = c.rows[j];
  return (c.W.block(a.first, b.first, a.count(), b.count()).array() != 0).any();
}

/// The rows of a block in a vector of all contacts.
std::vector<Index> rows_of_block(const Contacts& c, const Block& block) {
  std::vector<Index> rows;
  for (const std::size_t k : block) append_rows(c.rows[k], rows);
  return rows;
}

/// The same in the vectors of a result.
std::vector<Index> result_rows_of_block(const Contacts& c, const Block& block) {
  std::vector<Index> rows;
  for (const std::size_t k : block) append_rows(result_rows(c, k), rows);
  return rows;
}

/// What the contacts of the whole do while one block after the other is followed.
struct Progress {
  VectorXd p{};
  VectorXd u{};
  std::vector<ContactMode> modes{};
};

/// A contact to which nothing happens.
ContactMode idle_mode(const ContactVector& u) {
  if (u.n > 0) return ContactMode::open;
  if (!has_tangential(u)) return ContactMode::stick;
  if (u.tangents == 2) return ContactMode::slip;
  return u.t > 0 ? ContactMode::slip_positive : ContactMode::slip_negative;
}

Progress start_of(const Contacts& c, const std::vector<Block>& blocks,
                  const std::vector<ImpactResult>& parts) {
  Progress now{{}, c.u, {}};
  give_stops_two_rows(c, now.u);
  now.p.setZero(now.u.size());
  for (const ContactRows& rows : c.rows) now.modes.push_back(idle_mode(vector_at(c.u, rows)));
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (std::size_t i = 0; i < blocks[b].size() && !parts[b].path.empty(); ++i)
      now.modes[blocks[b][i]] = parts[b].path.front().modes[i];
  return now;
}

/// An event of a block as one of the whole.
PathEvent event_of_whole(const Contacts& c, const PathEvent& part, const Block& block,
                         Progress& now) {
  PathEvent event = part;
  const std::vector<Index> rows = result_rows_of_block(c, block);
  now.p(rows) = part.p;
  now.u(rows) = part.u;
  for (std::size_t i = 0; i < block.size(); ++i) now.modes[block[i]] = part.modes[i];
  for (int& contact : event.contacts)
    contact = static_cast<int>(block[static_cast<std::size_t>(contact)]);
  event.p = now.p;
  event.u = now.u;
  event.modes = now.modes;
  return event;
}

std::vector<PathEvent> path_of_whole(const Contacts& c, const std::vector<Block>& blocks,
                                     const std::vector<ImpactResult>& parts) {
  Progress now = start_of(c, blocks, parts);
  std::vector<PathEvent> path;
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (const PathEvent& event : parts[b].path)
      path.push_back(event_of_whole(c, event, blocks[b], now));
  return path;
}

int severity(ImpactStatus status) {
  switch (status) {
    case ImpactStatus::no_impact: return 0;
    case ImpactStatus::solved: return 1;
    case ImpactStatus::tangential_impact: return 2;
    case ImpactStatus::undetermined: return 3;
    case ImpactStatus::no_solution: return 4;
  }
  return 0;
}

/// The other answers of each block, with the given answer of the rest.
void add_alternatives(const Contacts& c, const std::vector<Block>& blocks,
                      const std::vector<ImpactResult>& parts, const VectorXd& p, const VectorXd& u,
                      ImpactResult& whole) {
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (const Alternative& other : parts[b].alternatives) {
      const std::vector<Index> rows = result_rows_of_block(c, blocks[b]);
      Alternative alternative{p, u};
      alternative.p(rows) = other.p;
      alternative.u_after(rows) = other.u_after;
      whole.alternatives.push_back(std::move(alternative));
    }
}

/// Parameters of contacts that took no part.
void add_idle_notes(const std::vector<Contact>& contacts, const Contacts& c, const Block& block,
                    ImpactResult& whole) {
  for (const std::size_t k : block) {
    if (contacts[k].restitution.value_or(0) != 0)
      whole.notes.push_back(contact_label(contacts[k], k) +
                            ".restitution: not used, the contact does not collide");
    if (!contacts[k].friction && !c.rows[k].is_stop())
      whole.notes.push_back(contact_label(contacts[k], k) + ".friction: not given, taken as 0");
  }
}

Energy sum_of(const std::vector<ImpactResult>& parts) {
  Energy sum{.before = 0, .after = 0};
  for (const ImpactResult& part : parts) {
    const Energy& e = part.energy;
    sum.before = sum.before && e.before ? std::optional(*sum.before + *e.before) : std::nullopt;
    sum.after = sum.after && e.after ? std::optional(*sum.after + *e.after) : std::nullopt;
    sum.contact_work += e.contact_work;
    sum.change += e.change;
    if (e.drive) sum.drive = sum.drive.value_or(0) + *e.drive;
  }
  return sum;
}

/// A note that several blocks share is given once.
void add_notes(const std::vector<std::string>& notes, ImpactResult& whole) {
  for (const std::string& note : notes)
    if (std::find(whole.notes.begin(), whole.notes.end(), note) == whole.notes.end())
      whole.notes.push_back(note);
}

/// Takes over what each block says of its contacts, its status and its notes.
void gather(const std::vector<Contact>& contacts, const Contacts& c,
            const std::vector<Block>& blocks, std::vector<ImpactResult>& parts,
            ImpactResult& whole) {
  whole.contacts.resize(contacts.size());
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    ImpactResult& part = parts[b];
    if (severity(part.status) > severity(whole.status)) whole.status = part.status;
    if (!whole.reason) whole.reason = part.reason;
    whole.residual = std::max(whole.residual, part.residual);
    if (part.status == ImpactStatus::no_impact)
      add_idle_notes(contacts, c, blocks[b], whole);
    else
      add_notes(part.notes, whole);
    std::move(part.measured_notes.begin(), part.measured_notes.end(),
              std::back_inserter(whole.measured_notes));
    for (std::size_t i = 0; i < blocks[b].size(); ++i)
      whole.contacts[blocks[b][i]] = std::move(part.contacts[i]);
  }
}

}  // namespace

std::vector<Block> blocks_of(const Contacts& c) {
  const std::size_t count = c.count();
  std::vector<std::size_t> leader(count);
  std::iota(leader.begin(), leader.end(), std::size_t{0});
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count; ++j) {
      if (leader[i] == leader[j] || !feel_each_other(c, i, j)) continue;
      const auto [low, high] = std::minmax({leader[i], leader[j]});
      std::replace(leader.begin(), leader.end(), high, low);
    }
  std::vector<Block> blocks;
  for (std::size_t first = 0; first < count; ++first) {
    if (leader[first] != first) continue;
    Block block;
    for (std::size_t k = first; k < count; ++k)
      if (leader[k] == first) block.push_back(k);
    blocks.push_back(std::move(block));
  }
  return blocks;
}

Contacts part_of(const Contacts& c, const Block& block) {
  const std::vector<Index> rows = rows_of_block(c, block);
  Contacts part;
  part.in_space = c.in_space;
  part.path_points = c.path_points;
  part.thresholds = c.thresholds;
  part.W = c.W(rows, rows);
  part.u = c.u(rows);
  part.surface_velocity = c.surface_velocity(rows);
  part.surface_moves = (part.surface_velocity.array() != 0).any();
  for (const std::size_t k : block) {
    append_contact(c.rows[k].tangents, part.rows);
    part.stick_lines.push_back(c.stick_lines[k]);
  }
  part.simultaneous = c.simultaneous;
  part.stop = c.stop;
  return part;
}

std::vector<Contact> part_of(const std::vector<Contact>& contacts, const Block& block) {
  std::vector<Contact> part;
  for (const std::size_t k : block) {
    part.push_back(contacts[k]);
    if (part.back().name.empty()) part.back().name = fmt::format("contact {}", k + 1);
  }
  return part;
}

ImpactResult merged(const Contacts& c, const std::vector<Contact>& contacts,
                    const std::vector<Block>& blocks, std::vector<ImpactResult> parts) {
  ImpactResult whole;
  whole.law = parts.front().law;
  if (c.projection) whole.notes.emplace_back("touching: the velocity was projected onto u_n = 0");
  gather(contacts, c, blocks, parts, whole);
  whole.energy = sum_of(parts);
  if (!c.surface_moves) whole.energy.drive.reset();
  write_projection(c, whole);
  const bool answered = has_answer(whole.status);
  VectorXd p = VectorXd::Zero(c.u.size());
  VectorXd u = c.u;
  for (std::size_t k = 0; k < contacts.size() && answered; ++k) {
    set_at(p, c.rows[k], whole.contacts[k].impulse);
    set_at(u, c.rows[k], whole.contacts[k].u_after);
  }
  add_coordinates(c, p, answered, whole);
  if (answered) {
    give_stops_two_rows(c, p);
    give_stops_two_rows(c, u);
    whole.path = path_of_whole(c, blocks, parts);
    add_alternatives(c, blocks, parts, p, u, whole);
  }
  return whole;
}

}  // namespace carom
