// Turns a statement into a plan or a refusal.
//
// In:      a Statement, the schema, the keyspace in use, the policy, the names of the node.
// Out:     a Plan. Nothing has been read or written.
// Refused: everything that Cassandra refuses before it runs a statement, in its order of checks; under the
//          policy `teach` also reads that do not name one partition, unless they say ALLOW FILTERING;
//          statements that Cellar does not run yet.
#pragma once

#include <cstdint>
#include <string_view>

#include "planner/policy.h"
#include "refusal/language.h"
#include "schema/node_facts.h"
#include "schema/schema.h"

namespace cellar {

struct Plan;
struct Statement;

struct PlanContext {
  const Schema& schema;
  std::string_view keyspace;  // the keyspace in use; empty: none
  const NodeNames& node;
  Policy policy = Policy::cassandra;
  std::int64_t now_microseconds = 0;  // becomes the time of a dropped column
  /// EXPLAIN asks what a refused read would cost: SELECT is planned as if it said ALLOW FILTERING.
  bool filters_freely = false;
  Language language = Language::english;  // of what EXPLAIN says
};

Plan plan(const Statement& statement, const PlanContext& context);

}  // namespace cellar
