// The tables that serve a whole workload: as few as serve all its queries.
//
//   Queries are advised in the order of the number of their equalities. A table that was advised, or that exists as
//   a copy with another key, is used again if it serves the next query; columns that the query needs are added
//   to it. Afterwards a table is dropped whose queries the other tables serve; and two tables become one if the
//   partition key of one of them is a part of the other's: the rest of that key then comes first in the clustering.
//
// A table is used for a query only if it holds the same rows as the table that the query alone would get: rows
// without a value of a column of the key are not in a copy.
//
// In:      SELECT statements, each without its semicolon; they may have markers.
// Out:     for each query the table that serves it, and the query for that table; or the reason why none does.
//          Every rewritten query was planned under the policy `teach`, and reads one partition.
// Refused: nothing: why a query has no table is an answer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planner/advise/advice.h"

namespace cellar {

/// Why a column of the key has its place.
struct KeyReason {
  std::string column;
  KeyPart part = KeyPart::partition;
  std::string_view rule;  // "MR2" ... "MR5"
};

/// A table that serves queries, and is a copy of the one for which they were written.
struct WorkloadTable {
  TablePointer table;              // with the columns that queries added
  TablePointer source;             // the table whose rows it holds
  bool exists = false;             // in the schema, perhaps without some of the columns
  std::vector<std::string> added;  // columns that an existing table lacks
  std::vector<KeyReason> reasons;  // of a table that does not exist
  std::vector<ElementColumn> elements;
  std::vector<Diagnostic> notes;            // A6xx
  std::vector<std::size_t> queries;         // in the order of the workload
  std::vector<Diagnostic> lints{};          // L5xx of a table that does not exist
  std::optional<BucketedTable> bucketed{};  // likewise; to be preferred, if there is one
};

struct WorkloadQuery {
  TablePointer source;               // null: it names no table
  std::optional<std::size_t> table;  // into WorkloadAdvice::tables; nothing: its own table, or none
  std::string rewritten;             // for the table; the query itself if its own table serves it
  std::string in_bucket;             // for the table with buckets, if there is one
  std::optional<Diagnostic> reason;  // why nothing serves it; its spans are those of the query's text
  Advice advice;                     // to the query alone
};

struct WorkloadAdvice {
  std::vector<WorkloadTable> tables;
  std::vector<WorkloadQuery> queries;  // in the order of the workload
};

WorkloadAdvice advise_workload(const std::vector<std::string>& queries, const PlanContext& context);

}  // namespace cellar
