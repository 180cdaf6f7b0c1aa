// Reads the schema from its records in the file.
//
// In:      a transaction, and the schema that was read before.
// Out:     the schema that the transaction sees. It shares with the earlier one all tables whose records have
//          not changed; no table is decoded.
// Refused: a damaged record of a keyspace or user type, and a record of an unknown kind. A damaged record of
//          a table is refused when the table is first used.
//
// The records are specified in schema/record.h.
#pragma once

#include "schema/schema.h"
#include "storage/store.h"

namespace cellar {

SchemaPointer load_schema(Transaction& transaction, const Schema& before);

}  // namespace cellar
