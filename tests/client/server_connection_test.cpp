// The client's connection, against servers that answer as the test says.
#include "client/server_connection.h"

#include <catch2/catch.hpp>

#include <string>
#include <utility>
#include <vector>

#include "protocol/segment/segment.h"
#include "refusal/refusal.h"
#include "scripted_server.h"

namespace cellar::test {

namespace {

using namespace std::chrono_literals;

ConnectionSettings settings_of(ProtocolVersion version, std::chrono::milliseconds limit = 60s) {
  return {.connect_limit = limit, .answer_limit = limit, .version = version, .compresses = false};
}

const ConnectionSettings kPatient = settings_of(ProtocolVersion::v4);

Conversation ready_then(Conversation answers) {
  Conversation all = {supported(), frame_of(ReadyResponse{})};
  all.insert(all.end(), answers.begin(), answers.end());
  return all;
}

/// What connecting, and one statement if that succeeds, is refused for.
std::string fault_of(const ServerAddress& address, const ConnectionSettings& settings = kPatient) {
  try {
    ServerConnection connection(address, settings);
    connection.query("SELECT v FROM k.t");
  } catch (const ServerError& error) {
    return "server: " + std::string(error.what());
  } catch (const Refusal& refusal) {
    return refusal.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a result is read page by page") {
  const ScriptedServer server(ready_then({rows_of({"one", "two"}, "next"), rows_of({"three"}, "")}));
  ServerConnection connection(server.address(), kPatient);
  const AnsweredPage first = connection.query("SELECT v FROM k.t");
  REQUIRE(first.columns.size() == 1);
  CHECK(first.columns[0].name == "v");
  CHECK(first.rows == std::vector<std::vector<Value>>{{Value("one")}, {Value("two")}});
  CHECK(first.next_page == "next");
  const AnsweredPage second = connection.query("SELECT v FROM k.t", {}, first.next_page);
  CHECK(second.rows == std::vector<std::vector<Value>>{{Value("three")}});
  CHECK(second.next_page.empty());
}

TEST_CASE("an answer may come byte by byte") {
  const ScriptedServer server(ready_then({rows_of({"one"}, "")}), 1);
  ServerConnection connection(server.address(), kPatient);
  CHECK(connection.query("SELECT v FROM k.t").rows.size() == 1);
}

TEST_CASE("what the server refuses is thrown with its code, and the connection goes on") {
  const ScriptedServer server(
      ready_then({frame_of(ErrorResponse{"no such table", PlainError{ErrorCode::invalid}}),
                  frame_of(ResultResponse(VoidResult{}))}));
  ServerConnection connection(server.address(), kPatient);
  CHECK_THROWS_MATCHES(connection.query("SELECT v FROM k.t"), ServerError,
                       Catch::Matchers::Predicate<ServerError>([](const ServerError& error) {
                         return error.code() == ErrorCode::invalid &&
                                error.what() == std::string("no such table");
                       }));
  CHECK(connection.query("INSERT INTO k.t (v) VALUES ('a')").columns.empty());
}

TEST_CASE("a server that speaks an older version is asked in that one") {
  const std::string refused = frame_of(
      ErrorResponse{"Invalid or unsupported protocol version (5)", PlainError{ErrorCode::protocol_error}},
      ProtocolVersion::v3);
  const ScriptedServer server(std::vector<Conversation>{
      {refused},
      {supported(ProtocolVersion::v3), frame_of(ReadyResponse{}, ProtocolVersion::v3),
       rows_of({"one"}, "", ProtocolVersion::v3)}});
  ConnectionSettings settings = kPatient;
  settings.version.reset();
  ServerConnection connection(server.address(), settings);
  CHECK(connection.version() == ProtocolVersion::v3);
  CHECK(connection.query("SELECT v FROM k.t").rows.size() == 1);
  const ScriptedServer only_three(Conversation{refused});
  CHECK(fault_of(only_three.address(), settings_of(ProtocolVersion::v5)) ==
        "E682: " + only_three.address().text() + " does not speak version 5 of the protocol");
}

TEST_CASE("an answer is read although the server has closed the connection behind it") {
  const std::string overloaded = frame_of(ErrorResponse{"later", PlainError{ErrorCode::overloaded}});
  constexpr int kTries = 50;  // the end of the connection may come later than the answer
  for (int count = 0; count < kTries; ++count) {
    const ScriptedServer server(ready_then({overloaded}), 1'000'000, AfterAnswers::closes);
    CHECK(fault_of(server.address()) == "server: later");
  }
}

TEST_CASE("a login is sent as SASL's PLAIN, and what comes of it is told") {
  const Conversation begin = {supported(), frame_of(AuthenticateResponse{"a.B"})};
  const auto with = [&](const std::string& answer) {
    Conversation all = begin;
    all.push_back(answer);
    all.push_back(rows_of({"one"}, ""));
    return all;
  };
  ConnectionSettings settings = kPatient;
  const ScriptedServer asks(begin);
  CHECK(fault_of(asks.address()) == "E681: " + asks.address().text() + " asks for a user and a password");
  settings.login = ServerLogin{"ann", "secret"};
  const ScriptedServer accepts(with(frame_of(AuthSuccessResponse{})));
  CHECK(fault_of(accepts.address(), settings).empty());
  const ScriptedServer denies(with(frame_of(ErrorResponse{"bad", PlainError{ErrorCode::bad_credentials}})));
  CHECK(fault_of(denies.address(), settings) ==
        "E681: " + denies.address().text() + " does not accept the login of ann");
}

TEST_CASE("a statement that the server has forgotten is prepared again") {
  const auto prepared = [](std::string_view id) {
    return frame_of(ResultResponse(PreparedResult{.id = id, .metadata_id = {}, .markers = {}, .rows = {}}));
  };
  const ScriptedServer server(
      ready_then({prepared("old"), frame_of(ErrorResponse{"what?", UnpreparedError{"old"}}), prepared("new"),
                  frame_of(ResultResponse(VoidResult{}))}));
  ServerConnection connection(server.address(), kPatient);
  ServerStatement statement = connection.prepare("INSERT INTO k.t (v) VALUES (?)");
  const std::vector<BoundValue> values = {{Value("a"), false}};
  connection.execute(statement, values);
  CHECK(statement.id == "new");
}

TEST_CASE("a connection that cannot be had, or is lost, says which server and why") {
  ServerAddress nowhere;
  {
    const ScriptedServer ended(Conversation{});
    nowhere = ended.address();
  }
  CHECK(fault_of(nowhere) == "E680: nothing listens at " + nowhere.text());
  CHECK(fault_of({"/no/such/socket", 0}) ==
        "E680: no connection to /no/such/socket: No such file or directory");
  CHECK_THAT(fault_of({"/" + std::string(200, 's'), 0}),
             Catch::Matchers::EndsWith(": the path of the socket is too long"));
  CHECK_THAT(fault_of({"no-such-host.invalid", 9042}, settings_of(ProtocolVersion::v4, 1s)),
             Catch::Matchers::StartsWith("E680: there is no host no-such-host.invalid: "));
  const ScriptedServer closes(ready_then({""}));
  CHECK(fault_of(closes.address()) ==
        "E683: the connection to " + closes.address().text() + " was lost: the node has closed it");
}

TEST_CASE("a server that does not answer is given up, and a person need not wait for it") {
  const ScriptedServer silent(Conversation{std::string(1, '\x84')});
  CHECK(fault_of(silent.address(), settings_of(ProtocolVersion::v4, 1s)) ==
        "E680: " + silent.address().text() + " does not take a connection within 1 second");
  const ScriptedServer also_silent(Conversation{std::string(1, '\x84')});
  ConnectionSettings settings = kPatient;
  settings.interrupted = [] { return true; };
  CHECK(fault_of(also_silent.address(), settings) == "E420: interrupted");
}

TEST_CASE("a server that speaks another protocol is refused") {
  const auto begins_with = [](const ScriptedServer& server) {
    return Catch::Matchers::StartsWith("E682: what " + server.address().text() +
                                       " answers is not the protocol");
  };
  const ScriptedServer other(Conversation{"HTTP/1.1 400 Bad Request\r\n\r\n"});
  CHECK_THAT(fault_of(other.address()), begins_with(other));
  const ScriptedServer ready_first(Conversation{frame_of(ReadyResponse{})});
  CHECK_THAT(fault_of(ready_first.address()), begins_with(ready_first));
  const ScriptedServer ready_thrice(ready_then({frame_of(ReadyResponse{})}));
  CHECK_THAT(fault_of(ready_thrice.address()), begins_with(ready_thrice));
  const ScriptedServer asked_nothing(ready_then({rows_of({"one"}, "") + rows_of({"two"}, "")}));
  ServerConnection connection(asked_nothing.address(), kPatient);
  CHECK_THROWS_AS(connection.query("SELECT v FROM k.t"), Refusal);
}

TEST_CASE("an answer that is cut anywhere is a lost connection") {
  const std::string page = rows_of({"one", "two"}, "next");
  for (std::size_t size = 1; size < page.size(); ++size) {
    const ScriptedServer server(ready_then({page.substr(0, size)}), 1'000'000, AfterAnswers::closes);
    CHECK_THAT(fault_of(server.address()), Catch::Matchers::StartsWith("E683: the connection to "));
  }
}

TEST_CASE("answers with wrong bytes, and lengths that lie, are refused or read, and nothing else happens") {
  std::uint32_t random = 12345;
  const std::string page = rows_of({"one", "two"}, "next");
  for (int round = 0; round < 300; ++round) {
    std::string changed = page;
    random = random * 1'664'525 + 1'013'904'223;
    changed[random % changed.size()] = static_cast<char>(random >> 24);
    const ScriptedServer server(ready_then({changed}), 1'000'000, AfterAnswers::closes);
    const std::string fault = fault_of(server.address());
    INFO(round << ' ' << fault);
    CHECK((fault.empty() || fault.starts_with("E68") || fault.starts_with("server: ")));
  }
}

TEST_CASE("a segment with a wrong checksum is refused") {
  std::string segment;
  append_segment(segment, rows_of({"one"}, "", ProtocolVersion::v5), true, Compression::none);
  for (std::size_t place = 0; place < segment.size(); ++place) {
    std::string changed = segment;
    changed[place] = static_cast<char>(changed[place] ^ 0x40);
    const ScriptedServer server(Conversation{supported(ProtocolVersion::v5),
                                             frame_of(ReadyResponse{}, ProtocolVersion::v5), changed});
    CHECK_THAT(fault_of(server.address(), settings_of(ProtocolVersion::v5)),
               Catch::Matchers::StartsWith("E682: what " + server.address().text()));
  }
  const ScriptedServer server(
      Conversation{supported(ProtocolVersion::v5), frame_of(ReadyResponse{}, ProtocolVersion::v5), segment});
  CHECK(fault_of(server.address(), settings_of(ProtocolVersion::v5)).empty());
}

TEST_CASE("a connection that is given up before it was answered is dropped with what it has not sent") {
  const ScriptedServer server(Conversation{supported(), frame_of(ReadyResponse{})});
  ConnectionSettings settings;
  settings.version = ProtocolVersion::v4;
  settings.compresses = false;
  {
    ServerConnection connection(server.address(), settings);
    connection.submit(QueryRequest{.text = "SELECT v FROM k.t", .parameters = {}}, false, [](Frame&&) {});
    connection.advance();
  }
  for (int look = 0; look < 1'000 && !server.was_reset(); ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  CHECK(server.was_reset());
}

}  // namespace cellar::test
