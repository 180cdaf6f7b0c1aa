// The socket of a browser, and TLS on it once that has begun.
//
// In:      a socket that is connected.
// Out:     bytes in both directions, in the form that Asio and Beast read from and write to.
// Refused: nothing. A step that takes longer than the stream may is ended (tcp().expires_after()).
#pragma once

#include <openssl/ssl.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <optional>
#include <utility>

namespace cellar {

class BrowserStream {
 public:
  using executor_type = boost::beast::tcp_stream::executor_type;

  explicit BrowserStream(boost::asio::ip::tcp::socket socket) : tcp_(std::move(socket)) {}

  executor_type get_executor() { return tcp_.get_executor(); }
  boost::beast::tcp_stream& tcp() { return tcp_; }
  bool has_tls() const { return tls_.has_value(); }

  template <typename Buffers, typename Handler>
  void async_read_some(const Buffers& buffers, Handler&& handler) {
    if (tls_) {
      tls_->async_read_some(buffers, std::forward<Handler>(handler));
    } else {
      tcp_.async_read_some(buffers, std::forward<Handler>(handler));
    }
  }
  template <typename Buffers, typename Handler>
  void async_write_some(const Buffers& buffers, Handler&& handler) {
    if (tls_) {
      tls_->async_write_some(buffers, std::forward<Handler>(handler));
    } else {
      tcp_.async_write_some(buffers, std::forward<Handler>(handler));
    }
  }
  /// `received`: what has come of the handshake. The handler is told how much of it was read.
  template <typename Handler>
  void async_begin_tls(SSL_CTX* tls, boost::asio::const_buffer received, Handler&& handler) {
    SSL_CTX_up_ref(tls);
    boost::asio::ssl::context context(tls);  // gives the reference back at its end
    tls_.emplace(tcp_, context);
    tls_->async_handshake(boost::asio::ssl::stream_base::server, received, std::forward<Handler>(handler));
  }
  /// Tells the browser that nothing follows, and waits until it has said the same, or something else.
  template <typename Handler>
  void async_end_tls(Handler&& handler) {
    tls_->async_shutdown(std::forward<Handler>(handler));
  }

 private:
  boost::beast::tcp_stream tcp_;
  std::optional<boost::asio::ssl::stream<boost::beast::tcp_stream&>> tls_;
};

}  // namespace cellar
