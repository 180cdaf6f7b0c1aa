// From the parts of a plan to what EXPLAIN says about them.
//
// In:      the plan of a read or a write, with the statement and its text.
// Out:     an ExplainedAccess, and the rules that it keeps or breaks.
// Refused: nothing.
#pragma once

#include "planner/explain/explanation.h"
#include "planner/explain/written_text.h"
#include "planner/plan/read_plan.h"
#include "planner/plan/write_plan.h"

namespace cellar {

ExplainedAccess read_access(const SelectPlan& plan, const WrittenText& text);
void mark_rules(const SelectPlan& plan, bool is_ordered, std::vector<RuleMark>& rules);
/// Returns the table that would serve a read that filters, or another way to what is costly; may be empty.
std::string better_read(const SelectPlan& plan, const ExplainedAccess& access, const WrittenText& text);

ExplainedAccess write_access(const UpsertPlan& plan, const WrittenText& text);
ExplainedAccess write_access(const DeletePlan& plan, const WrittenText& text);

// Parts of both.
/// Returns the name of a kind, for programs; a person reads its words.
inline std::string kind_named(PlannerWords::Text kind) { return std::string(kind.in(Language::english)); }
ExplainedRange explained(const std::string& column, const Choices& choices, const WrittenText& text);
std::vector<ExplainedRange> explained(const ClusteringRestriction& clustering, const Table& table,
                                      const WrittenText& text);
/// Sets the partition, how many there are, and the token.
void explain_partition(const std::vector<Choices>& key, const WrittenText& text, const Table& table,
                       ExplainedAccess& access);
/// `day DESC, at ASC`; empty without clustering columns.
std::string stored_order(const Table& table);
/// Starts with the names of the table and its key.
ExplainedAccess access_to(const Table& table);

}  // namespace cellar
