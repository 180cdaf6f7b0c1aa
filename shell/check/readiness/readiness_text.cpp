#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <ranges>

#include "refusal/messages.h"
#include "refusal/render.h"
#include "refusal/width.h"
#include "shell/check/readiness/readiness.h"
#include "shell/check/words/check_words.h"
#include "shell/teach/figure/figure.h"
#include "types/text/text.h"

namespace cellar {

namespace {

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
      : report_(report), say_(language), terminal_(terminal) {}

  std::string text() {
    for (const ReadinessFinding& finding : report_.findings) add(finding);
    for (const UnreadThing& thing : report_.unread) {
      const SaidWords said = said_words(thing.why, {}, say_.language());
      line(fmt::format("{}: {}[{}]: {}", expand(thing.what), say_("cannot be read"), thing.why.code(),
                       expand(said.title)));
    }
    add_tables();
    if (report_.left_out > 0)
      line(say_("{count|further finding was|further findings were} left out.",
                {{"count", with_commas(report_.left_out)}}));
    add_sums();
    if (report_.is_interrupted) line(say_("Interrupted: this is what was read until then."));
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
    const SaidWords said = said_words(finding.what, {}, say_.language());
    const std::string place = place_of_finding(finding);
    std::string head =
        fmt::format("{}{}{}[{}]: {}", expand(place), place.empty() ? "" : ": ",
                    say_(*CheckWords::find(name(finding.level))), finding.what.code(), expand(said.title));
    if (finding.times > 1) head += say_(" ({times} times)", {{"times", with_commas(finding.times)}});
    line(head);
    further(say_("why"), said.why);
    further(say_("fix"), said.fix);
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
    Figure figure({{say_("table"), FigureSide::left},
                   {say_("partitions")},
                   {say_("rows")},
                   {say_("bytes")},
                   {say_("largest partition")},
                   {say_("busiest of {nodes|node|nodes}", {{"nodes", std::to_string(report_.nodes)}})}});
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
    std::string sums = say_("Read: {tables|table|tables}, {rows|row|rows}, {bytes}",
                            {{"tables", with_commas(report_.tables.size())},
                             {"rows", with_commas(rows)},
                             {"bytes", bytes_text(static_cast<double>(bytes))}});
    if (report_.scripts > 0) {
      sums += say_("; ") +
              say_("{scripts|script|scripts} with {statements|statement|statements}, {refused} refused",
                   {{"scripts", with_commas(report_.scripts)},
                    {"statements", with_commas(report_.statements)},
                    {"refused", with_commas(report_.refused)}});
    }
    line(sums);
    const std::string counts =
        say_("{errors|error|errors}, {warnings|warning|warnings}, {remarks|remark|remarks}",
             {{"errors", with_commas(report_.count(LintLevel::error))},
              {"warnings", with_commas(report_.count(LintLevel::warn))},
              {"remarks", with_commas(report_.count(LintLevel::info))}});
    const bool is_ready =
        report_.count(LintLevel::error) == 0 && report_.unread.empty() && !report_.is_interrupted;
    const std::string of = report_.file.empty() ? say_("The scripts") : expand(report_.file);
    if (!report_.unread.empty() && report_.tables.empty() && report_.scripts == 0)
      return line(say_("{name}: could not be judged", {{"name", of}}));
    line(say_(is_ready ? CheckWords::Text("{name}: ready for a cluster ({counts})")
                       : CheckWords::Text("{name}: not ready for a cluster ({counts})"),
              {{"name", of}, {"counts", counts}}));
  }

  const ReadinessReport& report_;
  CheckWords::Speech say_;
  std::size_t terminal_;
  std::string text_;
};

}  // namespace

std::string readiness_text(const ReadinessReport& report, Language language, std::size_t terminal) {
  return ReadinessText(report, language, terminal).text();
}

}  // namespace cellar
