#include <fmt/format.h>

#include "refusal/messages.h"
#include "shell/teach/figure/figure.h"
#include "shell/teach/figure/words_in.h"
#include "shell/teach/histogram/histogram.h"

namespace cellar {

namespace {

struct HistogramWords {
  std::string_view language;
  std::string_view title, empty, percentile, smallest, largest, rows, cells, bytes, key, share, skew, skewed;
};

constexpr HistogramWords kHistogramWords[] = {
    {.language = "en",
     .title = "{table}: {partitions|partition|partitions}, {rows|row|rows}, {cells|cell|cells}, {bytes}",
     .empty = "{table} has no partition.",
     .percentile = "percentile",
     .smallest = "min",
     .largest = "max",
     .rows = "rows",
     .cells = "cells",
     .bytes = "bytes",
     .key = "largest partitions",
     .share = "of all bytes",
     .skew = "The largest partition has {skew} times the bytes of the median one.",
     .skewed = "The nodes that keep it serve what the others cannot share: a further column in the partition "
               "key splits it."},
    {.language = "zh",
     .title =
         "{table}：{partitions|个分区|个分区} (partition)，{rows|行|行}，{cells|个单元格|个单元格} (cell)，"
         "{bytes}",
     .empty = "{table} 没有分区 (partition)。",
     .percentile = "百分位",
     .smallest = "最小",
     .largest = "最大",
     .rows = "行",
     .cells = "单元格",
     .bytes = "字节",
     .key = "最大的分区",
     .share = "占全部字节",
     .skew = "最大的分区是中位数的 {skew} 倍。",
     .skewed = "保存它的节点要独自承担，其他节点分担不了：在分区键 (partition key) 中再加一列来拆分它。"},
};

std::string percentiles_text(const HistogramReport& report, const HistogramWords& words,
                             std::size_t terminal) {
  Figure figure({{std::string(words.percentile), FigureSide::left},
                 {std::string(words.rows)},
                 {std::string(words.cells)},
                 {std::string(words.bytes)}});
  for (const HistogramLine& line : report.lines) {
    const std::string label = line.percent == 0     ? std::string(words.smallest)
                              : line.percent == 100 ? std::string(words.largest)
                                                    : fmt::format("{} %", line.percent);
    figure.add({label, with_commas(line.rows), with_commas(line.cells), with_commas(line.bytes)});
  }
  return figure.text(terminal);
}

std::string largest_text(const HistogramReport& report, const HistogramWords& words, std::size_t terminal) {
  constexpr std::size_t kBar = 20;
  Figure figure({{std::string(words.key), FigureSide::left},
                 {std::string(words.rows)},
                 {std::string(words.cells)},
                 {std::string(words.bytes)},
                 {std::string(words.share), FigureSide::left}});
  const auto all = static_cast<double>(report.bytes);
  for (const LargePartition& each : report.largest) {
    const auto part = static_cast<double>(each.bytes);
    const std::string share =
        fmt::format("{:>3.0f} % {}", all == 0 ? 0 : 100 * part / all, bar(part, all, kBar));
    figure.add({each.key, with_commas(each.rows), with_commas(each.cells), with_commas(each.bytes), share});
  }
  return figure.text(terminal);
}

}  // namespace

std::string histogram_text(const HistogramReport& report, Language language, std::size_t terminal) {
  const HistogramWords& words = words_in(kHistogramWords, language);
  if (report.partitions == 0) return figure_lines(fill(words.empty, {{"table", report.table}}), terminal, 2);
  const std::string title = fill(words.title, {{"table", report.table},
                                               {"partitions", with_commas(report.partitions)},
                                               {"rows", with_commas(report.rows)},
                                               {"cells", with_commas(report.cells)},
                                               {"bytes", bytes_text(static_cast<double>(report.bytes))}});
  std::string text = figure_lines(title, terminal, 2) + '\n' + percentiles_text(report, words, terminal) +
                     '\n' + largest_text(report, words, terminal) + '\n' +
                     figure_lines(fill(words.skew, {{"skew", short_number(report.skew)}}), terminal, 2);
  if (report.skew >= kLargeSkew) text += figure_lines(words.skewed, terminal, 2);
  return text;
}

}  // namespace cellar
