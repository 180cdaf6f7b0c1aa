// One client of the server: its bytes become requests, and their answers bytes, in whatever order they are ready.
//
// In:      the bytes of a socket, in pieces of any size.
// Out:     the bytes to send, and whether the client is read on. It is not while it has too much under way, or does not
//          read its answers.
// Refused: bytes that are not what the protocol says, by an ERROR; then the connection ends if it cannot go on.
//
// Threads. receive(), process_received(), take_output(), note_sent(), stop_reading() and abandon() belong to the thread
// of the socket. Answers come from the threads of the database; `wake` is called in them when there is output again, or
// the client may be read on: it must let the thread of the socket call process_received() and take_output().
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/message/requests.h"
#include "protocol/message/responses.h"
#include "protocol/stream/inbound.h"
#include "protocol/stream/outbound.h"
#include "server/connection/exchange.h"
#include "server/state/server_state.h"
#include "storage/transaction/stop_token.h"

namespace cellar {

class ClientConnection final : public Client, public std::enable_shared_from_this<ClientConnection> {
 public:
  /// The server's state must outlive it. `sessions` are those of the address that the client has reached.
  static std::shared_ptr<ClientConnection> open(ServerState& server, NodeAddress client,
                                                SessionPool& sessions, std::function<void()> wake);
  ~ClientConnection();
  ClientConnection(const ClientConnection&) = delete;
  ClientConnection& operator=(const ClientConnection&) = delete;

  // For the thread of the socket.
  // The caller must take the output after receive() and process_received(): they do not call `wake`.
  /// Takes the bytes, also if the client should not be read on.
  void receive(std::string_view bytes);
  /// Reads on in bytes that were received, as far as what is under way allows. Returns true if it should be called
  /// again once what has been answered is sent.
  bool process_received();
  /// Returns true if bytes of the client should be received.
  bool wants_bytes() const;
  /// Returns bytes to send, about a mebibyte at most if no answer is larger, and forgets them; none are left if there
  /// are none. note_sent() must be called once they are sent.
  std::string take_output();
  void note_sent();
  /// Takes no more requests; those under way are answered.
  void stop_reading() { is_reading_ = false; }
  /// Returns true if nothing will be sent any more.
  bool has_ended() const;
  /// Returns true if the socket is to be closed now.
  bool is_dropped() const { return is_dropped_; }
  /// The socket is gone: reads under way are stopped, and answers forgotten. Must be called before the server ends.
  void abandon();
  bool is_started() const { return is_started_; }
  /// Returns true while the client is to send the rest of a message.
  bool is_within_message() const { return wants_bytes() && inbound_.is_within_frame(); }

  // For any thread.
  ClientFacts facts() const override;
  ServerState& server() { return server_; }
  SessionPool& sessions() { return sessions_; }
  const NodeAddress& client() const { return client_; }
  /// Asks reads to stop, once the socket is gone.
  StopToken stop() const { return StopToken(stop_); }
  void set_keyspace(std::string keyspace);
  /// Ends an exchange. Called once for each.
  void answer(const Exchange& exchange, std::string frame);
  /// Ends an exchange, and the connection without another word.
  void drop(const Exchange& exchange);

 private:
  struct OpenTag {};

 public:
  ClientConnection(OpenTag, ServerState& server, NodeAddress client, SessionPool& sessions,
                   std::function<void()> wake);

 private:
  bool may_start_another() const;
  void suppress_wake();
  void handle(const Frame& frame);
  void handle(const ReceivedRequest& received, std::size_t bytes);
  /// Answers what needs no database.
  void reply(const RequestHead& head, const ResponseMessage& message);
  void start_up(const RequestHead& head, const StartupRequest& request);
  void list_options(const RequestHead& head);
  void register_for(const RequestHead& head, const RegisterRequest& request);
  /// Tells the client of a change that was made after it had registered. Called in the thread of the listeners.
  void send_event(const SchemaEvent& event);
  void begin(const ReceivedRequest& received, std::size_t bytes);
  void count_held();
  /// Counts a request that is under way from now on.
  void enter(const Exchange& exchange);
  void leave(const Exchange& exchange);
  /// Appends a frame to the output. Returns false if the client reads too little for it to be kept.
  bool put(std::string frame);
  std::string keyspace() const;

  ServerState& server_;
  const NodeAddress client_;
  SessionPool& sessions_;
  const std::function<void()> wake_;
  std::uint64_t number_ = 0;  // among the clients

  // Of the thread of the socket.
  InboundStream inbound_;
  OutboundStream outbound_;
  std::string pending_;  // bytes that were received and not read
  std::size_t held_ =
      0;  // bytes of messages that are not whole, as they are counted in ServerState::received
  bool is_reading_ = true;
  std::size_t taken_ = 0;  // bytes of answers that are being sent

  std::atomic<bool> is_started_ = false;
  std::atomic<bool> is_dropped_ = false;
  std::atomic<int> stop_ = 0;
  std::atomic<std::uint64_t> requests_ = 0;

  mutable std::mutex mutex_;  // guards the members below
  ProtocolVersion version_ = kNewestProtocol;
  ClientFacts facts_;
  std::string keyspace_;  // in use
  bool is_abandoned_ = false;
  bool is_woken_ = false;
  std::vector<std::string> frames_;  // to send
  std::size_t frames_bytes_ = 0;
  std::size_t in_flight_ = 0;
  std::size_t reads_ = 0;    // of these
  bool awaits_use_ = false;  // a USE is under way

  /// Once it has registered for changes of the schema, until it is abandoned.
  std::optional<SchemaListener> listener_;
};

}  // namespace cellar
