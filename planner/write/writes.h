// INSERT, UPDATE and DELETE.
//
//   K6  a write names the whole primary key; DELETE may end with a range of rows, or leave clustering columns
//       out
//
// In:      a statement that writes.
// Out:     its plan.
// Refused: rules; IF and counters, which are not
//          run yet.
#pragma once

#include "planner/scope.h"

namespace cellar {

/// What the expressions of the statements of one text are planned with.
struct WriteContext {
  const PlanContext& context;
  const std::vector<SlotSource>& sources;
  std::vector<Slot>& slots;
};

UpsertPlan plan_write(const InsertStatement& statement, const WriteContext& context);
UpsertPlan plan_write(const UpdateStatement& statement, const WriteContext& context);
DeletePlan plan_write(const DeleteStatement& statement, const WriteContext& context);

}  // namespace cellar
