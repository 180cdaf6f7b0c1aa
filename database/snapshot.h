// A snapshot of the last commit, for programs that look at the store itself.
//
// In:      Database::snapshot().
// Out:     a transaction that reads, and the schema as of the commit that it shows.
// Refused: nothing.
#pragma once

#include "schema/schema.h"
#include "storage/store.h"

namespace cellar {

struct Snapshot {
  Transaction transaction;
  SchemaPointer schema;
};

}  // namespace cellar
