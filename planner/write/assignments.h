// Plans the assignments of SET and INSERT, and the column list of DELETE.
//
// In:      an assignment or a deletion, the table.
// Out:     its plan with typed values.
// Refused: rules: operations that the column's type does not have.
#pragma once

#include "parser/statement/statement.h"
#include "planner/plan/write_plan.h"
#include "planner/scope.h"

namespace cellar {

/// Whether the statement reads the row that it writes, as it does if it has conditions: it may then compute
/// `v = v + 1` and `x = x + 'y'`.
enum class RowAccess : std::uint8_t { written, read_and_written };
AssignmentPlan plan_assignment(const Assignment& assignment, RowAccess access, Scope& scope);
/// Plans `c = value` of an INSERT.
AssignmentPlan plan_setting(std::size_t column, const Expression& value, Scope& scope);
DeletionPlan plan_deletion(const DeletionTarget& target, Scope& scope);

/// The place of a list's index, for refusals and drivers: `idx(steps)`.
Receiver index_receiver(const Column& column);

/// Refuses two assignments of which one would undo the other (class syntax, as in Cassandra).
void require_compatible(const std::vector<Assignment>& assignments);

}  // namespace cellar
