// CREATE, ALTER and DROP of keyspaces, tables, indexes, materialized views and user types, checked and turned
// into changes.
//
// In:      a definition statement and the schema.
// Out:     the changes of the schema that it makes; none if IF [NOT] EXISTS applies.
//          And the notices: W416, and what Cassandra warns of under its policy (W424, W425).
// Refused: rules of Cassandra.
//
// Sources, by statement: definitions.cpp, define_table.cpp, alter_table.cpp, define_type.cpp, define_index.cpp,
// define_view.cpp, define_function.cpp.
#pragma once

#include "parser/statement/definition_statements.h"
#include "planner/plan.h"
#include "planner/planner.h"

namespace cellar {

SchemaPlan plan_definition(const CreateKeyspaceStatement& statement, const PlanContext& context,
                           std::vector<Diagnostic>& notices);
SchemaPlan plan_definition(const AlterKeyspaceStatement& statement, const PlanContext& context,
                           std::vector<Diagnostic>& notices);
SchemaPlan plan_definition(const DropKeyspaceStatement& statement, const PlanContext& context);
SchemaPlan plan_definition(const CreateTableStatement& statement, const PlanContext& context);
SchemaPlan plan_definition(const AlterTableStatement& statement, const PlanContext& context,
                           const std::vector<SlotSource>& slots);
SchemaPlan plan_definition(const DropTableStatement& statement, const PlanContext& context);
SchemaPlan plan_definition(const CreateTypeStatement& statement, const PlanContext& context);
SchemaPlan plan_definition(const AlterTypeStatement& statement, const PlanContext& context);
SchemaPlan plan_definition(const DropTypeStatement& statement, const PlanContext& context);
SchemaPlan plan_definition(const CreateIndexStatement& statement, const PlanContext& context,
                           std::vector<Diagnostic>& notices);
SchemaPlan plan_definition(const DropIndexStatement& statement, const PlanContext& context);
SchemaPlan plan_definition(const CreateViewStatement& statement, const PlanContext& context,
                           const std::vector<SlotSource>& sources, std::vector<Slot>& slots,
                           std::vector<Diagnostic>& notices);
SchemaPlan plan_definition(const AlterViewStatement& statement, const PlanContext& context);
SchemaPlan plan_definition(const DropViewStatement& statement, const PlanContext& context);
// Functions, aggregates and triggers are switched off: what is left to plan is a DROP IF EXISTS, which does
// nothing.
SchemaPlan plan_definition(const CreateFunctionStatement& statement, const PlanContext& context);
SchemaPlan plan_definition(const CreateAggregateStatement& statement, const PlanContext& context);
SchemaPlan plan_definition(const DropFunctionStatement& statement, const PlanContext& context);
SchemaPlan plan_definition(const CreateTriggerStatement& statement, const PlanContext& context);
SchemaPlan plan_definition(const DropTriggerStatement& statement, const PlanContext& context);

}  // namespace cellar
