// What SET and the column list of DELETE do to a column.
//
// In:      an assignment or a deletion, the table.
// Out:     its plan, values typed.
// Refused: rules: operations that the column's type does not have.
#pragma once

#include "planner/scope.h"

namespace cellar {

AssignmentPlan plan_assignment(const Assignment& assignment, Scope& scope);
/// `c = value` of an INSERT.
AssignmentPlan plan_setting(std::size_t column, const Expression& value, Scope& scope);
DeletionPlan plan_deletion(const DeletionTarget& target, Scope& scope);

/// Two assignments of which one would undo the other. Class syntax, as in Cassandra.
void require_compatible(const std::vector<Assignment>& assignments);

}  // namespace cellar
