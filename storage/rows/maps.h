// The maps of a transaction, with what reads and writes of rows need beside them.
//
// In:      a file's databases; what a transaction knows of a table (storage/transaction/transaction_state.h).
// Out:     ordered maps, and counters of the work that is done with them.
// Refused: what LMDB refuses, with the file's path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "storage/format/table_layout.h"
#include "storage/format/table_stats.h"
#include "storage/map/databases.h"
#include "storage/map/ordered_map.h"
#include "storage/rows/reading.h"
#include "storage/rows/row_observer.h"

namespace cellar {

/// Cache-line size in bytes. Data written by different threads is kept on different lines.
inline constexpr std::size_t kCacheLine = 64;

/// Is aligned since a file thread may use it while another thread buffers writes.
struct alignas(kCacheLine) Maps {
  /// `next_space` is the counter of ids for overflow spaces; null for a snapshot.
  Maps(const std::string& path, const Databases& databases, std::uint64_t* next_space)
      : lmdb(path),
        data(lmdb, kDataDatabase, databases.data, next_space),
        purge(lmdb, kPurgeDatabase, databases.purge, next_space),
        schema(lmdb, kSchemaDatabase, databases.schema, next_space) {}
  virtual ~Maps() = default;
  Maps(const Maps&) = delete;
  Maps& operator=(const Maps&) = delete;

  /// Returns the statistics of the table. A writer may change them; its commit stores the changes.
  virtual TableStats& stats(TableId table) = 0;
  /// Erases the stored statistics of the table, and keeps the commit from storing others.
  virtual void forget_stats(TableId table) = 0;
  /// Returns the second by which writes purge.
  virtual Seconds purge_second() const = 0;
  /// Returns the observer of rows that a writer changes in a partition, whose prefix has so many bytes; null if the
  /// table has none.
  virtual std::unique_ptr<RowObserver> observe(const TableLayout& layout, std::size_t partition_size) = 0;

  LmdbTransaction lmdb;
  OrderedMap data;
  OrderedMap purge;
  OrderedMap schema;
  ReadCounters visited;
  ReadMeter meter{&visited.entries};  // used by the cursors of statements' reads
};

}  // namespace cellar
