#include "web_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <csignal>
#include <stdexcept>

namespace cellar::test {

WebClient::WebClient(std::uint16_t port, ssl_ctx_st* tls)
    : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
    throw std::runtime_error("no connection to the page");
  if (tls == nullptr) return;
  std::signal(SIGPIPE, SIG_IGN);  // OpenSSL writes to a server that has closed
  tls_.reset(SSL_new(tls), SSL_free);
  SSL_set_fd(tls_.get(), socket_);
  has_tls_ = SSL_connect(tls_.get()) == 1;
}

WebClient::~WebClient() { ::close(socket_); }

std::string WebClient::tls_version() const { return has_tls_ ? SSL_get_version(tls_.get()) : ""; }

bool WebClient::was_told_the_end() const {
  return has_tls_ && (SSL_get_shutdown(tls_.get()) & SSL_RECEIVED_SHUTDOWN) != 0;
}

void WebClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t size = has_tls_ ? SSL_write(tls_.get(), bytes.data(), static_cast<int>(bytes.size()))
                                  : ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (size <= 0) return;  // the server has closed, and has said why before
    bytes.remove_prefix(static_cast<std::size_t>(size));
  }
}

void WebClient::end_sending() { ::shutdown(socket_, SHUT_WR); }

bool WebClient::read_more() {
  std::array<char, 65'536> buffer;
  const ssize_t size = has_tls_ ? SSL_read(tls_.get(), buffer.data(), buffer.size())
                                : ::recv(socket_, buffer.data(), buffer.size(), 0);
  if (size <= 0) return false;
  received_.append(buffer.data(), static_cast<std::size_t>(size));
  return true;
}

WebAnswer WebClient::receive() {
  while (received_.find("\r\n\r\n") == std::string::npos)
    if (!read_more()) return {};
  WebAnswer answer;
  const std::size_t end = received_.find("\r\n\r\n") + 4;
  answer.head = received_.substr(0, end);
  received_.erase(0, end);
  std::ranges::transform(answer.head, answer.head.begin(), [](unsigned char c) { return std::tolower(c); });
  answer.status = static_cast<unsigned>(std::stoul(answer.head.substr(9, 3)));
  std::size_t length = 0;
  const std::size_t field = answer.head.find("content-length: ");
  if (field != std::string::npos) length = std::stoul(answer.head.substr(field + 16));
  if (answer.status == 304) length = 0;
  while (received_.size() < length && read_more()) {
  }
  answer.body = received_.substr(0, length);
  received_.erase(0, length);
  return answer;
}

std::string WebClient::rest() {
  while (read_more()) {
  }
  return received_;
}

}  // namespace cellar::test
