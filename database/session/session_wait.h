// How a session waits for the statement that it runs, and who asks it to end.
//
// In:      the settings of the session; the deadline and stop token of a request.
// Out:     what a wait and a read ask from time to time; a transaction to write, after a wait for other writers.
// Refused: a request whose time is up, or that is asked to stop; a wait for writers that is too long.
#pragma once

#include <exception>
#include <functional>
#include <optional>

#include "database/session/session_settings.h"
#include "database/state/database_state.h"

namespace cellar {

class SessionWait {
 public:
  SessionWait(DatabaseState& database, const SessionSettings& settings)
      : database_(database), settings_(settings) {}

  /// From now on a request runs. It must live until end() is called.
  void begin(const Request& request, bool is_submitted);
  void end();
  /// Returns true if no thread waits for the answer: the request is one of Session::submit().
  bool is_submitted() const { return is_submitted_; }

  const WaitForWriter& current() const { return own_ ? *own_ : settings_.wait; }
  bool is_interrupted() const {
    const std::function<bool()>& asks = current().interrupted;
    return asks && asks();
  }
  /// As is_interrupted(), and does not refuse at a deadline, but returns true.
  bool has_ended() const;
  /// Refuses a request that has to end before it runs.
  void require_time() const;
  /// To be called after much work: a submitted request gives way to shorter ones. Returns true if it must end.
  bool give_way() const { return is_submitted_ && database_.workers.note_work(current().interrupted); }
  /// Returns what a read asks from time to time: whether it must end. In a submitted request the read also gives way
  /// there to shorter ones.
  std::function<bool()> asked_while_reading() const;
  /// Returns what ends the wait of a submitted request in the queue; null while it may go on.
  std::exception_ptr end_of_wait() const;
  /// Waits for the lock to write.
  WriteTransaction begin_to_write() const;

 private:
  DatabaseState& database_;
  const SessionSettings& settings_;
  const Request* request_ = nullptr;
  bool is_submitted_ = false;
  std::optional<WaitForWriter> own_;  // of a request with an end of its own
};

}  // namespace cellar
