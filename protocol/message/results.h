// RESULT: what a statement has answered.
//
// In:      a result as data, or the bytes of a body.
// Out:     bytes, or the result; of rows, their bytes, which RowCells takes apart.
// Refused: unknown kinds of results, rows that do not fit the body (ProtocolFault).
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/bytes/reader.h"
#include "protocol/bytes/writer.h"
#include "protocol/message/events.h"
#include "protocol/message/metadata.h"

namespace cellar {

struct VoidResult {};

/// A server that answers rows as it reads them uses RowsWriter.
struct RowsResult {
  RowsMetadata metadata;
  std::int32_t row_count = 0;
  std::string_view cells;  // of all rows, each a [bytes]
};

struct SetKeyspaceResult {
  std::string_view keyspace;
};

struct PreparedResult {
  std::string_view id;
  std::string_view metadata_id;  // since version 5
  BindMetadata markers;
  RowsMetadata rows;
};

struct SchemaChangeResult {
  SchemaChange change;
};

using ResultResponse =
    std::variant<VoidResult, RowsResult, SetKeyspaceResult, PreparedResult, SchemaChangeResult>;

/// RESULT's kind of rows, in its first four bytes.
inline constexpr std::int32_t kResultRows = 0x0002;

void append_result(MessageWriter& writer, const ResultResponse& result);
ResultResponse read_result(MessageReader& reader);

/// Reads the rows of a result one after the other.
class RowCells {
 public:
  /// The body that the result was read from must live as long as this.
  RowCells(const RowsResult& result, ProtocolVersion version)
      : reader_(result.cells, "RESULT, rows", version),
        columns_(static_cast<std::size_t>(result.metadata.column_count)),
        left_(result.row_count) {}

  /// Returns the cells of the next row, null at the end. They are valid until the next call.
  const std::vector<ValueView>* next();

 private:
  MessageReader reader_;
  std::size_t columns_;
  std::vector<ValueView> cells_;
  std::int32_t left_;
};

}  // namespace cellar
