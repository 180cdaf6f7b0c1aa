// A browser as a test writes it: bytes through a socket.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cellar::test {

struct WebAnswer {
  unsigned status = 0;  // 0: the server has closed the connection without a response
  std::string head;     // with its lines, in lower case
  std::string body;
};

class WebClient {
 public:
  /// Connects to 127.0.0.1.
  explicit WebClient(std::uint16_t port);
  ~WebClient();
  WebClient(const WebClient&) = delete;
  WebClient& operator=(const WebClient&) = delete;

  void send(std::string_view bytes);
  /// Reads one response.
  WebAnswer receive();
  WebAnswer ask(std::string_view bytes) {
    send(bytes);
    return receive();
  }
  /// Reads until the server closes.
  std::string rest();

 private:
  bool read_more();

  int socket_ = -1;
  std::string received_;
};

}  // namespace cellar::test
