// What EXPLAIN ANALYZE measures while its statement runs.
//
// In:      the statement; the transaction of a write; the result of a read.
// Out:     the measures.
// Refused: what the read refuses.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "parser/statement/statement.h"
#include "planner/explain/explain.h"
#include "storage/store.h"

namespace cellar {

struct ResultState;

class Analysis {
 public:
  using Clock = std::chrono::steady_clock;

  /// Counts what a traced statement does (database/observe/running_trace.h).
  Analysis() = default;
  Analysis(std::shared_ptr<const Statement> statement, std::chrono::nanoseconds parsing,
           std::chrono::nanoseconds planning)
      : statement_(std::move(statement)), parsing_(parsing), planning_(planning), begin_(Clock::now()) {}

  const ExplainStatement& explain() const { return std::get<ExplainStatement>(statement_->node); }
  /// To be called before a write is gathered, and again if it is gathered once more.
  void begin_write(const Transaction& transaction);
  void end_write(const Transaction& transaction, const std::vector<Mutation>& mutations);
  void take_read(const ReadCounters& counters);
  /// What was counted, without times.
  const ExplainedMeasures& counted() const { return measures_; }
  /// Reads all rows.
  void read_to_end(ResultState& result);
  /// Sets whether a conditional write was made, by its answer.
  void note_condition(ResultState& answer);
  ExplainedMeasures measures() const;

 private:
  void take_counters(const ReadCounters& counters);

  std::shared_ptr<const Statement> statement_;  // EXPLAIN
  std::chrono::nanoseconds parsing_, planning_;
  Clock::time_point begin_;
  ReadCounters before_;  // of the transaction, which may be that of a group
  ExplainedMeasures measures_;
};

}  // namespace cellar
