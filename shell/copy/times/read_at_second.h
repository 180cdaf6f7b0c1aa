// The rows of a table, and the second as of which it says what has expired and how long values live.
//
// In:      a connection, the rows that are wanted.
// Out:     its rows, and the second: by the clock of the database, or of this machine if the database is elsewhere.
// Refused: what reading is refused for.
#pragma once

#include <string_view>

#include "shell/connection/connection.h"

namespace cellar {

struct ReadAtSecond {
  Result rows;
  Seconds second = 0;
};

/// Returns the second of the clock by which the statements of a connection take place; as of the system clock of this
/// machine if the database is elsewhere.
Seconds second_now(const Connection& connection);

ReadAtSecond read_at_second(Connection& connection, const TableScan& scan);

}  // namespace cellar
