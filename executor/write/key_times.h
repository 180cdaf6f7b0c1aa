// Chooses the time of a write whose key holds one that a function gives (planner/write/generated_times.h).
//
// Statements run faster than the clock of a key counts: five INSERTs with to_timestamp(now()) have one millisecond, and
// each would overwrite the row of the one before. So a statement whose whole key has a row already, or was written
// before by the same batch, is run as if it had begun a millisecond later, or as many as it takes. All functions of the
// statement give that time, so its cells agree with its key. A batch has one time, too, but for those of its statements
// whose keys would be alike.
//
// In:      the statements of a write, the write transaction, the clock.
// Out:     the shift of each statement: how many milliseconds after the time of the clock it takes place.
// Refused: nothing. A time that would be more than a second ahead of the clock is thrown as KeyTimeAhead.
#pragma once

#include <span>
#include <vector>

#include "executor/write/given_times.h"
#include "executor/write/write_run.h"
#include "planner/plan/write_plan.h"

namespace cellar {

/// The write cannot be made before the clock shows this time. It has changed nothing.
struct KeyTimeAhead {
  Timestamp until = 0;
};

/// A statement of a write with the values of its slots.
struct TimedStatement {
  const UpsertPlan* plan = nullptr;  // null for a DELETE, whose time is that of the clock
  std::span<const BoundValue> slots;
  /// False: the write keeps all its statements at one time, since they must be of one partition.
  bool moves_alone = true;
};

/// Returns the statements of a plan, in their order. None: they take place at the time of the clock.
std::vector<TimedStatement> timed_statements(const WritePlan& plan, std::span<const BoundValue> slots);

/// May be used for one write after another: it keeps the memory of keys.
struct KeyTimes {
  /// The shift of each statement, in milliseconds. Empty: a single one is not moved.
  std::vector<std::int64_t> shifts;
  bool has_keys = false;  // those of a single statement are known
  WrittenKeys keys;
  std::size_t moved = 0;              // statements whose key has a later time than the clock's
  std::int64_t latest = 0;            // the largest shift, in milliseconds
  const UpsertPlan* taken = nullptr;  // of the first statement whose key was there

  void clear();
};

/// `began` is the time of the statements, in microseconds, and `clock` what the clock says: they differ if the write
/// has waited.
struct KeyClock {
  Timestamp began = 0;
  Timestamp clock = 0;
};

void choose_key_times(std::span<const TimedStatement> statements, const WriteRun& run, KeyClock clock,
                      GivenTimes& given, KeyTimes& times);

}  // namespace cellar
