// Compares the rows that a write names before and after it: W404 an INSERT replaced values, W405 the write changed
// nothing, W408 an INSERT wrote nulls that its text does not show.
//
// In:      the mutations of INSERT, UPDATE, DELETE or BATCH; the transaction before they are applied, and after.
// Out:     notices. Only so many rows of a statement are read.
// Refused: nothing but what reading refuses.
//
// Rows are compared as they are read before and after, so the rules by which a write wins or loses are only in the
// store.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "executor/write/write_run.h"
#include "planner/plan/write_plan.h"

namespace cellar {

/// A row of the table, or the static row, as far as the write touches it.
struct SeenRow {
  bool lives = false;
  bool has_marker = false;
  std::vector<std::optional<std::pair<std::string, Liveness>>> cells;      // indexed as Table::columns
  std::vector<std::vector<std::pair<std::string, std::string>>> elements;  // likewise: paths and values
};

/// Returns the place of the first value of the partition key; nothing for a batch.
std::optional<Span> first_key_span(const WritePlan& plan);

class WatchedWrite {
 public:
  /// Reads the rows as they are before the write. The arguments must outlive the object.
  WatchedWrite(const WritePlan& plan, std::span<const Mutation> mutations, const WriteRun& run);

  /// To be called once the mutations are applied.
  std::vector<Diagnostic> notices_after() const;

 private:
  const WritePlan& plan_;
  std::span<const Mutation> mutations_;
  const WriteRun& run_;
  std::vector<SeenRow> before_;  // one for each mutation
};

}  // namespace cellar
