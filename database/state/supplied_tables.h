// The functions that supply rows of system tables, by table.
//
// In:      the name of a table and a function; from a read, the name alone.
// Out:     the function of that moment, or null. Threads may share it.
// Refused: nothing.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "executor/system/system_facts.h"

namespace cellar {

class SuppliedTables {
 public:
  using Name = std::pair<std::string, std::string>;  // keyspace, table

  /// Null removes the supplier.
  void set(const Name& table, std::shared_ptr<const SupplyRows> supply) {
    const std::lock_guard lock(mutex_);
    // The previous function is destroyed after the lock is released; its destructor may call back.
    if (supply)
      supplies_[table].swap(supply);
    else if (auto before = supplies_.extract(table))
      supply = std::move(before.mapped());
  }
  std::shared_ptr<const SupplyRows> find(const Name& table) const {
    const std::lock_guard lock(mutex_);
    const auto found = supplies_.find(table);
    return found == supplies_.end() ? nullptr : found->second;
  }

 private:
  mutable std::mutex mutex_;
  std::map<Name, std::shared_ptr<const SupplyRows>> supplies_;  // guarded by mutex_
};

}  // namespace cellar
