// Compares the schedule of the purge queue with the statistics of the tables.
//
// In:      the sound entries of `meta`, then those of `purge`.
// Out:     each table that would be purged too late or never, or that is scheduled without its statistics.
// Refused: nothing.
//
// Memory: one entry for each table that has statistics or something in the queue.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "storage/format/table_stats.h"

namespace cellar {

class QueueAgreement {
 public:
  void take_meta(std::string_view key, std::string_view value);
  void take_purge(std::string_view key);
  /// To be called at the end.
  void report(const std::function<void(TableId table, const std::string& reason)>& on_damage) const;

 private:
  struct QueueOfTable {
    TableStats stats;
    bool is_scheduled = false;  // as the statistics say
    bool is_scheduled_otherwise = false;
    bool has_entries = false;
    bool is_dropped = false;  // its statistics and entries go when its data are purged
  };
  std::map<TableId, QueueOfTable> tables_;
};

}  // namespace cellar
