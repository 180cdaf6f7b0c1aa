// A browser as a test writes it: bytes through a socket.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct ssl_ctx_st;
struct ssl_st;

namespace cellar::test {

struct WebAnswer {
  unsigned status = 0;  // 0: the server has closed the connection without a response
  std::string head;     // with its lines, in lower case
  std::string body;
};

class WebClient {
 public:
  /// Connects to 127.0.0.1. `tls`: null speaks in the clear. It must outlive the client.
  explicit WebClient(std::uint16_t port, ssl_ctx_st* tls = nullptr);
  ~WebClient();
  WebClient(const WebClient&) = delete;
  WebClient& operator=(const WebClient&) = delete;

  /// Whether the server has agreed on TLS; "TLSv1.3", empty if it has not.
  std::string tls_version() const;
  /// Whether the server has said that nothing follows.
  bool was_told_the_end() const;
  void send(std::string_view bytes);
  /// Nothing follows. The server may still answer.
  void end_sending();
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
  std::shared_ptr<ssl_st> tls_;  // null: in the clear
  bool has_tls_ = false;
  std::string received_;
};

}  // namespace cellar::test
