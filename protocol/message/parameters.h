// What QUERY and EXECUTE send with a statement, and BATCH with its statements.
//
// In:      parameters as data, or the bytes of a body.
// Out:     bytes, or parameters.
// Refused: unknown consistency levels, values shorter than they say (ProtocolFault).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "protocol/bytes/reader.h"
#include "protocol/bytes/writer.h"
#include "types/value/value.h"

namespace cellar {

/// Fields that stand after the values, and in a BATCH alone.
struct CommonParameters {
  std::optional<Consistency> serial_consistency;
  std::optional<std::int64_t> timestamp;  // microseconds; never the smallest number
  std::optional<std::string_view> keyspace;
  std::optional<std::uint32_t> now_in_seconds;  // seconds since 1970
};

struct QueryParameters {
  Consistency consistency = Consistency::one;
  std::vector<BoundValue> values;
  std::vector<std::string_view> names;  // one for each value, or none
  bool skips_metadata = false;
  std::optional<std::int32_t> page_size;  // rows
  ValueView paging_state;
  CommonParameters common;
};

void append_parameters(MessageWriter& writer, const QueryParameters& parameters);
QueryParameters read_parameters(MessageReader& reader);

struct BatchParameters {
  Consistency consistency = Consistency::one;
  CommonParameters common;
};

void append_batch_parameters(MessageWriter& writer, const BatchParameters& parameters);
BatchParameters read_batch_parameters(MessageReader& reader);

/// Values without names, after their number.
void append_values(MessageWriter& writer, const std::vector<BoundValue>& values);
std::vector<BoundValue> read_values(MessageReader& reader);

}  // namespace cellar
