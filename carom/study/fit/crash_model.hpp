/// @file
/// From the unknowns of a reconstruction to a crash, and from its outcome to the quantities that evidence and
/// reports speak of.
#pragma once

#include <carom/io/fit/reconstruction_file.hpp>
#include <carom/io/tree/key.hpp>
#include <carom/study/fit/crash.hpp>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace carom {

/// A quantity of a crash, bound to its path.
struct CrashQuantity {
  std::string path{};
  bool is_angle = false;  ///< in degrees, and 360 of them are 0
  std::function<double(const Crash&, const CrashOutcome&, double drag)> value{};
};

/// How unknowns change the crash. Speeds, directions, masses, restitution, impulse ratios and the normal are set
/// directly; for other keys the scene is read again.
class CrashModel {
 public:
  /// @throws std::invalid_argument where a key is not in the scene, or the scene is no crash
  explicit CrashModel(const StatedReconstruction& stated);

  /// The crash with these values of the unknowns, SI; absent where the scene refuses them.
  std::optional<Crash> crash_at(const std::vector<double>& x) const;
  double drag_at(const std::vector<double>& x) const;

  /// @throws std::invalid_argument if there is no such quantity
  std::vector<CrashQuantity> quantities(const std::string& path) const;

  /// True where the scene is read anew for every draw.
  bool is_slow() const { return slow_; }
  const NamedCrash& centre() const { return centre_; }

 private:
  using Setter = std::function<void(Crash&, double)>;
  struct Bound {
    std::size_t unknown = 0;
    double factor = 1, offset = 0;
    TreeKey key{};
    Setter set{};  ///< empty: through the scene
  };

  Setter setter_of(const TreeNode& problem, const std::string& path) const;
  NamedCrash read_at(TreeNode problem, const std::vector<double>& x) const;
  bool agrees(const std::vector<double>& x) const;
  void require_wheels(const std::string& path) const;
  void put_on_wheels(NamedCrash& named) const;

  TreeNode problem_{};
  std::vector<SweepVariable> unknowns_{};
  std::map<std::string, std::array<double, 2>> wheels_{};
  std::vector<Bound> bound_{};
  NamedCrash centre_{};
  double drag_ = 0.7;
  std::optional<std::size_t> drag_unknown_{};
  bool slow_ = false;
};

/// The middle of an unknown's prior.
double middle_of(const SweepVariable& unknown);

}  // namespace carom
