// EXPLAIN: what a statement would do, told from its plan.
//
// In:      an EXPLAIN statement, the schema, the policy; for EXPLAIN ANALYZE also the plan that has run.
// Out:     an Explanation; the rows of a result.
// Refused: nothing. That the explained statement is refused is part of the answer, and the refusal comes with it as
//          a notice.
//
// Sources: explain.cpp; read_access.cpp and write_access.cpp (from a plan to an ExplainedAccess),
// written_text.cpp; explanation_rows.cpp and explanation_json.cpp (from an Explanation to rows).
#pragma once

#include "parser/statement/statement.h"
#include "planner/explain/explanation.h"
#include "planner/plan.h"
#include "planner/planner.h"

namespace cellar {

/// Plans the statement, and returns what it would do, as the plan of an answer. Sets the slots of `plan` to those of
/// the explained statement.
AnswerPlan plan_explain(const ExplainStatement& statement, const PlanContext& context, Plan& plan);

/// Explains a plan of the statement that EXPLAIN explains.
Explanation explain(const ExplainStatement& statement, const Plan& plan,
                    Language language = Language::english);

/// Returns in one line how the statement reaches its rows, and what follows a write; empty if it has no rows.
std::string summary_of(const Explanation& explanation);

/// Returns the language in which the statement is to be explained: what programs read is in English.
Language language_of(const ExplainStatement& statement, Language of_session);

/// `2 row tombstones`
std::string skipped_text(const ExplainedMeasures::Skipped& skipped, Language language);

/// The columns and rows of the answer.
AnswerPlan answer_of(const Explanation& explanation, ExplainStatement::Form form);

}  // namespace cellar
