#include <fmt/format.h>

#include "shell/teach/figure/figure.h"
#include "shell/teach/tombstones/tombstones.h"
#include "shell/teach/words/teach_words.h"

namespace cellar {

namespace {

constexpr TeachWords::Text kKindsOfTombstones[kTombstoneKinds] = {
    "partition", "range of rows", "row", "collection, all of it", "cell", "expired (TTL)"};

/// The two largest units: "2d 3h", "10s".
std::string age_text(Seconds seconds) {
  constexpr std::pair<std::int64_t, char> kUnits[] = {{86'400, 'd'}, {3'600, 'h'}, {60, 'm'}, {1, 's'}};
  if (seconds <= 0) return "0s";
  std::string text;
  std::int64_t rest = seconds;
  int parts = 0;
  for (const auto& [length, letter] : kUnits) {
    if (rest / length > 0 && parts < 2) {
      text += fmt::format("{}{}{}", text.empty() ? "" : " ", rest / length, letter);
      ++parts;
    } else if (parts == 1) {
      break;
    }
    rest %= length;
  }
  return text;
}

std::string kinds_text(const TombstonesReport& report, const TeachWords::Speech& say, std::size_t terminal) {
  Figure figure({{say("what was deleted"), FigureSide::left},
                 {say("number")},
                 {say("past grace")},
                 {say("oldest")},
                 {say("newest")}});
  const auto age = [&](const std::optional<Seconds>& at) { return at ? age_text(report.now - *at) : ""; };
  for (std::size_t i = 0; i < kTombstoneKinds; ++i) {
    const TombstoneCount& count = report.kinds[i];
    figure.add({say(kKindsOfTombstones[i]), with_commas(count.number), with_commas(count.purgeable),
                age(count.oldest), age(count.newest)});
  }
  return figure.text(terminal);
}

std::string most_text(const TombstonesReport& report, const TeachWords::Speech& say, std::size_t terminal) {
  Figure figure(
      {{say("partitions with the most"), FigureSide::left}, {say("tombstones")}, {say("live cells")}});
  for (const BuriedPartition& each : report.most)
    figure.add({each.key, with_commas(each.tombstones), with_commas(each.live_cells)});
  return figure.text(terminal);
}

}  // namespace

std::string tombstones_text(const TombstonesReport& report, Language language, std::size_t terminal) {
  const TeachWords::Speech say(language);
  const auto line = [&](TeachWords::Text text, const Parameters& parameters) {
    return figure_lines(say(text, parameters), terminal, 2);
  };
  const bool has_any = report.number() > 0;
  std::string text =
      line(
          has_any
              ? TeachWords::Text(
                    "{table}: {number|tombstone|tombstones} in {buried} of {partitions|partition|partitions}")
              : TeachWords::Text("{table}: no tombstones in {partitions|partition|partitions}"),
          {{"table", report.table},
           {"number", with_commas(report.number())},
           {"buried", with_commas(report.buried_partitions)},
           {"partitions", with_commas(report.partitions)}}) +
      line(
          "beside {live|live cell|live cells} ({expiring} with a time to live), and {hidden} that a deletion "
          "hides",
          {{"live", with_commas(report.live_cells)},
           {"expiring", with_commas(report.expiring_cells)},
           {"hidden", with_commas(report.hidden_cells)}});
  if (!has_any) return text;
  text +=
      '\n' + kinds_text(report, say, terminal) + '\n' + most_text(report, say, terminal) + '\n' +
      line("A read of the partition passes over each of them.", {}) +
      line(
          "A tombstone is kept for gc_grace_seconds ({grace}), so that a replica that was away learns of it.",
          {{"grace", age_text(report.grace)}});
  if (report.purgeable() > 0)
    text += line("COMPACT purges the {purgeable|one|tombstones} past it.",
                 {{"purgeable", with_commas(report.purgeable())}});
  return text;
}

}  // namespace cellar
