// Lints that the rows of a table give reason for: L507 to L511, L515, L517.
//
// In:      a table and the places in a text that makes it; a session to read its first rows with.
// Out:     lints with these places.
// Refused: what reading the rows refuses.
#pragma once

#include <vector>

#include "schema/cql_text.h"
#include "shell/connection/connection.h"

namespace cellar {

std::vector<Diagnostic> lint_rows(const TablePlaces& places, const Table& table, Connection& connection);

}  // namespace cellar
