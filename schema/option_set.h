// Options that a record of a table need not repeat.  ON DISK: the sets are never changed, new ones are added.
//
// In:      the number of a set.
// Out:     the options of its tables.
// Refused: nothing.
//
// Almost all tables have the options of every new table. Their records name the set that has these options,
// and list only what differs from it: a start with ten thousand tables reads a third of the bytes.
#pragma once

#include "schema/schema.h"

namespace cellar {

/// Set 1: what Cassandra 5.0 gives a new table. Null: there is no set of that number.
const TableOptions* find_option_set(std::uint64_t number);

/// The set of tables that are created now.
inline constexpr std::uint64_t kSetOfNewTables = 1;
/// Returns the options of a table that sets none.
inline const TableOptions& default_table_options() { return *find_option_set(kSetOfNewTables); }

}  // namespace cellar
