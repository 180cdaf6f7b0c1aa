#include "client/server_connection.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <variant>

#include "protocol/protocol_fault.h"

namespace cellar {

namespace {

constexpr ProtocolVersion kVersion = ProtocolVersion::v4;  // without segments, which only help many requests
constexpr std::int32_t kRowsOfPage = 5000;
constexpr std::size_t kReceivedAtOnce = 64 * 1024;

[[noreturn]] void fail(int error, const std::string& server) {
  // The limits of a socket report that the time is over as if the socket did not block.
  if (error == EAGAIN || error == EINPROGRESS) error = ETIMEDOUT;
  throw std::system_error(error, std::generic_category(), server);
}

struct SocketAddress {
  sockaddr_storage bytes{};
  socklen_t size = 0;
};

SocketAddress socket_address(const ServerAddress& address) {
  SocketAddress found;
  if (address.host.find('/') != address.host.npos) {
    sockaddr_un local{};
    local.sun_family = AF_UNIX;
    if (address.host.size() >= sizeof local.sun_path) fail(ENAMETOOLONG, address.host);
    address.host.copy(local.sun_path, address.host.size());
    std::memcpy(&found.bytes, &local, found.size = sizeof local);
    return found;
  }
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_port = htons(address.port);
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  v6.sin6_port = htons(address.port);
  const char* const host = address.host == "localhost" ? "127.0.0.1" : address.host.c_str();
  if (inet_pton(AF_INET, host, &v4.sin_addr) == 1) {
    std::memcpy(&found.bytes, &v4, found.size = sizeof v4);
  } else if (inet_pton(AF_INET6, host, &v6.sin6_addr) == 1) {
    std::memcpy(&found.bytes, &v6, found.size = sizeof v6);
  } else {
    throw std::system_error(std::make_error_code(std::errc::invalid_argument),
                            address.host + " is no numeric address");
  }
  return found;
}

int connect_to(const SocketAddress& address, std::chrono::seconds patience, const std::string& name) {
  const int connected = socket(address.bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connected < 0) fail(errno, name);
  const timeval limit{.tv_sec = patience.count(), .tv_usec = 0};
  setsockopt(connected, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  setsockopt(connected, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  if (connect(connected, reinterpret_cast<const sockaddr*>(&address.bytes), address.size) != 0) {
    const int error = errno;
    close(connected);
    fail(error, name);
  }
  return connected;
}

/// Throws what the server refuses.
ReceivedResponse read_answer(const Frame& frame) {
  ReceivedResponse response = read_response(frame);
  if (const auto* const error = std::get_if<ErrorResponse>(&response.message))
    throw ServerError(error->code(), error->text);
  return response;
}

AnsweredPage page_of(const ReceivedResponse& response) {
  AnsweredPage page;
  page.warnings.assign(response.head.warnings.begin(), response.head.warnings.end());
  const auto* const result = std::get_if<ResultResponse>(&response.message);
  if (result == nullptr) throw ProtocolFault("the answer to a QUERY is no RESULT");
  const auto* const rows = std::get_if<RowsResult>(result);
  if (rows == nullptr) return page;
  for (const ColumnSpec& column : rows->metadata.columns)
    page.columns.push_back({std::string(column.name), column.type});
  RowCells cells(*rows, response.head.version);
  while (const std::vector<ValueView>* const row = cells.next())
    page.rows.emplace_back(row->begin(), row->end());
  page.next_page = rows->metadata.paging_state.value_or("");
  return page;
}

}  // namespace

ServerConnection::ServerConnection(const ServerAddress& address, std::chrono::seconds patience)
    : name_(address.host.find('/') != address.host.npos ? address.host
                                                        : fmt::format("{}:{}", address.host, address.port)),
      socket_(connect_to(socket_address(address), patience, name_)) {
  try {
    const Frame frame = exchange(StartupRequest{{{"CQL_VERSION", "3.0.0"}}});
    if (!std::holds_alternative<ReadyResponse>(read_answer(frame).message))
      throw ServerError(ErrorCode::bad_credentials, "the server asks for a login, which this client has not");
  } catch (...) {
    close(socket_);
    throw;
  }
}

ServerConnection::~ServerConnection() { close(socket_); }

AnsweredPage ServerConnection::query(std::string_view statement, std::string_view next_page) {
  QueryRequest request{.text = statement, .parameters = {}};
  request.parameters.page_size = kRowsOfPage;
  if (!next_page.empty()) request.parameters.paging_state = next_page;
  const Frame frame = exchange(std::move(request));
  return page_of(read_answer(frame));
}

Frame ServerConnection::exchange(const RequestMessage& request) {
  std::string frame;
  RequestHead head;
  head.version = kVersion;
  append_request(frame, request, head);
  outbound_.write(frame);
  send(outbound_.take());
  return receive();
}

void ServerConnection::send(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) fail(errno, name_);
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

Frame ServerConnection::receive() {
  for (;;) {
    std::string_view left = received_;
    DecodedFrame decoded = inbound_.next(left);
    received_.erase(0, received_.size() - left.size());
    if (auto* const frame = std::get_if<Frame>(&decoded)) return std::move(*frame);
    if (const auto* const fault = std::get_if<FrameFault>(&decoded)) throw ProtocolFault(fault->text);
    received_.resize(kReceivedAtOnce);
    const ssize_t size = recv(socket_, received_.data(), received_.size(), 0);
    const int error = errno;
    received_.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    if (size == 0) fail(ECONNRESET, name_);
    if (size < 0 && error != EINTR) fail(error, name_);
  }
}

}  // namespace cellar
