// Plans INSERT, UPDATE, DELETE and BATCH, but for their conditions (conditional_writes.h).
//
//   K6  a write names the whole primary key; DELETE may end with a range of rows, or omit clustering columns
//
// In:      a statement that writes.
// Out:     its plan.
// Refused: rules.
//
// Sources: writes.cpp; batches.cpp for plan_batch().
#pragma once

#include <set>

#include "parser/statement/statement.h"
#include "planner/plan.h"
#include "planner/plan/write_plan.h"
#include "planner/scope.h"

namespace cellar {

/// Shared by the statements of one text while they are planned.
struct WriteContext {
  const PlanContext& context;
  const std::vector<SlotSource>& sources;
  std::vector<Slot>& slots;
  std::vector<JsonDocument>& documents;
};

/// Sets whether an INSERT of columns of these kinds writes a row, and the row's marker.
void set_written_row(const std::set<ColumnKind>& kinds, UpsertPlan& plan);

UpsertPlan plan_write(const InsertStatement& statement, const WriteContext& context);
UpsertPlan plan_write(const UpdateStatement& statement, const WriteContext& context);
DeletePlan plan_write(const DeleteStatement& statement, const WriteContext& context);
BatchPlan plan_batch(const BatchStatement& statement, const WriteContext& context);

}  // namespace cellar
