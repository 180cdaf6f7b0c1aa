// A connection to one server that speaks the native protocol.
//
// In:      an address, a login; statements as text, or prepared with values.
// Out:     the answer of a statement: its columns and rows, one page at a time. Requests may be many in flight: each has
//          a stream of its own, and its completion is called when its answer has come.
// Refused: what the server refuses (ServerError); servers that cannot be reached or used, connections that are lost,
//          answers that do not come in time (Refusal, E680 to E686).
//
// A connection belongs to one thread. After a refusal that is no ServerError, nor an interrupt, it is of no use.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/server_address.h"
#include "client/server_answer.h"
#include "client/server_socket.h"
#include "database/prepared.h"
#include "protocol/message/requests.h"
#include "protocol/message/responses.h"
#include "protocol/stream/inbound.h"
#include "protocol/stream/outbound.h"

namespace cellar {

struct ServerLogin {
  std::string user;
  std::string password;
};

struct ConnectionSettings {
  std::chrono::milliseconds connect_limit{5'000};
  std::chrono::milliseconds answer_limit{60'000};  // a statement may build an index
  /// For the answer of what is no read, after an interrupt.
  std::chrono::milliseconds after_interrupt{5'000};
  std::optional<ProtocolVersion> version{};  // nothing: the newest that the server speaks
  bool compresses = true;
  std::optional<ServerLogin> login{};
  std::optional<TlsContext> tls{};
  AddressTranslation translation{};  // of the nodes of which this one tells
  IsInterrupted interrupted{};
};

/// The parameters that are sent with a statement.
struct StatementSettings {
  Consistency consistency = Consistency::one;
  std::optional<Consistency> serial{};
  std::int32_t page_size = 5'000;  // rows; 0: all in one page
  std::optional<std::int64_t> timestamp{};
  std::optional<std::uint32_t> now{};  // seconds since 1970, when times to live begin; since version 5
  bool is_traced = false;
  bool is_read = false;  // after an interrupt nobody waits for its answer
};

/// A statement that a server has prepared.
struct ServerStatement {
  std::string text;
  std::string id;
  std::string metadata_id;
  std::vector<Slot> markers;  // of the values that are sent; empty: not known
};

class ServerConnection {
 public:
  using Completion = std::function<void(Frame&&)>;

  /// Connects, and agrees on a version, compression and the login.
  ServerConnection(const ServerAddress& address, ConnectionSettings settings);
  /// Requests without an answer are given up.
  ~ServerConnection();
  ServerConnection(const ServerConnection&) = delete;
  ServerConnection& operator=(const ServerConnection&) = delete;

  /// Runs a statement, or reads its next page if `next_page` is not empty.
  AnsweredPage query(std::string_view statement, const StatementSettings& settings = {},
                     std::string_view next_page = {});
  /// `markers` are those of the values that will be sent. Refuses a statement whose markers have other types at the server by
  /// now (E527): a value of the one type would be read as one of the other.
  ServerStatement prepare(std::string_view statement, std::span<const Slot> markers = {});
  /// Prepares it again, if the server does not know it any more.
  AnsweredPage execute(ServerStatement& statement, std::span<const BoundValue> values,
                       const StatementSettings& settings = {}, std::string_view next_page = {});
  /// From now on `take` is called, within advance(), with each event of these types.
  void listen(const StringList& event_types, std::function<void(const EventResponse&)> take);

  /// Gives the request a stream, and keeps its bytes until advance() sends them. At most kMostInFlight at a time.
  static constexpr std::size_t kMostInFlight = 32'768;
  void submit(const RequestMessage& request, bool is_traced, Completion completion);
  /// Sends and receives what can be sent and received without a wait, and calls completions.
  void advance();
  std::size_t in_flight() const { return waiting_.size() - free_streams_.size(); }
  /// For a poll over several connections.
  int descriptor() const { return socket_->descriptor(); }
  bool has_unsent() const { return sent_ < unsent_.size() || outbound_.size() > 0; }

  void set_interrupted(IsInterrupted interrupted) { settings_.interrupted = std::move(interrupted); }

  const ServerAddress& address() const { return address_; }
  const ConnectionSettings& settings() const { return settings_; }
  ProtocolVersion version() const { return version_; }
  Compression compression() const { return compression_; }

 private:
  /// Connects with one version. Returns false, and another version to try, if the server does not speak it.
  bool try_version();
  void choose_compression(const SupportedResponse& supported);
  void start();
  void log_in(Frame&& authenticate);
  void lower_version(const Frame& answer, const ErrorResponse& error);
  /// How long an answer is awaited, also after an interrupt, and what is said if none comes.
  struct AnswerWait {
    std::chrono::milliseconds limit;
    std::chrono::milliseconds after_interrupt{0};
    std::string_view silence = "node_without_answer";
  };
  Frame exchange(const RequestMessage& request, const AnswerWait& wait, bool is_traced = false);
  AnswerWait first_wait() const { return {settings_.connect_limit, {}, "node_silent"}; }
  bool is_interrupted() const { return settings_.interrupted && settings_.interrupted(); }
  AnsweredPage answer(const RequestMessage& request, const StatementSettings& settings);
  QueryParameters parameters(const StatementSettings& settings, std::string_view next_page) const;
  void send();
  bool read_more(bool has_read);
  void take_frames();
  void take(Frame&& frame);
  [[noreturn]] void refuse_bytes(std::string_view fault) const;
  /// Reads a response, and refuses one that is not what the protocol says.
  ReceivedResponse read(const Frame& frame) const;

  ServerAddress address_;
  ConnectionSettings settings_;
  ProtocolVersion version_;
  Compression compression_ = Compression::none;
  std::unique_ptr<ServerSocket> socket_;
  InboundStream inbound_{MessageDirection::response};
  OutboundStream outbound_;
  std::string unsent_;
  std::size_t sent_ = 0;             // bytes of these
  std::string received_;             // bytes that are not taken yet
  std::vector<Completion> waiting_;  // by stream; null: free
  std::vector<std::int16_t> free_streams_;
  std::function<void(const EventResponse&)> take_event_;
  int events_ = 0;  // since advance() was called
};

}  // namespace cellar
