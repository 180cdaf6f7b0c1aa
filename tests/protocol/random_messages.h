// Random messages of every kind, in each version.
#pragma once

#include <cstdint>
#include <deque>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/message/requests.h"
#include "protocol/message/responses.h"

namespace cellar::test {

inline constexpr std::size_t kRequestKinds = std::variant_size_v<RequestMessage>;
inline constexpr std::size_t kResponseKinds = std::variant_size_v<ResponseMessage>;
inline constexpr ProtocolVersion kAllVersions[] = {ProtocolVersion::v3, ProtocolVersion::v4,
                                                   ProtocolVersion::v5};

/// Owns the text that its messages view.
class RandomMessages {
 public:
  /// With `is_readable` all text is of small letters, and there is nothing that the Java driver's codec does not keep:
  /// options of STARTUP without CQL_VERSION, unset values, the contentions of a write timeout.
  explicit RandomMessages(std::uint64_t seed, bool is_readable = false)
      : bits_(seed), is_readable_(is_readable) {}

  std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(bits_); }
  bool coin() { return below(2) == 0; }
  std::string_view bytes(std::size_t most);
  Type type(int depth = 0);

  RequestMessage request(std::size_t kind);
  RequestHead request_head(ProtocolVersion version);
  ResponseMessage response(std::size_t kind);
  ResponseHead response_head(ProtocolVersion version);

 private:
  std::string_view text() { return bytes(20); }
  /// Text that no other is equal to.
  std::string_view name();
  std::string_view keep(std::string text);
  std::string_view exactly(std::size_t size);
  StringList texts();
  BytesMap payload();
  ValueView token();
  Consistency consistency();
  InetEndpoint node();
  BoundValue value();
  std::vector<BoundValue> values();
  CommonParameters common();
  QueryParameters parameters();
  BatchRequest batch();
  ErrorResponse error();
  ReplicaAnswers answers();
  ReplicaFailures failures();
  ResultResponse result();
  SchemaChange schema_change();
  EventResponse event();
  std::vector<ColumnSpec> columns();
  RowsMetadata metadata();
  RowsResult rows();

  std::mt19937_64 bits_;
  bool is_readable_;
  std::deque<std::string> texts_;
};

}  // namespace cellar::test
