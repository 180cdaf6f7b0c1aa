// The connection of a browser: one request after another is read, served and answered.
//
// In:      a socket that is connected.
// Out:     each request, as a whole, to the service; its response to the browser. With TLS, which takes memory once the
//          browser begins it.
// Refused: what HttpThread refuses. An exception ends the connection, and nothing else.
//
// This source, browser_stream.h and http_thread.cpp are the only ones beside those of the server's sockets that include
// Asio; of these the first two alone include Beast.
#pragma once

#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "web/http/browser_connections.h"
#include "web/http/browser_stream.h"
#include "web/http/http_message.h"

namespace cellar {

/// Returns whose requests come from an address, as text: of version 6 its network, since a machine has many addresses
/// in it; empty for a loopback one, by which all may come.
std::string client_of(const boost::asio::ip::address& address);

class BrowserConnection : public std::enable_shared_from_this<BrowserConnection> {
 public:
  using Clock = std::chrono::steady_clock;

  /// `address`: empty for a loopback one. `all` must outlive it.
  BrowserConnection(BrowserConnections& all, boost::asio::ip::tcp::socket socket, std::string address)
      : all_(all), stream_(std::move(socket)), address_(std::move(address)) {}

  void begin();
  void close();

  const std::string& address() const { return address_; }
  /// How long it waits: since a request, its body, an answer or its sending began.
  Clock::time_point waits_since() const { return waits_since_; }
  /// It waits for a request, of which nothing is held.
  bool is_idle() const { return phase_ == Phase::head; }
  /// It has an answer that is sent later, so that nobody asks too often.
  bool is_delayed() const { return phase_ == Phase::delay; }
  /// It waits for the browser, or for a delay.
  bool gives_way() const { return is_idle() || is_delayed() || phase_ == Phase::body; }
  /// What it holds waits for the browser.
  bool keeps_waiting() const {
    return held_ > 0 && (phase_ == Phase::body || is_delayed() || phase_ == Phase::response);
  }

 private:
  using Fault = boost::system::error_code;
  using Parser = boost::beast::http::request_parser<boost::beast::http::empty_body>;
  using Step = void (BrowserConnection::*)(const Fault& fault, std::size_t size);
  enum class Phase { head, body, service, delay, response, ended };
  class OwedResponse;

  /// What Asio calls when a step is done.
  auto then(Step step);
  void take_first_bytes(const Fault& fault, std::size_t size);
  void take_handshake(const Fault& fault, std::size_t size);
  void read_head();
  void take_head(const Fault& fault, std::size_t size);
  std::optional<HttpResponse> unfit_head();
  HttpRequest head_of_request() const;
  void read_body();
  void take_piece(const Fault& fault, std::size_t size);
  void serve();
  void refuse(HttpResponse response);
  void answer(HttpResponse response);
  void take_delay(const Fault& fault, std::size_t size);
  void send();
  void take_sent(const Fault& fault, std::size_t size);
  void end_sending(const Fault& fault, std::size_t size);
  void linger();
  void take_ignored(const Fault& fault, std::size_t size);
  void enter(Phase phase, std::chrono::milliseconds time);
  void release();

  BrowserConnections& all_;
  BrowserStream stream_;
  const std::string address_;
  boost::beast::flat_buffer buffer_{std::size_t{16} << 10};
  std::optional<Parser> parser_;
  HttpRequest request_;
  HttpResponse response_;
  std::string head_;
  std::optional<boost::asio::steady_timer> delay_;
  Phase phase_ = Phase::head;
  Clock::time_point waits_since_ = Clock::now();
  std::size_t held_ = 0;  // of BrowserConnections
  bool keeps_alive_ = false;
  bool is_body_wanted_ = true;  // the method is not HEAD
  std::array<char, 4096> ignored_bytes_{};
  std::size_t ignored_size_ = 0;
};

}  // namespace cellar
