#include "protocol/message/error.h"

#include "protocol/bytes/writer.h"
#include "types/overloaded.h"

namespace cellar {

namespace {

constexpr std::string_view kCas = "CAS";

/// Returns the nearest detail that the version has.
ErrorDetail fitting_detail(const ErrorDetail& detail, ProtocolVersion version) {
  if (version < ProtocolVersion::v5) {
    if (const auto* unknown = std::get_if<CasWriteUnknownError>(&detail))
      return WriteTimeoutError{unknown->answers, kCas, std::nullopt};
  }
  if (version >= ProtocolVersion::v4) return detail;
  if (const auto* failure = std::get_if<ReadFailureError>(&detail))
    return ReadTimeoutError{failure->answers, failure->has_data};
  if (const auto* failure = std::get_if<WriteFailureError>(&detail))
    return WriteTimeoutError{failure->answers, failure->write_type, std::nullopt};
  if (std::holds_alternative<FunctionFailureError>(detail)) return PlainError{ErrorCode::invalid};
  const auto* plain = std::get_if<PlainError>(&detail);
  if (plain != nullptr && plain->code == ErrorCode::cdc_write_failure) return PlainError{ErrorCode::invalid};
  return detail;
}

ErrorCode code_of(const ErrorDetail& detail) {
  return std::visit(Overloaded{
                        [](const PlainError& error) { return error.code; },
                        [](const UnavailableError&) { return ErrorCode::unavailable; },
                        [](const WriteTimeoutError&) { return ErrorCode::write_timeout; },
                        [](const ReadTimeoutError&) { return ErrorCode::read_timeout; },
                        [](const ReadFailureError&) { return ErrorCode::read_failure; },
                        [](const WriteFailureError&) { return ErrorCode::write_failure; },
                        [](const FunctionFailureError&) { return ErrorCode::function_failure; },
                        [](const CasWriteUnknownError&) { return ErrorCode::cas_write_unknown; },
                        [](const AlreadyExistsError&) { return ErrorCode::already_exists; },
                        [](const UnpreparedError&) { return ErrorCode::unprepared; },
                    },
                    detail);
}

void append_answers(MessageWriter& writer, const ReplicaAnswers& answers) {
  writer.consistency(answers.consistency);
  writer.integer(answers.received);
  writer.integer(answers.required);
}

void append_failures(MessageWriter& writer, const ReplicaFailures& failures) {
  if (writer.version() < ProtocolVersion::v5) {
    writer.integer(failures.count);
    return;
  }
  writer.integer(static_cast<std::int32_t>(failures.replicas.size()));
  for (const ReplicaFailure& failure : failures.replicas) {
    writer.inet_address(failure.address);
    writer.short_integer(failure.reason);
  }
}

void append_fields(MessageWriter&, const PlainError&) {}

void append_fields(MessageWriter& writer, const UnavailableError& error) {
  writer.consistency(error.consistency);
  writer.integer(error.required);
  writer.integer(error.alive);
}

void append_fields(MessageWriter& writer, const WriteTimeoutError& error) {
  append_answers(writer, error.answers);
  writer.string(error.write_type);
  if (error.contentions && error.write_type == kCas && writer.version() >= ProtocolVersion::v5)
    writer.short_integer(*error.contentions);
}

void append_fields(MessageWriter& writer, const ReadTimeoutError& error) {
  append_answers(writer, error.answers);
  writer.byte(error.has_data ? 1 : 0);
}

void append_fields(MessageWriter& writer, const ReadFailureError& error) {
  append_answers(writer, error.answers);
  append_failures(writer, error.failures);
  writer.byte(error.has_data ? 1 : 0);
}

void append_fields(MessageWriter& writer, const WriteFailureError& error) {
  append_answers(writer, error.answers);
  append_failures(writer, error.failures);
  writer.string(error.write_type);
}

void append_fields(MessageWriter& writer, const FunctionFailureError& error) {
  writer.string(error.keyspace);
  writer.string(error.function);
  writer.string_list(error.argument_types);
}

void append_fields(MessageWriter& writer, const CasWriteUnknownError& error) {
  append_answers(writer, error.answers);
}

void append_fields(MessageWriter& writer, const AlreadyExistsError& error) {
  writer.string(error.keyspace);
  writer.string(error.table);
}

void append_fields(MessageWriter& writer, const UnpreparedError& error) { writer.short_bytes(error.id); }

ReplicaAnswers read_answers(MessageReader& reader) {
  ReplicaAnswers answers;
  answers.consistency = reader.read_consistency("the consistency level");
  answers.received = reader.read_int("the number of answers");
  answers.required = reader.read_int("the number of answers that are required");
  return answers;
}

ReplicaFailures read_failures(MessageReader& reader) {
  /// An address of at least five bytes, and its reason.
  constexpr std::size_t kSmallestFailure = 7;
  if (reader.version() < ProtocolVersion::v5) return {reader.read_int("the number of failures"), {}};
  ReplicaFailures failures;
  failures.replicas.resize(reader.read_long_count(kSmallestFailure, "the failures"));
  failures.count = static_cast<std::int32_t>(failures.replicas.size());
  for (ReplicaFailure& failure : failures.replicas) {
    failure.address = reader.read_inet_address("the address of a replica");
    failure.reason = reader.read_short("the reason of a failure");
  }
  return failures;
}

UnavailableError read_unavailable(MessageReader& reader) {
  UnavailableError error;
  error.consistency = reader.read_consistency("the consistency level");
  error.required = reader.read_int("the number of replicas that are required");
  error.alive = reader.read_int("the number of replicas that are alive");
  return error;
}

WriteTimeoutError read_write_timeout(MessageReader& reader) {
  WriteTimeoutError error;
  error.answers = read_answers(reader);
  error.write_type = reader.read_string("the type of the write");
  const bool has_contentions = error.write_type == kCas && reader.version() >= ProtocolVersion::v5;
  // Servers before Cassandra 4 call this version a beta, and do not send them.
  if (has_contentions && reader.left() > 0) error.contentions = reader.read_short("the contentions");
  return error;
}

ReadTimeoutError read_read_timeout(MessageReader& reader) {
  const ReplicaAnswers answers = read_answers(reader);
  return {answers, reader.read_byte("whether data came") != 0};
}

ReadFailureError read_read_failure(MessageReader& reader) {
  const ReplicaAnswers answers = read_answers(reader);
  ReplicaFailures failures = read_failures(reader);
  return {answers, std::move(failures), reader.read_byte("whether data came") != 0};
}

WriteFailureError read_write_failure(MessageReader& reader) {
  const ReplicaAnswers answers = read_answers(reader);
  ReplicaFailures failures = read_failures(reader);
  return {answers, std::move(failures), reader.read_string("the type of the write")};
}

FunctionFailureError read_function_failure(MessageReader& reader) {
  FunctionFailureError error;
  error.keyspace = reader.read_string("the keyspace of the function");
  error.function = reader.read_string("the name of the function");
  error.argument_types = reader.read_string_list("the types of the arguments");
  return error;
}

AlreadyExistsError read_already_exists(MessageReader& reader) {
  const std::string_view keyspace = reader.read_string("the keyspace");
  return {keyspace, reader.read_string("the table")};
}

ErrorDetail read_fields(MessageReader& reader, ErrorCode code) {
  switch (code) {
    case ErrorCode::unavailable:
      return read_unavailable(reader);
    case ErrorCode::write_timeout:
      return read_write_timeout(reader);
    case ErrorCode::read_timeout:
      return read_read_timeout(reader);
    case ErrorCode::read_failure:
      return read_read_failure(reader);
    case ErrorCode::write_failure:
      return read_write_failure(reader);
    case ErrorCode::function_failure:
      return read_function_failure(reader);
    case ErrorCode::cas_write_unknown:
      return CasWriteUnknownError{read_answers(reader)};
    case ErrorCode::already_exists:
      return read_already_exists(reader);
    case ErrorCode::unprepared:
      return UnpreparedError{reader.read_short_bytes("the id of the statement")};
    case ErrorCode::server:
    case ErrorCode::protocol_error:
    case ErrorCode::bad_credentials:
    case ErrorCode::overloaded:
    case ErrorCode::is_bootstrapping:
    case ErrorCode::truncate_error:
    case ErrorCode::cdc_write_failure:
    case ErrorCode::syntax:
    case ErrorCode::unauthorized:
    case ErrorCode::invalid:
    case ErrorCode::config:
      break;
  }
  return PlainError{code};
}

}  // namespace

ErrorCode ErrorResponse::code() const { return code_of(detail); }

void append_error(MessageWriter& writer, const ErrorResponse& error) {
  const ErrorDetail detail = fitting_detail(error.detail, writer.version());
  writer.integer(static_cast<std::int32_t>(code_of(detail)));
  writer.shortened_string(error.text);
  std::visit([&](const auto& fields) { append_fields(writer, fields); }, detail);
}

ErrorResponse read_error(MessageReader& reader) {
  const auto code = static_cast<ErrorCode>(reader.read_int("the class of the error"));
  const std::string_view text = reader.read_string("the text of the error");
  return {text, read_fields(reader, code)};
}

}  // namespace cellar
