// Formats the cost of a statement, as TIMING ON shows it.
//
// In:      the time, and what was read.
// Out:     a line, "-- 1.8 ms; read 1 partition, 10 rows, 11 entries".
// Refused: nothing.
#pragma once

#include <chrono>
#include <string>

#include "refusal/language.h"

namespace cellar {

struct ReadCounters;  // storage/rows/read_counters.h

/// If a statement answers no rows and has read nothing, the line does not mention reading.
std::string format_timing(std::chrono::nanoseconds time, const ReadCounters& read, bool has_rows,
                          Language language = Language::english);

}  // namespace cellar
