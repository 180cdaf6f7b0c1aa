// What a statement took, as TIMING ON shows it.
//
// In:      a time and what was read meanwhile.
// Out:     a line, "-- 1.8 ms; read 1 partition, 10 rows, 11 entries".
#pragma once

#include <chrono>
#include <string>

#include "storage/store.h"

namespace cellar {

/// A statement that answers no rows is silent of what it read where it read nothing.
std::string format_timing(std::chrono::nanoseconds time, const ReadCounters& read, bool has_rows);

}  // namespace cellar
