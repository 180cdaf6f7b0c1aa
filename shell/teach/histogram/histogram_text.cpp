#include <fmt/format.h>

#include "shell/teach/figure/figure.h"
#include "shell/teach/histogram/histogram.h"
#include "shell/teach/words/teach_words.h"
#include "types/text/text.h"

namespace cellar {

namespace {

std::string percentiles_text(const HistogramReport& report, const TeachWords::Speech& say,
                             std::size_t terminal) {
  Figure figure({{say("percentile"), FigureSide::left}, {say("rows")}, {say("cells")}, {say("bytes")}});
  for (const HistogramLine& line : report.lines) {
    const std::string label = line.percent == 0     ? say("min")
                              : line.percent == 100 ? say("max")
                                                    : fmt::format("{} %", line.percent);
    figure.add({label, with_commas(line.rows), with_commas(line.cells), with_commas(line.bytes)});
  }
  return figure.text(terminal);
}

std::string largest_text(const HistogramReport& report, const TeachWords::Speech& say, std::size_t terminal) {
  constexpr std::size_t kBar = 20;
  Figure figure({{say("largest partitions"), FigureSide::left},
                 {say("rows")},
                 {say("cells")},
                 {say("bytes")},
                 {say("of all bytes"), FigureSide::left}});
  const auto all = static_cast<double>(report.bytes);
  for (const LargePartition& each : report.largest) {
    const auto part = static_cast<double>(each.bytes);
    const std::string share =
        fmt::format("{:>3.0f} % {}", all == 0 ? 0 : 100 * part / all, bar(part, all, kBar));
    figure.add({shorten(each.key, kMostOfKey), with_commas(each.rows), with_commas(each.cells),
                with_commas(each.bytes), share});
  }
  return figure.text(terminal);
}

}  // namespace

std::string histogram_text(const HistogramReport& report, Language language, std::size_t terminal) {
  const TeachWords::Speech say(language);
  if (report.partitions == 0)
    return figure_lines(say("{table} has no partition.", {{"table", report.table}}), terminal, 2);
  const std::string title =
      say("{table}: {partitions|partition|partitions}, {rows|row|rows}, {cells|cell|cells}, {bytes}",
          {{"table", report.table},
           {"partitions", with_commas(report.partitions)},
           {"rows", with_commas(report.rows)},
           {"cells", with_commas(report.cells)},
           {"bytes", bytes_text(static_cast<double>(report.bytes))}});
  std::string text = figure_lines(title, terminal, 2) + '\n' + percentiles_text(report, say, terminal) +
                     '\n' + largest_text(report, say, terminal) + '\n' +
                     figure_lines(say("The largest partition has {skew} times the bytes of the median one.",
                                      {{"skew", short_number(report.skew)}}),
                                  terminal, 2);
  if (report.skew >= kLargeSkew)
    text += figure_lines(say("The nodes that keep it serve what the others cannot share: a further column in "
                             "the partition key splits it."),
                         terminal, 2);
  return text;
}

}  // namespace cellar
