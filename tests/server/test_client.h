// A client of the native protocol for tests: what it sends is made, and what it receives is read, by protocol/.
#pragma once

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/message/requests.h"
#include "protocol/message/responses.h"
#include "protocol/stream/inbound.h"
#include "protocol/stream/outbound.h"

namespace cellar::test {

/// Rows as text: values as literals between `|`, a row a string.
using Rows = std::vector<std::string>;

/// A response that owns what its message views.
class Answer {
 public:
  explicit Answer(Frame frame)
      : frame_(std::make_unique<Frame>(std::move(frame))), response_(read_response(*frame_)) {}

  const Frame& frame() const { return *frame_; }
  std::int16_t stream() const { return frame_->header.stream; }
  const ResponseHead& head() const { return response_.head; }
  const ResponseMessage& message() const { return response_.message; }

  /// Throws if the message is another one.
  template <typename Message>
  const Message& as() const {
    if (const auto* const message = std::get_if<Message>(&response_.message)) return *message;
    throw std::runtime_error("the answer is another one: " + summary());
  }
  template <typename Result>
  const Result& result() const {
    if (const auto* const result = std::get_if<Result>(&as<ResultResponse>())) return *result;
    throw std::runtime_error("the result is another one: " + summary());
  }
  template <typename Detail>
  const Detail& error() const {
    if (const auto* const detail = std::get_if<Detail>(&as<ErrorResponse>().detail)) return *detail;
    throw std::runtime_error("the error is another one: " + summary());
  }
  bool is_error() const { return std::holds_alternative<ErrorResponse>(response_.message); }
  bool is_rows() const;
  /// Of a page that others follow; empty: it is the last.
  std::string paging_state() const;
  /// The rows; for an error "error 2200: its text"; for others their names.
  Rows rows(const std::vector<ColumnSpec>& columns = {}) const;
  /// All of it in one text.
  std::string summary() const;

 private:
  std::unique_ptr<Frame> frame_;
  ReceivedResponse response_;
};

/// "error 2200", or else what the answer is.
std::string kind_of(const Answer& answer);

/// The parameters of a query with these values.
QueryParameters with_values(std::vector<BoundValue> values);

struct KnownStatement {
  std::string id, metadata_id;
  std::vector<ColumnSpec> columns;  // of its rows
  std::shared_ptr<Answer> answer;   // owns what the columns view
};

class TestClient {
 public:
  explicit TestClient(ProtocolVersion version) : version_(version) {}
  virtual ~TestClient() = default;
  TestClient(const TestClient&) = delete;
  TestClient& operator=(const TestClient&) = delete;

  ProtocolVersion version() const { return version_; }

  /// Sends STARTUP, and goes on as agreed.
  void start(Compression compression = Compression::none);
  /// The same with any options.
  Answer start_with(const StringMap& options, Compression compression);

  /// Returns the bytes of a request, and the stream on which it is sent.
  std::pair<std::string, std::int16_t> bytes_of(const RequestMessage& request, bool is_traced = false);
  /// Returns the bytes of several requests, which share segments in version 5, and their streams.
  std::pair<std::string, std::vector<std::int16_t>> bytes_of_all(const std::vector<RequestMessage>& requests);
  /// Sends a request. Returns its stream.
  std::int16_t send(const RequestMessage& request, bool is_traced = false);
  /// Sends bytes as they are.
  virtual void send_bytes(std::string_view bytes) = 0;

  /// Return the next answer on a stream, or whatever comes first: they wait, and throw if nothing comes for long.
  Answer await(std::int16_t stream);
  Answer await_any();
  SchemaChange await_event(std::optional<Answer>& owner);
  /// Returns what has come, without waiting.
  std::optional<Answer> poll(std::int16_t stream);

  Answer ask(const RequestMessage& request, bool is_traced = false) {
    return await(send(request, is_traced));
  }
  Answer query(std::string_view text, std::vector<BoundValue> values = {}) {
    return ask(QueryRequest{text, with_values(std::move(values))});
  }
  Rows rows(std::string_view text) { return query(text).rows(); }
  /// Runs statements that must not be refused.
  void run(std::initializer_list<std::string_view> statements);
  KnownStatement prepare(std::string_view text, std::optional<std::string_view> keyspace = std::nullopt);
  Answer execute(const KnownStatement& statement, std::vector<BoundValue> values = {});

  /// Returns true once the server has ended the connection: waits for it.
  virtual bool await_end() = 0;

 protected:
  /// Takes bytes of the server.
  void take(std::string_view bytes);
  /// Waits for bytes, and takes them. Returns false if none will come.
  virtual bool take_more() = 0;
  /// Takes what is there.
  virtual void take_all_there() = 0;

 private:
  std::int16_t write(const RequestMessage& request, bool is_traced);
  std::optional<Answer> found(std::optional<std::int16_t> stream);

  ProtocolVersion version_;
  InboundStream inbound_{MessageDirection::response};
  OutboundStream outbound_;
  std::deque<Answer> answers_;
  std::int16_t last_stream_ = 0;
  bool waits_for_ready_ = false;
  Compression agreed_ = Compression::none;
};

BoundValue int_value(std::int32_t value);
BoundValue text_value(std::string value);
inline BoundValue null_value() { return {std::nullopt, false}; }
inline BoundValue unset_value() { return {std::nullopt, true}; }

}  // namespace cellar::test
