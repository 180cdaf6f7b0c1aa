#include "web/http/browser_connection.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <utility>

#include "web/http/http_head.h"
#include "web/http/server_tls.h"

namespace cellar {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

namespace {

/// A connection that has ended waits so long for the browser to close it, and reads so much of what still comes: who
/// closes while bytes of the browser are on their way takes the response from it.
constexpr std::chrono::seconds kLingerOfBrowser{2};
constexpr std::size_t kMostIgnored = std::size_t{1} << 20;
/// The first byte of TLS, with which no request of HTTP begins.
constexpr unsigned char kHandshakeOfTls = 0x16;
constexpr std::size_t kFirstRead = 2048;
/// So much of a body takes no room of the others: a common statement always finds some.
constexpr std::size_t kSmallBody = std::size_t{4} << 10;

std::string text_of(beast::string_view text) { return {text.data(), text.size()}; }

/// False if the browser has gone, or is too late.
bool is_wrong_request(const boost::system::error_code& fault) {
  return fault.category() == http::make_error_code(http::error::bad_method).category() &&
         fault != http::error::end_of_stream && fault != http::error::partial_message;
}

unsigned status_of(const boost::system::error_code& fault) {
  if (fault == http::error::body_limit) return 413;
  if (fault == http::error::header_limit || fault == http::error::buffer_overflow) return 431;
  return 400;
}

}  // namespace

std::string client_of(const asio::ip::address& address) {
  if (address.is_loopback()) return {};
  if (address.is_v4()) return address.to_string();
  const asio::ip::address_v6 whole = address.to_v6();
  if (whole.is_v4_mapped()) return client_of(asio::ip::make_address_v4(asio::ip::v4_mapped, whole));
  constexpr std::size_t kBytesOfNetwork = 8;
  asio::ip::address_v6::bytes_type network = whole.to_bytes();
  std::fill(network.begin() + kBytesOfNetwork, network.end(), 0);
  return asio::ip::address_v6(network).to_string();
}

namespace {

/// Returns the address that the last proxy has seen; empty if none says one.
template <typename Fields>
std::string forwarded_from(const Fields& fields) {
  std::string last;
  const auto [begin, end] = fields.equal_range("X-Forwarded-For");
  for (auto field = begin; field != end; ++field) last = text_of(field->value());
  last.erase(0, last.find_last_of(", ") + 1);
  boost::system::error_code fault;
  const asio::ip::address address = asio::ip::make_address(last, fault);
  return fault ? std::string() : client_of(address);
}

}  // namespace

auto BrowserConnection::then(Step step) {
  return [self = shared_from_this(), step](const Fault& fault, std::size_t size) {
    try {
      if (self->phase_ != Phase::ended) ((*self).*step)(fault, size);
    } catch (...) {
      self->close();
    }
  };
}

void BrowserConnection::enter(Phase phase, std::chrono::milliseconds time) {
  phase_ = phase;
  waits_since_ = Clock::now();
  stream_.tcp().expires_after(time);
}

void BrowserConnection::close() {
  if (phase_ == Phase::ended) return;
  phase_ = Phase::ended;
  release();
  delay_.reset();
  Fault ignored;
  stream_.tcp().socket().close(ignored);
  all_.remove(shared_from_this());
}

void BrowserConnection::release() { all_.release(*this, std::exchange(held_, 0)); }

void BrowserConnection::begin() {
  if (all_.tls == nullptr) return read_head();
  enter(Phase::head, all_.limits.idle);
  stream_.async_read_some(buffer_.prepare(kFirstRead), then(&BrowserConnection::take_first_bytes));
}

/// A browser that was told http:// is answered in the clear. It is not led on: who reads along could do so, too.
void BrowserConnection::take_first_bytes(const Fault& fault, std::size_t size) {
  if (fault) return close();
  buffer_.commit(size);
  if (*static_cast<const unsigned char*>(buffer_.data().data()) != kHandshakeOfTls)
    return refuse({.status = 400, .body = "This page is encrypted: its address begins with https://\n"});
  enter(Phase::head, all_.limits.handshake);
  stream_.async_begin_tls(all_.tls->get(), buffer_.data(), then(&BrowserConnection::take_handshake));
}

/// Nothing that came before is read as if it had come by TLS.
void BrowserConnection::take_handshake(const Fault& fault, std::size_t size) {
  buffer_.consume(size);
  if (fault || buffer_.size() > 0) return close();
  read_head();
}

void BrowserConnection::read_head() {
  if (all_.is_ending) return close();
  is_body_wanted_ = true;
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(all_.limits.head));
  parser_->body_limit(all_.limits.body);
  enter(Phase::head, all_.limits.idle);
  http::async_read_header(stream_, buffer_, *parser_, then(&BrowserConnection::take_head));
}

void BrowserConnection::take_head(const Fault& fault, std::size_t /*size*/) {
  if (fault && !is_wrong_request(fault)) return close();
  enter(Phase::body, all_.limits.transfer);
  if (fault) return refuse(fault_response(status_of(fault)));
  request_ = head_of_request();
  is_body_wanted_ = request_.method != "HEAD";
  if (std::optional<HttpResponse> response = unfit_head()) return refuse(*std::move(response));
  if (std::optional<HttpResponse> response = all_.service.turn_away(request_))
    return refuse(*std::move(response));
  keeps_alive_ = parser_->get().keep_alive();
  read_body();
}

HttpRequest BrowserConnection::head_of_request() const {
  const auto& message = parser_->get();
  return {.method = text_of(message.method_string()),
          .target = text_of(message.target()),
          .from = address_.empty() ? forwarded_from(message) : address_,
          .host = text_of(message[http::field::host]),
          .origin = text_of(message[http::field::origin]),
          .asking_site = text_of(message["Sec-Fetch-Site"]),
          .content_type = text_of(message[http::field::content_type]),
          .known_tag = text_of(message[http::field::if_none_match]),
          .code_word = text_of(message["Code-Word"]),
          .key = text_of(message["Teacher-Key"]),
          .takes_gzip = message[http::field::accept_encoding].find("gzip") != beast::string_view::npos,
          .length = static_cast<std::size_t>(parser_->content_length().value_or(0)),
          .body = {}};
}

/// Returns why the request is not served: what two servers could read in two ways.
std::optional<HttpResponse> BrowserConnection::unfit_head() {
  const auto& message = parser_->get();
  for (const http::field once : {http::field::host, http::field::origin, http::field::content_length})
    if (message.count(once) > 1) return fault_response(400);
  const beast::string_view length = message[http::field::content_length];
  if (length.find_first_not_of("0123456789") != beast::string_view::npos) return fault_response(400);
  if (message.count(http::field::transfer_encoding) > 0) return fault_response(411);
  if (message.version() != 11 && message.version() != 10) return fault_response(400);
  return std::nullopt;
}

/// Memory is taken as bytes come: who announces a body and sends none takes nothing from the others.
void BrowserConnection::read_body() {
  const std::size_t before = request_.body.size();
  const std::size_t size = before + std::min(request_.length - before, buffer_.size());
  const std::size_t counted = std::max(size, kSmallBody) - std::max(before, kSmallBody);
  if (!all_.hold(*this, counted)) return refuse(fault_response(503));
  held_ += counted;
  request_.body.append(static_cast<const char*>(buffer_.data().data()), size - before);
  buffer_.consume(size - before);
  if (size == request_.length) return serve();
  stream_.async_read_some(buffer_.prepare(std::min(request_.length - size, buffer_.max_size())),
                          then(&BrowserConnection::take_piece));
}

void BrowserConnection::take_piece(const Fault& fault, std::size_t size) {
  if (fault) return close();
  buffer_.commit(size);
  read_body();
}

/// What the service owes a browser. Once nobody is left who could give it, the connection ends.
class BrowserConnection::OwedResponse {
 public:
  explicit OwedResponse(std::shared_ptr<BrowserConnection> connection)
      : context_(connection->all_.context), connection_(std::move(connection)) {}
  ~OwedResponse() {
    try {
      if (!is_given_) asio::post(executor(), [connection = connection_] { connection->close(); });
    } catch (...) {
      // There is no memory for it: the connection lasts until the program ends.
    }
  }
  OwedResponse(const OwedResponse&) = delete;
  OwedResponse& operator=(const OwedResponse&) = delete;

  void give(HttpResponse response) {
    asio::post(executor(), [connection = connection_, response = std::move(response)]() mutable {
      try {
        if (connection->phase_ != Phase::ended) connection->answer(std::move(response));
      } catch (...) {
        connection->close();
      }
    });
    is_given_ = true;
  }

 private:
  asio::any_io_executor executor() { return connection_->stream_.get_executor(); }

  const std::shared_ptr<void> context_;
  const std::shared_ptr<BrowserConnection> connection_;
  bool is_given_ = false;
};

void BrowserConnection::serve() {
  phase_ = Phase::service;
  stream_.tcp().expires_never();
  const auto owed = std::make_shared<OwedResponse>(shared_from_this());
  all_.service.serve(std::move(request_), [owed](HttpResponse response) { owed->give(std::move(response)); });
}

/// The body of the request is not read, so the connection ends.
void BrowserConnection::refuse(HttpResponse response) {
  keeps_alive_ = false;
  answer(std::move(response));
}

void BrowserConnection::answer(HttpResponse response) {
  release();
  response_ = std::move(response);
  enter(Phase::response, all_.limits.transfer);
  held_ = response_.body.size();
  all_.hold_over_limit(*this, held_);
  if (response_.delay.count() == 0) return send();
  phase_ = Phase::delay;
  delay_.emplace(stream_.get_executor(), response_.delay);
  delay_->async_wait([step = then(&BrowserConnection::take_delay)](const Fault& fault) { step(fault, 0); });
}

void BrowserConnection::take_delay(const Fault& fault, std::size_t /*size*/) {
  if (fault) return;
  enter(Phase::response, all_.limits.transfer);
  send();
}

void BrowserConnection::send() {
  if (all_.is_ending) keeps_alive_ = false;
  const std::string_view body = response_.file.empty() ? std::string_view(response_.body) : response_.file;
  head_ = head_of(response_, body.size(), keeps_alive_);
  const bool has_body = is_body_wanted_ && response_.status != 304;
  asio::async_write(stream_,
                    std::array<asio::const_buffer, 2>{asio::buffer(head_),
                                                      asio::buffer(body.data(), has_body ? body.size() : 0)},
                    then(&BrowserConnection::take_sent));
}

void BrowserConnection::take_sent(const Fault& fault, std::size_t /*size*/) {
  if (fault) return close();
  release();
  response_ = {};
  if (keeps_alive_) return read_head();
  enter(Phase::head, kLingerOfBrowser);
  if (!stream_.has_tls()) return end_sending({}, 0);
  stream_.async_end_tls([step = then(&BrowserConnection::end_sending)](const Fault& end) { step(end, 0); });
}

/// What the browser still sends is read as it comes, whether TLS has ended well or not.
void BrowserConnection::end_sending(const Fault& /*fault*/, std::size_t /*size*/) {
  Fault ignored;
  stream_.tcp().socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  linger();
}

void BrowserConnection::linger() {
  stream_.tcp().async_read_some(asio::buffer(ignored_bytes_), then(&BrowserConnection::take_ignored));
}

void BrowserConnection::take_ignored(const Fault& fault, std::size_t size) {
  ignored_size_ += size;
  if (fault || ignored_size_ > kMostIgnored) return close();
  linger();
}

}  // namespace cellar
