// The plans of statements that change the schema, or drop all rows of a table.
//
// In:      nothing; the planner fills it.
// Out:     what the schema becomes, or what is dropped, as plain data.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "parser/statement/expression.h"
#include "planner/plan/node.h"
#include "schema/schema.h"

namespace cellar {

/// Changes of the schema, checked against the schema of the PlanContext. Ids that are 0 are assigned when the
/// plan runs. The changes of one statement are made together.
struct PutKeyspace {  // create or alter: tables and types of `keyspace` are ignored
  Keyspace keyspace;
};
struct DropKeyspace {
  std::string keyspace;
};
struct PutTable {  // create, or alter (id not 0)
  Table table;
};
struct DropTable {
  std::string keyspace, table;
};
struct PutUserType {  // create, or alter: everything that uses it follows
  UserType user_type;
};
struct DropUserType {
  std::string keyspace, name;
};
/// A restriction of a view's WHERE clause on columns of its base, whose values are computed when the view is
/// made.
struct ViewFilterPlan {
  std::vector<std::size_t> columns;  // indexes into the base's columns; several are compared as a tuple
  RelationOperator op = RelationOperator::equal;
  std::vector<std::vector<Node>> alternatives;  // one value a column; several for IN alone
  Span span;
};
struct PutView {     // create
  std::string base;  // a table of the view's keyspace
  View view;         // without filters
  std::vector<ViewFilterPlan> filters;
};
using SchemaEdit =
    std::variant<PutKeyspace, DropKeyspace, PutTable, DropTable, PutUserType, DropUserType, PutView>;

/// No changes: IF [NOT] EXISTS made it a statement without effect.
struct SchemaPlan {
  std::vector<SchemaEdit> changes;
};
struct TruncatePlan {
  TablePointer table;
};

using DefinitionAlternatives = std::variant<SchemaPlan, TruncatePlan>;
struct DefinitionPlan : DefinitionAlternatives {
  using DefinitionAlternatives::variant;
  DefinitionPlan();
  DefinitionPlan(DefinitionPlan&&) noexcept;
  DefinitionPlan& operator=(DefinitionPlan&&) noexcept;
  ~DefinitionPlan();
};

}  // namespace cellar
