// Prints the key of a row as CQL, for messages.
//
// In:      a key of `data`: of a row, of one of its entries, or of its partition. It may be damaged.
// Out:     `customer = 5 AND day = '2024-01-02'`, with long values cut short.
// Refused: bytes that cannot be decoded.
#pragma once

#include <string>
#include <string_view>

#include "storage/format/table_layout.h"

namespace cellar {

std::string row_text(const TableLayout& layout, std::string_view key);

}  // namespace cellar
