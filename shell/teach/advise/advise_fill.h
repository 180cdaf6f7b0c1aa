// Copies the rows of a table into a table that ADVISE has proposed.
//
// In:      a table and a copy of it with another key, which both exist.
// Out:     how many rows were read, copied and left out. Each cell keeps its write time and the rest of its time
//          to live, so a newer write of the program is not undone, and a copy that was interrupted can begin
//          anew. The rows of each page become durable together.
// Refused: interrupted by Ctrl-C, with the number of rows that are copied; a table that is dropped or truncated meanwhile;
//          what reading and writing refuse.
#pragma once

#include <cstdint>

#include "database/database.h"
#include "planner/advise/advice.h"
#include "shell/connection/stop_token.h"
#include "shell/render/output.h"

namespace cellar {

struct FilledRows {
  std::uint64_t read = 0;
  std::uint64_t without_value = 0;  // of a column of the copy's key
  std::uint64_t unfit = 0;          // whose value cannot be in a key: too long, or empty
  std::uint64_t copied() const { return read - without_value - unfit; }
};

/// No group may be open. If the copy has columns for `elements` of collections, it gets a row for each of them.
FilledRows fill_copy(const Database& database, Session& session, const TablePointer& table, const Table& copy,
                     const std::vector<ElementColumn>& elements, const StopToken& stop, Output& output);

}  // namespace cellar
