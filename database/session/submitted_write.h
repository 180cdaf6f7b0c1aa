// The write of a submitted request, for which no thread waits.
//
// In:      the member of the session that gathers what the write changes.
// Out:     after its commit, the session continues with the request in a thread of the database.
#pragma once

#include "database/session/session_state.h"

namespace cellar {

class SessionState::SubmittedWrite final : public QueuedWrite {
 public:
  SubmittedWrite(SessionState& session, Gather gather)
      : QueuedWrite(false), session_(session), gather_(gather) {}

  bool write(WriteTransaction& transaction) override {
    return session_.gather_and_apply(gather_, transaction);
  }
  std::exception_ptr end_of_wait() const override { return session_.wait_.end_of_wait(); }
  Gather gatherer() const { return gather_; }
  /// Continues with the request in a thread of the database, since the leader must not be kept.
  void ended() noexcept override {
    session_.database->workers.run([session = &session_] { session->go_on_with_request(); });
  }

 private:
  SessionState& session_;
  Gather gather_;
};

}  // namespace cellar
