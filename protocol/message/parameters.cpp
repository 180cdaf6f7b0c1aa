#include "protocol/message/parameters.h"

#include <fmt/format.h>

#include <limits>

#include "protocol/protocol_fault.h"

namespace cellar {

namespace {

constexpr std::uint32_t kValues = 0x01;
constexpr std::uint32_t kSkipMetadata = 0x02;
constexpr std::uint32_t kPageSize = 0x04;
constexpr std::uint32_t kPagingState = 0x08;
constexpr std::uint32_t kSerialConsistency = 0x10;
constexpr std::uint32_t kTimestamp = 0x20;
constexpr std::uint32_t kNames = 0x40;
constexpr std::uint32_t kKeyspace = 0x80;
constexpr std::uint32_t kNow = 0x100;

/// A value has at least its length.
constexpr std::size_t kSmallestValue = 4;
constexpr std::int64_t kLeastTimestamp = std::numeric_limits<std::int64_t>::min() + 1;

std::uint32_t flags_of(const CommonParameters& common, ProtocolVersion version) {
  const bool is_newest = version >= ProtocolVersion::v5;
  return (common.serial_consistency ? kSerialConsistency : 0) | (common.timestamp ? kTimestamp : 0) |
         (common.keyspace && is_newest ? kKeyspace : 0) | (common.now_in_seconds && is_newest ? kNow : 0);
}

void append_flags(MessageWriter& writer, std::uint32_t flags) {
  if (writer.version() >= ProtocolVersion::v5) {
    writer.integer(static_cast<std::int32_t>(flags));
  } else {
    writer.byte(static_cast<std::uint8_t>(flags));
  }
}

std::uint32_t read_flags(MessageReader& reader) {
  if (reader.version() >= ProtocolVersion::v5)
    return static_cast<std::uint32_t>(reader.read_int("the flags"));
  return reader.read_byte("the flags");
}

void append_common(MessageWriter& writer, const CommonParameters& common, std::uint32_t flags) {
  if (common.serial_consistency) writer.consistency(*common.serial_consistency);
  if (common.timestamp) writer.long_integer(*common.timestamp);
  if ((flags & kKeyspace) != 0) writer.string(*common.keyspace);
  if ((flags & kNow) != 0) writer.integer(static_cast<std::int32_t>(*common.now_in_seconds));
}

/// Reads the fields that the flags announce. The keyspace of version 5 has a flag that versions 3 and 4 could send,
/// too: Cassandra then reads it, and to pass over it would run the statement in another keyspace.
CommonParameters read_common(MessageReader& reader, std::uint32_t flags) {
  CommonParameters common;
  if ((flags & kSerialConsistency) != 0)
    common.serial_consistency = reader.read_consistency("the serial consistency level");
  if ((flags & kTimestamp) != 0) {
    common.timestamp = reader.read_long("the timestamp");
    if (*common.timestamp < kLeastTimestamp)
      reader.refuse(fmt::format("Out of bound timestamp, must be in [{}, {}] (got {})", kLeastTimestamp,
                                std::numeric_limits<std::int64_t>::max(), *common.timestamp));
  }
  if ((flags & kKeyspace) != 0) common.keyspace = reader.read_string("the keyspace");
  if ((flags & kNow) != 0) common.now_in_seconds = static_cast<std::uint32_t>(reader.read_int("the time"));
  return common;
}

void append_named_values(MessageWriter& writer, const QueryParameters& parameters) {
  if (parameters.names.size() != parameters.values.size())
    throw ProtocolFault(
        fmt::format("{} names came with {} values", parameters.names.size(), parameters.values.size()));
  writer.count(parameters.values.size(), "a list of values");
  for (std::size_t i = 0; i < parameters.values.size(); ++i) {
    writer.string(parameters.names[i]);
    writer.value(parameters.values[i]);
  }
}

void read_named_values(MessageReader& reader, QueryParameters& parameters) {
  const std::size_t count = reader.read_count(2 + kSmallestValue, "the values");
  for (std::size_t i = 0; i < count; ++i) {
    parameters.names.push_back(reader.read_string("the name of a value"));
    parameters.values.push_back(reader.read_value("a value"));
  }
}

}  // namespace

void append_values(MessageWriter& writer, const std::vector<BoundValue>& values) {
  writer.count(values.size(), "a list of values");
  for (const BoundValue& value : values) writer.value(value);
}

std::vector<BoundValue> read_values(MessageReader& reader) {
  std::vector<BoundValue> values(reader.read_count(kSmallestValue, "the values"));
  for (BoundValue& value : values) value = reader.read_value("a value");
  return values;
}

void append_parameters(MessageWriter& writer, const QueryParameters& parameters) {
  const bool has_values = !parameters.values.empty();
  const bool has_names = !parameters.names.empty();
  const std::uint32_t flags = flags_of(parameters.common, writer.version()) | (has_values ? kValues : 0) |
                              (parameters.skips_metadata ? kSkipMetadata : 0) |
                              (parameters.page_size ? kPageSize : 0) |
                              (parameters.paging_state ? kPagingState : 0) | (has_names ? kNames : 0);
  writer.consistency(parameters.consistency);
  append_flags(writer, flags);
  if (has_names)
    append_named_values(writer, parameters);
  else if (has_values)
    append_values(writer, parameters.values);
  if (parameters.page_size) writer.integer(*parameters.page_size);
  if (parameters.paging_state) writer.bytes(parameters.paging_state);
  append_common(writer, parameters.common, flags);
}

QueryParameters read_parameters(MessageReader& reader) {
  QueryParameters parameters;
  parameters.consistency = reader.read_consistency("the consistency level");
  const std::uint32_t flags = read_flags(reader);
  parameters.skips_metadata = (flags & kSkipMetadata) != 0;
  if ((flags & kValues) != 0) {
    if ((flags & kNames) != 0)
      read_named_values(reader, parameters);
    else
      parameters.values = read_values(reader);
  }
  if ((flags & kPageSize) != 0) parameters.page_size = reader.read_int("the page size");
  if ((flags & kPagingState) != 0) parameters.paging_state = reader.read_bytes("the paging state");
  parameters.common = read_common(reader, flags);
  return parameters;
}

void append_batch_parameters(MessageWriter& writer, const BatchParameters& parameters) {
  const std::uint32_t flags = flags_of(parameters.common, writer.version());
  writer.consistency(parameters.consistency);
  append_flags(writer, flags);
  append_common(writer, parameters.common, flags);
}

BatchParameters read_batch_parameters(MessageReader& reader) {
  BatchParameters parameters;
  parameters.consistency = reader.read_consistency("the consistency level");
  const std::uint32_t flags = read_flags(reader);
  if ((flags & kNames) != 0) reader.refuse("the values of a BATCH cannot have names (CASSANDRA-10246)");
  if ((flags & (kValues | kPageSize | kPagingState)) != 0)
    reader.refuse(fmt::format("the flags 0x{:02X} are not for a BATCH", flags));
  parameters.common = read_common(reader, flags);
  return parameters;
}

}  // namespace cellar
