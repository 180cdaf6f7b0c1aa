#include "scripted_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cerrno>

#include <string_view>
#include <utility>

#include "protocol/frame/frame.h"
#include "protocol/message/rows_writer.h"

namespace cellar::test {

namespace {

ResponseHead head_of(ProtocolVersion version) {
  return {.version = version, .stream = 0, .trace_id = {}, .warnings = {}, .payload = {}};
}

}  // namespace

ScriptedServer::ScriptedServer(std::vector<Conversation> conversations, std::size_t bytes_at_once,
                               AfterAnswers after)
    : conversations_(std::move(conversations)), bytes_at_once_(bytes_at_once), after_(after) {
  listening_ = listen_on_loopback(address_.port);
  thread_ = std::thread([this] {
    for (const Conversation& conversation : conversations_) serve(conversation);
  });
}

ScriptedServer::~ScriptedServer() {
  shutdown(listening_, SHUT_RDWR);
  thread_.join();
  close(listening_);
}

bool ScriptedServer::receive_request(int client) {
  char buffer[64 * 1024];
  const ssize_t size = recv(client, buffer, sizeof buffer, 0);
  if (size < 0 && errno == ECONNRESET) was_reset_ = true;
  return size > 0;
}

void ScriptedServer::serve(const Conversation& answers) {
  const int client = accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
  if (client < 0) return;
  for (const std::string& answer : answers) {
    if (!receive_request(client)) break;
    if (answer.empty()) {
      close(client);
      return;
    }
    if (!send_answer(client, answer)) break;
  }
  // Until the client has ended.
  while (after_ == AfterAnswers::waits && receive_request(client)) continue;
  while (after_ == AfterAnswers::repeats && receive_request(client) && send_answer(client, answers.back()))
    continue;
  while (after_ == AfterAnswers::floods && send_answer(client, answers.back())) continue;
  close(client);
}

bool ScriptedServer::send_answer(int client, const std::string& answer) const {
  std::string_view rest = answer;
  while (!rest.empty()) {
    const ssize_t sent = send(client, rest.data(), std::min(rest.size(), bytes_at_once_), MSG_NOSIGNAL);
    if (sent < 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

int listen_on_loopback(std::uint16_t& port) {
  const int listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  REQUIRE(bind(listening, reinterpret_cast<const sockaddr*>(&address), size) == 0);
  REQUIRE(listen(listening, 8) == 0);
  REQUIRE(getsockname(listening, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  port = ntohs(address.sin_port);
  return listening;
}

std::string frame_of(const ResponseMessage& message, ProtocolVersion version) {
  std::string frame;
  append_response(frame, message, head_of(version));
  return frame;
}

std::string rows_of(const std::vector<std::string>& values, const std::string& next_page,
                    ProtocolVersion version) {
  const std::vector<ColumnSpec> columns = {
      {.keyspace = "k", .table = "t", .name = "v", .type = native_type(TypeKind::text)}};
  RowsWriter rows(encode_columns(columns, version), version, false);
  for (const std::string& value : values) rows.append_row(std::vector<ValueView>{value});
  return std::string(rows.finish(head_of(version),
                                 next_page.empty() ? ValueView() : ValueView(std::string_view(next_page))));
}

std::string supported(ProtocolVersion version) {
  return frame_of(SupportedResponse{{{"CQL_VERSION", {"3.4.7"}}, {"COMPRESSION", {}}}}, version);
}

}  // namespace cellar::test
