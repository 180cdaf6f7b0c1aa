// Threads that receive no signals: those are for the program's thread that reads input and waits.
//
// In:      nothing.
// Out:     threads with blocked signals, but for those of a fault of the thread itself: if these are blocked, the
//          system ends the process without a word (storage/system/fault_signals.h).
// Refused: nothing.
#pragma once

#include <memory>

namespace cellar {

struct SignalMask;
/// A thread that is started while such an object lives receives no signals.
class SignalsBlocked {
 public:
  SignalsBlocked();
  ~SignalsBlocked();
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  std::unique_ptr<SignalMask> before_;
};

}  // namespace cellar
