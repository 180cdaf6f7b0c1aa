// A small database with an entry of every kind that a file can hold (storage/format/format.h).
#pragma once

#include <filesystem>
#include <vector>

#include "database/database.h"

namespace cellar::test {

/// The second in which the database is written; what expires and may be purged does so within kLater seconds.
inline constexpr Timestamp kWritten = 1'750'000'000;
inline constexpr Timestamp kLater = 1'000'000;

/// A clock that shows a second, without syncs, which a test does not need.
StoreOptions at_second(Timestamp second);

/// Creates the database at `path`.
void write_rich_database(const std::filesystem::path& path);

/// Statements that read the rows in every way: by partition, both directions, through each index and view.
const std::vector<const char*>& reads();
/// Statements that write to each of the rows.
const std::vector<const char*>& writes();

}  // namespace cellar::test
