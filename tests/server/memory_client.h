// A server without sockets, and its clients.
#pragma once

#include <memory>
#include <optional>

#include "bell.h"
#include "server/connection/client_connection.h"
#include "test_client.h"

namespace cellar::test {

/// A client whose bytes are handed to its connection in this thread.
class MemoryClient final : public TestClient {
 public:
  /// Without a compression, STARTUP is left to the test.
  MemoryClient(ServerState& server, ProtocolVersion version,
               std::optional<Compression> compression = Compression::none);
  ~MemoryClient() override;

  void send_bytes(std::string_view bytes) override;
  /// Returns true if the server will send no more, and takes no more requests.
  bool await_end() override;
  ClientConnection& connection() { return *connection_; }
  /// Hands bytes over, and leaves the answers where they are.
  void receive_only(std::string_view bytes) {
    connection_->receive(bytes);
    while (connection_->process_received()) {
    }
  }
  /// Waits until the connection has something to do.
  void await_bell();
  /// Bytes that the client has taken so far.
  std::size_t taken() const { return taken_; }

 protected:
  bool take_more() override;
  void take_all_there() override;

 private:
  bool pump();

  std::shared_ptr<Bell> bell_ = std::make_shared<Bell>();
  std::shared_ptr<ClientConnection> connection_;
  std::size_t taken_ = 0;
};

ServerOptions with_limits(const ServerLimits& limits);

/// A server with a keyspace `k`. At its end no memory for answers may be taken any more.
struct ServerFixture {
  explicit ServerFixture(ServerOptions options = {}, Database opened = Database::open_temporary());
  ~ServerFixture();
  ServerFixture(const ServerFixture&) = delete;
  ServerFixture& operator=(const ServerFixture&) = delete;

  Database database;
  ServerState state;
};

/// The same, and a client that uses the keyspace.
struct ClientFixture : ServerFixture {
  explicit ClientFixture(ProtocolVersion version = kNewestProtocol, const ServerOptions& options = {})
      : ServerFixture(options), client(state, version) {
    client.run({"USE k"});
  }
  MemoryClient client;
};

inline constexpr ProtocolVersion kVersions[] = {ProtocolVersion::v3, ProtocolVersion::v4,
                                                ProtocolVersion::v5};

}  // namespace cellar::test
