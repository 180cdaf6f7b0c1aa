// The counters of a database and the statistics of its tables, as `meta` stores them
// (storage/format/format.h).
//
// In:      nothing; storage/transaction/meta.h reads and writes them.
// Out:     plain data.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <optional>

#include "storage/format/mutation.h"

namespace cellar {

struct Counters {
  Timestamp last_timestamp = 0;
  std::uint64_t next_id = 1;
  std::uint64_t next_space = 1;
  std::uint64_t schema_version = 0;

  bool operator==(const Counters&) const = default;
};

inline constexpr Seconds kNeverPurged = INT64_MAX;

struct TableStats {
  Timestamp largest_timestamp = INT64_MIN;  // of everything ever written to rows
  std::uint64_t range_tombstones = 0;
  std::uint64_t covering_tombstones = 0;  // of these, the covering ones, which reads have to look up
  std::optional<std::int64_t> grace;      // gc_grace_seconds, once something may have been queued
  // The table's entry in the schedule of the purge queue.
  Seconds purge_from = kNeverPurged;
  std::uint64_t purge_turn = 0;

  bool operator==(const TableStats&) const = default;
};

}  // namespace cellar
