// A client of the native protocol whose bytes go through a socket.
#pragma once

#include <optional>
#include <string>

#include "server/network/listening_socket.h"
#include "test_client.h"

namespace cellar::test {

class SocketClient final : public TestClient {
 public:
  /// Connects to an address as servers tell it: "127.0.0.1:9042", "[::1]:9042", "/tmp/cellar.sock". Throws if nobody
  /// listens there. Without a compression, STARTUP is left to the test.
  SocketClient(const std::string& address, ProtocolVersion version,
               std::optional<Compression> compression = Compression::none);

  void send_bytes(std::string_view bytes) override;
  bool await_end() override;
  /// Sends as many bytes as the system takes without waiting. Returns their number.
  std::size_t send_without_waiting(std::string_view bytes);
  /// Waits for bytes, and takes at most so many. Returns false if none will come.
  bool take_some(std::size_t most);
  /// The server is told that no more will come.
  void end_sending();
  /// Closes the socket such that the server's next use of it fails.
  void reset();

 protected:
  bool take_more() override;
  void take_all_there() override;

 private:
  Descriptor socket_;
};

}  // namespace cellar::test
