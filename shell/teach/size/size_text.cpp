#include <fmt/format.h>

#include <cmath>

#include "refusal/messages.h"
#include "shell/teach/figure/figure.h"
#include "shell/teach/figure/words_in.h"
#include "shell/teach/size/size_report.h"

namespace cellar {

namespace {

struct SizeWords {
  std::string_view language;
  std::string_view title, column, part, type, bytes, from, measured;
  std::string_view given, by_type, by_mean, assumed;
  std::string_view estimated, mean, largest;
  std::string_view rows, cells, formula, key, fixed, row, timestamps, partition, copies;
  std::string_view are_measured, no_rows, guess, is_largest, cells_advice, bytes_advice, too_large;
};

constexpr SizeWords kSizeWords[] = {
    {.language = "en",
     .title = "A partition of {table} with {rows|row|rows}",
     .column = "column",
     .part = "part",
     .type = "type",
     .bytes = "bytes",
     .from = "from",
     .measured = "measured",
     .given = "you",
     .by_type = "its type",
     .by_mean = "the rows",
     .assumed = "a guess",
     .estimated = "estimated",
     .mean = "mean",
     .largest = "largest",
     .rows = "Nr, rows",
     .cells = "Nv, cells",
     .formula =
         "Nv = Nr·(Nc - Npk - Ns) + Ns = {rows}·({columns} - {keys} - {statics}) + {statics} = {cells}",
     .key = "partition key",
     .fixed = "static columns",
     .row = "Nr · (clustering + regular = {bytes})",
     .timestamps = "Nv · 8, timestamps",
     .partition = "partition, bytes",
     .copies = "with {replicas|replica|replicas}",
     .are_measured = "Measured: {partitions|partition|partitions} with {rows|row|rows}.",
     .no_rows = "The table has no rows to measure.",
     .guess = "A guess is replaced by what you say: SIZE {name} ROWS {rows} {column}=20",
     .is_largest = "The largest partition: {key}",
     .cells_advice = "cells: {percent} % of the 100,000 that are advised; 2,000,000,000 are the limit.",
     .bytes_advice = "bytes: {percent} % of the 100 MB that are advised.",
     .too_large =
         "Such a partition is split by one more column in its key: a part of time, or a shard (HELP L501)."},
    {.language = "zh",
     .title = "{table} 的一个分区 (partition)，{rows|行|行}",
     .column = "列",
     .part = "部分",
     .type = "类型",
     .bytes = "字节",
     .from = "来源",
     .measured = "实测",
     .given = "你给的",
     .by_type = "类型",
     .by_mean = "已有的行",
     .assumed = "猜测",
     .estimated = "估算",
     .mean = "平均",
     .largest = "最大",
     .rows = "Nr，行数",
     .cells = "Nv，单元格 (cell) 数",
     .formula =
         "Nv = Nr·(Nc - Npk - Ns) + Ns = {rows}·({columns} - {keys} - {statics}) + {statics} = {cells}",
     .key = "分区键 (partition key)",
     .fixed = "静态列 (static column)",
     .row = "Nr ·（聚簇列 + 普通列 = {bytes}）",
     .timestamps = "Nv · 8，时间戳",
     .partition = "分区，字节",
     .copies = "共 {replicas|个副本|个副本} (replica)",
     .are_measured = "实测：{partitions|个分区|个分区}，{rows|行|行}。",
     .no_rows = "表中没有可以实测的行。",
     .guess = "猜测可以由你给出的数代替：SIZE {name} ROWS {rows} {column}=20",
     .is_largest = "最大的分区：{key}",
     .cells_advice = "单元格：建议上限 100,000 的 {percent} %；硬上限是 2,000,000,000。",
     .bytes_advice = "字节：建议上限 100 MB 的 {percent} %。",
     .too_large = "这样的分区要拆分：在分区键 (partition key) 中再加一列，时间段或分片号 (HELP L501)。"},
};

std::string_view part_of(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::partition_key:
      return "K";
    case ColumnKind::clustering:
      return "C";
    case ColumnKind::static_:
      return "S";
    case ColumnKind::regular:
      break;
  }
  return "";
}

std::string_view words_of_source(SizeSource source, const SizeWords& words) {
  switch (source) {
    case SizeSource::given:
      return words.given;
    case SizeSource::type:
      return words.by_type;
    case SizeSource::measured:
      return words.by_mean;
    case SizeSource::assumed:
      break;
  }
  return words.assumed;
}

std::string terms_text(const SizeReport& report, const SizeWords& words, std::size_t terminal) {
  const auto left = FigureSide::left;
  std::vector<FigureColumn> columns = {{std::string(words.column), left},
                                       {std::string(words.part), left},
                                       {std::string(words.type), left},
                                       {std::string(words.bytes)},
                                       {std::string(words.from), left}};
  if (report.partitions > 0) columns.push_back({std::string(words.measured)});
  Figure figure(std::move(columns));
  for (const SizeTerm& term : report.terms)
    figure.add({quote_name(term.column), std::string(part_of(term.kind)), term.type, short_number(term.bytes),
                std::string(words_of_source(term.source, words)),
                term.measured ? short_number(*term.measured) : ""});
  return figure.text(terminal);
}

std::string whole(double number) {
  constexpr double kMost = 1e18;
  return number < kMost ? with_commas(static_cast<std::uint64_t>(std::llround(number))) : bytes_text(number);
}

std::string sums_text(const SizeReport& report, const SizeWords& words, std::size_t terminal) {
  const bool is_measured = report.partitions > 0;
  std::vector<FigureColumn> columns = {{"", FigureSide::left}, {std::string(words.estimated)}};
  if (is_measured)
    for (const std::string_view head : {words.mean, words.largest})
      columns.push_back({fmt::format("{}, {}", words.measured, head)});
  Figure figure(std::move(columns));
  const auto mean = [&](std::uint64_t total) {
    return short_number(static_cast<double>(total) / static_cast<double>(report.partitions));
  };
  const auto add = [&](std::string_view label, const std::string& estimate,
                       std::uint64_t MeasuredPartition::*measured) {
    std::vector<std::string> cells = {std::string(label), estimate};
    if (is_measured && measured != nullptr) {
      cells.push_back(mean(report.total.*measured));
      cells.push_back(with_commas(report.largest.*measured));
    }
    figure.add(std::move(cells));
  };
  const double rows = static_cast<double>(report.rows);
  const double cells = static_cast<double>(report.cells);
  add(words.rows, with_commas(report.rows), &MeasuredPartition::rows);
  add(words.cells, with_commas(report.cells), &MeasuredPartition::cells);
  add(words.key, whole(report.partition_key_bytes), nullptr);
  add(words.fixed, whole(report.static_bytes), nullptr);
  add(fill(words.row, {{"bytes", short_number(report.row_bytes)}}), whole(rows * report.row_bytes), nullptr);
  add(words.timestamps, whole(cells * static_cast<double>(kBytesOfTimestamp)), nullptr);
  add(words.partition, whole(report.bytes), &MeasuredPartition::bytes);
  if (report.replicas > 1)
    add(fill(words.copies, {{"replicas", std::to_string(report.replicas)}}),
        whole(report.bytes * static_cast<double>(report.replicas)), nullptr);
  return figure.text(terminal);
}

std::string percent_of(double part, std::uint64_t whole_part) {
  const double percent = part * 100 / static_cast<double>(whole_part);
  return percent < 1 ? "< 1" : with_commas(static_cast<std::uint64_t>(std::llround(percent)));
}

/// What is measured, what is a guess, and what is too much.
std::string remarks_text(const SizeReport& report, const SizeWords& words, std::size_t terminal) {
  const auto line = [&](std::string_view form, const Parameters& parameters) {
    return figure_lines(fill(form, parameters), terminal, 2);
  };
  std::string text =
      line(words.cells_advice, {{"percent", percent_of(static_cast<double>(report.cells), kAdvisedCells)}}) +
      line(words.bytes_advice, {{"percent", percent_of(report.bytes, kAdvisedBytes)}});
  if (report.cells > kAdvisedCells || report.bytes > static_cast<double>(kAdvisedBytes))
    text += line(words.too_large, {});
  if (report.partitions == 0) {
    text += line(words.no_rows, {});
  } else {
    text += line(words.are_measured,
                 {{"partitions", with_commas(report.partitions)}, {"rows", with_commas(report.total.rows)}});
    text += line(words.is_largest, {{"key", report.largest_key}});
  }
  for (const SizeTerm& term : report.terms) {
    if (term.source != SizeSource::assumed) continue;
    return text + line(words.guess, {{"name", report.table},
                                     {"rows", std::to_string(report.rows)},
                                     {"column", quote_name(term.column)}});
  }
  return text;
}

}  // namespace

std::string size_text(const SizeReport& report, Language language, std::size_t terminal) {
  const SizeWords& words = words_in(kSizeWords, language);
  const std::string title = fill(words.title, {{"table", report.table}, {"rows", with_commas(report.rows)}});
  const std::string formula = fill(words.formula, {{"rows", with_commas(report.rows)},
                                                   {"columns", std::to_string(report.columns)},
                                                   {"keys", std::to_string(report.key_columns)},
                                                   {"statics", std::to_string(report.static_columns)},
                                                   {"cells", with_commas(report.cells)}});
  return figure_lines(title, terminal) + '\n' + terms_text(report, words, terminal) + '\n' +
         figure_lines(formula, terminal, 2) + '\n' + sums_text(report, words, terminal) + '\n' +
         remarks_text(report, words, terminal);
}

}  // namespace cellar
