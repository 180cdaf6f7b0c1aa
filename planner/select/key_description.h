// The parameters that refusals about keys share.
//
// In:      a table, and the restrictions of a statement.
// Out:     the key as `((a, b), c DESC)`; lists of names.
// Refused: nothing.
#pragma once

#include "planner/select/restrictions.h"

namespace cellar {

std::string key_of(const Table& table);
std::string names_of(const Table& table, const std::vector<std::size_t>& columns);
/// Returns the columns of the partition key that have neither = nor IN.
std::vector<std::size_t> missing_partition_key(const Table& table, const Restrictions& restrictions);
/// Returns the table, its key, and the missing columns of its partition key.
Parameters key_parameters(const Table& table, const Restrictions& restrictions);

}  // namespace cellar
