#include "web/http/http_thread.h"

#include <fmt/format.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <thread>
#include <utility>

#include "refusal/refusal.h"
#include "storage/system/signals_blocked.h"
#include "web/http/browser_connection.h"
#include "web/http/browser_connections.h"

namespace cellar {

namespace asio = boost::asio;
using asio::ip::tcp;
using AsioFault = boost::system::error_code;

namespace {

constexpr std::chrono::milliseconds kBetweenAccepts{50};

}  // namespace

/// The sockets, all for their thread but for start(), call_after() and stop().
class HttpThread::Sockets {
 public:
  Sockets(const HttpAddress& address, HttpService& service, const HttpLimits& limits,
          std::shared_ptr<const ServerTls> tls)
      : connections_(service, limits, std::move(tls), context_), acceptor_(*context_), again_(*context_) {
    listen(address);
  }

  std::uint16_t port() const { return port_; }
  void start() {
    accept();
    const SignalsBlocked blocked;
    thread_ = std::thread([this] { run(); });
  }
  void call_after(std::chrono::milliseconds time, std::function<void()> function);
  void stop(std::chrono::milliseconds patience);

 private:
  void run();
  void listen(const HttpAddress& address);
  void accept();
  void begin(tcp::socket socket);
  void accept_later();

  const std::shared_ptr<asio::io_context> context_ = std::make_shared<asio::io_context>(1);
  /// It runs until stop() stops it: responses come from other threads while nothing is awaited here.
  const asio::executor_work_guard<asio::io_context::executor_type> work_{context_->get_executor()};
  BrowserConnections connections_;
  tcp::acceptor acceptor_;
  asio::steady_timer again_;
  std::uint16_t port_ = 0;
  std::thread thread_;
};

/// What one function throws, since there is no memory, ends none of the others.
void HttpThread::Sockets::run() {
  while (!context_->stopped()) {
    try {
      context_->run();
    } catch (...) {
    }
  }
}

void HttpThread::Sockets::listen(const HttpAddress& address) {
  const std::string shown = address.host.find(':') == std::string::npos
                                ? fmt::format("{}:{}", address.host, address.port)
                                : fmt::format("[{}]:{}", address.host, address.port);
  AsioFault fault;
  const asio::ip::address host = asio::ip::make_address(address.host, fault);
  if (fault) refuse("listen_address_unknown", {}, {{"address", address.host}});
  const tcp::endpoint endpoint(host, address.port);
  acceptor_.open(endpoint.protocol(), fault);
  if (!fault) acceptor_.set_option(tcp::acceptor::reuse_address(true), fault);
  if (!fault) acceptor_.bind(endpoint, fault);
  if (!fault) acceptor_.listen(asio::socket_base::max_listen_connections, fault);
  if (fault) refuse("cannot_listen", {}, {{"address", shown}, {"reason", fault.message()}});
  port_ = acceptor_.local_endpoint().port();
}

void HttpThread::Sockets::accept() {
  acceptor_.async_accept([this](const AsioFault& fault, tcp::socket socket) {
    if (connections_.is_ending) return;
    try {
      if (fault) return accept_later();
      begin(std::move(socket));
      accept();
    } catch (...) {
      accept_later();
    }
  });
}

/// There are no descriptors, or no memory: somebody has to end first.
void HttpThread::Sockets::accept_later() {
  again_.expires_after(kBetweenAccepts);
  again_.async_wait([this](const AsioFault& end) {
    if (!end) accept();
  });
}

/// One who floods the server with connections takes none from the others.
void HttpThread::Sockets::begin(tcp::socket socket) {
  AsioFault fault;
  const tcp::endpoint from = socket.remote_endpoint(fault);
  if (fault) return;
  const std::string address = client_of(from.address());
  if (!connections_.have_place_for(address)) return;
  socket.set_option(tcp::no_delay(true), fault);
  const auto connection = std::make_shared<BrowserConnection>(connections_, std::move(socket), address);
  connections_.add(connection);
  connection->begin();
}

void HttpThread::Sockets::call_after(std::chrono::milliseconds time, std::function<void()> function) {
  asio::post(*context_, [this, time, function = std::move(function)]() mutable {
    const auto timer = std::make_shared<asio::steady_timer>(*context_, time);
    timer->async_wait([timer, function = std::move(function)](const AsioFault& fault) {
      if (!fault) function();
    });
  });
}

void HttpThread::Sockets::stop(std::chrono::milliseconds patience) {
  if (!thread_.joinable()) return;
  const auto deadline = std::chrono::steady_clock::now() + patience;
  asio::post(*context_, [this] {
    connections_.is_ending = true;
    acceptor_.close();
    again_.cancel();
    connections_.close_idle();
  });
  connections_.wait_until_none(deadline);
  asio::post(*context_, [this] {
    connections_.close_all();
    context_->stop();
  });
  thread_.join();
}

HttpThread::HttpThread(const HttpAddress& address, HttpService& service, const HttpLimits& limits,
                       std::shared_ptr<const ServerTls> tls)
    : sockets_(std::make_unique<Sockets>(address, service, limits, std::move(tls))) {}

HttpThread::~HttpThread() { stop(std::chrono::milliseconds(0)); }

std::uint16_t HttpThread::port() const { return sockets_->port(); }
void HttpThread::start() { sockets_->start(); }
void HttpThread::call_after(std::chrono::milliseconds time, std::function<void()> function) {
  sockets_->call_after(time, std::move(function));
}
void HttpThread::stop(std::chrono::milliseconds patience) { sockets_->stop(patience); }

}  // namespace cellar
