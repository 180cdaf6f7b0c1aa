// Plans: what a statement does, with names resolved, types known and the access path chosen. A plan holds
// slots instead of the values of literals. They get their values when the plan runs, so one plan serves every
// statement of the same shape.
//
// In:      nothing; the planner fills it.
// Out:     what a statement does, as plain data.
// Refused: nothing.
//
// Who handles reads alone includes planner/plan/read_plan.h; likewise write_plan.h and definition_plan.h.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "planner/plan/definition_plan.h"
#include "planner/plan/read_plan.h"
#include "planner/plan/slot.h"
#include "planner/plan/write_plan.h"
#include "refusal/refusal.h"

namespace cellar {

struct UsePlan {
  std::string keyspace;
};

/// Rows that the schema alone determines: the answer of DESCRIBE.
struct AnswerPlan {
  struct Column {
    std::string name;
    Type type;
  };
  std::vector<Column> columns;
  std::vector<std::vector<Value>> rows;
};

using PlanAlternatives = std::variant<SelectPlan, WritePlan, DefinitionPlan, UsePlan, AnswerPlan>;
struct PlanVariant : PlanAlternatives {
  using PlanAlternatives::variant;
  PlanVariant();
  PlanVariant(PlanVariant&&) noexcept;
  PlanVariant& operator=(PlanVariant&&) noexcept;
  ~PlanVariant();
};

/// Returns the plan of a write if it is of that kind, else null.
template <typename Write>
const Write* write_in(const PlanVariant& plan) {
  const auto* const write = std::get_if<WritePlan>(&plan);
  return write == nullptr ? nullptr : std::get_if<Write>(write);
}

/// Returns the changes of the schema that a definition plans; null if it is another plan.
const SchemaPlan* schema_changes_in(const PlanVariant& plan);

/// The document of INSERT JSON: its members are the values of a table's columns. They have slots of their own,
/// which get their values when the document does, so that everything else in a plan is as for VALUES.
struct JsonDocument {
  TablePointer table;
  std::size_t slot = 0;          // of the text
  std::size_t first = 0;         // slot of the table's first column; the others follow in the table's order
  bool absent_is_unset = false;  // DEFAULT UNSET: columns that the document does not name keep their values
};

struct Plan {
  PlanVariant node;
  std::vector<Slot> slots;  // those of Statement::slots, then those of the documents
  std::vector<JsonDocument> documents;
  std::vector<Diagnostic> notices;  // W4xx that are known before anything runs
};

}  // namespace cellar
