// Counts what a statement reads and writes.
//
// In:      the transaction and the mutations of a write; the counters of a read.
// Out:     the counts.
// Refused: nothing.
#pragma once

#include <vector>

#include "planner/explain/explain.h"
#include "storage/store.h"

namespace cellar {

class MeasuredWork {
 public:
  /// To be called before a write is gathered, and again if it is gathered once more.
  void begin_write(const Transaction& transaction);
  void end_write(const Transaction& transaction, const std::vector<Mutation>& mutations);
  void take_read(const ReadCounters& counters);
  const ExplainedMeasures& counted() const { return measures_; }

 private:
  void take_counters(const ReadCounters& counters);

  ReadCounters before_;  // of the transaction, which may be that of a group
  ExplainedMeasures measures_;
};

}  // namespace cellar
