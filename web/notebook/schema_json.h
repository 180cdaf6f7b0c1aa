// The keyspaces of a database for a page that shows them.
//
// In:      a schema.
// Out:     {"keyspaces":[{"name":"shop","types":[{"name":"address","fields":[{"name":"city","type":"text"}]}],
//          "tables":[{"name":"likes","base":null,"columns":[{"name":"drink","type":"text","kind":"partition_key"}],
//          "indexes":[{"name":"likes_by_bar","target":"bar"}]}]}],"has_more":false}. Names are as CQL writes them; `base` is
//          the table of a view; kinds are partition_key, ascending and descending (of clustering columns), static, regular.
//          Keyspaces of the system are left out.
// Refused: nothing. Beyond a few hundred tables, views and types `has_more` says that there are others.
#pragma once

#include <string>

#include "schema/schema.h"

namespace cellar {

std::string schema_json(const Schema& schema);

}  // namespace cellar
