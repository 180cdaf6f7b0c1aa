// Which values a statement of a script has.
//
// In:      a statement.
// Out:     whether it has markers; the values of its USING TIMESTAMP, also of those within a BATCH, with their places.
// Refused: nothing.
#pragma once

#include <vector>

#include "parser/statement/statement.h"
#include "storage/format/mutation.h"

namespace cellar {

bool has_markers(const Statement& statement);

struct WrittenTimestamp {
  Timestamp value = 0;
  Span span;
};

/// None of markers.
std::vector<WrittenTimestamp> timestamps_of(const Statement& statement);

/// Returns true if it is later than the clocks of programs may differ.
bool is_in_future(Timestamp written, Timestamp now);

}  // namespace cellar
