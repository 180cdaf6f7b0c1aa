// Lints: what in a schema is allowed, and often regretted (docs/lints.md).
//
// In:      tables, with the places in the text that defines each; what is to be known of data is handed in.
// Out:     Diagnostics with the codes L5xx and with these places, the most telling first.
// Refused: nothing.
//
// Sources: lint.cpp (indexes); table_lints.cpp (keys and names), static_lint.cpp (what should be static),
// neighbour_lints.cpp (tables beside others of their keyspace), workload_lints.cpp (tables by their queries),
// query_lints.cpp (queries by themselves, and what they leave unused), update_lints.cpp (columns by their updates),
// value_lints.cpp (texts in keys).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "parser/statement/statement.h"
#include "planner/plan.h"
#include "schema/cql_text.h"
#include "schema/schema.h"

namespace cellar {

/// Returns the lints of what a definition has made; none for statements that make no table or index.
std::vector<Diagnostic> lint(const Statement& statement, const Plan& plan, const Schema& after);

/// The lints of a table, at places of the text that makes it.
std::vector<Diagnostic> lint_table(const TablePlaces& places, const Table& table, const Keyspace& home);
/// True for the code of a lint that CREATE TABLE by itself may come with; others need rows, queries or other tables.
bool comes_with_table(std::string_view code);
/// The places in a CREATE TABLE of what it has made.
TablePlaces places_in(const CreateTableStatement& statement, const Table& table);
/// L505, L519: what is said of a table that is another copy of the rows of one in its keyspace.
std::vector<Diagnostic> lint_beside_others(const TablePlaces& places, const Table& table,
                                           const Keyspace& home);
/// L518
std::vector<Diagnostic> lint_schema_size(const Schema& schema);
/// The lint of an index of the column, at `span` of the text that makes it.
std::optional<Diagnostic> lint_index(std::string_view column, Span span, const Table& table,
                                     const Keyspace& home);

bool is_same_table(const Table& left, const Table& right);

/// A query of a workload, with its plan.
struct PlannedSelect {
  const SelectStatement& statement;
  const SelectPlan& plan;
};
/// A lint with its place in a query of the workload.
struct QueryLint {
  std::size_t query = 0;  // index into the queries
  Diagnostic lint;
};
/// The lints of tables by the queries that read them. Each table is reported once for each code, at the first query
/// that gives reason for it.
std::vector<QueryLint> lint_workload(std::span<const PlannedSelect> queries, const Schema& schema);

/// A DELETE of a workload.
struct PlannedDelete {
  const DeleteStatement& statement;
  const Table& table;
};
/// L516, L521, L523, L524, L525: the queries by themselves.
std::vector<QueryLint> lint_queries(std::span<const PlannedSelect> queries,
                                    std::span<const PlannedDelete> deletes);
/// How often the columns of a table are updated by a workload; those that are missing are never.
using ColumnUpdates = std::map<std::string, std::uint64_t, std::less<>>;
/// L513: returns the lint of a table some of whose columns are updated much more often than the others.
std::optional<Diagnostic> lint_hot_columns(const TablePlaces& places, const Table& table,
                                           const ColumnUpdates& updates);
/// L520: returns the lint of a table if none of the queries reads it.
std::optional<Diagnostic> lint_unread(const TablePlaces& places, const Table& table,
                                      std::span<const PlannedSelect> queries);

/// The lints about a text in a key column.
enum class ValueLint : std::uint8_t {
  joined,         // L507: it joins several values
  of_other_type,  // L508: it looks like a number or a date, and does not sort like one
};
/// Returns the lint that a value of a key column gives reason for; nothing for most values.
std::optional<ValueLint> lint_value(const Column& column, std::string_view value);
/// The lint about the column of a table.
Diagnostic value_lint(ValueLint lint, const Column& column, std::string_view value, const Table& table);

}  // namespace cellar
