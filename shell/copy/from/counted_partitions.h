// The partitions whose static counters a COPY FROM has added.
//
// In:      the partition key of a row, and its values of the static counters.
// Out:     which of them are to be added: those that no earlier row of the partition had.
// Refused: a static counter that had another value in an earlier row of the partition (E647).
//
// The rows of a partition may be anywhere in the files of a COPY. Memory: a key and the values of each partition, for tables
// with static counters alone.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "database/database.h"
#include "schema/schema.h"

namespace cellar {

class CountedPartitions {
 public:
  /// Sets those values to unset that are not to be added. `counters` are the columns of the values. If it refuses, none of
  /// the values counts as added.
  void take(const std::string& key, const std::vector<const Column*>& counters, std::span<BoundValue> values);

 private:
  std::unordered_map<std::string, std::vector<Value>> added_;
};

}  // namespace cellar
