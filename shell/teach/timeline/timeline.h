// TIMELINE: what the statements of a session did to the cells of one partition.
//
// In:      a partition, from the moment on at which it is watched; the database after each statement.
// Out:     for each statement the cells that it wrote, replaced or deleted. A write that names the table and changed no
//          cell of the partition is listed, too: what is stored may have a later timestamp.
// Refused: nothing here; a table that was dropped meanwhile has no cells any more.
//
// The store keeps the last version of a cell alone, so the partition is read after each statement while it is watched, and
// no statement pays for it otherwise.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "refusal/language.h"
#include "shell/teach/cells/cells_place.h"

namespace cellar {

/// What of a partition has a version of its own.
enum class TimelinePart : std::uint8_t { partition, range, row, marker, all_elements, cell };

struct TimelineEntry {
  std::string row;   // "id = 1"; empty outside of the rows
  std::string name;  // of the cell or its column, "tags['x']"; what the range covers, "id > 5"
  TimelinePart part = TimelinePart::cell;

  std::strong_ordering operator<=>(const TimelineEntry&) const = default;
};

struct TimelineState {
  std::string value;  // as a literal; empty where there is none
  Timestamp timestamp = 0;
  std::int32_t time_to_live = 0;  // seconds; 0: none
  bool is_deletion = false;

  bool operator==(const TimelineState&) const = default;
};

struct TimelineChange {
  TimelineEntry entry;
  std::optional<TimelineState> before, after;
};

struct TimelineStep {
  std::string statement;
  std::vector<TimelineChange> changes;
};

class Timeline {
 public:
  /// The place names a partition.
  explicit Timeline(CellsPlace& place);

  bool watches(const CellsPlace& place) const;
  /// To be called after each statement, once it is durable.
  void note(const Database& database, std::string_view statement);

  /// "shop.posts"
  std::string table() const;
  /// "author = 'ann'"
  const std::string& key() const { return shown_key_; }
  std::size_t entries() const { return entries_.size(); }
  /// The last ones, at most kMostSteps.
  const std::vector<TimelineStep>& steps() const { return steps_; }
  static constexpr std::size_t kMostSteps = 1'000;

 private:
  using Entries = std::map<TimelineEntry, TimelineState>;

  Entries read(Transaction& transaction, const TablePointer& table) const;

  std::string keyspace_, name_;
  std::vector<std::string> key_;
  std::string shown_key_;
  Entries entries_;  // as they are now
  std::vector<TimelineStep> steps_;
};

std::string timeline_text(const Timeline& timeline, Language language, std::size_t terminal);
/// If no partition is watched: how to begin.
std::string no_timeline_text(Language language, std::size_t terminal);
/// docs/schema/timeline.schema.json
std::string timeline_json(const Timeline& timeline);

}  // namespace cellar
