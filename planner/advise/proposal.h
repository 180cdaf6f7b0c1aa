// The lints that a proposed table earns, and a form of the table without them.
//
// In:      a proposed table, the table whose rows it holds, and their keyspace.
// Out:     the lints that the table would earn, and L503 of its source, whose key it takes over. If it would have few
//          partitions, or one for all writes of the moment: the same table with a bucket in its partition key.
// Refused: nothing.
#pragma once

#include "planner/advise/advice.h"
#include "planner/advise/key_choice.h"

namespace cellar {

std::vector<Diagnostic> lints_of_proposal(const Table& proposed, const Table& source, const Keyspace& home);

/// Nothing if none of the lints is about the number of partitions.
std::optional<BucketedTable> bucketed_table(const Table& proposed, const Table& source,
                                            std::span<const Diagnostic> lints, const Keyspace& home);

/// Returns the query on the proposed table as one on the table with buckets, for the first of them.
std::string with_bucket(const std::string& query, const BucketedTable& table, const PlanContext& context);

/// The CREATE TABLE that a refusal proposes, and what is doubtful about it.
struct ProposedFix {
  std::string create;
  std::vector<Diagnostic> doubts;
};
/// Remembers the last one: a script may be refused for the same key line after line.
const ProposedFix& proposed_fix(const ChosenKey& key, const TablePointer& source, const std::string& name,
                                const PlanContext& context);

}  // namespace cellar
