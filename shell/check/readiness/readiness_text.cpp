#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <ranges>

#include "refusal/messages.h"
#include "refusal/render.h"
#include "refusal/width.h"
#include "shell/check/readiness/readiness.h"
#include "shell/teach/figure/figure.h"
#include "shell/teach/figure/words_in.h"
#include "types/text/text.h"

namespace cellar {

namespace {

struct ReadinessWords {
  std::string_view language;
  std::string_view ready, not_ready, counts, why, fix, times, unread, interrupted, left_out, tables, scripts;
  std::string_view scripts_alone, table, partitions, rows, bytes, largest, busiest;
};

constexpr ReadinessWords kReadinessWords[] = {
    {.language = "en",
     .ready = "{name}: ready for a cluster ({counts})",
     .not_ready = "{name}: not ready for a cluster ({counts})",
     .counts = "{errors|error|errors}, {warnings|warning|warnings}, {remarks|remark|remarks}",
     .why = "why",
     .fix = "fix",
     .times = " ({times} times)",
     .unread = "cannot be read",
     .interrupted = "Interrupted: this is what was read until then.",
     .left_out = "{count|further finding was|further findings were} left out.",
     .tables = "Read: {tables|table|tables}, {rows|row|rows}, {bytes}",
     .scripts = "{scripts|script|scripts} with {statements|statement|statements}, {refused} refused",
     .scripts_alone = "The scripts",
     .table = "table",
     .partitions = "partitions",
     .rows = "rows",
     .bytes = "bytes",
     .largest = "largest partition",
     .busiest = "busiest of {nodes} nodes"},
    {.language = "zh",
     .ready = "{name}：可以用于集群（{counts}）",
     .not_ready = "{name}：还不能用于集群（{counts}）",
     .counts = "{errors|个错误|个错误}，{warnings|个警告|个警告}，{remarks|个备注|个备注}",
     .why = "原因",
     .fix = "办法",
     .times = "（{times} 次）",
     .unread = "无法读取",
     .interrupted = "已中断：以上是到此为止读到的内容。",
     .left_out = "另有 {count|个发现|个发现}没有列出。",
     .tables = "已读：{tables|张表|张表}，{rows|行|行}，{bytes}",
     .scripts = "{scripts|个脚本|个脚本}，{statements|条语句|条语句}，其中 {refused} 条被拒绝",
     .scripts_alone = "脚本",
     .table = "表",
     .partitions = "分区",
     .rows = "行",
     .bytes = "字节",
     .largest = "最大的分区",
     .busiest = "{nodes} 个节点中最忙的"},
};

/// "shop.orders (customer = 7)", "load.cql:12:4"
std::string place_of_finding(const ReadinessFinding& finding) {
  if (!finding.file.empty()) return fmt::format("{}:{}:{}", finding.file, finding.line, finding.column);
  std::string place = finding.keyspace.empty() ? std::string() : quote_name(finding.keyspace);
  if (!finding.table.empty()) place += "." + quote_name(finding.table);
  if (!finding.partition.empty()) place += fmt::format(" ({})", finding.partition);
  return place;
}

class ReadinessText {
 public:
  ReadinessText(const ReadinessReport& report, Language language, std::size_t terminal)
      : report_(report),
        words_(words_in(kReadinessWords, language)),
        language_(language),
        terminal_(terminal) {}

  std::string text() {
    for (const ReadinessFinding& finding : report_.findings) add(finding);
    for (const UnreadThing& thing : report_.unread) {
      const SaidWords said = said_words(thing.why, {}, language_);
      line(fmt::format("{}: {}[{}]: {}", expand(thing.what), words_.unread, thing.why.code(),
                       expand(said.title)));
    }
    add_tables();
    if (report_.left_out > 0) line(fill(words_.left_out, {{"count", with_commas(report_.left_out)}}));
    add_sums();
    if (report_.is_interrupted) line(words_.interrupted);
    return std::move(text_);
  }

 private:
  void line(std::string_view words, std::size_t indent = 4) {
    text_ += figure_lines(words, terminal_, indent);
  }
  /// A line below a finding.
  void further(std::string_view label, const std::string& words) {
    if (words.empty()) return;
    const std::size_t indent = 4;
    const std::size_t room = terminal_ > indent ? terminal_ - indent : 0;
    std::string lines = figure_lines(fmt::format("{}: {}", label, expand(words)), room, 2);
    for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1)
      lines.insert(at, indent, ' '), at += indent;
    text_ += lines;
  }

  void add(const ReadinessFinding& finding) {
    const SaidWords said = said_words(finding.what, {}, language_);
    const std::string place = place_of_finding(finding);
    std::string head = fmt::format("{}{}{}[{}]: {}", expand(place), place.empty() ? "" : ": ",
                                   name(finding.level), finding.what.code(), expand(said.title));
    if (finding.times > 1) head += fill(words_.times, {{"times", with_commas(finding.times)}});
    line(head);
    further(words_.why, said.why);
    further(words_.fix, said.fix);
  }

  static std::string part_of(std::uint64_t number, std::uint64_t all) {
    return short_number(100 * static_cast<double>(number) / static_cast<double>(all)) + " %";
  }

  /// The tables that have rows, the largest first.
  void add_tables() {
    std::vector<const ReadinessTable*> tables;
    for (const ReadinessTable& table : report_.tables) {
      if (table.bytes > 0) tables.push_back(&table);
    }
    if (tables.empty()) return;
    std::ranges::stable_sort(tables, std::greater(), &ReadinessTable::bytes);
    constexpr std::size_t kMostTables = 20;
    Figure figure({{std::string(words_.table), FigureSide::left},
                   {std::string(words_.partitions)},
                   {std::string(words_.rows)},
                   {std::string(words_.bytes)},
                   {std::string(words_.largest)},
                   {fill(words_.busiest, {{"nodes", std::to_string(report_.nodes)}})}});
    for (const ReadinessTable* table : tables | std::views::take(kMostTables)) {
      figure.add({table->name, with_commas(table->partitions), with_commas(table->rows),
                  with_commas(table->bytes), part_of(table->largest_bytes, table->bytes),
                  part_of(*std::ranges::max_element(table->nodes), table->bytes)});
    }
    text_ += (text_.empty() ? "" : "\n") + figure.text(terminal_) + '\n';
  }

  void add_sums() {
    std::uint64_t rows = 0, bytes = 0;
    for (const ReadinessTable& table : report_.tables) {
      rows += table.rows;
      bytes += table.bytes;
    }
    std::string sums = fill(words_.tables, {{"tables", with_commas(report_.tables.size())},
                                            {"rows", with_commas(rows)},
                                            {"bytes", bytes_text(static_cast<double>(bytes))}});
    if (report_.scripts > 0) {
      sums += (language_ == Language::english ? "; " : "；") +
              fill(words_.scripts, {{"scripts", with_commas(report_.scripts)},
                                    {"statements", with_commas(report_.statements)},
                                    {"refused", with_commas(report_.refused)}});
    }
    line(sums);
    const std::string counts =
        fill(words_.counts, {{"errors", with_commas(report_.count(LintLevel::error))},
                             {"warnings", with_commas(report_.count(LintLevel::warn))},
                             {"remarks", with_commas(report_.count(LintLevel::info))}});
    const bool is_ready =
        report_.count(LintLevel::error) == 0 && report_.unread.empty() && !report_.is_interrupted;
    const std::string of = report_.file.empty() ? std::string(words_.scripts_alone) : expand(report_.file);
    line(fill_whole(is_ready ? words_.ready : words_.not_ready, {{"name", of}, {"counts", counts}}));
  }

  const ReadinessReport& report_;
  const ReadinessWords& words_;
  Language language_;
  std::size_t terminal_;
  std::string text_;
};

}  // namespace

std::string readiness_text(const ReadinessReport& report, Language language, std::size_t terminal) {
  return ReadinessText(report, language, terminal).text();
}

}  // namespace cellar
