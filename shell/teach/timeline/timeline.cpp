#include "shell/teach/timeline/timeline.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "refusal/messages.h"
#include "shell/teach/cells/cells_words.h"
#include "shell/teach/cells/time_words.h"
#include "shell/teach/figure/figure.h"
#include "shell/teach/figure/words_in.h"
#include "types/text/text.h"

namespace cellar {

namespace {

struct TimelineWords {
  std::string_view language;
  std::string_view title, none, unchanged, gone, unwatched;
};

constexpr TimelineWords kTimelineWords[] = {
    {.language = "en",
     .title = "{title}: {cells|entry|entries} now",
     .none = "No statement has touched it since it is watched.",
     .unchanged = "no change here",
     .gone = "gone",
     .unwatched =
         "No partition is watched. TIMELINE table WHERE key = value begins, before you write to it."},
    {.language = "zh",
     .title = "{title}：现有 {cells|项|项}",
     .none = "从开始观察起，还没有语句涉及它。",
     .unchanged = "这里没有变化",
     .gone = "已不在",
     .unwatched = "没有在观察的分区 (partition)。写入之前，用 TIMELINE table WHERE key = value 开始。"},
};

std::string moment(Timestamp timestamp) { return fmt::format("@ {}", moment_text(timestamp)); }

std::string state_of(const CellVersion& version, const std::string& value) {
  if (version.is_tombstone) return "deleted " + moment(version.liveness.timestamp);
  const std::string ttl =
      version.liveness.time_to_live == 0 ? "" : fmt::format(" TTL {}", version.liveness.time_to_live);
  return value + (value.empty() ? "" : " ") + moment(version.liveness.timestamp) + ttl;
}

/// Whether the statement is a write that names the table.
bool may_write(std::string_view statement, const std::string& table) {
  const std::string text = to_lower(statement);
  for (const std::string_view word : {"insert", "update", "delete", "begin"}) {
    if (trim(text).starts_with(word)) return text.find(to_lower(table)) != std::string::npos;
  }
  return false;
}

}  // namespace

Timeline::Timeline(CellsPlace& place)
    : keyspace_(place.table->keyspace), name_(place.table->name), key_(*place.place.key) {
  title_ = fmt::format("{}.{}, {}", quote_name(keyspace_), quote_name(name_),
                       CellsWords(*place.table, 0, false).key(key_));
  cells_ = read(place.snapshot.transaction, place.table);
}

bool Timeline::watches(const CellsPlace& place) const {
  return place.table->keyspace == keyspace_ && place.table->name == name_ && *place.place.key == key_;
}

Timeline::Cells Timeline::read(Transaction& transaction, const TablePointer& table) const {
  const CellsWords words(*table, 0, false);
  Cells cells;
  const auto put_deletion = [&](const std::string& name, const Deletion& deletion) {
    cells[name] = "deleted " + moment(deletion.timestamp);
  };
  RawPartitions partitions(transaction, table, {key_, {}});
  if (!partitions.next()) return cells;
  if (partitions.deletion()) put_deletion("(partition)", *partitions.deletion());
  while (const RawItem* item = partitions.next_item()) {
    if (const auto* range = std::get_if<RawRangeStart>(item))
      put_deletion("range " + words.range(range->range), range->range.deletion);
    const auto* row = std::get_if<RawRow>(item);
    if (row == nullptr) continue;
    const std::string clustering = words.clustering(row->clustering);
    const std::string prefix = clustering.empty() ? "" : clustering + ": ";
    if (row->marker) cells[prefix + "(marker)"] = state_of({*row->marker, false, 0, {}}, "");
    if (row->deletion) put_deletion(prefix + "(row)", *row->deletion);
    while (const RawRowPart* part = partitions.next_part()) {
      if (const auto* deletion = std::get_if<RawColumnDeletion>(part)) {
        put_deletion(prefix + quote_name(deletion->column->name) + " (all)", deletion->deletion);
      } else {
        const RawCell& cell = std::get<RawCell>(*part);
        cells[prefix + words.name(cell)] = state_of(cell.version, words.value(cell));
      }
    }
  }
  return cells;
}

void Timeline::note(const Database& database, std::string_view statement) {
  Snapshot snapshot = database.snapshot();
  const TablePointer table = snapshot.schema->find_table(keyspace_, name_);
  Cells now = table == nullptr ? Cells() : read(snapshot.transaction, table);
  TimelineStep step{in_one_line(statement), {}};
  for (const auto& [cell, after] : now) {
    const auto before = cells_.find(cell);
    if (before == cells_.end() || before->second != after)
      step.changes.push_back({cell, before == cells_.end() ? "" : before->second, after});
  }
  for (const auto& [cell, before] : cells_) {
    if (!now.contains(cell)) step.changes.push_back({cell, before, ""});
  }
  cells_ = std::move(now);
  if (!step.changes.empty() || may_write(statement, name_)) steps_.push_back(std::move(step));
  if (steps_.size() > kMostSteps) steps_.erase(steps_.begin());
}

std::string no_timeline_text(Language language, std::size_t terminal) {
  return figure_lines(words_in(kTimelineWords, language).unwatched, terminal, 2);
}

std::string timeline_text(const Timeline& timeline, Language language, std::size_t terminal) {
  const TimelineWords& words = words_in(kTimelineWords, language);
  std::string text = figure_lines(
      fill(words.title, {{"title", timeline.title()}, {"cells", std::to_string(timeline.cells())}}), terminal,
      2);
  if (timeline.steps().empty()) return text + figure_lines(words.none, terminal, 2);
  for (std::size_t i = 0; i < timeline.steps().size(); ++i) {
    const TimelineStep& step = timeline.steps()[i];
    text += figure_lines(fmt::format("{}  {}", i + 1, step.statement), terminal, 3);
    if (step.changes.empty()) text += figure_lines("   " + std::string(words.unchanged), terminal, 3);
    for (const CellChange& change : step.changes) {
      const std::string after = change.after.empty() ? std::string(words.gone) : change.after;
      const std::string states = change.before.empty() ? after : change.before + " → " + after;
      text += figure_lines(fmt::format("   {}  {}", change.cell, states), terminal, 3);
    }
  }
  return text;
}

std::string timeline_json(const Timeline& timeline) {
  using nlohmann::ordered_json;
  ordered_json object = {{"partition", timeline.title()}, {"cells", timeline.cells()}};
  object["steps"] = ordered_json::array();
  for (const TimelineStep& step : timeline.steps()) {
    ordered_json changes = ordered_json::array();
    for (const CellChange& change : step.changes) {
      ordered_json entry = {{"cell", change.cell}};
      entry["before"] = change.before.empty() ? ordered_json() : ordered_json(change.before);
      entry["after"] = change.after.empty() ? ordered_json() : ordered_json(change.after);
      changes.push_back(std::move(entry));
    }
    object["steps"].push_back({{"statement", step.statement}, {"changes", std::move(changes)}});
  }
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace cellar
