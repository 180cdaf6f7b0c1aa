// The position at which the next page of a SELECT begins: the paging state of a driver.
//
// In:      the position after a page's last row, and the counts of its limits.
// Out:     opaque bytes with a checksum.
// Refused: bytes that encode() has not produced (E511, read_position_unknown).
//
// A position names no table: as in Cassandra a read goes on after a TRUNCATE, or in a table that was dropped and created again,
// if its place is one of the table's key.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "storage/store.h"

namespace cellar {

struct PagePosition {
  std::uint64_t returned = 0;              // rows of all pages so far, for LIMIT
  std::int32_t returned_of_partition = 0;  // for PER PARTITION LIMIT: rows, or groups of GROUP BY
  /// Nothing for a sorted result: its rows are computed again, and those that were returned are skipped.
  std::optional<ReadPosition> place;
  /// The next page begins with the row at that place, since it begins a group, and not after it.
  bool begins_at_place = false;
};

std::string encode(const PagePosition& position);
PagePosition decode_page_position(std::string_view bytes);

/// Whether the key of a table may have the values of a place. A place without clustering values is in any table with that
/// partition key.
bool is_place_in(const Table& table, const ReadPosition& place);

}  // namespace cellar
