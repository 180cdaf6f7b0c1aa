// How many rows, cells and bytes the partitions of a table have.
//
// In:      a connection, and a table or view; its live rows are read as a SELECT reads them, one at a time.
// Out:     one partition after another, in the order of tokens. Memory does not grow with their number.
// Refused: what the SELECT refuses, an interrupt among it.
//
// Bytes are counted as the formula of Cassandra's documentation does: the partition key and static columns once, the
// other values with each row, and 8 for the timestamp of each cell. An element of a collection is a cell.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "shell/connection/connection.h"

namespace cellar {

inline constexpr std::uint64_t kBytesOfTimestamp = 8;

struct MeasuredPartition {
  std::vector<std::string> key;
  std::uint64_t rows = 0;
  std::uint64_t cells = 0;
  std::uint64_t bytes = 0;
};

/// The values of a column, in all rows; of a static column and of the key, once in each partition.
struct MeasuredValues {
  std::uint64_t values = 0;
  std::uint64_t bytes = 0;
};

/// Returns what the values of each column have in all partitions. `take` gets each partition.
std::vector<MeasuredValues> measure_partitions(Connection& connection, const Table& table,
                                               const std::function<void(const MeasuredPartition&)>& take);

}  // namespace cellar
