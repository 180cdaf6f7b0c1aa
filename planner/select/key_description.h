// The parameters that refusals about keys share.
//
// In:      a table, what a statement asks of it.
// Out:     its key as `((a, b), c DESC)`, lists of names, and the table that would serve the statement as a
//          CREATE TABLE to paste.
#pragma once

#include "planner/select/restrictions.h"

namespace cellar {

std::string key_of(const Table& table);
std::string names_of(const Table& table, const std::vector<std::size_t>& columns);
/// The columns of the partition key without `=` or IN.
std::vector<std::size_t> missing_partition_key(const Table& table, const Restrictions& restrictions);
/// The table, its key, and what is missing of it.
Parameters key_parameters(const Table& table, const Restrictions& restrictions);

/// A table of the same data keyed by what the statement searches for; empty where no relation names a column
/// by = or IN, which a partition key needs.
std::string table_keyed_by_search(const Table& table, const Restrictions& restrictions);

}  // namespace cellar
