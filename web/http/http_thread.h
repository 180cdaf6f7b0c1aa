// The thread that moves requests and responses between browsers and whoever serves them.
//
// In:      an address; perhaps what TLS begins with; browsers by HTTP/1.1.
// Out:     each request reaches the server as a whole, and its response the browser.
// Refused: addresses that are none, or that the system does not grant (E532). Requests that are no HTTP, are longer
//          than a statement needs, have no length, or would take more memory than all may together (400 to 503), or
//          that come in the clear where TLS is wanted (400): none of these reaches the server.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "web/http/http_message.h"

namespace cellar {

/// May be called in any thread, once. The connection ends if all its copies are gone and none was called. It may be kept
/// longer than HttpThread, and answers nobody then.
using Respond = std::function<void(HttpResponse)>;

/// What answers requests. All its members are called in the thread of the sockets, and must not wait.
class HttpService {
 public:
  virtual ~HttpService() = default;
  /// Looks at a request before its body is read. Returns the response that ends it, if it is not to be served.
  virtual std::optional<HttpResponse> turn_away(const HttpRequest& head) = 0;
  virtual void serve(HttpRequest request, Respond respond) = 0;
};

struct HttpLimits {
  std::size_t head = std::size_t{8} << 10;    // bytes before a body
  std::size_t body = std::size_t{256} << 10;  // bytes of a body
  /// Bytes of the bodies of all requests that are not answered, and of the responses that are not sent.
  std::size_t bytes = std::size_t{64} << 20;
  std::size_t connections = 1'000;       // of all browsers
  std::size_t connections_of_one = 400;  // of one address, which a whole school may have
  std::chrono::milliseconds idle{
      60'000};  // until a request has come with its head; before TLS, its first byte
  std::chrono::milliseconds handshake{10'000};  // of TLS
  std::chrono::milliseconds transfer{30'000};   // until its body has come; until a response is sent
};

struct HttpAddress {
  std::string host;  // in numbers
  std::uint16_t port = 0;
};

class ServerTls;

class HttpThread {
 public:
  /// Listens on return. `service` must outlive it. `tls`: null serves in the clear.
  HttpThread(const HttpAddress& address, HttpService& service, const HttpLimits& limits,
             std::shared_ptr<const ServerTls> tls = nullptr);
  /// Stops at once.
  ~HttpThread();
  HttpThread(const HttpThread&) = delete;
  HttpThread& operator=(const HttpThread&) = delete;

  /// The port that was asked for, or the free one that was found.
  std::uint16_t port() const;
  void start();
  /// Calls a function in the thread after a time. Any thread may ask for it.
  void call_after(std::chrono::milliseconds time, std::function<void()> function);
  /// Accepts no more browsers, lets each have the response that it waits for, and closes all, at the latest when the
  /// time is over.
  void stop(std::chrono::milliseconds patience);

 private:
  class Sockets;
  std::unique_ptr<Sockets> sockets_;
};

}  // namespace cellar
