// When the markers of rows were written, which no query can read.
//
// In:      a table, and the whole keys of some of its rows.
// Out:     the times of each row's marker; nothing if none lives.
// Refused: damaged bytes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "database/database.h"
#include "shell/teach/advise/fill_times.h"

namespace cellar {

/// A key without a value in one of its columns is that of a partition without rows, and has no marker. A read of a
/// table that has key columns alone does not find markers: they are written now, for ever.
std::vector<std::optional<CellTime>> marker_times(const Database& database, const TablePointer& table,
                                                  std::span<const std::vector<Value>> keys);

}  // namespace cellar
