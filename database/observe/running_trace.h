// The trace of a statement that runs.
//
// In:      the steps, as they end; what was counted of a write and of a read; the language of the session.
// Out:     a Trace.
// Refused: nothing.
//
// A write may be noted in the thread that leads the write queue, while the session's own thread waits for it.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "database/observe/words/trace_words.h"
#include "database/trace.h"
#include "planner/explain/explain.h"
#include "storage/store.h"

namespace cellar {

class RunningTrace {
 public:
  /// `began` is by the clock of the database, as is the id.
  RunningTrace(std::string id, Timestamp began, std::string_view statement, std::string_view keyspace,
               Language language);

  void note(TraceWords::Text activity, const Parameters& parameters = {});
  /// Notes the step by which the way to the rows is known: end() adds what EXPLAIN says of it.
  void note_planned(TraceWords::Text activity);
  void note_gathered(const ExplainedMeasures& written, const std::vector<Mutation>& mutations);
  /// To be called when the mutations were applied.
  void note_merged();
  /// The statement was executed: from now on notes have no effect. Its rows may still be read.
  void leave() { left_ = true; }
  void note_read(const ExplainedMeasures& read);
  /// Stops the clock.
  void stop() { trace_.duration = Clock::now() - begin_; }
  const std::string& statement() const { return trace_.statement; }
  /// Returns the keyspace that was in use when the statement began.
  const std::string& keyspace() const { return keyspace_; }
  /// Returns the trace. `access` is what EXPLAIN says of the statement; may be empty.
  TracePointer end(const std::string& access);

 private:
  using Clock = std::chrono::steady_clock;

  std::string say(TraceWords::Text activity, const Parameters& parameters = {}) const {
    return TraceWords::say(language_, activity, parameters);
  }
  std::string derived_from(const std::vector<Mutation>& mutations) const;
  void add(std::string activity);
  void note_skipped(const ExplainedMeasures& measures);

  Trace trace_;
  const std::string keyspace_;
  Language language_;
  Clock::time_point begin_;
  std::string derived_;  // ", index a, view b": what follows the rows that were gathered
  std::size_t planned_;  // the index of the step of note_planned(); that of no step at first
  bool left_ = false;
};

}  // namespace cellar
