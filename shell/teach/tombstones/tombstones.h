// TOMBSTONES: the deletions that a table keeps, by kind and age.
//
// In:      the partitions of a place, with what is dead and not purged; the second that decides what has expired.
// Out:     how many deletions of each kind there are, how old they are, and how many are past gc_grace_seconds; the
//          partitions with the most.
// Refused: what reading the store refuses.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "refusal/language.h"
#include "shell/teach/cells/cells_place.h"

namespace cellar {

/// `collection`: all elements of one. `expired`: a cell or row marker whose time to live has ended.
enum class TombstoneKind : std::uint8_t { partition, range, row, collection, cell, expired };
inline constexpr std::size_t kTombstoneKinds = 6;

struct TombstoneCount {
  std::uint64_t number = 0;
  std::uint64_t purgeable = 0;            // older than gc_grace_seconds
  std::optional<Seconds> oldest, newest;  // seconds since 1970 of the deletion or expiry
};

struct BuriedPartition {
  std::string key;  // as it is written behind WHERE
  std::uint64_t tombstones = 0;
  std::uint64_t live_cells = 0;
};

struct TombstonesReport {
  std::string table;
  Seconds now = 0;
  Seconds grace = 0;  // gc_grace_seconds
  std::uint64_t partitions = 0, buried_partitions = 0;
  std::uint64_t live_cells = 0;
  std::uint64_t hidden_cells = 0;    // older than a deletion that covers them
  std::uint64_t expiring_cells = 0;  // live ones with a time to live
  std::array<TombstoneCount, kTombstoneKinds> kinds;
  std::vector<BuriedPartition> most;  // with tombstones, the most first; at most kMostBuried
  std::optional<Diagnostic> rest;     // what LIMIT has left out

  const TombstoneCount& of(TombstoneKind kind) const { return kinds[static_cast<std::size_t>(kind)]; }
  std::uint64_t number() const;
  std::uint64_t purgeable() const;
};

inline constexpr std::size_t kMostBuried = 5;

TombstonesReport report_tombstones(CellsPlace& place, Seconds now);
std::string tombstones_text(const TombstonesReport& report, Language language, std::size_t terminal);
/// docs/schema/tombstones.schema.json
std::string tombstones_json(const TombstonesReport& report);
/// "partition", "range" ...
std::string_view name_of(TombstoneKind kind);

}  // namespace cellar
