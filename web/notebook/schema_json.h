// The tables of a database for a page that shows them.
//
// In:      a schema.
// Out:     {"keyspaces":[{"name":"shop","tables":[{"name":"likes","is_view":false,"columns":[{"name":"drink","type":"text",
//          "kind":"partition_key"}]}]}],"has_more":false}. Names are as CQL writes them; kinds are partition_key, ascending and
//          descending (of clustering columns), static, regular. Keyspaces of the system are left out.
// Refused: nothing. Beyond a few hundred tables `has_more` says that there are others.
#pragma once

#include <string>

#include "schema/schema.h"

namespace cellar {

std::string schema_json(const Schema& schema);

}  // namespace cellar
