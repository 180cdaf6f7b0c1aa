// Lints that the rows of a table give reason for: L507, L508, L511.
//
// In:      a table and the statement that makes it; a session to read its first rows with.
// Out:     lints with places in the statement. A table whose rows cannot be read has none.
// Refused: nothing.
#pragma once

#include <vector>

#include "database/database.h"

namespace cellar {

std::vector<Diagnostic> lint_rows(const CreateTableStatement& statement, const Table& table,
                                  Session& session);

}  // namespace cellar
