// The write of a request that was submitted: no thread waits for it.
//
// In:      what it is to gather.
// Out:     once its commit has ended, the session goes on in a thread of the database.
#pragma once

#include "database/session_state.h"

namespace cellar {

class SessionState::SubmittedWrite final : public QueuedWrite {
 public:
  SubmittedWrite(SessionState& session, Gather gather)
      : QueuedWrite(false), session_(session), gather_(gather) {}

  bool write(WriteTransaction& transaction) override {
    return session_.gather_and_apply(gather_, transaction);
  }
  /// The session goes on in a thread of the database, not in that of the leader.
  void ended() noexcept override {
    session_.database->workers.run([session = &session_] { session->go_on_with_request(); });
  }

 private:
  SessionState& session_;
  Gather gather_;
};

}  // namespace cellar
