// What a client cannot make grow: messages, requests under way, answers that it does not read.
#include <catch2/catch.hpp>

#include "memory_client.h"
#include "types/text/text.h"

namespace cellar::test {

namespace {

constexpr std::size_t kLengthSize = 4;  // at the end of a header

std::string header_of(ProtocolVersion version, Opcode opcode, std::int16_t stream, std::size_t length) {
  std::string bytes;
  append_header(bytes, {.version = version, .stream = stream, .opcode = opcode}, length);
  return bytes;
}

/// A table whose only row is so many bytes long.
void create_row(TestClient& client, std::size_t length) {
  client.run({"CREATE TABLE k.t (k int PRIMARY KEY, v text)"});
  client.query("INSERT INTO k.t (k, v) VALUES (1, ?)", {text_value(std::string(length, 'x'))});
}

/// Keeps writers from writing as long as it lives.
class Blocker {
 public:
  explicit Blocker(const Database& database) : session_(database) {
    session_.begin_group();
    session_.execute("INSERT INTO k.t (k) VALUES (9)");
  }

 private:
  Session session_;
};

}  // namespace

TEST_CASE("messages that are not whole have a bound for all clients together") {
  constexpr std::size_t kPart = 400'000;
  ServerLimits limits;
  limits.received_bytes = std::size_t{1} << 20;
  ServerFixture server(with_limits(limits));
  const std::string head = header_of(ProtocolVersion::v4, Opcode::query, 1, 2 * kPart);
  {
    MemoryClient first(server.state, ProtocolVersion::v4), second(server.state, ProtocolVersion::v4),
        third(server.state, ProtocolVersion::v4), small(server.state, ProtocolVersion::v4);
    for (MemoryClient* const client : {&first, &second, &third})
      client->send_bytes(head + std::string(kPart, 'x'));
    CHECK_FALSE(first.connection().is_dropped());
    CHECK_FALSE(second.connection().is_dropped());
    CHECK(third.connection().is_dropped());
    CHECK(small.rows("SELECT key FROM system.local") == Rows{"'local'"});
    server.state.requests.await_none();  // an answer may be read before its request is counted out
    CHECK(server.state.received.taken() == 2 * kPart);
  }
  CHECK(server.state.received.taken() == 0);
}

TEST_CASE("of the options of STARTUP no more are kept than system_views.clients has to tell") {
  ServerFixture server;
  const auto told_of = [&](const StringMap& more) {
    MemoryClient client(server.state, ProtocolVersion::v4, std::nullopt);
    StringMap options = {{"CQL_VERSION", "3.0.0"}, {"DRIVER_NAME", "a driver"}};
    options.insert(options.end(), more.begin(), more.end());
    client.start_with(options, Compression::none);
    const Rows rows = client.rows("SELECT driver_name, client_options FROM system_views.clients");
    REQUIRE(rows.size() == 1);
    return rows.front();
  };
  CHECK(told_of({{"CLIENT_ID", "7"}}) ==
        "'a driver'|{'CLIENT_ID': '7', 'CQL_VERSION': '3.0.0', 'DRIVER_NAME': 'a driver'}");
  const std::string long_value(60'000, 'x'), accented = "x" + [] {
    std::string text;
    for (int count = 0; count < 30'000; ++count) text += "\u00e9";
    return text;
  }();
  for (const std::string& value : {long_value, accented}) {
    const std::string told = told_of({{"APPLICATION_NAME", value}, {"CLIENT_ID", "7"}});
    CHECK(told.size() < 4'200);
    CHECK(told.size() > 3'500);
    CHECK(is_valid_utf8(told));
    CHECK(told.find("CLIENT_ID") == told.npos);
  }
  CHECK(told_of({{long_value, "7"}}).size() < 200);
  // Small ones take memory, too.
  StringMap many;
  std::vector<std::string> names;
  for (int number = 0; number < 10'000; ++number) names.push_back(std::to_string(number));
  for (const std::string& name : names) many.emplace_back(name, "");
  CHECK(told_of(many).size() < 4'200);
}

TEST_CASE("requests that are not answered have a bound for all clients together") {
  ServerLimits limits;
  limits.received_bytes = 300'000;
  ServerFixture server(with_limits(limits));
  MemoryClient client(server.state, ProtocolVersion::v4), other(server.state, ProtocolVersion::v4);
  client.run({"CREATE TABLE k.t (k int PRIMARY KEY, v text)"});
  const std::vector<BoundValue> value = {text_value(std::string(100'000, 'x'))};
  std::vector<std::int16_t> streams;
  {
    const Blocker blocker(server.database);
    for (int number = 0; number < 2; ++number)
      streams.push_back(
          client.send(QueryRequest{"INSERT INTO k.t (k, v) VALUES (1, ?)", with_values(value)}));
    CHECK(kind_of(other.query("INSERT INTO k.t (k, v) VALUES (1, ?)", value)) == "error 1001");
    CHECK(other.rows("SELECT key FROM system.local") == Rows{"'local'"});
  }
  for (const std::int16_t stream : streams) CHECK(client.await(stream).summary() == "void");
  CHECK(other.query("INSERT INTO k.t (k, v) VALUES (1, ?)", value).summary() == "void");
  server.state.requests.await_none();
  CHECK(server.state.received.taken() == 0);
}

TEST_CASE("a value that many markers of one name repeat is not copied without a bound") {
  ServerFixture server;
  MemoryClient client(server.state, ProtocolVersion::v4);
  client.run({"CREATE TABLE k.t (k text PRIMARY KEY)"});
  std::string text = "SELECT k FROM k.t WHERE k IN (:a";
  for (int marker = 0; marker < 1'000; ++marker) text += ", :a";
  const KnownStatement select = client.prepare(text + ")");
  const auto ask = [&](std::size_t size) {
    QueryParameters parameters = with_values({text_value(std::string(size, 'x'))});
    parameters.names = {"a"};
    return client.ask(ExecuteRequest{select.id, select.metadata_id, parameters});
  };
  CHECK(ask(100).rows() == Rows{});
  CHECK(kind_of(ask(60'000)) == "error 000a");
}

TEST_CASE("prepared statements of wide tables are forgotten before they take much memory") {
  ServerLimits limits;
  limits.prepared_bytes = std::size_t{1} << 20;
  ServerFixture server(with_limits(limits));
  MemoryClient client(server.state, ProtocolVersion::v4);
  std::string columns;
  for (int column = 0; column < 500; ++column) columns += ", c" + std::to_string(column) + " int";
  client.run({"CREATE TABLE k.wide (k int PRIMARY KEY" + columns + ")"});
  for (int limit = 1; limit <= 10; ++limit)
    client.prepare("SELECT * FROM k.wide LIMIT " + std::to_string(limit));
  // Half a mebibyte each.
  CHECK(client.rows("SELECT prepared_id FROM system.prepared_statements").size() < 4);
}

TEST_CASE("a message that is longer than it may be is refused, and the connection goes on") {
  ServerLimits limits;
  limits.body = 200'000;
  ServerFixture server(with_limits(limits));
  for (const bool is_started : {false, true}) {
    MemoryClient client(server.state, ProtocolVersion::v4,
                        is_started ? std::optional(Compression::none) : std::nullopt);
    const std::size_t most = is_started ? limits.body : limits.body_before_startup;
    client.send_bytes(header_of(ProtocolVersion::v4, Opcode::query, 77, most + 1));
    CHECK(kind_of(client.await(77)) == "error 000a");
    for (std::size_t sent = 0; sent < most + 1; sent += 1'000)
      client.send_bytes(std::string(std::min<std::size_t>(1'000, most + 1 - sent), 'x'));
    CHECK(client.ask(OptionsRequest{}).summary() == "supported");
    // One that is as long as it may be is read.
    client.send_bytes(header_of(ProtocolVersion::v4, Opcode::query, 78, most) + std::string(most, '\0'));
    CHECK(client.await(78).is_error());
    CHECK(client.ask(OptionsRequest{}).summary() == "supported");
    std::string endless = header_of(ProtocolVersion::v4, Opcode::query, 79, 1);
    endless[kFrameHeaderSize - kLengthSize] = '\x10';  // 256 MiB more
    client.send_bytes(endless);
    CHECK(kind_of(client.await(79)) == "error 000a");
    CHECK(client.await_end());
  }
}

TEST_CASE("counts within a message that promise more than there is are refused") {
  for (const ProtocolVersion version : kVersions) {
    ClientFixture server(version);
    std::string frame;
    append_request(
        frame, QueryRequest{"SELECT key FROM system.local WHERE key = ?", with_values({text_value("local")})},
        {.version = version, .stream = 55, .payload = {}});
    for (std::size_t place = kFrameHeaderSize; place < frame.size(); ++place) {
      for (const char byte : {'\xff', '\x7f', '\0'}) {
        std::string damaged = frame;
        damaged[place] = byte;
        OutboundStream out;
        out.agree(version, Compression::none);
        out.write(damaged);
        server.client.send_bytes(out.take());
        const Answer answer = server.client.await(55);
        CHECK((answer.is_error() || answer.is_rows()));
      }
    }
    CHECK(server.client.rows("SELECT key FROM system.local") == Rows{"'local'"});
  }
}

TEST_CASE("requests that come byte by byte are answered") {
  for (const ProtocolVersion version : kVersions) {
    ServerFixture server;
    MemoryClient client(server.state, version, Compression::lz4);
    create_row(client, 300);
    const auto [bytes, streams] =
        client.bytes_of_all({QueryRequest{"SELECT v FROM k.t WHERE k = 1", {}}, OptionsRequest{},
                             PrepareRequest{"SELECT v FROM k.t", {}}});
    for (const char byte : bytes) client.send_bytes({&byte, 1});
    CHECK(client.await(streams[0]).rows() == Rows{"'" + std::string(300, 'x') + "'"});
    CHECK(client.await(streams[1]).summary() == "supported");
    CHECK(client.await(streams[2]).summary() == "prepared");
  }
}

TEST_CASE("a request that is cut at any byte is none") {
  for (const ProtocolVersion version : kVersions) {
    ServerFixture server;
    std::size_t length = 1;
    for (std::size_t size = 0; size < length; ++size) {
      MemoryClient client(server.state, version);
      const std::string bytes =
          client.bytes_of(QueryRequest{"CREATE TABLE k.t (k int PRIMARY KEY)", {}}).first;
      length = bytes.size();
      client.send_bytes(std::string_view(bytes).substr(0, size));
    }
    MemoryClient client(server.state, version);
    CHECK(client.rows("SELECT * FROM system_schema.tables WHERE keyspace_name = 'k'").empty());
  }
}

TEST_CASE("a segment with a wrong checksum ends the connection, and runs nothing") {
  ServerFixture server;
  for (const Compression compression : {Compression::none, Compression::lz4}) {
    std::size_t length = 1;
    for (std::size_t place = 0; place < length; ++place) {
      MemoryClient client(server.state, ProtocolVersion::v5, compression);
      std::string bytes = client.bytes_of(QueryRequest{"CREATE TABLE k.t (k int PRIMARY KEY)", {}}).first;
      length = bytes.size();
      bytes[place] = static_cast<char>(bytes[place] ^ 0x40);
      client.send_bytes(bytes);
      CHECK(client.await_end());
    }
  }
  MemoryClient client(server.state, ProtocolVersion::v5);
  CHECK(client.rows("SELECT * FROM system_schema.tables WHERE keyspace_name = 'k'").empty());
}

TEST_CASE("a burst of faults is answered as far as the client reads") {
  ServerLimits limits;
  limits.unsent_bytes = 10'000;
  ServerFixture server(with_limits(limits));
  for (const ProtocolVersion version : {ProtocolVersion::v4, ProtocolVersion::v5}) {
    MemoryClient client(server.state, version);
    constexpr std::size_t kCount = 5'000;
    OutboundStream out;
    out.agree(version, Compression::none);
    for (std::size_t i = 0; i < kCount; ++i) out.write(header_of(version, Opcode::query, 1'000, 0));
    client.receive_only(out.take());
    CHECK(server.state.answers.taken() >= limits.unsent_bytes);
    CHECK(server.state.answers.taken() < limits.unsent_bytes + 1'000);
    CHECK_FALSE(client.connection().wants_bytes());
    for (std::size_t i = 0; i < kCount; ++i) CHECK(kind_of(client.await(1'000)) == "error 000a");
    CHECK(client.connection().wants_bytes());
  }
}

TEST_CASE("a client that does not read is not read, and gets all its answers once it reads") {
  ServerLimits limits;
  limits.unsent_bytes = 50'000;
  limits.reads = 4;
  for (const ProtocolVersion version : kVersions) {
    ServerFixture server(with_limits(limits));
    MemoryClient client(server.state, version);
    create_row(client, 10'000);
    // In version 5 they are compressed into segments, and so come with few bytes.
    const auto [bytes, streams] = client.bytes_of_all(
        std::vector<RequestMessage>(300, QueryRequest{"SELECT v FROM k.t WHERE k = 1", {}}));
    client.receive_only(bytes);
    // The connection is read on as requests are answered, until as much waits as may.
    std::size_t before = 0;
    do {
      server.state.requests.await_none();
      before = client.connection().facts().requests;
      client.connection().process_received();
    } while (client.connection().facts().requests > before);
    CHECK(server.state.answers.taken() >= limits.unsent_bytes);
    CHECK(server.state.answers.taken() <= limits.unsent_bytes + (limits.reads + 1) * 10'500);
    CHECK_FALSE(client.connection().wants_bytes());
    for (const std::int16_t stream : streams) CHECK(client.await(stream).is_rows());
    CHECK(client.connection().wants_bytes());
  }
}

TEST_CASE("no more requests of a connection are under way than may be") {
  ServerLimits limits;
  limits.requests = 3;
  for (const ProtocolVersion version : kVersions) {
    ServerFixture server(with_limits(limits));
    MemoryClient client(server.state, version);
    MemoryClient other(server.state, version);
    create_row(client, 1);
    const std::uint64_t before = client.connection().facts().requests;
    std::optional<Blocker> blocker(server.database);
    const auto [bytes, streams] = client.bytes_of_all(
        std::vector<RequestMessage>(50, QueryRequest{"INSERT INTO k.t (k, v) VALUES (1, 'y')", {}}));
    client.receive_only(bytes);
    CHECK(client.connection().facts().requests == before + limits.requests);
    CHECK_FALSE(client.connection().wants_bytes());
    CHECK(other.rows("SELECT v FROM k.t WHERE k = 1") == Rows{"'x'"});
    blocker.reset();
    for (const std::int16_t stream : streams) CHECK(client.await(stream).summary() == "void");
    CHECK(client.connection().facts().requests == before + 50);
    CHECK(client.connection().wants_bytes());
  }
}

TEST_CASE("answers beyond the memory of all are refused as overloaded") {
  ServerLimits limits;
  limits.answers_bytes = 50'000;
  ServerFixture server(with_limits(limits));
  MemoryClient client(server.state, ProtocolVersion::v4);
  create_row(client, 20'000);
  const auto [bytes, streams] =
      client.bytes_of_all(std::vector<RequestMessage>(10, QueryRequest{"SELECT v FROM k.t WHERE k = 1", {}}));
  client.receive_only(bytes);
  server.state.requests.await_none();
  int rows = 0, overloaded = 0;
  for (const std::int16_t stream : streams) {
    const Answer answer = client.await(stream);
    if (answer.is_rows()) ++rows;
    if (kind_of(answer) == "error 1001") ++overloaded;
  }
  CHECK(rows == 2);
  CHECK(overloaded == 8);
  CHECK(client.query("SELECT v FROM k.t WHERE k = 1").is_rows());
}

TEST_CASE("a client that goes while its requests are under way leaves nothing behind") {
  for (int round = 0; round < 20; ++round) {
    ServerFixture server;
    std::optional<MemoryClient> client(std::in_place, server.state, ProtocolVersion::v5);
    if (round == 0) create_row(*client, 1);
    if (round > 0) client->run({"CREATE TABLE k.t (k int PRIMARY KEY, v text)"});
    std::vector<RequestMessage> requests;
    for (int i = 0; i < 50; ++i) {
      requests.emplace_back(QueryRequest{"SELECT * FROM k.t", {}});
      requests.emplace_back(QueryRequest{"INSERT INTO k.t (k, v) VALUES (1, 'y')", {}});
      requests.emplace_back(PrepareRequest{"SELECT v FROM k.t", {}});
    }
    client->receive_only(client->bytes_of_all(requests).first);
    client.reset();
    server.state.requests.await_none();
    CHECK(server.state.answers.taken() == 0);
  }
}

}  // namespace cellar::test
