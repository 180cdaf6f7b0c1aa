// What the partitions of a table hold, as far as it decides about a cluster: one pass, in memory that does not grow with it.
//
// In:      the partitions of a table or view, as they lie in the store; the second that decides what has expired; a ring.
// Out:     sums, records, and how often a limit was passed. What was read before a refusal is there all the same.
// Refused: what reading the store refuses, an interrupt among it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "shell/check/readiness/readiness.h"
#include "storage/raw_partition.h"

namespace cellar {

struct PartitionFacts {
  std::string key;  // as it is written behind WHERE
  std::uint64_t rows = 0, cells = 0, bytes = 0, tombstones = 0;
};

/// Values of a column that pass a limit.
struct LargeValues {
  std::uint64_t longest = 0, large = 0;  // bytes of the longest one; how many are beyond the limit
  std::string key_of_longest;
  std::uint64_t most_elements = 0, large_collections = 0;
  std::string key_of_collection;
};

struct IndexFacts {
  std::uint64_t rows = 0;                              // values that are indexed
  std::map<std::string, std::uint64_t> rows_of_value;  // by the value's bytes; empty if there are many
  bool has_many = false;
  std::uint64_t long_terms = 0;
};

struct TableFacts {
  std::uint64_t partitions = 0, rows = 0, cells = 0, bytes = 0, tombstones = 0;
  std::vector<std::uint64_t> nodes;                  // bytes of the first replicas of each
  PartitionFacts largest, fullest, longest, buried;  // by bytes, by cells, by rows, by tombstones
  std::uint64_t large_partitions = 0, full_partitions = 0, buried_partitions = 0;  // beyond the limit
  std::map<std::uint64_t, std::uint64_t> partitions_of_rows;  // how many partitions have so many rows
  std::vector<LargeValues> columns;                           // of Table::columns
  std::vector<IndexFacts> indexes;                            // of Table::indexes
  std::uint64_t future = 0;                                   // values and deletions of a later time
  Timestamp latest = 0;

  std::uint64_t median_rows() const;
};

/// What is measured of a table, and how.
struct TableWish {
  const Table& table;
  const ReadinessLimits& limits;
  std::size_t nodes;
  Timestamp now;  // microseconds
  ReadinessProgress progress;
};

void measure_table(RawPartitions& partitions, const TableWish& wish, TableFacts& facts);

class FoundHarm;
/// Adds what of it hurts.
void judge_facts(const TableFacts& facts, const TableWish& wish, FoundHarm& found);

}  // namespace cellar
