// How a file is opened, and how a writer waits for its turn.
//
// In:      nothing; whoever opens a file fills it.
// Out:     plain data.
// Refused: nothing.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>

#include "storage/format/timestamp.h"
#include "storage/system/clock.h"
#include "storage/system/memory.h"

namespace cellar {

struct StoreOptions {
  bool read_only = false;
  /// If false, a commit survives the end of the process but not a power failure: the system writes when it
  /// likes, and the file is certain to be consistent only after it was closed normally. If several stores of
  /// a process share a file and one of them is opened with true, the commits of all are durable from then on.
  bool sync = true;
  /// Returns microseconds since 1970; tests replace it. Never empty.
  std::function<Timestamp()> clock = system_clock_microseconds;
  /// Returns true while the clock is set by hand, for a lesson or a test: its times are given as they are, also to keys
  /// that are written already (executor/write/key_times.h). Empty: it never is.
  std::function<bool()> clock_is_set = nullptr;
  std::size_t map_size = kUsualMap;
  /// Rows that are written are checked and dropped; the schema is kept. For runs that try statements.
  bool drops_rows = false;
};

/// After this time a waiting writer reports that it waits.
inline constexpr std::chrono::seconds kSilentWait{2};

/// How a writer waits for another one, of this process or of another.
struct WaitForWriter {
  std::function<void()> waiting;      // called once, after kSilentWait
  std::function<bool()> interrupted;  // polled; true ends the wait with a refusal
  /// A longer wait is refused; zero: no limit. Without a limit, a thread that waits for a group of its own in
  /// another session would wait for ever.
  std::chrono::milliseconds limit{10'000};
};

}  // namespace cellar
