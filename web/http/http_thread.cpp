#include "web/http/http_thread.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "refusal/refusal.h"
#include "storage/system/signals_blocked.h"
#include "web/http/http_head.h"

namespace cellar {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using BeastFault = boost::system::error_code;

namespace {

/// A connection that has ended waits so long for the browser to close it, and reads so much of what still comes: who
/// closes while bytes of the browser are on their way takes the response from it.
constexpr std::chrono::seconds kLingerOfBrowser{2};
constexpr std::size_t kMostIgnored = std::size_t{1} << 20;
constexpr std::chrono::milliseconds kBetweenAccepts{50};

std::string text_of(beast::string_view text) { return {text.data(), text.size()}; }

/// False if the browser has gone, or is too late.
bool is_wrong_request(const BeastFault& fault) {
  return fault.category() == http::make_error_code(http::error::bad_method).category() &&
         fault != http::error::end_of_stream && fault != http::error::partial_message;
}

unsigned status_of(const BeastFault& fault) {
  if (fault == http::error::body_limit) return 413;
  if (fault == http::error::header_limit || fault == http::error::buffer_overflow) return 431;
  return 400;
}

}  // namespace

/// The sockets, all for their thread but for start(), call_after() and stop().
class HttpThread::Sockets {
 public:
  Sockets(const HttpAddress& address, HttpService& service, const HttpLimits& limits)
      : service_(service), limits_(limits), acceptor_(context_), again_(context_) {
    listen(address);
  }

  std::uint16_t port() const { return port_; }
  void start() {
    accept();
    const SignalsBlocked blocked;
    thread_ = std::thread([this] { context_.run(); });
  }
  void call_after(std::chrono::milliseconds time, std::function<void()> function);
  void stop(std::chrono::milliseconds patience);

 private:
  class Exchange;

  void listen(const HttpAddress& address);
  void accept();
  void begin(tcp::socket socket);
  void end(const std::shared_ptr<Exchange>& exchange);

  HttpService& service_;
  const HttpLimits limits_;
  asio::io_context context_{1};
  tcp::acceptor acceptor_;
  asio::steady_timer again_;
  std::uint16_t port_ = 0;
  std::thread thread_;
  std::size_t bodies_ = 0;  // bytes that are reserved for bodies
  std::map<asio::ip::address, std::size_t> connections_of_;
  bool is_ending_ = false;

  std::mutex mutex_;  // guards the exchanges, which stop() counts
  std::condition_variable changed_;
  std::set<std::shared_ptr<Exchange>> exchanges_;
};

/// The connection of a browser: one request after another is read, served and answered.
class HttpThread::Sockets::Exchange : public std::enable_shared_from_this<Exchange> {
 public:
  Exchange(Sockets& sockets, tcp::socket socket, asio::ip::address from)
      : sockets_(sockets), stream_(std::move(socket)), from_(std::move(from)) {}

  const asio::ip::address& from() const { return from_; }

  void read_head() {
    if (sockets_.is_ending_) return close();
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(sockets_.limits_.head));
    parser_->body_limit(sockets_.limits_.body);
    is_waiting_ = true;
    stream_.expires_after(sockets_.limits_.idle);
    http::async_read_header(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](const BeastFault& fault, std::size_t) { self->take_head(fault); });
  }

  /// Closes it if no response is under way.
  void drain() {
    if (is_waiting_) close();
  }

  void close() {
    if (is_closed_) return;
    is_closed_ = true;
    release_body();
    BeastFault ignored;
    stream_.socket().close(ignored);
    sockets_.end(shared_from_this());
  }

 private:
  using Parser = http::request_parser<http::string_body>;

  void take_head(const BeastFault& fault) {
    is_waiting_ = false;
    if (is_closed_ || (fault && !is_wrong_request(fault))) return close();
    if (fault) return refuse(fault_response(status_of(fault)));
    if (std::optional<HttpResponse> response = unfit_head()) return refuse(*std::move(response));
    if (std::optional<HttpResponse> response = sockets_.service_.turn_away(request_))
      return refuse(*std::move(response));
    reserved_ = static_cast<std::size_t>(parser_->content_length().value_or(0));
    sockets_.bodies_ += reserved_;
    if (sockets_.bodies_ > sockets_.limits_.bodies) return refuse(fault_response(503));
    stream_.expires_after(sockets_.limits_.exchange);
    http::async_read(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](const BeastFault& wrong, std::size_t) { self->take_body(wrong); });
  }

  /// Reads the fields of the request. Returns why it is not served: what two servers could read in two ways.
  std::optional<HttpResponse> unfit_head() {
    const auto& message = parser_->get();
    request_ = {.method = text_of(message.method_string()),
                .target = text_of(message.target()),
                .from = from_.is_loopback() ? std::string() : from_.to_string(),
                .host = text_of(message[http::field::host]),
                .origin = text_of(message[http::field::origin]),
                .content_type = text_of(message[http::field::content_type]),
                .known_tag = text_of(message[http::field::if_none_match]),
                .key = text_of(message["Teacher-Key"]),
                .takes_gzip = message[http::field::accept_encoding].find("gzip") != beast::string_view::npos,
                .body = {}};
    for (const http::field once : {http::field::host, http::field::origin, http::field::content_length})
      if (message.count(once) > 1) return fault_response(400);
    const beast::string_view length = message[http::field::content_length];
    if (length.find_first_not_of("0123456789") != beast::string_view::npos) return fault_response(400);
    if (message.count(http::field::transfer_encoding) > 0) return fault_response(411);
    if (message.version() != 11 && message.version() != 10) return fault_response(400);
    return std::nullopt;
  }

  void take_body(const BeastFault& fault) {
    if (is_closed_) return;
    if (fault) return close();
    keeps_alive_ = parser_->get().keep_alive();
    request_.body = std::move(parser_->get().body());
    stream_.expires_never();
    sockets_.service_.serve(std::move(request_), [self = shared_from_this()](HttpResponse response) {
      asio::post(self->stream_.get_executor(), [self, response = std::move(response)]() mutable {
        if (!self->is_closed_) self->send(std::move(response));
      });
    });
  }

  /// The body of the request is not read, so the connection ends.
  void refuse(HttpResponse response) {
    keeps_alive_ = false;
    send(std::move(response));
  }

  void send(HttpResponse response) {
    release_body();
    if (sockets_.is_ending_) keeps_alive_ = false;
    response_ = std::move(response);
    const std::string_view body = response_.file.empty() ? std::string_view(response_.body) : response_.file;
    head_ = head_of(response_, body.size(), keeps_alive_);
    const bool has_body = request_.method != "HEAD" && response_.status != 304;
    stream_.expires_after(sockets_.limits_.exchange);
    asio::async_write(
        stream_,
        std::array<asio::const_buffer, 2>{asio::buffer(head_),
                                          asio::buffer(body.data(), has_body ? body.size() : 0)},
        [self = shared_from_this()](const BeastFault& fault, std::size_t) { self->take_sent(fault); });
  }

  void take_sent(const BeastFault& fault) {
    if (fault || is_closed_) return close();
    response_ = {};
    if (keeps_alive_) return read_head();
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored_);
    stream_.expires_after(kLingerOfBrowser);
    linger();
  }

  void linger() {
    stream_.async_read_some(asio::buffer(ignored_bytes_),
                            [self = shared_from_this()](const BeastFault& fault, std::size_t size) {
                              self->ignored_size_ += size;
                              if (fault || self->ignored_size_ > kMostIgnored) return self->close();
                              self->linger();
                            });
  }

  void release_body() { sockets_.bodies_ -= std::exchange(reserved_, 0); }

  Sockets& sockets_;
  beast::tcp_stream stream_;
  const asio::ip::address from_;
  beast::flat_buffer buffer_{std::size_t{64} << 10};
  std::optional<Parser> parser_;
  HttpRequest request_;
  HttpResponse response_;
  std::string head_;
  std::size_t reserved_ = 0;  // of Sockets::bodies_
  bool keeps_alive_ = false;
  bool is_waiting_ = false;  // for a request
  bool is_closed_ = false;
  BeastFault ignored_;
  std::array<char, 4096> ignored_bytes_{};
  std::size_t ignored_size_ = 0;
};

void HttpThread::Sockets::listen(const HttpAddress& address) {
  const std::string shown = address.host.find(':') == std::string::npos
                                ? fmt::format("{}:{}", address.host, address.port)
                                : fmt::format("[{}]:{}", address.host, address.port);
  BeastFault fault;
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
  acceptor_.async_accept([this](const BeastFault& fault, tcp::socket socket) {
    if (is_ending_) return;
    if (!fault) {
      begin(std::move(socket));
      return accept();
    }
    // There are no descriptors, or no memory: somebody has to end first.
    again_.expires_after(kBetweenAccepts);
    again_.async_wait([this](const BeastFault& end) {
      if (!end) accept();
    });
  });
}

/// One who floods the server with connections takes none from the others.
void HttpThread::Sockets::begin(tcp::socket socket) {
  BeastFault fault;
  const tcp::endpoint from = socket.remote_endpoint(fault);
  if (fault) return;
  std::size_t& of_one = connections_of_[from.address()];
  const bool is_flood = !from.address().is_loopback() && of_one >= limits_.connections_of_one;
  if (is_flood || exchanges_.size() >= limits_.connections) {
    if (of_one == 0) connections_of_.erase(from.address());
    return;
  }
  socket.set_option(tcp::no_delay(true), fault);
  const auto exchange = std::make_shared<Exchange>(*this, std::move(socket), from.address());
  ++of_one;
  {
    const std::lock_guard guard(mutex_);
    exchanges_.insert(exchange);
  }
  exchange->read_head();
}

void HttpThread::Sockets::end(const std::shared_ptr<Exchange>& exchange) {
  const auto of_one = connections_of_.find(exchange->from());
  if (of_one != connections_of_.end() && --of_one->second == 0) connections_of_.erase(of_one);
  const std::lock_guard guard(mutex_);
  exchanges_.erase(exchange);
  changed_.notify_all();
}

void HttpThread::Sockets::call_after(std::chrono::milliseconds time, std::function<void()> function) {
  asio::post(context_, [this, time, function = std::move(function)]() mutable {
    const auto timer = std::make_shared<asio::steady_timer>(context_, time);
    timer->async_wait([timer, function = std::move(function)](const BeastFault& fault) {
      if (!fault) function();
    });
  });
}

void HttpThread::Sockets::stop(std::chrono::milliseconds patience) {
  if (!thread_.joinable()) return;
  const auto deadline = std::chrono::steady_clock::now() + patience;
  asio::post(context_, [this] {
    is_ending_ = true;
    acceptor_.close();
    again_.cancel();
    const auto all = exchanges_;
    for (const auto& exchange : all) exchange->drain();
  });
  {
    std::unique_lock lock(mutex_);
    changed_.wait_until(lock, deadline, [this] { return exchanges_.empty(); });
  }
  asio::post(context_, [this] {
    const auto all = exchanges_;
    for (const auto& exchange : all) exchange->close();
    context_.stop();
  });
  thread_.join();
}

HttpThread::HttpThread(const HttpAddress& address, HttpService& service, const HttpLimits& limits)
    : sockets_(std::make_unique<Sockets>(address, service, limits)) {}

HttpThread::~HttpThread() { stop(std::chrono::milliseconds(0)); }

std::uint16_t HttpThread::port() const { return sockets_->port(); }
void HttpThread::start() { sockets_->start(); }
void HttpThread::call_after(std::chrono::milliseconds time, std::function<void()> function) {
  sockets_->call_after(time, std::move(function));
}
void HttpThread::stop(std::chrono::milliseconds patience) { sockets_->stop(patience); }

}  // namespace cellar
