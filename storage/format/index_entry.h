// Entries of indexes: keys and values of `data`, as storage/format/format.h specifies them.
//
// In:      what an index holds of a row, and the key of the row.
// Out:     an entry's key and value; and back, as views into them.
// Refused: bytes that were never written (`file_damaged`).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "storage/format/derived_layout.h"
#include "storage/format/row_format.h"

namespace cellar {

/// Appends the row of an entry: the key of the base row without its table.
inline void append_base_row(std::string& key, std::string_view row_key) {
  ByteReader reader(row_key);
  reader.id();
  key += reader.rest();
}

/// `end` is the second in which the entry expires, if it does. `kept` is the vector of an index that keeps it.
std::string encode_index_value(std::optional<Seconds> end, std::optional<std::string_view> kept);

struct IndexValue {
  std::optional<Seconds> end;
  std::string_view kept;

  bool is_live(Seconds now) const { return !end || *end > now; }
};
IndexValue decode_index_value(std::string_view bytes);

/// Returns the number of bytes after the index's id that the indexed value takes in a key.
std::size_t indexed_value_size(const IndexLayout& index, std::string_view after_id);

}  // namespace cellar
