#include "protocol/message/rows_writer.h"

#include <cassert>

#include "protocol/bytes/writer.h"

namespace cellar {

RowsWriter::RowsWriter(const EncodedColumns& columns, ProtocolVersion version, bool skips_metadata)
    : version_(version),
      column_count_(columns.count),
      has_columns_(!skips_metadata && columns.count > 0),
      has_one_table_(columns.has_one_table),
      buffer_(kHeadRoom, '\0') {
  if (has_columns_) buffer_.append(columns.bytes);
  row_count_place_ = buffer_.size();
  MessageWriter(buffer_, version_).integer(0);
}

void RowsWriter::append_cell(ValueView cell) { MessageWriter(buffer_, version_).bytes(cell); }

std::string_view RowsWriter::finish(const ResponseHead& head, ValueView paging_state,
                                    std::optional<std::string_view> new_metadata_id) {
  assert(head.version == version_);
  assert(!paging_state || !paging_state->empty());
  patch_integer(buffer_, row_count_place_, static_cast<std::uint32_t>(row_count_));
  std::string front;
  append_response_head(front, Opcode::result, head);
  MessageWriter writer(front, version_);
  writer.integer(kResultRows);
  append_rows_head(writer, column_count_, has_columns_, has_one_table_, paging_state, new_metadata_id);
  std::size_t begin = 0;
  if (front.size() <= kHeadRoom) {
    begin = kHeadRoom - front.size();
    buffer_.replace(begin, front.size(), front);
  } else {
    buffer_.replace(0, kHeadRoom, front);
  }
  patch_body_length(buffer_, begin);
  return std::string_view(buffer_).substr(begin);
}

}  // namespace cellar
