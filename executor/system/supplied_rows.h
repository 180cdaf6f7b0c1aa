// The rows of a system table that a program supplies, for one read.
//
// In:      the table, and the function that supplies its rows.
// Out:     its partitions, and the rows of each. Of several rows with one key the last one counts.
// Refused: rows that the table cannot have (E528).
#pragma once

#include <map>
#include <vector>

#include "executor/select/bounds/key_choices.h"
#include "executor/system/system_facts.h"
#include "executor/system/system_rows.h"

namespace cellar {

class SuppliedRows {
 public:
  SuppliedRows(const Table& table, const SupplyRows& supply);

  std::vector<KeyValues> partitions() const;
  std::vector<std::vector<Value>> rows(const KeyValues& partition) const;

 private:
  using Partition = std::map<KeyValues, std::vector<Value>>;  // rows by their clustering values
  std::map<KeyValues, Partition> partitions_;
};

}  // namespace cellar
