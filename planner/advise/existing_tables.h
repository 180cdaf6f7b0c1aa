// Tables of the keyspace that hold the rows of another one by another key: made by earlier advice, or views.
//
// In:      a source table, the text of a query on it.
// Out:     the first one that serves the query, with the query on it.
// Refused: nothing.
#pragma once

#include "planner/advise/query_terms.h"

namespace cellar {

std::optional<ServedAlready> find_serving_table(std::string_view text, const SelectStatement& statement,
                                                const Table& source, const PlanContext& context);

}  // namespace cellar
