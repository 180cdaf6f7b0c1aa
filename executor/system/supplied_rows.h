// The rows of a system table that a program supplies, for one read.
//
// In:      the table, and the function that supplies its rows.
// Out:     its partitions, and the rows of each. Of several rows with one key the last one counts.
// Refused: rows that the table cannot have (E528).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "executor/system/system_facts.h"
#include "executor/system/system_rows.h"

namespace cellar {

class SuppliedRows {
 public:
  using Key = std::vector<std::string>;  // native bytes

  SuppliedRows(const Table& table, const SupplyRows& supply);

  std::vector<Key> partitions() const;
  std::vector<std::vector<Value>> rows(const Key& partition) const;

 private:
  using Partition = std::map<Key, std::vector<Value>>;  // rows by their clustering values
  std::map<Key, Partition> partitions_;
};

}  // namespace cellar
