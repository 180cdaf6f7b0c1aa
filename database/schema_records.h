// The schema as it is read from the file.
//
// In:      a transaction, and the schema that was read before.
// Out:     the schema that the transaction sees. It shares with the one before everything whose records did
//          not change; no table is decoded.
// Refused: a damaged record of a keyspace or user type, and a record of an unknown kind. That of a table is
//          refused when the table is asked for.
//
// The records are specified in schema/record.h.
#pragma once

#include "schema/schema.h"
#include "storage/store.h"

namespace cellar {

SchemaPointer load_schema(Transaction& transaction, const Schema& before);

}  // namespace cellar
