// What a read has cost.
//
// In:      nothing; the store counts while it reads.
// Out:     plain data, which is added and subtracted.
// Refused: nothing.
#pragma once

#include <cstdint>

namespace cellar {

/// Counts of the deleted and expired entries that reads have passed over. A read that looks at less counts less: cells
/// behind the last wanted one are not counted, nor what lies in a deleted range, which is skipped by a seek.
struct SkippedDeletions {
  std::uint64_t partitions = 0;  // partition tombstones
  std::uint64_t rows = 0;        // row tombstones
  std::uint64_t ranges = 0;      // range tombstones, and those of collections that were overwritten
  std::uint64_t cells = 0;       // cell tombstones
  std::uint64_t expired = 0;     // cells whose time to live is over

  bool any() const { return (partitions | rows | ranges | cells | expired) != 0; }
  SkippedDeletions& operator+=(const SkippedDeletions& more);
  SkippedDeletions& operator-=(const SkippedDeletions& less);
};

/// Work done, for EXPLAIN, TIMING and tests. An entry is one key of the file that a cursor has been on.
struct ReadCounters {
  std::uint64_t partitions = 0;
  std::uint64_t rows = 0;     // live rows returned
  std::uint64_t entries = 0;  // LMDB entries visited, seeks included
  SkippedDeletions skipped{};

  ReadCounters& operator+=(const ReadCounters& more);
};

}  // namespace cellar
