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

/// True for a name that advice gives to a copy of the source. A table with another name is never filled.
bool is_named_after(const Table& source, std::string_view name);

}  // namespace cellar
