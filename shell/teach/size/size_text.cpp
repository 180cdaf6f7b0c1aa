#include <fmt/format.h>

#include <cmath>

#include "shell/teach/figure/figure.h"
#include "shell/teach/size/size_report.h"
#include "shell/teach/words/teach_words.h"
#include "types/text/text.h"

namespace cellar {

namespace {

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

TeachWords::Text words_of_source(SizeSource source) {
  switch (source) {
    case SizeSource::given:
      return "you";
    case SizeSource::type:
      return "its type";
    case SizeSource::measured:
      return "the rows";
    case SizeSource::assumed:
      break;
  }
  return "a guess";
}

std::string terms_text(const SizeReport& report, const TeachWords::Speech& say, std::size_t terminal) {
  const auto left = FigureSide::left;
  std::vector<FigureColumn> columns = {
      {say("column"), left}, {say("part"), left}, {say("type"), left}, {say("bytes")}, {say("from"), left}};
  if (report.partitions > 0) columns.push_back({say("measured")});
  Figure figure(std::move(columns));
  for (const SizeTerm& term : report.terms)
    figure.add({quote_name(term.column), std::string(part_of(term.kind)), term.type, short_number(term.bytes),
                say(words_of_source(term.source)), term.measured ? short_number(*term.measured) : ""});
  return figure.text(terminal);
}

std::string whole(double number) {
  constexpr double kMost = 1e18;
  return number < kMost ? with_commas(static_cast<std::uint64_t>(std::llround(number))) : bytes_text(number);
}

std::string sums_text(const SizeReport& report, const TeachWords::Speech& say, std::size_t terminal) {
  const bool is_measured = report.partitions > 0;
  std::vector<FigureColumn> columns = {{"", FigureSide::left}, {say("estimated")}};
  if (is_measured) columns.insert(columns.end(), {{say("measured, mean")}, {say("measured, largest")}});
  Figure figure(std::move(columns));
  const auto mean = [&](std::uint64_t total) {
    return short_number(static_cast<double>(total) / static_cast<double>(report.partitions));
  };
  const auto add = [&](std::string label, const std::string& estimate,
                       std::uint64_t MeasuredPartition::*measured) {
    std::vector<std::string> cells = {std::move(label), estimate};
    if (is_measured && measured != nullptr) {
      cells.push_back(mean(report.total.*measured));
      cells.push_back(with_commas(report.largest.*measured));
    }
    figure.add(std::move(cells));
  };
  const double rows = static_cast<double>(report.rows);
  const double cells = static_cast<double>(report.cells);
  add(say("Nr, rows"), with_commas(report.rows), &MeasuredPartition::rows);
  add(say("Nv, cells"), with_commas(report.cells), &MeasuredPartition::cells);
  add(say("partition key"), whole(report.partition_key_bytes), nullptr);
  add(say("static columns"), whole(report.static_bytes), nullptr);
  add(say("Nr · (clustering + regular = {bytes})", {{"bytes", short_number(report.row_bytes)}}),
      whole(rows * report.row_bytes), nullptr);
  add(say("Nv · 8, timestamps"), whole(cells * static_cast<double>(kBytesOfTimestamp)), nullptr);
  add(say("partition, bytes"), whole(report.bytes), &MeasuredPartition::bytes);
  if (report.replicas > 1)
    add(say("with {replicas|replica|replicas}", {{"replicas", std::to_string(report.replicas)}}),
        whole(report.bytes * static_cast<double>(report.replicas)), nullptr);
  return figure.text(terminal);
}

std::string percent_of(double part, std::uint64_t whole_part) {
  const double percent = part * 100 / static_cast<double>(whole_part);
  return percent < 1 ? "< 1" : with_commas(static_cast<std::uint64_t>(std::llround(percent)));
}

/// What is measured, what is a guess, and what is too much.
std::string remarks_text(const SizeReport& report, const TeachWords::Speech& say, std::size_t terminal) {
  const auto line = [&](TeachWords::Text text, const Parameters& parameters) {
    return figure_lines(say(text, parameters), terminal, 2);
  };
  std::string text = line("cells: {percent} % of the 100,000 that are advised; 2,000,000,000 are the limit.",
                          {{"percent", percent_of(static_cast<double>(report.cells), kAdvisedCells)}}) +
                     line("bytes: {percent} % of the 100 MB that are advised.",
                          {{"percent", percent_of(report.bytes, kAdvisedBytes)}});
  if (report.cells > kAdvisedCells || report.bytes > static_cast<double>(kAdvisedBytes))
    text += line(
        "Such a partition is split by one more column in its key: a part of time, or a shard (HELP L501).",
        {});
  if (report.partitions == 0) {
    text += line("The table has no rows to measure.", {});
  } else {
    text += line("Measured: {partitions|partition|partitions} with {rows|row|rows}.",
                 {{"partitions", with_commas(report.partitions)}, {"rows", with_commas(report.total.rows)}});
    text += line("The largest partition: {key}", {{"key", shorten(report.largest_key, kMostOfKey)}});
  }
  for (const SizeTerm& term : report.terms) {
    if (term.source != SizeSource::assumed) continue;
    return text + line("A guess is replaced by what you say: SIZE {name} ROWS {rows} {column}=20",
                       {{"name", report.table},
                        {"rows", std::to_string(report.rows)},
                        {"column", quote_name(term.column)}});
  }
  return text;
}

}  // namespace

std::string size_text(const SizeReport& report, Language language, std::size_t terminal) {
  const TeachWords::Speech say(language);
  const std::string title = say("A partition of {table} with {rows|row|rows}",
                                {{"table", report.table}, {"rows", with_commas(report.rows)}});
  const std::string formula =
      say("Nv = Nr·(Nc - Npk - Ns) + Ns = {rows}·({columns} - {keys} - {statics}) + {statics} = {cells}",
          {{"rows", with_commas(report.rows)},
           {"columns", std::to_string(report.columns)},
           {"keys", std::to_string(report.key_columns)},
           {"statics", std::to_string(report.static_columns)},
           {"cells", with_commas(report.cells)}});
  return figure_lines(title, terminal) + '\n' + terms_text(report, say, terminal) + '\n' +
         figure_lines(formula, terminal, 2) + '\n' + sums_text(report, say, terminal) + '\n' +
         remarks_text(report, say, terminal);
}

}  // namespace cellar
