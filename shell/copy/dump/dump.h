// A database as a script that makes it again (DUMP).
//
// In:      a connection, what is said of times, a token that asks it to stop.
// Out:     the statements of the schema, then those of each table's rows, as text; what of the database they do not keep,
//          as counts.
// Refused: what reading is refused for; an interrupt. dump_to_file() throws ExportFault for a file that cannot be written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "shell/connection/connection.h"
#include "storage/transaction/stop_token.h"

namespace cellar {

/// Whether the statements say when cells were written.
enum class DumpedTimes : std::uint8_t { of_writes, none };

struct Dumped {
  std::uint64_t tables = 0, rows = 0;
  std::uint64_t left_out = 0;     // rows for which there is no statement
  std::uint64_t expiring = 0;     // rows with a time to live
  std::uint64_t mixed = 0;        // collections whose elements expire at different times
  std::uint64_t mixed_lists = 0;  // lists whose elements were written at different times
  std::uint64_t deletions = 0;
  std::uint64_t unsaid_deletions = 0;  // for which there is no statement
  std::vector<std::string> dropped;    // tables that were dropped before their turn came
};

/// Appends the statements to `text`, and calls `end_statement` behind each of them, which may take what is there.
Dumped dump(Connection& connection, const StopToken& stop, DumpedTimes times, std::string& text,
            const std::function<void()>& end_statement);

/// Writes them to a file, which takes the place of one with its name when it is whole.
Dumped dump_to_file(Connection& connection, const StopToken& stop, DumpedTimes times,
                    const std::filesystem::path& path);

}  // namespace cellar
