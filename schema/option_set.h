// Options that a record of a table need not repeat.  ON DISK: the sets are never changed, new ones are added.
//
// Of ten thousand tables almost all have the options of every new table. Their records name the set that
// these are in, and list what differs from it: a start reads a third of the bytes.
#pragma once

#include "schema/schema.h"

namespace cellar {

/// Set 1: what Cassandra 5.0 gives a new table. Null: there is no set of that number.
const TableOptions* find_option_set(std::uint64_t number);

}  // namespace cellar
