// The submitted requests of a session: one after another, each in steps, in the threads of the database.
//
// In:      requests, each with the function that takes its answer.
// Out:     the answers.
// Refused: a request beyond the bounds of the database (E509).
//
// A request that reads is one step. A write is two: up to the write queue, and from its commit to its answer.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>

#include "database/queues/request_budget.h"
#include "database/state/database_state.h"
#include "database/statement/statement_run.h"

namespace cellar {

class RequestQueue {
 public:
  RequestQueue(DatabaseState& database, StatementRun& statement)
      : database_(database), statement_(statement), place_(database.workers) {}
  /// Waits until all requests have been answered.
  ~RequestQueue();
  RequestQueue(const RequestQueue&) = delete;
  RequestQueue& operator=(const RequestQueue&) = delete;

  /// If it throws, the request is not in the queue, and has no share of the budget.
  void submit(Request request, Completion completion, RequestThreads threads);
  /// Waits as the destructor does, but leaves the work of other requests to the threads of the database. Refuses if too
  /// many threads wait (Workers::Waiting).
  void await();
  /// Continues with the request that runs, since its write has ended: here, if it may, or in a thread of the database.
  void resume();

 private:
  struct Submitted {
    Request request;
    Completion completion;
    RequestThreads threads = RequestThreads::of_database;
    std::optional<RequestShare> share;  // of the database's budget, until the request is answered
  };

  bool may_begin_here(const Submitted& submitted) const;
  void run_next();
  void begin_running();
  template <typename Step>
  void take_step(Step step);
  void answer(Reply reply);

  DatabaseState& database_;
  StatementRun& statement_;
  const Workers::Place place_;  // of the step that comes next
  std::unique_ptr<Submitted> running_;

  std::mutex mutex_;  // guards the members below
  std::condition_variable answered_;
  std::deque<std::unique_ptr<Submitted>> waiting_;
  std::atomic<bool> is_busy_ = false;  // read without the mutex, too
};

}  // namespace cellar
