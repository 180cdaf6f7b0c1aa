#include "bench/protocol_client.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include "protocol/message/requests.h"
#include "protocol/message/responses.h"
#include "protocol/stream/inbound.h"

namespace cellar::bench {

namespace {

using Clock = std::chrono::steady_clock;
// The version that all drivers know, without compression: the client should cost little.
constexpr ProtocolVersion kVersion = ProtocolVersion::v4;

[[noreturn]] void fail(std::string_view what) {
  throw std::system_error(errno, std::generic_category(), std::string(what));
}

std::string text_of(const ErrorResponse& error) { return std::string(error.text); }

}  // namespace

/// The requests of a connection that are under way, by their streams.
class ProtocolClient::Connection {
 public:
  explicit Connection(const ServerAddress& address) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in server{};
    server.sin_family = AF_INET;
    server.sin_port = htons(address.port);
    ::inet_pton(AF_INET, address.host.c_str(), &server.sin_addr);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&server), sizeof server) != 0) fail("connect");
    const int on = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    ask(StartupRequest{{{"CQL_VERSION", "3.0.0"}}});
    inbound_.agree(kVersion, Compression::none);
  }
  ~Connection() { ::close(socket_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  int socket() const { return socket_; }
  std::size_t under_way() const { return under_way_; }

  /// Sends a request, and waits for its answer, which is handed to `take`.
  void ask(const RequestMessage& request, const std::function<void(const ResponseMessage&)>& take = nullptr) {
    append_request(unsent_, request, {.version = kVersion, .stream = 0, .is_traced = false, .payload = {}});
    send_all();
    bool has_answer = false;
    while (!has_answer) {
      receive([&](const Frame& frame) {
        const ReceivedResponse response = read_response(frame);
        if (const auto* const error = std::get_if<ErrorResponse>(&response.message))
          throw std::runtime_error(text_of(*error));
        if (take) take(response.message);
        has_answer = true;
      });
    }
  }

  /// Puts a request into the output; send_all() sends it.
  void begin(const ExecuteRequest& request, std::int16_t stream) {
    append_request(unsent_, request,
                   {.version = kVersion, .stream = stream, .is_traced = false, .payload = {}});
    if (began_.size() <= static_cast<std::size_t>(stream))
      began_.resize(static_cast<std::size_t>(stream) + 1);
    began_[static_cast<std::size_t>(stream)] = Clock::now();
    ++under_way_;
  }
  double end(std::int16_t stream) {
    --under_way_;
    return std::chrono::duration<double, std::micro>(Clock::now() - began_[static_cast<std::size_t>(stream)])
        .count();
  }

  void send_all() {
    for (std::size_t sent = 0; sent < unsent_.size();) {
      const ssize_t size = ::send(socket_, unsent_.data() + sent, unsent_.size() - sent, MSG_NOSIGNAL);
      if (size < 0) fail("send");
      sent += static_cast<std::size_t>(size);
    }
    unsent_.clear();
  }

  /// Waits for bytes, and hands on the frames that are complete.
  template <typename Take>
  void receive(Take take) {
    const ssize_t size = ::recv(socket_, buffer_.data(), buffer_.size(), 0);
    if (size < 0) fail("recv");
    if (size == 0) throw std::runtime_error("the server has closed the connection");
    std::string_view bytes(buffer_.data(), static_cast<std::size_t>(size));
    for (;;) {
      const DecodedFrame decoded = inbound_.next(bytes);
      if (std::holds_alternative<NeedMoreBytes>(decoded)) return;
      if (const auto* const fault = std::get_if<FrameFault>(&decoded)) throw std::runtime_error(fault->text);
      take(std::get<Frame>(decoded));
    }
  }

 private:
  int socket_;
  InboundStream inbound_{MessageDirection::response};
  std::vector<char> buffer_ = std::vector<char>(std::size_t{256} << 10);  // what one call receives
  std::string unsent_;
  std::vector<Clock::time_point> began_;  // by stream
  std::size_t under_way_ = 0;
};

ProtocolClient::ProtocolClient(const ServerAddress& address, std::size_t connections) {
  for (std::size_t index = 0; index < connections; ++index)
    connections_.push_back(std::make_unique<Connection>(address));
}

ProtocolClient::~ProtocolClient() = default;

void ProtocolClient::execute(const std::string& statement) {
  connections_.front()->ask(QueryRequest{statement, {}});
}

LoadTimes ProtocolClient::run(const PreparedLoad& load) {
  std::string id;
  connections_.front()->ask(PrepareRequest{load.statement, std::nullopt},
                            [&](const ResponseMessage& response) {
                              id = std::get<PreparedResult>(std::get<ResultResponse>(response)).id;
                            });
  std::vector<double> times;
  times.reserve(load.requests);
  std::size_t begun = 0;
  const auto begin = [&](Connection& connection, std::int16_t stream) {
    if (begun == load.requests) return;
    ExecuteRequest request{.id = id, .metadata_id = {}, .parameters = {}};
    request.parameters.values = load.values(begun++);
    connection.begin(request, stream);
  };
  const Clock::time_point start = Clock::now();
  for (std::size_t index = 0; index < load.in_flight; ++index)
    begin(*connections_[index % connections_.size()], static_cast<std::int16_t>(index / connections_.size()));
  for (const auto& connection : connections_) connection->send_all();
  std::vector<pollfd> polled;
  for (const auto& connection : connections_) polled.push_back({connection->socket(), POLLIN, 0});
  while (times.size() < load.requests) {
    if (::poll(polled.data(), polled.size(), -1) < 0 && errno != EINTR) fail("poll");
    for (std::size_t index = 0; index < polled.size(); ++index) {
      if ((polled[index].revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
      Connection& connection = *connections_[index];
      connection.receive([&](const Frame& frame) {
        if (frame.header.opcode == Opcode::error)
          throw std::runtime_error(text_of(std::get<ErrorResponse>(read_response(frame).message)));
        times.push_back(connection.end(frame.header.stream));
        begin(connection, frame.header.stream);
      });
      connection.send_all();
    }
  }
  LoadTimes result;
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  std::ranges::sort(times);
  result.median = times[times.size() / 2];
  result.percentile_99 = times[times.size() * 99 / 100];
  return result;
}

}  // namespace cellar::bench
