// ERROR: the classes of errors, each with the fields by which drivers act.
//
// In:      an error as data, or the bytes of a body.
// Out:     bytes, or the error.
// Refused: what runs past the end (ProtocolFault). A class that is unknown is read as one without fields.
//
// The classes that a version does not have become the nearest one that it has, as Cassandra does it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/bytes/reader.h"
#include "protocol/bytes/writer.h"
#include "refusal/cause.h"

namespace cellar {

/// A refusal has an ErrorClass, which is one of these by the same number.
enum class ErrorCode : std::int32_t {
  server = 0x0000,
  protocol_error = 0x000A,
  bad_credentials = 0x0100,
  unavailable = 0x1000,
  overloaded = 0x1001,
  is_bootstrapping = 0x1002,
  truncate_error = 0x1003,
  write_timeout = 0x1100,
  read_timeout = 0x1200,
  read_failure = 0x1300,
  function_failure = 0x1400,
  write_failure = 0x1500,
  cdc_write_failure = 0x1600,
  cas_write_unknown = 0x1700,
  syntax = 0x2000,
  unauthorized = 0x2100,
  invalid = 0x2200,
  config = 0x2300,
  already_exists = 0x2400,
  unprepared = 0x2500,
};

constexpr ErrorCode error_code(ErrorClass of_refusal) {
  return static_cast<ErrorCode>(static_cast<std::int32_t>(of_refusal));
}

/// An error whose class has no fields.
struct PlainError {
  ErrorCode code = ErrorCode::server;
};

struct UnavailableError {
  Consistency consistency = Consistency::one;
  std::int32_t required = 0;
  std::int32_t alive = 0;
};

/// How many replicas have answered, of how many that must.
struct ReplicaAnswers {
  Consistency consistency = Consistency::one;
  std::int32_t received = 0;
  std::int32_t required = 0;

  bool operator==(const ReplicaAnswers&) const = default;
};

/// `write_type` is SIMPLE, BATCH, UNLOGGED_BATCH, COUNTER, BATCH_LOG, CAS, VIEW or CDC.
struct WriteTimeoutError {
  ReplicaAnswers answers;
  std::string_view write_type = "SIMPLE";
  std::optional<std::uint16_t> contentions;  // since version 5, of CAS
};

struct ReadTimeoutError {
  ReplicaAnswers answers;
  bool has_data = false;
};

/// Since version 5 the replicas are listed; before it there is their number alone.
struct ReplicaFailure {
  std::string_view address;
  std::uint16_t reason = 0;

  bool operator==(const ReplicaFailure&) const = default;
};
struct ReplicaFailures {
  std::int32_t count = 0;
  std::vector<ReplicaFailure> replicas;  // since version 5: as many

  bool operator==(const ReplicaFailures&) const = default;
};

struct ReadFailureError {
  ReplicaAnswers answers;
  ReplicaFailures failures;
  bool has_data = false;
};

struct WriteFailureError {
  ReplicaAnswers answers;
  ReplicaFailures failures;
  std::string_view write_type = "SIMPLE";
};

struct FunctionFailureError {
  std::string_view keyspace;
  std::string_view function;
  StringList argument_types;
};

struct CasWriteUnknownError {
  ReplicaAnswers answers;
};

struct AlreadyExistsError {
  std::string_view keyspace;
  std::string_view table;  // empty: the keyspace exists
};

struct UnpreparedError {
  std::string_view id;
};

using ErrorDetail = std::variant<PlainError, UnavailableError, WriteTimeoutError, ReadTimeoutError,
                                 ReadFailureError, WriteFailureError, FunctionFailureError,
                                 CasWriteUnknownError, AlreadyExistsError, UnpreparedError>;

struct ErrorResponse {
  std::string_view text;
  ErrorDetail detail;

  ErrorCode code() const;
};

void append_error(MessageWriter& writer, const ErrorResponse& error);
ErrorResponse read_error(MessageReader& reader);

}  // namespace cellar
