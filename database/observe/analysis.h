// What EXPLAIN ANALYZE says of the statement that has run.
//
// In:      the statement, and how long its parsing and planning took; what was counted; its result.
// Out:     the measures.
// Refused: what the read refuses.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "database/observe/measured_work.h"
#include "parser/statement/statement.h"

namespace cellar {

struct ResultState;

class Analysis {
 public:
  using Clock = std::chrono::steady_clock;

  /// `statement` is the EXPLAIN. The statement that it explains begins to run now.
  Analysis(std::shared_ptr<const Statement> statement, std::chrono::nanoseconds parsing,
           std::chrono::nanoseconds planning)
      : statement_(std::move(statement)), parsing_(parsing), planning_(planning), begin_(Clock::now()) {}

  const ExplainStatement& explain() const { return std::get<ExplainStatement>(statement_->node); }
  /// Takes what was counted so far.
  void take(const MeasuredWork& work) { work_ = work; }
  /// Reads all rows.
  void read_to_end(ResultState& result);
  /// Sets whether a conditional write was made, by its answer.
  void note_condition(ResultState& answer);
  ExplainedMeasures measures() const;

 private:
  std::shared_ptr<const Statement> statement_;
  std::chrono::nanoseconds parsing_, planning_;
  Clock::time_point begin_;
  MeasuredWork work_;
  std::uint64_t returned_ = 0, bytes_ = 0;  // rows of the result, and their values
  std::optional<bool> applied_;             // of a conditional write
};

}  // namespace cellar
