#include "test_client.h"

#include <fmt/format.h>

#include <stdexcept>

#include "types/number/number.h"
#include "types/value/value.h"

namespace cellar::test {

namespace {

std::string text_of(const SchemaChange& change) {
  constexpr std::string_view kKinds[] = {"CREATED", "UPDATED", "DROPPED"};
  constexpr std::string_view kTargets[] = {"KEYSPACE", "TABLE", "TYPE", "FUNCTION", "AGGREGATE"};
  std::string text = fmt::format("{} {} {}", kKinds[static_cast<std::size_t>(change.kind)],
                                 kTargets[static_cast<std::size_t>(change.target)], change.keyspace);
  if (!change.name.empty()) text += fmt::format(".{}", change.name);
  return text;
}

struct ResultNames {
  std::string operator()(const VoidResult&) const { return "void"; }
  std::string operator()(const RowsResult& rows) const { return fmt::format("{} rows", rows.row_count); }
  std::string operator()(const SetKeyspaceResult& set) const { return fmt::format("use {}", set.keyspace); }
  std::string operator()(const PreparedResult&) const { return "prepared"; }
  std::string operator()(const SchemaChangeResult& change) const { return text_of(change.change); }
};

struct MessageNames {
  std::string operator()(const ErrorResponse& error) const {
    return fmt::format("error {:04x}: {}", static_cast<std::int32_t>(error.code()), error.text);
  }
  std::string operator()(const ReadyResponse&) const { return "ready"; }
  std::string operator()(const SupportedResponse&) const { return "supported"; }
  std::string operator()(const ResultResponse& result) const { return std::visit(ResultNames(), result); }
  std::string operator()(const EventResponse& event) const {
    const auto* const change = std::get_if<SchemaChange>(&event);
    return "event " + (change == nullptr ? std::string("of another type") : text_of(*change));
  }
  template <typename Other>
  std::string operator()(const Other&) const {
    return "authentication";
  }
};

std::string text_of_row(const std::vector<ValueView>& cells, const std::vector<ColumnSpec>& columns) {
  std::string text;
  for (std::size_t index = 0; index < cells.size(); ++index) {
    if (index > 0) text += '|';
    text += to_literal(columns.at(index).type, cells[index]);
  }
  return text;
}

}  // namespace

bool Answer::is_rows() const {
  const auto* const result = std::get_if<ResultResponse>(&response_.message);
  return result != nullptr && std::holds_alternative<RowsResult>(*result);
}

std::string Answer::paging_state() const {
  return std::string(result<RowsResult>().metadata.paging_state.value_or(""));
}

Rows Answer::rows(const std::vector<ColumnSpec>& columns) const {
  if (!is_rows()) return {summary()};
  const auto& result = this->result<RowsResult>();
  Rows rows;
  RowCells cells(result, head().version);
  while (const std::vector<ValueView>* row = cells.next())
    rows.push_back(text_of_row(*row, columns.empty() ? result.metadata.columns : columns));
  return rows;
}

std::string Answer::summary() const { return std::visit(MessageNames(), response_.message); }

std::string kind_of(const Answer& answer) {
  const std::string text = answer.summary();
  return answer.is_error() ? text.substr(0, text.find(':')) : text;
}

QueryParameters with_values(std::vector<BoundValue> values) {
  QueryParameters parameters;
  parameters.values = std::move(values);
  return parameters;
}

void TestClient::start(Compression compression) {
  StringMap options{{"CQL_VERSION", "3.0.0"}, {"DRIVER_NAME", "tests"}, {"DRIVER_VERSION", "1"}};
  if (compression == Compression::lz4) options.emplace_back("COMPRESSION", "lz4");
  if (compression == Compression::snappy) options.emplace_back("COMPRESSION", "snappy");
  start_with(options, compression).as<ReadyResponse>();
}

Answer TestClient::start_with(const StringMap& options, Compression compression) {
  waits_for_ready_ = true;
  agreed_ = compression;
  return ask(StartupRequest{options});
}

std::int16_t TestClient::write(const RequestMessage& request, bool is_traced) {
  last_stream_ = static_cast<std::int16_t>((last_stream_ + 1) & 0x7fff);
  std::string frame;
  append_request(frame, request,
                 {.version = version_, .stream = last_stream_, .is_traced = is_traced, .payload = {}});
  outbound_.write(frame);
  return last_stream_;
}

std::pair<std::string, std::int16_t> TestClient::bytes_of(const RequestMessage& request, bool is_traced) {
  const std::int16_t stream = write(request, is_traced);
  return {outbound_.take(), stream};
}

std::pair<std::string, std::vector<std::int16_t>> TestClient::bytes_of_all(
    const std::vector<RequestMessage>& requests) {
  std::vector<std::int16_t> streams;
  for (const RequestMessage& request : requests) streams.push_back(write(request, false));
  return {outbound_.take(), std::move(streams)};
}

std::int16_t TestClient::send(const RequestMessage& request, bool is_traced) {
  const auto [bytes, stream] = bytes_of(request, is_traced);
  send_bytes(bytes);
  return stream;
}

void TestClient::take(std::string_view bytes) {
  for (;;) {
    DecodedFrame decoded = inbound_.next(bytes);
    if (std::holds_alternative<NeedMoreBytes>(decoded)) return;
    if (const auto* const fault = std::get_if<FrameFault>(&decoded))
      throw std::runtime_error("the server has sent a frame that is none: " + fault->text);
    answers_.emplace_back(std::get<Frame>(std::move(decoded)));
    if (!waits_for_ready_ || answers_.back().summary() != "ready") continue;
    waits_for_ready_ = false;
    inbound_.agree(version_, agreed_);
    outbound_.agree(version_, agreed_);
  }
}

std::optional<Answer> TestClient::found(std::optional<std::int16_t> stream) {
  for (auto answer = answers_.begin(); answer != answers_.end(); ++answer) {
    if (stream && answer->stream() != *stream) continue;
    std::optional<Answer> taken(std::move(*answer));
    answers_.erase(answer);
    return taken;
  }
  return std::nullopt;
}

Answer TestClient::await(std::int16_t stream) {
  for (;;) {
    if (std::optional<Answer> answer = found(stream)) return std::move(*answer);
    if (!take_more()) throw std::runtime_error("the server has ended the connection");
  }
}

Answer TestClient::await_any() {
  for (;;) {
    if (std::optional<Answer> answer = found(std::nullopt)) return std::move(*answer);
    if (!take_more()) throw std::runtime_error("the server has ended the connection");
  }
}

SchemaChange TestClient::await_event(std::optional<Answer>& owner) {
  owner = await(kEventStream);
  return std::get<SchemaChange>(owner->as<EventResponse>());
}

std::optional<Answer> TestClient::poll(std::int16_t stream) {
  take_all_there();
  return found(stream);
}

void TestClient::run(std::initializer_list<std::string_view> statements) {
  for (const std::string_view statement : statements) {
    const Answer answer = query(statement);
    if (answer.is_error()) throw std::runtime_error(std::string(statement) + ": " + answer.summary());
  }
}

KnownStatement TestClient::prepare(std::string_view text, std::optional<std::string_view> keyspace) {
  const auto answer = std::make_shared<Answer>(ask(PrepareRequest{text, keyspace}));
  const auto& prepared = answer->result<PreparedResult>();
  return {std::string(prepared.id), std::string(prepared.metadata_id), prepared.rows.columns, answer};
}

Answer TestClient::execute(const KnownStatement& statement, std::vector<BoundValue> values) {
  return ask(ExecuteRequest{statement.id, statement.metadata_id, with_values(std::move(values))});
}

BoundValue int_value(std::int32_t value) { return {encode_int32(value)}; }
BoundValue text_value(std::string value) { return {std::move(value)}; }

}  // namespace cellar::test
