/// @file
/// Two whole convex shapes: which of the ways in which they may meet is real.
///
/// Corners and sides meet in many ways, and where a corner is at the end of a side two ways look alike: a box
/// that slides over the rim of another one passes the line of its side. Two convex shapes are apart as long as
/// the line of one of their sides has the other shape in front,
///
///     s(E) = min over the other's corners of their gaps to E,   apart <=> max over E of s(E) > 0       (T10.16)
///
/// so a corner meets a side E only if s(E) = 0, and only if no other side, not parallel to E, keeps the two
/// apart for longer: of those with s = 0 the one that closes slowest is met.
#pragma once

#include <carom/simulation/contact_motion.hpp>

#include <array>
#include <optional>
#include <vector>

namespace carom {

/// The contacts with one side of one of two shapes: every corner of the other.
struct PairSide {
  std::array<int, 2> of{};      ///< the shape, 0 or 1, and the number of its side
  std::vector<int> contacts{};  ///< of the scene
};

/// Two shapes.
struct ConvexPair {
  std::vector<PairSide> sides{};
  bool outlined = false;  ///< both have three sides at least: they are apart or overlap
};

/// The pairs of a scene, and where its contacts are in them.
struct ConvexPairs {
  std::vector<ConvexPair> pairs{};
  std::vector<std::array<int, 2>> place{};  ///< by contact: its pair and side; -1: in none
};

/// Shapes that are not convex are left out.
ConvexPairs convex_pairs(const Scene& scene);

/// How far apart overlaps may be taken for none and speeds for equal.
struct PairTolerance {
  double gap = 0;      ///< m: sides that keep apart by no less than minus this
  double overlap = 0;  ///< m: the same of the contact's own side, where others overlap a little
  double speed = 0;    ///< m/s
};

/// Whether the contact, whose gap is zero, is one where the shapes meet. True of a contact in no pair.
bool is_met(const ConvexPairs& pairs, const Scene& scene, int contact, const Instant& now,
            const PairTolerance& tolerance);

/// How deep two outlined shapes overlap, m; negative: apart.
double overlap_of(const ConvexPair& pair, const Scene& scene, const Instant& now);

}  // namespace carom
