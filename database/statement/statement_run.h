// The run of a statement.
//
// In:      text, a prepared statement or a request, with the values of its markers.
// Out:     the state of a Result.
// Refused: everything that a statement may be refused for.
//
// A text takes one of two ways, with the same outcome: the short way by its shape, if a statement of that shape was
// planned before (short_way.h), or the long way by the grammar and the planner (statement_planning.h). What the short
// way cannot do or would refuse takes the long one; StatementPath::general always takes the long one. On both ways the
// statement reads (statement_read.h), writes (statement_write.h) or defines (statement_definition.h). A write ends in
// the write queue of the database, possibly while no thread waits for it. So a statement runs in steps, and
// RunningStatement keeps what a later step needs.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "database/statement/short_way.h"
#include "database/statement/statement_definition.h"

namespace cellar {

class StatementRun {
 public:
  /// `write_ended` is called when the write of a submitted request has ended, in the thread that leads the write queue:
  /// it must let another thread call resume(), or call it itself if is_written().
  StatementRun(SessionParts& session, std::function<void()> write_ended)
      : session_(session), write_(session, running_, planning_, std::move(write_ended)) {}
  StatementRun(const StatementRun&) = delete;
  StatementRun& operator=(const StatementRun&) = delete;

  ResultPointer execute(std::string_view text);
  ResultPointer execute(const std::shared_ptr<PreparedState>& prepared, std::span<const BoundValue> values);
  ResultPointer execute(const Request& request);
  Reply attempt(std::string_view text);
  CachedPlanPointer prepare(std::string_view text);

  // The steps of a submitted request. After StepResult::in_queue nothing of the session may be touched before resume().
  /// The request must live until end() is called.
  void begin(const Request& request, bool is_submitted);
  StepResult run(ResultPointer& result);
  /// Continues after the write of the request has ended.
  StepResult resume(ResultPointer& result);
  /// Returns whether the write of the request is durable, so that resume() does nothing but answer.
  bool is_written() const { return write_.is_written(); }
  /// Returns whether run() would do no more for this statement than to put it into the write queue.
  bool is_queued_write(const Prepared& prepared) const;
  /// Completes a refusal of the statement: names the file that is damaged, gives it its places in the text of the
  /// statement, and ends the trace.
  void finish_refusal(Refusal& refusal);
  void end();

 private:
  void begin(std::string_view text);
  ResultPointer run_to_end();
  StepResult run_long(ResultPointer& result);
  StepResult run_planned(ResultPointer& result);
  StepResult answer_write(StepResult step, ResultPointer& result);
  /// Runs the statement that EXPLAIN ANALYZE explains, and measures it.
  StepResult run_analyzed(ResultPointer& result);
  ResultPointer end_analysis(ResultPointer result);
  /// Throws the refusal, or hands it to attempt().
  StepResult refuse_running(Diagnostic refusal);

  SessionParts& session_;
  RunningStatement running_;
  std::optional<std::string> keyspace_before_;  // while that of a request is in use
  StatementPlanning planning_{session_, running_};
  StatementRead read_{session_, running_, planning_};
  StatementWrite write_;
  StatementDefinition definition_{session_, running_};
  ShortWay short_way_{session_, running_, read_, write_};
};

}  // namespace cellar
