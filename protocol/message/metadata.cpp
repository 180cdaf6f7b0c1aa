#include "protocol/message/metadata.h"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/protocol_fault.h"
#include "protocol/type_option/type_option.h"

namespace cellar {

namespace {

constexpr std::int32_t kOneTable = 0x0001;
constexpr std::int32_t kMorePages = 0x0002;
constexpr std::int32_t kNoMetadata = 0x0004;
constexpr std::int32_t kMetadataChanged = 0x0008;

/// A column has at least a name of two bytes and a type of two.
constexpr std::size_t kSmallestColumn = 4;

bool have_one_table(std::span<const ColumnSpec> columns) {
  return !columns.empty() && std::ranges::all_of(columns, [&](const ColumnSpec& column) {
    return column.keyspace == columns[0].keyspace && column.table == columns[0].table;
  });
}

void append_columns(MessageWriter& writer, std::span<const ColumnSpec> columns, bool has_one_table) {
  if (has_one_table) {
    writer.string(columns[0].keyspace);
    writer.string(columns[0].table);
  }
  for (const ColumnSpec& column : columns) {
    if (!has_one_table) {
      writer.string(column.keyspace);
      writer.string(column.table);
    }
    // The name of a column without alias is its expression, which has no bound.
    writer.shortened_string(column.name);
    append_type(writer, column.type);
  }
}

std::vector<ColumnSpec> read_columns(MessageReader& reader, std::size_t count, bool has_one_table) {
  std::string_view keyspace;
  std::string_view table;
  if (has_one_table) {
    keyspace = reader.read_string("the keyspace of the columns");
    table = reader.read_string("the table of the columns");
  }
  std::vector<ColumnSpec> columns;
  for (std::size_t i = 0; i < count; ++i) {
    if (!has_one_table) {
      keyspace = reader.read_string("the keyspace of a column");
      table = reader.read_string("the table of a column");
    }
    const std::string_view name = reader.read_string("the name of a column");
    columns.push_back({keyspace, table, name, read_type(reader)});
  }
  return columns;
}

}  // namespace

EncodedColumns encode_columns(std::span<const ColumnSpec> columns, ProtocolVersion version) {
  EncodedColumns encoded{.count = static_cast<std::int32_t>(columns.size()),
                         .has_one_table = have_one_table(columns),
                         .bytes = {}};
  MessageWriter writer(encoded.bytes, version);
  append_columns(writer, columns, encoded.has_one_table);
  return encoded;
}

void append_rows_head(MessageWriter& writer, std::int32_t column_count, bool has_columns, bool has_one_table,
                      ValueView paging_state, std::optional<std::string_view> new_metadata_id) {
  const bool tells_id = new_metadata_id && writer.version() >= ProtocolVersion::v5;
  writer.integer((has_one_table && has_columns ? kOneTable : 0) | (paging_state ? kMorePages : 0) |
                 (has_columns ? 0 : kNoMetadata) | (tells_id ? kMetadataChanged : 0));
  writer.integer(column_count);
  if (paging_state) writer.bytes(paging_state);
  if (tells_id) writer.short_bytes(*new_metadata_id);
}

void append_rows_metadata(MessageWriter& writer, const RowsMetadata& metadata) {
  const bool has_columns = !metadata.columns.empty();
  const bool has_one_table = have_one_table(metadata.columns);
  append_rows_head(writer, metadata.column_count, has_columns, has_one_table, metadata.paging_state,
                   metadata.new_metadata_id);
  append_columns(writer, metadata.columns, has_one_table);
}

RowsMetadata read_rows_metadata(MessageReader& reader) {
  const std::int32_t flags = reader.read_int("the flags of the metadata");
  RowsMetadata metadata;
  const bool has_columns = (flags & kNoMetadata) == 0;
  metadata.column_count = reader.read_int("the number of columns");
  if (metadata.column_count < 0)
    reader.refuse(fmt::format("the number of columns is {}", metadata.column_count));
  if ((flags & kMorePages) != 0) metadata.paging_state = reader.read_bytes("the paging state");
  if ((flags & kMetadataChanged) != 0 && reader.version() >= ProtocolVersion::v5)
    metadata.new_metadata_id = reader.read_short_bytes("the id of the metadata");
  const std::size_t count = static_cast<std::size_t>(metadata.column_count);
  if (!has_columns) return metadata;
  if (count > reader.left() / kSmallestColumn)
    reader.refuse(fmt::format("{} columns do not fit into {} bytes", count, reader.left()));
  metadata.columns = read_columns(reader, count, (flags & kOneTable) != 0);
  return metadata;
}

void append_bind_metadata(MessageWriter& writer, const BindMetadata& metadata) {
  const bool has_one_table = have_one_table(metadata.markers);
  writer.integer(has_one_table ? kOneTable : 0);
  writer.integer(static_cast<std::int32_t>(metadata.markers.size()));
  if (writer.version() >= ProtocolVersion::v4) {
    writer.integer(static_cast<std::int32_t>(metadata.partition_key.size()));
    for (const std::uint16_t index : metadata.partition_key) writer.short_integer(index);
  }
  append_columns(writer, metadata.markers, has_one_table);
}

BindMetadata read_bind_metadata(MessageReader& reader) {
  const std::int32_t flags = reader.read_int("the flags of the markers");
  const std::size_t count = reader.read_long_count(kSmallestColumn, "the markers");
  BindMetadata metadata;
  if (reader.version() >= ProtocolVersion::v4) {
    metadata.partition_key.resize(reader.read_long_count(2, "the markers of the partition key"));
    for (std::uint16_t& index : metadata.partition_key) index = reader.read_short("the index of a marker");
  }
  metadata.markers = read_columns(reader, count, (flags & kOneTable) != 0);
  return metadata;
}

}  // namespace cellar
