#include <carom/study/fit/crash_model.hpp>
#include <carom/study/fit/metropolis.hpp>
#include <carom/study/fit/prior.hpp>
#include <carom/study/fit/random_numbers.hpp>
#include <carom/study/fit/reconstruction.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <stdexcept>

namespace carom {
namespace {

constexpr std::uint64_t draws_a_piece = 4096;  // draws
constexpr std::uint64_t pieces_a_round = 48;   // about 200,000 draws between two checks
/// Draws whose weight is below e^this never matter.
constexpr double least_log_weight = -40;
constexpr std::size_t best_of_piece = 2;  // are kept whatever their weight, as starts of chains

double in_half_turns(double degrees) { return std::remainder(degrees, 360); }

/// The unknowns with their evidence.
struct Task {
  CrashModel model;
  std::vector<SweepVariable> unknowns{};
  std::vector<StatedEvidence> stated{};
  std::vector<CrashQuantity> evidence{};

  explicit Task(const StatedReconstruction& r)
      : model(r), unknowns(r.unknowns), stated(r.evidence) {
    for (const StatedEvidence& piece : r.evidence) {
      std::vector<CrashQuantity> found = model.quantities(piece.path);
      if (found.size() != 1)
        throw std::invalid_argument(
            fmt::format("evidence.{}: one quantity has one value; name the body", piece.path));
      evidence.push_back(found.front());
    }
  }

  /// In standard deviations; false where there is no such crash.
  bool misses(const std::vector<double>& x, std::vector<double>& miss) const {
    const std::optional<Crash> crash = model.crash_at(x);
    if (!crash) return false;
    const CrashOutcome outcome = outcome_of(*crash);
    const double drag = model.drag_at(x);
    if (!outcome.solved || !(drag > 0)) return false;
    miss.resize(evidence.size());
    for (std::size_t k = 0; k < evidence.size(); ++k) {
      const double off = evidence[k].value(*crash, outcome, drag) - stated[k].value;
      miss[k] = (evidence[k].is_angle ? in_half_turns(off) : off) / stated[k].deviation;
    }
    return true;
  }

  double log_likelihood(const std::vector<double>& x) const {
    std::vector<double> miss;
    if (!misses(x, miss)) return -std::numeric_limits<double>::infinity();
    double sum = 0;
    for (const double m : miss) sum += m * m;
    return -sum / 2;
  }
};

struct Draw {
  std::vector<double> x{};
  double log_weight = 0;
};

struct Sample {
  std::vector<Draw> draws{};
  std::uint64_t drawn = 0;

  double largest() const {
    double most = -std::numeric_limits<double>::infinity();
    for (const Draw& draw : draws) most = std::max(most, draw.log_weight);
    return most;
  }
  /// (Σw)²/Σw²
  double effective() const {
    const double most = largest();
    double sum = 0, squares = 0;
    for (const Draw& draw : draws) {
      const double w = std::exp(draw.log_weight - most);
      sum += w;
      squares += w * w;
    }
    return squares > 0 ? sum * sum / squares : 0;
  }
};

std::vector<Draw> draw_piece(const Task& task, std::uint64_t seed, std::uint64_t piece) {
  RandomStream random(seed, piece);
  std::vector<Draw> kept, others;
  for (std::uint64_t k = 0; k < draws_a_piece; ++k) {
    Draw draw{std::vector<double>(task.unknowns.size()), 0};
    for (std::size_t i = 0; i < draw.x.size(); ++i)
      draw.x[i] = prior_draw(task.unknowns[i], random);
    draw.log_weight = task.log_likelihood(draw.x);
    if (!std::isfinite(draw.log_weight)) continue;
    if (draw.log_weight > least_log_weight) {
      kept.push_back(std::move(draw));
    } else if (others.size() < best_of_piece || draw.log_weight > others.back().log_weight) {
      others.push_back(std::move(draw));
      std::sort(others.begin(), others.end(),
                [](const Draw& a, const Draw& b) { return a.log_weight > b.log_weight; });
      others.resize(std::min(others.size(), best_of_piece));
    }
  }
  if (kept.empty()) kept = std::move(others);
  return kept;
}

/// Draws as numbers for other processes.
std::vector<double> packed(const std::vector<Draw>& draws) {
  std::vector<double> numbers;
  for (const Draw& draw : draws) {
    numbers.push_back(draw.log_weight);
    numbers.insert(numbers.end(), draw.x.begin(), draw.x.end());
  }
  return numbers;
}

std::vector<Draw> unpacked(std::span<const double> numbers, std::size_t unknowns) {
  std::vector<Draw> draws;
  for (; !numbers.empty(); numbers = numbers.subspan(1 + unknowns))
    draws.push_back(
        {.x = {numbers.begin() + 1, numbers.begin() + 1 + static_cast<std::ptrdiff_t>(unknowns)},
         .log_weight = numbers.front()});
  return draws;
}

Sample weighted_draws(const Task& task, const StatedReconstruction& stated,
                      const Workers& workers) {
  constexpr double hopeless = 0.02;  // effective draws at this pace fall far short of those wanted
  Sample sample;
  std::uint64_t piece = 0;
  while (sample.drawn < stated.draws) {
    const std::uint64_t left = (stated.draws - sample.drawn + draws_a_piece - 1) / draws_a_piece;
    const std::uint64_t pieces = std::min(left, pieces_a_round);
    std::vector<std::vector<Draw>> parts(pieces);
    parallel_for(workers, "draws", pieces,
                 [&](std::size_t k) { parts[k] = draw_piece(task, stated.seed, piece + k); },
                 {.pack = [&](std::size_t k) { return packed(parts[k]); },
                  .unpack =
                      [&](std::size_t k, std::span<const double> numbers) {
                        parts[k] = unpacked(numbers, stated.unknowns.size());
                      }});
    for (std::vector<Draw>& part : parts)
      std::move(part.begin(), part.end(), std::back_inserter(sample.draws));
    piece += pieces;
    sample.drawn += pieces * draws_a_piece;
    const double effective = sample.effective();
    if (effective >= stated.effective) break;
    const double expected =
        effective * static_cast<double>(stated.draws) / static_cast<double>(sample.drawn);
    const bool slow = task.model.is_slow() && sample.drawn >= pieces_a_round * draws_a_piece;
    if (slow || (sample.drawn >= 1000000 && expected < hopeless * stated.effective)) break;
  }
  return sample;
}

// --- equally likely draws --------------------------------------------------------------------------

/// Systematic resampling: each draw as often as its weight says.
std::vector<std::vector<double>> resampled(const Sample& sample, std::size_t count) {
  const double most = sample.largest();
  double total = 0;
  for (const Draw& draw : sample.draws) total += std::exp(draw.log_weight - most);
  std::vector<std::vector<double>> equal;
  double reached = 0;
  for (const Draw& draw : sample.draws) {
    reached += std::exp(draw.log_weight - most);
    while (equal.size() < count &&
           (static_cast<double>(equal.size()) + 0.5) / static_cast<double>(count) * total < reached)
      equal.push_back(draw.x);
  }
  return equal;
}

std::vector<std::vector<double>> by_chains(const Task& task, const Sample& sample,
                                           const StatedReconstruction& stated,
                                           const Workers& workers, Reconstruction& result) {
  constexpr std::size_t starts = 40;
  const auto x_of = [&](const Eigen::VectorXd& z) {
    std::vector<double> x;
    for (std::size_t k = 0; k < task.unknowns.size(); ++k)
      x.push_back(from_normal(task.unknowns[k], z[static_cast<Eigen::Index>(k)]));
    return x;
  };
  std::vector<Eigen::VectorXd> places;
  for (const std::vector<double>& x : resampled(sample, starts)) {
    Eigen::VectorXd z(static_cast<Eigen::Index>(x.size()));
    for (std::size_t k = 0; k < x.size(); ++k)
      z[static_cast<Eigen::Index>(k)] = to_normal(task.unknowns[k], x[k]);
    places.push_back(std::move(z));
  }
  const MetropolisResult chains =
      metropolis([&](const Eigen::VectorXd& z) { return task.log_likelihood(x_of(z)); }, places,
                 stated.seed, workers);
  result.method = "metropolis";
  result.effective = chains.effective;
  result.draws += chains.evaluations;
  std::vector<std::vector<double>> equal;
  for (const Eigen::VectorXd& z : chains.sample) equal.push_back(x_of(z));
  return equal;
}

// --- what is reported --------------------------------------------------------------------------------

double mean_value(const std::vector<double>& values) {
  double sum = 0;
  for (const double x : values) sum += x;
  return sum / static_cast<double>(values.size());
}

/// Slope of y over x times `step`.
double slope_of(const std::vector<double>& x, const std::vector<double>& y, double step) {
  const double mx = mean_value(x);
  const double my = mean_value(y);
  double xy = 0, xx = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mx) * (y[i] - my);
    xx += (x[i] - mx) * (x[i] - mx);
  }
  return xx > 0 ? xy / xx * step : 0;
}

std::vector<double> column_of(const std::vector<std::vector<double>>& sample, std::size_t k) {
  std::vector<double> column;
  for (const std::vector<double>& x : sample) column.push_back(x[k]);
  return column;
}

Posterior posterior_of(const Task& task, const std::string& name, const std::vector<double>& values,
                       const std::vector<std::vector<double>>& sample) {
  Posterior posterior{.name = name, .mean = mean_value(values)};
  posterior.interval68 = percentile_interval(values, 0.6827);
  posterior.interval95 = percentile_interval(values, 0.95);
  for (std::size_t k = 0; k < task.unknowns.size(); ++k)
    posterior.sensitivity.push_back(
        slope_of(column_of(sample, k), values, prior_deviation(task.unknowns[k])));
  return posterior;
}

std::vector<double> values_in(const Task& task, const CrashQuantity& quantity,
                              const std::vector<std::vector<double>>& sample) {
  std::vector<double> values;
  for (const std::vector<double>& x : sample) {
    const Crash crash = *task.model.crash_at(x);
    const double value = quantity.value(crash, outcome_of(crash), task.model.drag_at(x));
    const double first = values.empty() ? value : values.front();
    values.push_back(quantity.is_angle ? first + in_half_turns(value - first) : value);
  }
  return values;
}

void report_unknowns(const Task& task, Reconstruction& result) {
  constexpr double hardly = 0.8;  // of the prior's width
  for (std::size_t k = 0; k < task.unknowns.size(); ++k) {
    const SweepVariable& unknown = task.unknowns[k];
    Posterior posterior =
        posterior_of(task, unknown.name, column_of(result.sample, k), result.sample);
    posterior.prior95 = prior_interval(unknown);
    const double share = (posterior.interval95.hi - posterior.interval95.lo) /
                         (posterior.prior95->hi - posterior.prior95->lo);
    if (share > hardly)
      result.notes.push_back(
          fmt::format("{}: its interval is {:.0f} % as wide as that of its prior; "
                      "the evidence says little of it.",
                      unknown.name, 100 * share));
    result.unknowns.push_back(std::move(posterior));
  }
}

void report_quantities(const Task& task, const StatedReconstruction& stated,
                       Reconstruction& result) {
  for (const std::string& name : stated.report) {
    const auto unknown = std::find_if(result.unknowns.begin(), result.unknowns.end(),
                                      [&](const Posterior& p) { return p.name == name; });
    if (unknown != result.unknowns.end()) {
      result.report.push_back(*unknown);
      continue;
    }
    for (const CrashQuantity& quantity : task.model.quantities(name))
      result.report.push_back(posterior_of(
          task, quantity.path, values_in(task, quantity, result.sample), result.sample));
  }
  for (std::size_t k = 0; k < task.evidence.size(); ++k) {
    std::vector<double> values = values_in(task, task.evidence[k], result.sample);
    result.evidence.push_back(
        {task.stated[k], mean_value(values), percentile_interval(values, 0.95)});
    const double miss = mean_value(values) - task.stated[k].value;
    const double off = task.evidence[k].is_angle ? in_half_turns(miss) : miss;
    if (std::abs(off) > 2 * task.stated[k].deviation)
      result.notes.push_back(
          fmt::format("{}: the draws that fit the rest miss it by {:.1f} standard deviations; "
                      "the evidence contradicts itself, the priors or the model.",
                      task.stated[k].path, std::abs(off) / task.stated[k].deviation));
  }
}

/// Weights of draws from the priors by one piece of evidence alone, and what they leave of each deviation.
void report_contributions(const Task& task, std::uint64_t seed, Reconstruction& result) {
  constexpr std::size_t draws = 20000;
  constexpr std::size_t slow_draws = 1000;
  constexpr std::uint64_t stream = ~std::uint64_t{0};  // no piece of the draws has it
  RandomStream random(seed, stream);
  const std::size_t unknowns = task.unknowns.size();
  struct Moments {
    double weight = 0, sum = 0, square = 0;
  };
  std::vector<std::vector<Moments>> all(task.evidence.size(), std::vector<Moments>(unknowns));
  std::vector<double> x(unknowns), miss;
  for (std::size_t n = 0; n < (task.model.is_slow() ? slow_draws : draws); ++n) {
    for (std::size_t k = 0; k < unknowns; ++k) x[k] = prior_draw(task.unknowns[k], random);
    if (!task.misses(x, miss)) continue;
    for (std::size_t j = 0; j < miss.size(); ++j) {
      const double w = std::exp(-miss[j] * miss[j] / 2);
      for (std::size_t k = 0; k < unknowns; ++k) {
        const double z = (x[k] - middle_of(task.unknowns[k])) / prior_deviation(task.unknowns[k]);
        Moments& m = all[j][k];
        m.weight += w;
        m.sum += w * z;
        m.square += w * z * z;
      }
    }
  }
  for (std::size_t j = 0; j < all.size(); ++j)
    for (const Moments& m : all[j]) {
      const double variance = m.square / m.weight - m.sum * m.sum / (m.weight * m.weight);
      result.evidence[j].narrows.push_back(
          m.weight > 0 ? std::max(0.0, 1 - std::sqrt(std::max(0.0, variance))) : 0);
    }
}

void note_method(const StatedReconstruction& stated, Reconstruction& result) {
  const auto uses = [&](std::string_view part) {
    return std::any_of(stated.evidence.begin(), stated.evidence.end(),
                       [&](const StatedEvidence& evidence) {
                         return evidence.path.find(part) != std::string::npos;
                       });
  };
  if (uses(".slide_out."))
    result.notes.push_back(
        "Distances after the impact by slide_out: "
        "travel and spin end together under one drag factor, on level ground.");
  if (uses(".run_out."))
    result.notes.push_back(
        "Distances after the impact by run_out: "
        "four points with a quarter of the weight each, rubbed against their own velocity; "
        "no tyre rolls or steers.");
  if (result.effective < stated.effective)
    result.notes.push_back(fmt::format(
        "The effective sample is {:.0f}, {:.0f} were wanted: ends of intervals are rough.",
        result.effective, stated.effective));
}

void require_report_names(const Task& task, const StatedReconstruction& stated) {
  for (const std::string& name : stated.report) {
    const bool unknown =
        std::any_of(task.unknowns.begin(), task.unknowns.end(),
                    [&](const SweepVariable& variable) { return variable.name == name; });
    if (!unknown) task.model.quantities(name);
  }
}

}  // namespace

Reconstruction reconstruct(const StatedReconstruction& stated, const Workers& workers) {
  constexpr std::size_t equal_draws = 20000;
  const Task task(stated);
  require_report_names(task, stated);
  const Sample sample = weighted_draws(task, stated, workers);
  if (sample.draws.empty())
    throw std::invalid_argument(
        "unknown: no draw from the priors gives a collision; widen them or correct the scene");
  Reconstruction result{
      .method = "weighted draws", .draws = sample.drawn, .effective = sample.effective()};
  result.sample = result.effective >= stated.effective
                      ? resampled(sample, equal_draws)
                      : by_chains(task, sample, stated, workers, result);
  report_unknowns(task, result);
  report_quantities(task, stated, result);
  report_contributions(task, stated.seed, result);
  note_method(stated, result);
  return result;
}

}  // namespace carom
