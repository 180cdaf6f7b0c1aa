// Observes a statement that runs, for its trace, for EXPLAIN ANALYZE or for both.
//
// In:      the steps, as they end; the transaction and the mutations of a write; the result of a read.
// Out:     a Trace, an Analysis.
// Refused: nothing.
//
// A session has no observer while a statement runs that is neither traced nor analyzed. With one, the statement takes
// the general path to its rows, on which they are counted.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "database/observe/analysis.h"
#include "database/observe/measured_work.h"
#include "database/observe/running_trace.h"
#include "refusal/refusal.h"

namespace cellar {

class StatementObserver {
 public:
  void begin_trace(std::string id, Timestamp began, std::string_view statement, std::string_view keyspace,
                   Language language);
  void begin_analysis(Analysis analysis) { analysis_.emplace(std::move(analysis)); }
  /// Returns true from begin_analysis() until end_analysis() or leave().
  bool is_analyzing() const { return analysis_.has_value(); }

  // The following add no step to the trace after leave(). begin_write() and note_gathered() still count.
  void note(TraceWords::Text activity, const Parameters& parameters = {});
  void note_planned(TraceWords::Text activity);
  /// To be called with the lock to write, before a write is gathered, and again if it is gathered once more.
  void begin_write(const Transaction& transaction);
  void note_gathered(const Transaction& transaction, const std::vector<Mutation>& mutations);
  /// To be called when the mutations were applied.
  void note_merged();
  void note_refused(const Diagnostic& refusal);

  /// The statement has ended: its trace takes no more steps, and an analysis is dropped. Its rows may still be read.
  void leave();
  /// Returns the analysis with what was counted so far.
  Analysis end_analysis();
  /// Ends the trace, except for what EXPLAIN says of the statement (RunningTrace::end). `result` is null for a
  /// statement that has none, or was refused. Returns nothing if the statement is not traced.
  std::optional<RunningTrace> end_trace(ResultState* result);

 private:
  MeasuredWork work_;
  std::optional<RunningTrace> trace_;
  Language language_ = Language::english;
  std::optional<Analysis> analysis_;
};
/// Null: the statement is not observed.
using StatementObserverPointer = std::unique_ptr<StatementObserver>;

}  // namespace cellar
