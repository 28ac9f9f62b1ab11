// carom reproduce: the figures that papers print, computed again.

#include "output.hpp"
#include "page.hpp"
#include "picture.hpp"
#include "suggestion.hpp"
#include "work_progress.hpp"

#include <algorithm>
#include <carom/papers/barrier_figure_json.hpp>
#include <carom/papers/chain_figure_json.hpp>
#include <carom/papers/foot_figure.hpp>
#include <carom/papers/plot_chain_figure.hpp>
#include <carom/papers/reproduction.hpp>
#include <carom/papers/validation.hpp>
#include <carom/report/plot/motion.hpp>
#include <cstddef>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <stdexcept>

namespace carom::app {
namespace {

std::vector<std::string> papers_of(const ReproduceOptions& options) {
  std::vector<std::string> known = reproducible_papers();
  if (options.paper.empty()) return known;
  if (std::find(known.begin(), known.end(), options.paper) == known.end()) {
    const std::vector<std::string> measured = validations();
    known.insert(known.end(), measured.begin(), measured.end());
    throw UnknownName("paper", options.paper, {known.begin(), known.end()});
  }
  return {options.paper};
}

ResultFormat format_for(const ReproduceOptions& options) {
  if (options.format) return *options.format;
  return options.output.ends_with(".json") ? ResultFormat::json : ResultFormat::table;
}

std::string as_tables(const std::vector<Reproduction>& papers, const TextStyle& style) {
  std::string text;
  for (const Reproduction& paper : papers) {
    if (!text.empty()) text += "\n";
    text += to_table(paper, style);
  }
  return text;
}

std::string as_json(const std::vector<Reproduction>& papers, ResultFormat format) {
  const bool lines = format == ResultFormat::jsonl;
  std::string text = lines ? "" : "[\n";
  for (std::size_t i = 0; i < papers.size(); ++i) {
    text += to_json(papers[i]);
    text += lines || i + 1 == papers.size() ? "\n" : ",\n";
  }
  if (!lines) text += "]\n";
  return text;
}

/// A figure as a script for gnuplot.
struct FigureScript {
  int number = 0;
  std::string script{};
};

constexpr const char* chain_paper = "hurmuzlu-marghitu";
constexpr const char* barrier_paper = "cataldo-sampaio";
constexpr const char* spatial_paper = "spatial";

std::vector<FigureScript> figures_of(const std::string& paper, PictureFormat format) {
  std::vector<FigureScript> scripts;
  if (paper == chain_paper)
    for (const ChainFigure& figure : chain_figures())
      scripts.push_back({figure.number, gnuplot_script(figure, format)});
  if (paper == barrier_paper)
    for (const BarrierFigure& figure : barrier_figures())
      scripts.push_back({figure.number, gnuplot_script(figure.picture, format)});
  if (paper == spatial_paper) scripts.push_back({1, gnuplot_script(foot_figure(), format)});
  return scripts;
}

/// FOLDER/hurmuzlu-marghitu-fig-3.svg and so on; makes the folder.
void draw_figures(const ReproduceOptions& options) {
  const std::vector<std::string> papers = papers_of(options);
  const PictureFormat format = picture_format_of("." + options.picture).value();
  bool any = false;
  for (const std::string& paper : papers)
    for (const FigureScript& figure : figures_of(paper, format)) {
      if (!any) std::filesystem::create_directories(options.plot);
      any = true;
      write_picture(figure.script, {.format = format,
                                    .path = fmt::format("{}/{}-fig-{}.{}", options.plot, paper,
                                                        figure.number, options.picture)});
    }
  if (!any)
    throw std::invalid_argument(fmt::format("--plot: {} has no figures to draw; {}, {} and {} have",
                                            options.paper, barrier_paper, chain_paper,
                                            spatial_paper));
}

/// The page with every figure of the papers, and those that are drawn again.
std::string as_page(const std::vector<Reproduction>& papers) {
  std::vector<std::string> drawn;
  for (const Reproduction& paper : papers) {
    if (paper.paper == chain_paper)
      for (const ChainFigure& figure : chain_figures()) drawn.push_back(to_json(figure));
    if (paper.paper == barrier_paper)
      for (const BarrierFigure& figure : barrier_figures()) drawn.push_back(to_json(figure));
  }
  PageData data{.kind = "reproduce", .title = "papers"};
  data.more = fmt::format(", \"papers\": {}, \"figures\": [{}]",
                          as_json(papers, ResultFormat::json), fmt::join(drawn, ", "));
  return page_with(data);
}

}  // namespace

namespace {

/// A validation by measurements instead of a paper.
int reproduce_validation(const ReproduceOptions& options) {
  if (!options.plot.empty() || !options.html.empty())
    throw std::invalid_argument(fmt::format(
        "{} has neither figures to draw nor a page; leave out --plot and --html", options.paper));
  const ResultFormat format = format_for(options);
  Output output(options.output, {});
  catch_interruption();
  WorkProgress progress;
  Validation validation;
  try {
    const Workers workers{0, interruption(),
                          [&](const char* what, std::size_t done, std::size_t total) {
                            progress.show(what, done, total);
                          }};
    validation = validate(options.paper, workers);
  } catch (const Stopped&) {
    progress.clear();
    complain("interrupted; nothing was written");
    return interrupted;
  }
  progress.clear();
  output.write(format == ResultFormat::table ? to_table(validation, output.style(options.color))
                                             : to_json(validation) + "\n");
  output.finish();
  if (!validation.ok()) complain("a figure is not as on record");
  return validation.ok() ? success : failure;
}

}  // namespace

int reproduce(const ReproduceOptions& options) {
  const std::vector<std::string> measured = validations();
  if (std::find(measured.begin(), measured.end(), options.paper) != measured.end())
    return reproduce_validation(options);
  if (options.html.empty()) check_ending(options.output, word_of(format_for(options)));
  const std::vector<std::string> inputs =
      options.html.empty() ? std::vector<std::string>{} : with_page({});
  if (!options.plot.empty()) draw_figures(options);
  std::vector<Reproduction> papers;
  for (const std::string& paper : papers_of(options)) papers.push_back(carom::reproduce(paper));
  const ResultFormat format = format_for(options);
  Output output(options.html.empty() ? options.output : options.html, inputs);
  if (!options.html.empty())
    output.write(as_page(papers));
  else
    output.write(format == ResultFormat::table ? as_tables(papers, output.style(options.color))
                                               : as_json(papers, format));
  output.finish();
  const bool ok = std::all_of(papers.begin(), papers.end(), [](const auto& p) { return p.ok; });
  if (!ok) complain("a figure is not as expected");
  return ok ? success : failure;
}

}  // namespace carom::app
