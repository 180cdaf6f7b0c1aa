// A query on another table, with as little of its text changed as possible.
//
// In:      the text of a SELECT and its statement; the source, and the table to read instead.
// Out:     the text for that table: its name; without ALLOW FILTERING, and without the orders that = on the
//          partition key makes idle; tuples as single columns and CONTAINS as = where the partition key needs it.
// Refused: nothing. The planner decides whether the result is served.
#pragma once

#include "planner/advise/query_terms.h"

namespace cellar {

std::string rewrite(std::string_view text, const SelectStatement& statement, const Table& source,
                    const Table& target);

/// The text without ALLOW FILTERING; the places of all else stay.
std::string without_filtering(std::string_view text, const SelectStatement& statement);

}  // namespace cellar
