#include "random_messages.h"

#include "protocol/bytes/writer.h"

namespace cellar::test {

std::string_view RandomMessages::keep(std::string text) { return texts_.emplace_back(std::move(text)); }

std::string_view RandomMessages::exactly(std::size_t size) {
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(is_readable_ ? 'a' + below(26) : below(256));
  return keep(std::move(bytes));
}

std::string_view RandomMessages::bytes(std::size_t most) { return exactly(below(most + 1)); }

std::string_view RandomMessages::name() { return keep(std::string(text()) + std::to_string(texts_.size())); }

StringList RandomMessages::texts() {
  StringList list(below(4));
  for (std::string_view& entry : list) entry = text();
  return list;
}

BytesMap RandomMessages::payload() {
  BytesMap map(below(3));
  for (auto& [key, value] : map) {
    key = name();
    value = token();
  }
  return map;
}

ValueView RandomMessages::token() { return below(4) == 0 ? ValueView() : ValueView(text()); }

Consistency RandomMessages::consistency() { return static_cast<Consistency>(below(11)); }

InetEndpoint RandomMessages::node() {
  return {exactly(coin() ? 4 : 16), static_cast<std::int32_t>(below(65'536))};
}

BoundValue RandomMessages::value() {
  switch (below(4)) {
    case 0:
      return {};
    case 1:
      return {.value = std::nullopt, .unset = !is_readable_};
    default:
      return {.value = std::string(bytes(below(10) == 0 ? 3'000 : 30)), .unset = false};
  }
}

std::vector<BoundValue> RandomMessages::values() {
  std::vector<BoundValue> values(below(5));
  for (BoundValue& one : values) one = value();
  return values;
}

CommonParameters RandomMessages::common() {
  CommonParameters common;
  if (coin()) common.serial_consistency = consistency();
  if (coin()) common.timestamp = static_cast<std::int64_t>(bits_() | 1);
  if (coin()) common.keyspace = text();
  if (coin()) common.now_in_seconds = static_cast<std::uint32_t>(bits_());
  return common;
}

QueryParameters RandomMessages::parameters() {
  QueryParameters parameters;
  parameters.consistency = consistency();
  parameters.values = values();
  if (coin())
    for (std::size_t i = 0; i < parameters.values.size(); ++i) parameters.names.push_back(name());
  parameters.skips_metadata = coin();
  if (coin()) parameters.page_size = static_cast<std::int32_t>(below(10'000));
  if (coin()) parameters.paging_state = text();
  parameters.common = common();
  return parameters;
}

BatchRequest RandomMessages::batch() {
  BatchRequest message;
  message.type = static_cast<BatchType>(below(3));
  message.entries.resize(below(5));
  for (BatchEntry& entry : message.entries) {
    if (coin())
      entry.statement = BatchTextEntry{text()};
    else
      entry.statement = BatchPreparedId{text()};
    entry.values = values();
  }
  message.parameters = {consistency(), common()};
  return message;
}

RequestMessage RandomMessages::request(std::size_t kind) {
  switch (kind) {
    case 0: {
      StartupRequest message;
      if (is_readable_) message.options.emplace_back("CQL_VERSION", "3.0.0");
      for (std::size_t i = below(5); i > 0; --i) message.options.emplace_back(name(), text());
      return message;
    }
    case 1:
      return AuthResponseRequest{token()};
    case 2:
      return OptionsRequest{};
    case 3:
      return QueryRequest{bytes(300), parameters()};
    case 4:
      return PrepareRequest{bytes(300), coin() ? std::optional(text()) : std::nullopt};
    case 5:
      return ExecuteRequest{text(), text(), parameters()};
    case 6:
      return batch();
    default:
      return RegisterRequest{texts()};
  }
}

RequestHead RandomMessages::request_head(ProtocolVersion version) {
  return {.version = version,
          .stream = static_cast<std::int16_t>(below(32'768)),
          .is_traced = coin(),
          .payload = version >= ProtocolVersion::v4 ? payload() : BytesMap()};
}

ReplicaAnswers RandomMessages::answers() {
  return {consistency(), static_cast<std::int32_t>(below(4)), static_cast<std::int32_t>(below(4))};
}

ReplicaFailures RandomMessages::failures() {
  ReplicaFailures failures;
  failures.replicas.resize(below(4));
  failures.count = static_cast<std::int32_t>(failures.replicas.size());
  for (ReplicaFailure& failure : failures.replicas)
    failure = {exactly(coin() ? 4 : 16), static_cast<std::uint16_t>(below(65'536))};
  return failures;
}

ErrorResponse RandomMessages::error() {
  constexpr ErrorCode kPlain[] = {ErrorCode::server,
                                  ErrorCode::protocol_error,
                                  ErrorCode::bad_credentials,
                                  ErrorCode::overloaded,
                                  ErrorCode::is_bootstrapping,
                                  ErrorCode::truncate_error,
                                  ErrorCode::cdc_write_failure,
                                  ErrorCode::syntax,
                                  ErrorCode::unauthorized,
                                  ErrorCode::invalid,
                                  ErrorCode::config};
  switch (below(10)) {
    case 0:
      return {text(), PlainError{kPlain[below(std::size(kPlain))]}};
    case 1:
      return {text(), UnavailableError{consistency(), 3, 1}};
    case 2:
      return {text(),
              WriteTimeoutError{answers(), coin() ? "CAS" : "BATCH_LOG",
                                coin() && !is_readable_ ? std::optional<std::uint16_t>(7) : std::nullopt}};
    case 3:
      return {text(), ReadTimeoutError{answers(), coin()}};
    case 4:
      return {text(), ReadFailureError{answers(), failures(), coin()}};
    case 5:
      return {text(), WriteFailureError{answers(), failures(), "SIMPLE"}};
    case 6:
      return {text(), FunctionFailureError{text(), text(), texts()}};
    case 7:
      return {text(), CasWriteUnknownError{answers()}};
    case 8:
      return {text(), AlreadyExistsError{text(), text()}};
    default:
      return {text(), UnpreparedError{text()}};
  }
}

SchemaChange RandomMessages::schema_change() {
  SchemaChange change;
  change.kind = static_cast<SchemaChange::Kind>(below(3));
  change.target = static_cast<SchemaChange::Target>(below(5));
  change.keyspace = text();
  if (change.target != SchemaChange::Target::keyspace) change.name = text();
  if (change.target >= SchemaChange::Target::function) change.argument_types = texts();
  return change;
}

EventResponse RandomMessages::event() {
  switch (below(3)) {
    case 0:
      return TopologyChange{static_cast<TopologyChange::Kind>(below(3)), node()};
    case 1:
      return StatusChange{static_cast<StatusChange::Kind>(below(2)), node()};
    default:
      return schema_change();
  }
}

Type RandomMessages::type(int depth) {
  const std::size_t kinds = static_cast<std::size_t>(TypeKind::vector) + 1;
  const std::size_t simple = static_cast<std::size_t>(TypeKind::list);
  const auto kind = static_cast<TypeKind>(below(depth > 3 ? simple : kinds));
  if (kind < TypeKind::list) return native_type(kind);
  if (kind == TypeKind::list) return list_of(type(depth + 1));
  if (kind == TypeKind::set) return set_of(type(depth + 1));
  if (kind == TypeKind::map) return map_of(type(depth + 1), type(depth + 1));
  if (kind == TypeKind::vector) return vector_of(native_type(static_cast<TypeKind>(below(simple))), 3);
  std::vector<Type> parts;
  for (std::size_t i = 1 + below(3); i > 0; --i) parts.push_back(type(depth + 1));
  if (kind == TypeKind::tuple) return tuple_of(std::move(parts));
  Type user = native_type(TypeKind::user);
  user.keyspace = "school";
  user.name = "address";
  for (std::size_t i = 0; i < parts.size(); ++i) user.field_names.emplace_back(name());
  user.arguments = std::move(parts);
  return user;
}

std::vector<ColumnSpec> RandomMessages::columns() {
  std::vector<ColumnSpec> columns(below(5));
  const bool has_one_table = coin();
  for (ColumnSpec& column : columns)
    column = {"school", has_one_table ? std::string_view("pupils") : text(), text(), type()};
  return columns;
}

RowsMetadata RandomMessages::metadata() {
  RowsMetadata metadata;
  metadata.columns = columns();
  metadata.column_count = static_cast<std::int32_t>(metadata.columns.size());
  if (metadata.columns.empty()) metadata.column_count = static_cast<std::int32_t>(below(3));
  if (coin()) metadata.paging_state = text();
  if (coin()) metadata.new_metadata_id = exactly(16);
  return metadata;
}

RowsResult RandomMessages::rows() {
  RowsResult result;
  result.metadata = metadata();
  result.row_count = result.metadata.column_count == 0 ? 0 : static_cast<std::int32_t>(below(4));
  std::string cells;
  MessageWriter writer(cells, kNewestProtocol);
  for (std::int32_t i = 0; i < result.row_count * result.metadata.column_count; ++i) writer.bytes(token());
  result.cells = keep(std::move(cells));
  return result;
}

ResultResponse RandomMessages::result() {
  switch (below(5)) {
    case 0:
      return VoidResult{};
    case 1:
      return rows();
    case 2:
      return SetKeyspaceResult{text()};
    case 3:
      return PreparedResult{exactly(16), exactly(16), {columns(), {1, 0}}, metadata()};
    default:
      return SchemaChangeResult{schema_change()};
  }
}

ResponseMessage RandomMessages::response(std::size_t kind) {
  switch (kind) {
    case 0:
      return error();
    case 1:
      return ReadyResponse{};
    case 2:
      return AuthenticateResponse{text()};
    case 3: {
      SupportedResponse message;
      for (std::size_t i = below(4); i > 0; --i) message.options.emplace_back(name(), texts());
      return message;
    }
    case 4:
      return result();
    case 5:
      return event();
    case 6:
      return AuthChallengeResponse{token()};
    default:
      return AuthSuccessResponse{token()};
  }
}

ResponseHead RandomMessages::response_head(ProtocolVersion version) {
  const bool has_notes = version >= ProtocolVersion::v4;
  return {.version = version,
          .stream = below(10) == 0 ? kEventStream : static_cast<std::int16_t>(below(32'768)),
          .trace_id = coin() ? std::optional(exactly(16)) : std::nullopt,
          .warnings = has_notes ? texts() : StringList(),
          .payload = has_notes ? payload() : BytesMap()};
}

}  // namespace cellar::test
