#include <fmt/format.h>

#include "refusal/messages.h"
#include "shell/teach/figure/figure.h"
#include "shell/teach/figure/words_in.h"
#include "shell/teach/tombstones/tombstones.h"

namespace cellar {

namespace {

struct TombstonesWords {
  std::string_view language;
  std::string_view title, none, live;
  std::string_view kind, number, purgeable, oldest, newest;
  std::string_view kinds[kTombstoneKinds];
  std::string_view most, tombstones, live_cells;
  std::string_view wait, compact, read;
};

constexpr TombstonesWords kTombstonesWords[] = {
    {.language = "en",
     .title = "{table}: {number|tombstone|tombstones} in {buried} of {partitions|partition|partitions}",
     .none = "{table}: no tombstones in {partitions|partition|partitions}",
     .live =
         "beside {live|live cell|live cells} ({expiring} with a time to live), and {hidden} that a deletion "
         "hides",
     .kind = "what was deleted",
     .number = "number",
     .purgeable = "past grace",
     .oldest = "oldest",
     .newest = "newest",
     .kinds = {"partition", "range of rows", "row", "collection, all of it", "cell", "expired (TTL)"},
     .most = "partitions with the most",
     .tombstones = "tombstones",
     .live_cells = "live cells",
     .wait =
         "A tombstone is kept for gc_grace_seconds ({grace}), so that a replica that was away learns of it.",
     .compact = "COMPACT purges the {purgeable|one|tombstones} past it.",
     .read = "A read of the partition passes over each of them."},
    {.language = "zh",
     .title =
         "{table}：{number|个墓碑|个墓碑} (tombstone)，在 {partitions} 个分区 (partition) 中的 {buried} 个",
     .none = "{table}：{partitions|个分区|个分区} (partition) 中没有墓碑 (tombstone)",
     .live = "另有 {live|个活单元格|个活单元格} (cell)，其中 {expiring} 个带 TTL；被删除遮住的有 {hidden} 个",
     .kind = "删除的是",
     .number = "数量",
     .purgeable = "已过宽限期",
     .oldest = "最早",
     .newest = "最近",
     .kinds = {"分区", "一段行", "行", "整个集合", "单元格", "已过期 (TTL)"},
     .most = "墓碑最多的分区",
     .tombstones = "墓碑",
     .live_cells = "活单元格",
     .wait = "墓碑要保留 gc_grace_seconds（{grace}），让当时不在的副本 (replica) 也能得知删除。",
     .compact = "COMPACT 清除已过宽限期的 {purgeable|个|个}。",
     .read = "读这个分区时，每个墓碑都要经过。"},
};

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

std::string kinds_text(const TombstonesReport& report, const TombstonesWords& words, std::size_t terminal) {
  Figure figure({{std::string(words.kind), FigureSide::left},
                 {std::string(words.number)},
                 {std::string(words.purgeable)},
                 {std::string(words.oldest)},
                 {std::string(words.newest)}});
  const auto age = [&](const std::optional<Seconds>& at) { return at ? age_text(report.now - *at) : ""; };
  for (std::size_t i = 0; i < kTombstoneKinds; ++i) {
    const TombstoneCount& count = report.kinds[i];
    figure.add({std::string(words.kinds[i]), with_commas(count.number), with_commas(count.purgeable),
                age(count.oldest), age(count.newest)});
  }
  return figure.text(terminal);
}

std::string most_text(const TombstonesReport& report, const TombstonesWords& words, std::size_t terminal) {
  Figure figure({{std::string(words.most), FigureSide::left},
                 {std::string(words.tombstones)},
                 {std::string(words.live_cells)}});
  for (const BuriedPartition& each : report.most)
    figure.add({each.key, with_commas(each.tombstones), with_commas(each.live_cells)});
  return figure.text(terminal);
}

}  // namespace

std::string tombstones_text(const TombstonesReport& report, Language language, std::size_t terminal) {
  const TombstonesWords& words = words_in(kTombstonesWords, language);
  const auto line = [&](std::string_view form, const Parameters& parameters) {
    return figure_lines(fill(form, parameters), terminal, 2);
  };
  const bool has_any = report.number() > 0;
  std::string text =
      line(has_any ? words.title : words.none, {{"table", report.table},
                                                {"number", with_commas(report.number())},
                                                {"buried", with_commas(report.buried_partitions)},
                                                {"partitions", with_commas(report.partitions)}}) +
      line(words.live, {{"live", with_commas(report.live_cells)},
                        {"expiring", with_commas(report.expiring_cells)},
                        {"hidden", with_commas(report.hidden_cells)}});
  if (!has_any) return text;
  text += '\n' + kinds_text(report, words, terminal) + '\n' + most_text(report, words, terminal) + '\n' +
          line(words.read, {}) + line(words.wait, {{"grace", age_text(report.grace)}});
  if (report.purgeable() > 0) text += line(words.compact, {{"purgeable", with_commas(report.purgeable())}});
  return text;
}

}  // namespace cellar
