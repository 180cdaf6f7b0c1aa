// The WHERE clause of a materialized view.
//
// In:      the relations of CREATE MATERIALIZED VIEW, the view's key.
// Out:     the filters that decide which rows of the base the view holds; the clause as canonical text.
// Refused: rule R-240: a column of the key that nothing restricts, a restriction of another column than those of
//          the base's key, tokens, expr(); besides what a SELECT refuses of a relation.
#pragma once

#include "parser/statement/definition_statements.h"
#include "planner/plan/definition_plan.h"
#include "planner/scope.h"

namespace cellar {

/// `scope` is of the view's base.
std::vector<ViewFilterPlan> plan_view_filters(const CreateViewStatement& statement,
                                              const std::vector<Name>& key, Scope& scope);

std::string where_clause_text(const std::vector<Relation>& where, const std::vector<SlotSource>& sources);

/// Returns the clause with other names of columns; `renamed` holds pairs of the old and the new name.
std::string renamed_where_clause(const std::string& clause,
                                 const std::vector<std::pair<Name, Name>>& renamed);

}  // namespace cellar
