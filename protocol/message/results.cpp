#include "protocol/message/results.h"

#include <fmt/format.h>

namespace cellar {

namespace {

constexpr std::int32_t kResultVoid = 0x0001;
constexpr std::int32_t kResultSetKeyspace = 0x0003;
constexpr std::int32_t kResultPrepared = 0x0004;
constexpr std::int32_t kResultSchemaChange = 0x0005;
constexpr std::uint64_t kSmallestCell = 4;

void append_result_fields(MessageWriter& writer, const VoidResult&) { writer.integer(kResultVoid); }

void append_result_fields(MessageWriter& writer, const RowsResult& result) {
  writer.integer(kResultRows);
  append_rows_metadata(writer, result.metadata);
  writer.integer(result.row_count);
  writer.raw(result.cells);
}

void append_result_fields(MessageWriter& writer, const SetKeyspaceResult& result) {
  writer.integer(kResultSetKeyspace);
  writer.string(result.keyspace);
}

void append_result_fields(MessageWriter& writer, const PreparedResult& result) {
  writer.integer(kResultPrepared);
  writer.short_bytes(result.id);
  if (writer.version() >= ProtocolVersion::v5) writer.short_bytes(result.metadata_id);
  append_bind_metadata(writer, result.markers);
  append_rows_metadata(writer, result.rows);
}

void append_result_fields(MessageWriter& writer, const SchemaChangeResult& result) {
  writer.integer(kResultSchemaChange);
  append_schema_change(writer, result.change);
}

RowsResult read_rows(MessageReader& reader) {
  RowsResult result;
  result.metadata = read_rows_metadata(reader);
  result.row_count = reader.read_int("the number of rows");
  const auto columns = static_cast<std::uint64_t>(result.metadata.column_count);
  if (result.row_count < 0 || (columns == 0 && result.row_count > 0))
    reader.refuse(fmt::format("{} rows of {} columns", result.row_count, columns));
  const std::uint64_t smallest_row = columns * kSmallestCell;
  if (smallest_row > 0 && static_cast<std::uint64_t>(result.row_count) > reader.left() / smallest_row)
    reader.refuse(fmt::format("{} rows of {} columns do not fit into {} bytes", result.row_count, columns,
                              reader.left()));
  result.cells = reader.rest();
  return result;
}

PreparedResult read_prepared(MessageReader& reader) {
  PreparedResult result;
  result.id = reader.read_short_bytes("the id of the statement");
  if (reader.version() >= ProtocolVersion::v5)
    result.metadata_id = reader.read_short_bytes("the id of the metadata");
  result.markers = read_bind_metadata(reader);
  result.rows = read_rows_metadata(reader);
  return result;
}

}  // namespace

void append_result(MessageWriter& writer, const ResultResponse& result) {
  std::visit([&](const auto& alternative) { append_result_fields(writer, alternative); }, result);
}

ResultResponse read_result(MessageReader& reader) {
  const std::int32_t kind = reader.read_int("the kind of the result");
  switch (kind) {
    case kResultVoid:
      return VoidResult{};
    case kResultRows:
      return read_rows(reader);
    case kResultSetKeyspace:
      return SetKeyspaceResult{reader.read_string("the keyspace")};
    case kResultPrepared:
      return read_prepared(reader);
    case kResultSchemaChange:
      return SchemaChangeResult{read_schema_change(reader)};
    default:
      reader.refuse(fmt::format("{} is no kind of a result", kind));
  }
}

const std::vector<ValueView>* RowCells::next() {
  if (left_ == 0) return nullptr;
  --left_;
  // Here and not before: no number of columns is believed that no row confirms.
  cells_.resize(columns_);
  for (ValueView& cell : cells_) cell = reader_.read_bytes("a cell");
  return &cells_;
}

}  // namespace cellar
