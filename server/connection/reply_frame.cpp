#include "server/connection/reply_frame.h"

#include <utility>
#include <vector>

#include "protocol/message/responses.h"
#include "protocol/message/rows_writer.h"
#include "protocol/protocol_fault.h"
#include "server/answer/accessed_table.h"
#include "server/answer/columns.h"
#include "server/answer/events.h"
#include "server/answer/refusal_answer.h"
#include "server/connection/client_connection.h"
#include "types/uuid.h"

namespace cellar {

namespace {

/// What stands before the message of an answer; the views lead into the members.
struct AnswerHead {
  std::vector<std::string> warnings;
  std::optional<std::string> trace_id;

  ResponseHead of(const Exchange& exchange) const {
    ResponseHead head{.version = exchange.version,
                      .stream = exchange.stream,
                      .trace_id = {},
                      .warnings = {},
                      .payload = {}};
    if (trace_id) head.trace_id = *trace_id;
    for (const std::string& warning : warnings) head.warnings.emplace_back(warning);
    return head;
  }
};

AnswerHead head_of(Result& result, const EndTrace& end_trace) {
  AnswerHead head;
  for (const Diagnostic& notice : result.notices()) head.warnings.push_back(warning_text(notice));
  if (end_trace) head.trace_id = end_trace(&result);
  return head;
}

/// The columns of a page, and whether the client knows them.
struct PageColumns {
  EncodedColumns own;  // unless they are those of the prepared statement
  const EncodedColumns* columns = nullptr;
  bool is_skipped = false;
  std::optional<std::string> new_id;
};

/// In version 5 a client that knows other columns is told of these; in older versions it knows those that it was told
/// when it prepared, unless the statement is one that shows them each time, as a conditional write does.
PageColumns page_columns(const Exchange& exchange, const Result& result) {
  PageColumns page;
  const PreparedStatement* const prepared = exchange.prepared.get();
  const bool is_as_prepared =
      prepared != nullptr && are_same_columns(prepared->prepared().columns(), result.columns());
  if (!is_as_prepared) {
    page.own = encode_columns(column_specs(result.columns()), exchange.version);
    page.columns = &page.own;
    const bool is_told_anew =
        prepared != nullptr && prepared->is_read() && exchange.version >= ProtocolVersion::v5;
    if (is_told_anew) page.new_id = metadata_id(result.columns());
    return page;
  }
  page.columns = &prepared->columns(exchange.version);
  page.is_skipped = exchange.skips_metadata;
  if (exchange.version >= ProtocolVersion::v5 && exchange.metadata_id != prepared->metadata_id()) {
    page.is_skipped = false;
    page.new_id = prepared->metadata_id();
  }
  return page;
}

/// The answer of a result that is longer than it may be.
Refusal too_long(const ServerLimits& limits) {
  return Refusal(
      {"answer_too_long", {}, {{"size", std::to_string(limits.result_bytes >> 20)}}, std::nullopt});
}

std::string rows_frame(const Exchange& exchange, Result& result, const ServerLimits& limits,
                       const EndTrace& end_trace) {
  const PageColumns page = page_columns(exchange, result);
  RowsWriter writer(*page.columns, exchange.version, page.is_skipped);
  while (const ResultRow* row = result.next()) {
    writer.append_row(*row);
    if (exchange.is_short && writer.size() > limits.page_bytes) throw LongRead();
    if (writer.size() > limits.result_bytes) throw too_long(limits);
  }
  const AnswerHead head = head_of(result, end_trace);
  const std::string& position = result.read_position();
  return std::string(
      writer.finish(head.of(exchange), position.empty() ? ValueView() : ValueView(position), page.new_id));
}

std::string result_frame(const Exchange& exchange, Result& result, const ServerLimits& limits,
                         const EndTrace& end_trace) {
  if (result.kind() == ResultKind::rows) return rows_frame(exchange, result, limits, end_trace);
  const AnswerHead head = head_of(result, end_trace);
  ResultResponse response = VoidResult{};
  if (result.kind() == ResultKind::keyspace_set) response = SetKeyspaceResult{result.keyspace()};
  if (result.kind() == ResultKind::schema_changed)
    response = SchemaChangeResult{schema_change(*result.schema_event())};
  std::string frame;
  append_response(frame, response, head.of(exchange));
  return frame;
}

}  // namespace

std::string reply_frame(const Exchange& exchange, Reply reply, const ServerLimits& limits,
                        const EndTrace& end_trace) {
  try {
    if (auto* const refusal = std::get_if<Refusal>(&reply)) throw std::move(*refusal);
    return result_frame(exchange, std::get<Result>(reply), limits, end_trace);
  } catch (const LongRead&) {
    throw;
  } catch (const Refusal& refusal) {
    if (refusal.diagnostic.error_class() == ErrorClass::unprepared && exchange.prepared) {
      exchange.connection->server().prepared->forget(exchange.prepared);
      return unprepared_frame(exchange, exchange.prepared->id());
    }
    return failure_frame(exchange, end_trace ? end_trace(nullptr) : std::nullopt);
  } catch (...) {
    return failure_frame(exchange);
  }
}

RequestKind kind_of_write(const Exchange& exchange) {
  // Longer ones would take the time of many requests.
  constexpr std::size_t kLongestParsed = std::size_t{64} << 10;
  RequestKind kind = exchange.kind;
  if (kind.is_read) return kind;
  const std::string statement = exchange.whole_statement();
  if (statement.size() > kLongestParsed) return kind;
  const Schema& schema = *exchange.connection->server().database.schema();
  kind.write_type = write_type_of(statement, exchange.keyspace, schema, kind.write_type);
  return kind;
}

std::string refusal_frame(const Exchange& exchange, const Diagnostic& refusal,
                          std::optional<std::string> trace_id) {
  const std::string text = refusal_text(refusal, exchange.statement());
  const AnswerHead head{{}, std::move(trace_id)};
  std::string frame;
  const ErrorClass error = refusal.error_class();
  const bool tells_write = error == ErrorClass::write_timeout || error == ErrorClass::write_failure;
  append_response(frame, refusal_answer(refusal, text, tells_write ? kind_of_write(exchange) : exchange.kind),
                  head.of(exchange));
  return frame;
}

std::string failure_frame(const Exchange& exchange, std::optional<std::string> trace_id) {
  try {
    throw;
  } catch (const Refusal& refusal) {
    return refusal_frame(exchange, refusal.diagnostic, std::move(trace_id));
  } catch (const ProtocolFault& fault) {
    return error_frame(exchange, {fault.text(), PlainError{ErrorCode::protocol_error}});
  } catch (const std::bad_alloc&) {
    return refusal_frame(exchange, {"memory_used_up", {}, {}, std::nullopt}, std::move(trace_id));
  } catch (const std::exception& fault) {
    return refusal_frame(exchange, {"program_fault", {}, {{"what", fault.what()}}, std::nullopt},
                         std::move(trace_id));
  }
}

std::string prepared_frame(const Exchange& exchange, const PreparedStatement& statement,
                           std::optional<std::string> trace_id) {
  const std::vector<ColumnSpec> columns = column_specs(statement.prepared().columns());
  PreparedResult prepared{statement.id(), statement.metadata_id(), statement.bind_metadata(), {}};
  prepared.rows.column_count = static_cast<std::int32_t>(columns.size());
  prepared.rows.columns = columns;
  std::string frame;
  const AnswerHead head{{}, std::move(trace_id)};
  append_response(frame, ResultResponse(std::move(prepared)), head.of(exchange));
  return frame;
}

std::string prepared_text_frame(const Exchange& exchange) {
  constexpr std::size_t kLongestId = 0xFFFF;
  if (exchange.text.size() > kLongestId) throw ProtocolFault("the statement is too long to be prepared");
  const std::string of_no_columns = metadata_id({});
  std::string frame;
  append_response(frame, ResultResponse(PreparedResult{exchange.text, of_no_columns, {}, {}}),
                  AnswerHead().of(exchange));
  return frame;
}

std::string unprepared_frame(const Exchange& exchange, std::string_view id) {
  return error_frame(exchange, {"the server does not know this prepared statement, or its table has changed: "
                                "prepare it again",
                                UnpreparedError{id}});
}

std::string error_frame(const Exchange& exchange, const ErrorResponse& error) {
  std::string frame;
  append_response(frame, error, AnswerHead().of(exchange));
  return frame;
}

}  // namespace cellar
