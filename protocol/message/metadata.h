// Metadata of result rows and of prepared statements: columns with their keyspace, table, name and type.
//
// In:      columns, or the bytes of a body.
// Out:     bytes, or columns; names are views into the body.
// Refused: what runs past the end, unknown types (ProtocolFault).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/bytes/reader.h"
#include "protocol/bytes/writer.h"
#include "protocol/version.h"
#include "types/type.h"

namespace cellar {

struct ColumnSpec {
  std::string_view keyspace;
  std::string_view table;
  std::string_view name;
  Type type;

  bool operator==(const ColumnSpec&) const = default;
};

/// Columns as bytes of one version of the protocol: a statement that answers often encodes them once.
struct EncodedColumns {
  std::int32_t count = 0;
  bool has_one_table = false;  // all columns have the same keyspace and table, which are written once
  std::string bytes;
};
/// Throws ProtocolFault for a keyspace, table, name or type that takes more than 65,535 bytes.
EncodedColumns encode_columns(std::span<const ColumnSpec> columns, ProtocolVersion version);

/// Metadata of result rows, and of the rows that a prepared statement returns.
struct RowsMetadata {
  std::int32_t column_count = 0;
  /// Empty if the metadata were skipped, or there are no columns.
  std::vector<ColumnSpec> columns;
  /// Present, and not empty, if a page follows.
  ValueView paging_state;
  /// Version 5: the id of the columns, if they are not those that the client has told to know.
  std::optional<std::string_view> new_metadata_id;
};
void append_rows_metadata(MessageWriter& writer, const RowsMetadata& metadata);
RowsMetadata read_rows_metadata(MessageReader& reader);

/// Appends the metadata's flags, column count, paging state and metadata id; the encoded columns follow, unless
/// has_columns is false.
void append_rows_head(MessageWriter& writer, std::int32_t column_count, bool has_columns, bool has_one_table,
                      ValueView paging_state, std::optional<std::string_view> new_metadata_id);

/// Metadata of the bind markers of a prepared statement.
struct BindMetadata {
  std::vector<ColumnSpec> markers;
  /// Since version 4: for each column of the partition key the index of its marker; empty if one has none.
  std::vector<std::uint16_t> partition_key;
};
void append_bind_metadata(MessageWriter& writer, const BindMetadata& metadata);
BindMetadata read_bind_metadata(MessageReader& reader);

}  // namespace cellar
