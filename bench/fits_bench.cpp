/// What fits of the measured impacts and a reconstruction take, on all cores: bench/fits_report.py makes a table of it.
#include <benchmark/benchmark.h>

#include <carom/io/embedded.hpp>
#include <carom/io/fit/reconstruction_file.hpp>
#include <carom/study/fit/fit_problem.hpp>
#include <carom/study/fit/reconstruction.hpp>

#include <carom/io/fit/fit_file.hpp>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace carom::bench {
namespace {

std::string text_of(std::string_view name) {
  for (const EmbeddedFile& file : embedded_files())
    if (file.name == name) return std::string(file.text);
  throw std::invalid_argument("no embedded file of this name");
}

/// An example's fit with parts of its text exchanged, its table beside it in a folder of our own.
FitProblem problem_of(std::string_view example, std::string_view table,
                      std::initializer_list<std::pair<std::string, std::string>> changes) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / "carom-fits-bench/fit";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "impacts.csv") << text_of(table);
  std::string text = text_of(example);
  const auto exchange = [&](const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) throw std::invalid_argument("the example has changed: " + from);
    text.replace(at, from.size(), to);
  };
  exchange("../../" + std::string(table), "impacts.csv");
  for (const auto& [from, to] : changes) exchange(from, to);
  return fit_problem(read_fit(text, FileFormat::yaml, {.source = (folder / "fit.yaml").string()}));
}

void run_fit(benchmark::State& state, const FitProblem& problem) {
  for (auto _ : state) benchmark::DoNotOptimize(fit_laws(problem, {}).laws.data());
}

constexpr std::string_view ellipse = "data/impacts/ellipse.csv";

/// 1,718 impacts, three laws: the grid, the point, intervals by the sandwich.
void point(benchmark::State& state) {
  run_fit(state, problem_of("examples/fit/ellipse.yaml", ellipse,
                            {{", whittaker]", "]"},
                             {"folds: 5, bootstrap: 1000", "folds: 0, bootstrap: 0"}}));
}

/// The same with five folds and 1,000 resamples.
void folds(benchmark::State& state) {
  run_fit(state, problem_of("examples/fit/ellipse.yaml", ellipse, {{", whittaker]", "]"}}));
}

/// One law with a population of parameters, restitution by place.
void population(benchmark::State& state) {
  run_fit(state, problem_of("examples/fit/ellipse_by_place.yaml", ellipse, {}));
}

/// 487 impacts in space, three laws, folds and resamples.
void cube(benchmark::State& state) {
  run_fit(state, problem_of("examples/fit/cube.yaml", "data/impacts/cube.csv", {}));
}

/// A million draws of two cars that suffice, by the closed form of the collision.
void draws(benchmark::State& state) {
  std::string text = text_of("examples/fit/two_cars.yaml");
  const std::string scene = text_of("examples/scenes/two_cars.yaml");
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / "carom-fits-bench/reconstruct";
  std::filesystem::create_directories(folder / "scenes");
  std::filesystem::create_directories(folder / "fit");
  std::ofstream(folder / "scenes/two_cars.yaml") << scene;
  StatedReconstruction stated =
      read_reconstruction(text, FileFormat::yaml, (folder / "fit/two_cars.yaml").string());
  stated.draws = 1'000'000;
  stated.effective = 6000;  // more than most of the million give, so that all are drawn
  std::uint64_t drawn = 0;
  for (auto _ : state) drawn = reconstruct(stated, {}).draws;
  state.counters["draws"] = static_cast<double>(drawn);
}

BENCHMARK(point)->Name("fits/point fit")->MeasureProcessCPUTime();
BENCHMARK(folds)->Name("fits/folds and 1,000 resamples")->MeasureProcessCPUTime();
BENCHMARK(population)->Name("fits/population")->MeasureProcessCPUTime();
BENCHMARK(cube)->Name("fits/cube")->MeasureProcessCPUTime();
BENCHMARK(draws)->Name("fits/reconstruction")->MeasureProcessCPUTime();

}  // namespace
}  // namespace carom::bench
