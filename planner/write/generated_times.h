// The times that functions give in INSERT, UPDATE and DELETE: current_timestamp(), to_timestamp(now()) and what is computed
// from them, as well as the text 'now' in a timestamp; and other values that are new each time.
//
// In:      a plan, and the scope in which it was planned.
// Out:     the plan, in which all times are the one time of the statement; whether its key, or what it writes, depends on
//          it.
// Refused: nothing.
#pragma once

#include "planner/plan/write_plan.h"
#include "planner/scope.h"

namespace cellar {

/// Lets now() give the time of the statement where a function takes the time out of it, and replaces the text 'now' in a
/// timestamp by current_timestamp(). Not in the documents of INSERT JSON, whose texts are not known yet.
void settle_generated_times(UpsertPlan& plan, Scope& scope);
/// Does so for a DELETE, which may be in a batch with an INSERT of the same time.
void settle_generated_times(DeletePlan& plan, Scope& scope);

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
