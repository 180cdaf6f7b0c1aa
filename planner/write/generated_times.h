// The times that functions give in INSERT and UPDATE: current_timestamp(), to_timestamp(now()) and what is computed
// from them; and other values that are new each time.
//
// In:      a plan.
// Out:     the plan, in which all times are the one time of the statement; whether its key, or what it writes, depends on
//          it.
// Refused: nothing.
#pragma once

#include "planner/plan/write_plan.h"

namespace cellar {

/// Lets now() give the time of the statement where a function takes the time out of it.
void settle_generated_times(UpsertPlan& plan);

// The following require that the times are settled.

/// Returns true if the key is another one in each millisecond, unless it holds a uuid that is new each time, too.
bool has_generated_time(const UpsertPlan& plan);
/// Returns true for INSERT, UPDATE and a batch with such a key.
bool has_generated_time(const WritePlan& plan);

/// Returns true if the value depends on the time of the statement.
bool depends_on_time(const Node& node);
bool depends_on_time(const Choices& choices);
bool depends_on_time(const ClusteringStep& step);

/// Return true if a second run of the write would write other values, or elsewhere: it calls uuid(), or asks the clock.
bool gives_new_values(const UpsertPlan& plan);
bool gives_new_values(const DeletePlan& plan);

/// Returns the place of the first value of the key that depends on the time.
Span span_of_generated_time(const UpsertPlan& plan);

}  // namespace cellar
