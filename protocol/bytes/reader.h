// Reads the notations of the protocol's specification (its section 3) from the body of a message.
//
// In:      the bytes of a body, the name of its message, the version of the protocol.
// Out:     numbers, and views into the bytes; lists of them.
// Refused: what runs past the end, and numbers that the notation does not allow (ProtocolFault, which tells the
//          message, the byte and the field). A count allocates no more than the bytes that follow could hold.
//
// Text is not checked to be UTF-8: who uses it does that, in its own words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/bytes/consistency.h"
#include "protocol/version.h"
#include "types/type.h"
#include "types/value/value.h"

namespace cellar {

using StringList = std::vector<std::string_view>;
using StringMap = std::vector<std::pair<std::string_view, std::string_view>>;
using StringMultimap = std::vector<std::pair<std::string_view, StringList>>;
using BytesMap = std::vector<std::pair<std::string_view, ValueView>>;

/// An address of 4 or 16 bytes.
struct InetEndpoint {
  std::string_view address;
  std::int32_t port = 0;

  bool operator==(const InetEndpoint&) const = default;
};

/// `what` names the field in a fault: "the page size".
class MessageReader {
 public:
  MessageReader(std::string_view body, std::string_view message, ProtocolVersion version)
      : body_(body), message_(message), version_(version) {}

  ProtocolVersion version() const { return version_; }
  std::size_t left() const { return body_.size() - place_; }
  /// Returns all bytes that are left.
  std::string_view rest() const { return body_.substr(place_); }

  std::uint8_t read_byte(std::string_view what);
  std::uint16_t read_short(std::string_view what);
  std::int32_t read_int(std::string_view what);
  std::int64_t read_long(std::string_view what);
  /// Returns so many bytes as they are.
  std::string_view read_raw(std::size_t size, std::string_view what);
  std::string_view read_uuid(std::string_view what) { return read_raw(16, what); }
  std::string_view read_string(std::string_view what);
  std::string_view read_long_string(std::string_view what);
  std::string_view read_short_bytes(std::string_view what) { return read_string(what); }
  /// A negative length is null.
  ValueView read_bytes(std::string_view what);
  /// A value of a marker. Before version 4 every negative length is null, as Cassandra has it.
  BoundValue read_value(std::string_view what);
  Consistency read_consistency(std::string_view what);
  std::string_view read_inet_address(std::string_view what);
  InetEndpoint read_inet(std::string_view what);
  StringList read_string_list(std::string_view what);
  StringMap read_string_map(std::string_view what);
  StringMultimap read_string_multimap(std::string_view what);
  BytesMap read_bytes_map(std::string_view what);
  /// The number of entries that follow, each of which has at least `smallest` bytes.
  std::size_t read_count(std::size_t smallest, std::string_view what);
  /// The same, as an [int].
  std::size_t read_long_count(std::size_t smallest, std::string_view what);

  /// Throws a ProtocolFault at this place.
  [[noreturn]] void refuse(std::string_view reason) const;

 private:
  /// Refuses more entries than the bytes left can hold.
  std::size_t check_count(std::uint64_t count, std::size_t smallest, std::string_view what) const;

  std::string_view body_;
  std::string_view message_;
  std::size_t place_ = 0;
  ProtocolVersion version_;
};

}  // namespace cellar
