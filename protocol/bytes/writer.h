// Writes the notations of the protocol's specification (its section 3).
//
// In:      numbers, text, bytes; the version of the protocol.
// Out:     bytes, appended to a string that belongs to the caller.
// Refused: text and lists that are longer than their notation can tell (ProtocolFault).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/bytes/consistency.h"
#include "protocol/bytes/reader.h"
#include "protocol/version.h"
#include "types/type.h"
#include "types/value/value.h"

namespace cellar {

/// Longest [string], and most entries of a list or map.
inline constexpr std::size_t kLongestShort = 65'535;

class MessageWriter {
 public:
  MessageWriter(std::string& out, ProtocolVersion version) : out_(out), version_(version) {}

  ProtocolVersion version() const { return version_; }
  std::size_t size() const { return out_.size(); }

  void byte(std::uint8_t value) { out_.push_back(static_cast<char>(value)); }
  void short_integer(std::uint16_t value);
  void integer(std::int32_t value);
  void long_integer(std::int64_t value);
  void raw(std::string_view bytes) { out_.append(bytes); }
  void string(std::string_view text);
  /// Cuts a text that is too long for a [string] before a character that does not fit.
  void shortened_string(std::string_view text);
  void long_string(std::string_view text);
  void short_bytes(std::string_view bytes) { string(bytes); }
  void bytes(ValueView value);
  /// Before version 4 an unset value is written as null: the protocol has no other.
  void value(const BoundValue& value);
  void consistency(Consistency consistency) { short_integer(static_cast<std::uint16_t>(consistency)); }
  void inet_address(std::string_view address);
  void inet(const InetEndpoint& node);
  void count(std::size_t entries, std::string_view what);
  void string_list(const StringList& list);
  void string_map(const StringMap& map);
  void string_multimap(const StringMultimap& map);
  void bytes_map(const BytesMap& map);

 private:
  std::string& out_;
  ProtocolVersion version_;
};

/// Overwrites the 4 bytes at a place.
void patch_integer(std::string& bytes, std::size_t place, std::uint32_t value);

}  // namespace cellar
