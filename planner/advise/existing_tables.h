// Tables of the keyspace that hold the rows of another one by another key: made by earlier advice, or views.
//
// In:      a source table, the text of a query on it and what it asks.
// Out:     the first one that serves the query, with the query on it.
// Refused: nothing.
#pragma once

#include "planner/advise/query_terms.h"

namespace cellar {

std::optional<ServedAlready> find_serving_table(std::string_view text, const SelectStatement& statement,
                                                const QueryTerms& terms, const Table& source,
                                                const PlanContext& context);

/// Returns true for a table that advice has made as a copy of the source, by its name or by its comment. Another table
/// is never filled, though it has the same columns.
bool is_made_as_copy(const Table& source, const Table& table);
/// Returns true if the comment of the table says that it is a copy of the source, as that of each table does that APPLY
/// makes. A name alone may be a person's own, whose table can have rows that the source never had.
bool is_declared_copy(const Table& source, const Table& table);

}  // namespace cellar
