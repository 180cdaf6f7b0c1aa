// The statement that adds to counters.
//
// In:      a table of counters, columns of it.
// Out:     `UPDATE ks.t SET c = c + ? WHERE k = ?`, with markers for the counters in the order of the columns, then for the
//          columns of the key in theirs.
// Refused: nothing.
#pragma once

#include <span>
#include <string>

#include "schema/schema.h"

namespace cellar {

std::string addition_text(const Table& table, std::span<const Column* const> columns);

}  // namespace cellar
