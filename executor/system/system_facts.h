// The facts from which a read computes the rows of a system table.
//
// In:      the schema for which the read was planned; the facts of the node, as the session that reads sees them; a
//          function of a program that supplies rows.
// Out:     plain data, one of these for each read of a system table.
// Refused: nothing.
#pragma once

#include <functional>
#include <memory>

#include "schema/node_facts.h"
#include "schema/schema.h"

namespace cellar {

class SystemRows;  // executor/system/system_rows.h

/// Adds the rows of the table that is read. Called once for each read, in the thread that reads.
using SupplyRows = std::function<void(SystemRows& rows)>;

struct SystemFacts {
  SchemaPointer schema;
  NodeFacts node;
  std::shared_ptr<const SupplyRows> supply;  // of the table that is read; null: nobody supplies its rows
};

}  // namespace cellar
