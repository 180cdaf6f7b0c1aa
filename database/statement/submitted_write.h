// The write of a submitted request, for which no thread waits.
//
// In:      the member of the run that gathers what the statement changes.
// Out:     after its commit, the run is told to go on (StatementRun::go_on).
// Refused: by write() what gathering the changes refuses; the queue keeps it for go_on().
#pragma once

#include "database/statement/statement_run.h"

namespace cellar {

class StatementRun::SubmittedWrite final : public QueuedWrite {
 public:
  SubmittedWrite(StatementRun& statement, Gather gather)
      : QueuedWrite(false), statement_(statement), gather_(gather) {}

  bool write(WriteTransaction& transaction) override {
    return statement_.gather_and_apply(gather_, transaction);
  }
  std::exception_ptr end_of_wait() const override { return statement_.wait_.end_of_wait(); }
  Gather gatherer() const { return gather_; }
  void ended() noexcept override { statement_.write_ended_(); }

 private:
  StatementRun& statement_;
  Gather gather_;
};

}  // namespace cellar
