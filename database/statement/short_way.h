// Runs statements by plans that are known, with values encoded from their literals.
//
// In:      a text, or the parts of a BATCH.
// Out:     as by the long way; StepResult::other_way for what has no known shape, or would be refused.
// Refused: what a read or a write refuses once it runs.
#pragma once

#include "database/statement/bound_batch.h"
#include "database/statement/bound_text.h"
#include "database/statement/statement_read.h"
#include "database/statement/statement_write.h"

namespace cellar {

class ShortWay {
 public:
  ShortWay(SessionParts& session, RunningStatement& running, StatementRead& read, StatementWrite& write)
      : session_(session),
        running_(running),
        read_(read),
        write_(write),
        binder_(session.plans),
        batch_(session.plans) {}

  StepResult run_text(ResultPointer& result);
  StepResult run_parts(ResultPointer& result);

 private:
  StepResult run_bound(ResultPointer& result);
  StepResult run_batch(ResultPointer& result);
  StepResult answer_known_write(StepResult step, ResultPointer& result);

  SessionParts& session_;
  RunningStatement& running_;
  StatementRead& read_;
  StatementWrite& write_;
  TextBinder binder_;
  BoundBatch batch_;  // its memory is used for one batch after another
};

}  // namespace cellar
