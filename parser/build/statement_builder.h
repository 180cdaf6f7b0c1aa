// From the parse tree of a statement to its data.
//
// In:      trees of the generated parser.
// Out:     the statement, slots and all.
// Refused: what CQL refuses about a statement's text beyond the grammar: a column set twice, a property
//          given twice, `a = b + 1`.
//
// Sources: data_statements.cpp, index_statements.cpp, view_statements.cpp, access_statements.cpp,
// definition_statements.cpp (which also has build_statement).
#pragma once

#include "parser/build/expression_builder.h"

namespace cellar {

Statement build_statement(std::string_view text, Grammar::StatementBodyContext* context);

InsertStatement build_insert(ExpressionBuilder& build, Grammar::InsertContext* context);
UpdateStatement build_update(ExpressionBuilder& build, Grammar::UpdateContext* context);
DeleteStatement build_delete(ExpressionBuilder& build, Grammar::DeletionContext* context);
SelectStatement build_select(ExpressionBuilder& build, Grammar::SelectContext* context);

/// A batch comes in pieces: its head, then statement by statement.
BatchStatement build_batch_begin(ExpressionBuilder& build, Grammar::BatchBeginContext* context);
void add_to_batch(ExpressionBuilder& build, BatchStatement& batch, Grammar::BatchedStatementContext* context);

CreateTableStatement build_create_table(ExpressionBuilder& build, Grammar::CreateTableContext* context);
AlterTableStatement build_alter_table(ExpressionBuilder& build, Grammar::AlterTableContext* context);
CreateTypeStatement build_create_type(ExpressionBuilder& build, Grammar::CreateTypeContext* context);
AlterTypeStatement build_alter_type(ExpressionBuilder& build, Grammar::AlterTypeContext* context);
CreateIndexStatement build_create_index(ExpressionBuilder& build, Grammar::CreateIndexContext* context);
DropIndexStatement build_drop_index(ExpressionBuilder& build, Grammar::DropIndexContext* context);
CreateViewStatement build_create_view(ExpressionBuilder& build, Grammar::CreateViewContext* context);
AlterViewStatement build_alter_view(ExpressionBuilder& build, Grammar::AlterViewContext* context);
DropViewStatement build_drop_view(ExpressionBuilder& build, Grammar::DropViewContext* context);

/// The head of EXPLAIN: its options. What it explains is read behind it.
ExplainStatement build_explain_head(std::string_view text, Grammar::ExplainHeadContext* context);

// Parts of several statements.
void build_selectors(ExpressionBuilder& build, Grammar::SelectorsContext* context, bool& star,
                     std::vector<Selector>& selectors);
void add_clustering_order(ExpressionBuilder& build, Grammar::ClusteringOrderContext* context,
                          std::vector<ClusteringOrder>& order);
/// `before` is where the clause begins.
WithClause build_with_clause(const ExpressionBuilder& build, std::uint32_t before,
                             const std::vector<antlr4::ParserRuleContext*>& parts);
/// Roles, permissions, functions, aggregates, triggers, DESCRIBE; nothing for other statements.
std::optional<StatementVariant> build_access_statement(ExpressionBuilder& build,
                                                       Grammar::StatementBodyContext* context);
std::vector<Property> build_properties(ExpressionBuilder& build,
                                       const std::vector<Grammar::PropertyContext*>& contexts);

}  // namespace cellar
