// The client's connection, against a server that answers as the test says.
#include "client/server_connection.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <functional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "protocol/message/rows_writer.h"
#include "protocol/protocol_fault.h"

namespace cellar {

namespace {

using namespace std::chrono_literals;

const ResponseHead kHead{
    .version = ProtocolVersion::v4, .stream = 0, .trace_id = {}, .warnings = {}, .payload = {}};

std::string frame_of(const ResponseMessage& message) {
  std::string frame;
  append_response(frame, message, kHead);
  return frame;
}

/// A page of one column of text.
std::string page_of(const std::vector<std::string>& values, const std::string& next_page) {
  const std::vector<ColumnSpec> columns = {
      {.keyspace = "k", .table = "t", .name = "v", .type = native_type(TypeKind::text)}};
  RowsWriter rows(encode_columns(columns, kHead.version), kHead.version, false);
  for (const std::string& value : values) rows.append_row(std::vector<ValueView>{value});
  return std::string(
      rows.finish(kHead, next_page.empty() ? ValueView() : ValueView(std::string_view(next_page))));
}

/// Listens at a free port of this machine, and answers the requests of one client, one after the other. A text that is
/// empty ends the connection.
class ScriptedServer {
 public:
  explicit ScriptedServer(std::vector<std::string> answers, std::size_t bytes_at_once = 1'000'000)
      : answers_(std::move(answers)), bytes_at_once_(bytes_at_once) {
    listening_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    REQUIRE(bind(listening_, reinterpret_cast<const sockaddr*>(&address), size) == 0);
    REQUIRE(listen(listening_, 1) == 0);
    REQUIRE(getsockname(listening_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    address_.port = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~ScriptedServer() {
    shutdown(listening_, SHUT_RDWR);
    thread_.join();
    close(listening_);
  }
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;

  const ServerAddress& address() const { return address_; }

 private:
  void serve() const {
    const int client = accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0) return;
    InboundStream requests(MessageDirection::request);
    for (const std::string& answer : answers_) {
      if (!receive_one(client, requests)) break;
      if (answer.empty()) {
        close(client);
        return;
      }
      std::string_view rest = answer;
      while (!rest.empty()) {
        const std::string_view piece = rest.substr(0, bytes_at_once_);
        if (send(client, piece.data(), piece.size(), MSG_NOSIGNAL) < 0) break;
        rest.remove_prefix(piece.size());
      }
    }
    while (receive_one(client, requests)) continue;  // until the client has ended
    close(client);
  }
  /// The client sends nothing before it is answered, so what comes is one request.
  static bool receive_one(int client, InboundStream& requests) {
    char buffer[4096];
    for (;;) {
      const ssize_t size = recv(client, buffer, sizeof buffer, 0);
      if (size <= 0) return false;
      std::string_view bytes(buffer, static_cast<std::size_t>(size));
      if (std::holds_alternative<Frame>(requests.next(bytes))) return true;
    }
  }

  std::vector<std::string> answers_;
  std::size_t bytes_at_once_;
  ServerAddress address_;
  int listening_ = -1;
  std::thread thread_;
};

/// What connecting, and one statement if that succeeds, throws.
std::string fault_of(const ServerAddress& address) {
  try {
    ServerConnection connection(address, 1s);
    connection.query("SELECT v FROM k.t");
  } catch (const ServerError& error) {
    return "server: " + std::string(error.what());
  } catch (const std::system_error& error) {
    return error.what();
  } catch (const ProtocolFault&) {
    return "protocol";
  }
  return "";
}

}  // namespace

TEST_CASE("a result is read page by page") {
  const ScriptedServer server(
      {frame_of(ReadyResponse{}), page_of({"one", "two"}, "next"), page_of({"three"}, "")});
  ServerConnection connection(server.address(), 60s);
  const AnsweredPage first = connection.query("SELECT v FROM k.t");
  REQUIRE(first.columns.size() == 1);
  CHECK(first.columns[0].name == "v");
  CHECK(first.rows == std::vector<std::vector<Value>>{{Value("one")}, {Value("two")}});
  CHECK(first.next_page == "next");
  const AnsweredPage second = connection.query("SELECT v FROM k.t", first.next_page);
  CHECK(second.rows == std::vector<std::vector<Value>>{{Value("three")}});
  CHECK(second.next_page.empty());
}

TEST_CASE("an answer may come byte by byte") {
  const ScriptedServer server({frame_of(ReadyResponse{}), page_of({"one"}, "")}, 1);
  ServerConnection connection(server.address(), 60s);
  CHECK(connection.query("SELECT v FROM k.t").rows.size() == 1);
}

TEST_CASE("what the server refuses is thrown with its code, and the connection goes on") {
  const ScriptedServer server({frame_of(ReadyResponse{}),
                               frame_of(ErrorResponse{"no such table", PlainError{ErrorCode::invalid}}),
                               frame_of(ResultResponse(VoidResult{}))});
  ServerConnection connection(server.address(), 60s);
  CHECK_THROWS_MATCHES(connection.query("SELECT v FROM k.t"), ServerError,
                       Catch::Matchers::Predicate<ServerError>([](const ServerError& error) {
                         return error.code() == ErrorCode::invalid &&
                                error.what() == std::string("no such table");
                       }));
  CHECK(connection.query("INSERT INTO k.t (v) VALUES ('a')").columns.empty());
}

TEST_CASE("a connection that cannot be had, or is lost, says which server and why") {
  ServerAddress nowhere;
  {
    const ScriptedServer ended({});
    nowhere = ended.address();
  }
  const std::string name = "127.0.0.1:" + std::to_string(nowhere.port);
  CHECK(fault_of(nowhere) == name + ": Connection refused");
  CHECK(fault_of({"/no/such/socket", 0}) == "/no/such/socket: No such file or directory");
  CHECK(fault_of({"/" + std::string(200, 's'), 0}) == "/" + std::string(200, 's') + ": File name too long");
  CHECK(fault_of({"example.org", 9042}) == "example.org is no numeric address: Invalid argument");
  const ScriptedServer closes({frame_of(ReadyResponse{}), ""});
  CHECK(fault_of(closes.address()) ==
        "127.0.0.1:" + std::to_string(closes.address().port) + ": Connection reset by peer");
}

TEST_CASE("a server that does not answer is given up") {
  const ScriptedServer silent({std::string(1, '\x84')});
  CHECK(fault_of(silent.address()) ==
        "127.0.0.1:" + std::to_string(silent.address().port) + ": Connection timed out");
}

TEST_CASE("a server that asks for a login, or speaks another protocol, is refused") {
  const ScriptedServer asks({frame_of(AuthenticateResponse{"a.B"})});
  CHECK(fault_of(asks.address()) == "server: the server asks for a login, which this client has not");
  const ScriptedServer other({"HTTP/1.1 400 Bad Request\r\n\r\n"});
  CHECK(fault_of(other.address()) == "protocol");
  const ScriptedServer ready_twice({frame_of(ReadyResponse{}), frame_of(ReadyResponse{})});
  CHECK(fault_of(ready_twice.address()) == "protocol");
}

}  // namespace cellar
