// Writes a RESULT of rows while they are read: the rows are encoded once; the header, warnings, paging state and row
// count, which precede them, are written last.
//
// In:      the columns of a page, its rows one after the other, then its head.
// Out:     a frame.
// Refused: a frame longer than the protocol allows, a cell that is too long (ProtocolFault).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "protocol/message/metadata.h"
#include "protocol/message/responses.h"
#include "types/type.h"

namespace cellar {

class RowsWriter {
 public:
  /// Begins a page. With `skips_metadata` the columns are counted and not described.
  RowsWriter(const EncodedColumns& columns, ProtocolVersion version, bool skips_metadata);

  /// Appends the next cell, row after row. All rows have as many cells as there are columns.
  void append_cell(ValueView cell);
  void end_row() { ++row_count_; }
  /// Both at once, for anything that has a size and an index.
  template <typename Row>
  void append_row(const Row& row) {
    for (std::size_t i = 0; i < row.size(); ++i) append_cell(row[i]);
    end_row();
  }

  /// Bytes of the page so far, by which a page may be ended.
  std::size_t size() const { return buffer_.size() - kHeadRoom; }
  std::int32_t row_count() const { return row_count_; }

  /// Writes the head, and returns the frame, which is valid until the writer is destroyed or changed. A paging state
  /// tells that more pages follow, and must not be empty. It is called once. `new_metadata_id` (version 5) is for
  /// columns other than those that the client has told to know; they must not be skipped then.
  std::string_view finish(const ResponseHead& head, ValueView paging_state,
                          std::optional<std::string_view> new_metadata_id = std::nullopt);

 private:
  /// Room for a head of usual size before the columns, so that no row is moved.
  static constexpr std::size_t kHeadRoom = 512;

  ProtocolVersion version_;
  std::int32_t column_count_;
  bool has_columns_;
  bool has_one_table_;
  std::string buffer_;
  std::size_t row_count_place_ = 0;
  std::int32_t row_count_ = 0;
};

}  // namespace cellar
