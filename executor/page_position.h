// The place where the next page of a SELECT begins: the paging state of a driver.
//
// In:      the place after a page's last row, and what its limits have counted.
// Out:     bytes that mean nothing to anybody else, with a checksum.
// Refused: bytes that encode() did not make, and those of another table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "storage/store.h"

namespace cellar {

struct PagePosition {
  TableId table = 0;
  std::uint64_t returned = 0;              // rows of all pages so far: LIMIT counts them
  std::int32_t returned_of_partition = 0;  // PER PARTITION LIMIT counts these
  /// Nothing: the rows are sorted; they are computed anew, and those that were returned are passed over.
  std::optional<ReadPosition> place;
};

std::string encode(const PagePosition& position);
PagePosition decode_page_position(std::string_view bytes, TableId table);

}  // namespace cellar
