// STARTUP, OPTIONS and REGISTER; versions that are none.
#include <catch2/catch.hpp>

#include "memory_client.h"

namespace cellar::test {

namespace {

struct Agreed {
  ProtocolVersion version;
  Compression compression;
};
constexpr Agreed kAgreed[] = {
    {ProtocolVersion::v3, Compression::none},   {ProtocolVersion::v3, Compression::lz4},
    {ProtocolVersion::v3, Compression::snappy}, {ProtocolVersion::v4, Compression::none},
    {ProtocolVersion::v4, Compression::lz4},    {ProtocolVersion::v4, Compression::snappy},
    {ProtocolVersion::v5, Compression::none},   {ProtocolVersion::v5, Compression::lz4},
};

/// The answer to STARTUP with these options.
std::string start_up(ServerState& state, ProtocolVersion version, const StringMap& options) {
  MemoryClient client(state, version, std::nullopt);
  const std::string answer = client.ask(StartupRequest{options}).summary();
  CHECK(client.ask(OptionsRequest{}).summary() == "supported");  // the connection goes on
  return answer;
}

}  // namespace

TEST_CASE("a handshake agrees on each version and compression, and queries of all sizes are answered") {
  ServerFixture server;
  MemoryClient(server.state, kNewestProtocol).run({"CREATE TABLE k.t (k int PRIMARY KEY, v text)"});
  for (const Agreed& agreed : kAgreed) {
    MemoryClient client(server.state, agreed.version, agreed.compression);
    const std::string text(400'000, 'x');
    const Answer written = client.query("INSERT INTO k.t (k, v) VALUES (1, ?)", {text_value(text)});
    CHECK(written.summary() == "void");
    CHECK(written.head().version == agreed.version);
    CHECK(client.rows("SELECT v FROM k.t WHERE k = 1") == Rows{"'" + text + "'"});
    CHECK(client.rows("SELECT k FROM k.t") == Rows{"1"});
  }
}

TEST_CASE("OPTIONS are answered at any time") {
  ServerFixture server;
  for (const ProtocolVersion version : kVersions) {
    MemoryClient client(server.state, version, std::nullopt);
    const Answer before = client.ask(OptionsRequest{});
    const SupportedResponse& supported = before.as<SupportedResponse>();
    REQUIRE(supported.options.size() == 3);
    CHECK(supported.options[0].first == "CQL_VERSION");
    CHECK(supported.options[0].second == StringList{"3.4.7"});
    CHECK(supported.options[1].first == "COMPRESSION");
    CHECK(supported.options[1].second == StringList{"snappy", "lz4"});
    CHECK(supported.options[2].first == "PROTOCOL_VERSIONS");
    CHECK(supported.options[2].second == StringList{"3/v3", "4/v4", "5/v5"});
    client.start();
    CHECK(client.ask(OptionsRequest{}).summary() == "supported");
  }
}

TEST_CASE("an unknown version is answered in a frame of the newest one, in words that drivers look for") {
  ServerFixture server;
  for (const unsigned version : {1U, 2U, 6U, 65U, 66U, 0x7fU}) {
    MemoryClient client(server.state, kNewestProtocol, std::nullopt);
    // Stream 7, OPTIONS, no body; with the shorter header of versions 1 and 2 the length reaches into what comes next.
    const std::string bytes{static_cast<char>(version), 0, version < 3 ? '\7' : '\0', '\7', 5, 0, 0, 0, 0};
    client.send_bytes(bytes);
    const Answer answer = client.await_any();
    CHECK(answer.head().version == ProtocolVersion::v5);
    CHECK(answer.stream() == 7);
    CHECK(answer.summary() == "error 000a: Invalid or unsupported protocol version (" +
                                  std::to_string(version) + "); supported versions are (3/v3, 4/v4, 5/v5)");
    CHECK(client.await_end());
  }
}

TEST_CASE("STARTUP refuses what nobody speaks, and may come again after a refusal") {
  ServerFixture server;
  for (const ProtocolVersion version : kVersions) {
    CHECK(start_up(server.state, version, {}) == "error 000a: Missing value CQL_VERSION in STARTUP message");
    CHECK(start_up(server.state, version, {{"CQL_VERSION", "2.0.0"}}) ==
          "error 000a: CQL version 2.0.0 is not supported by the binary protocol (supported version are >= "
          "3.0.0)");
    CHECK(start_up(server.state, version, {{"CQL_VERSION", "3.0.0"}, {"COMPRESSION", "zstd"}}) ==
          "error 000a: Unknown compression algorithm: zstd");
  }
  CHECK(start_up(server.state, ProtocolVersion::v5, {{"CQL_VERSION", "3.0.0"}, {"COMPRESSION", "snappy"}}) ==
        "error 000a: Snappy compression is not supported in protocol V5");

  MemoryClient client(server.state, ProtocolVersion::v4, std::nullopt);
  CHECK(client.ask(StartupRequest{}).is_error());
  // Names of compressions are written in any case.
  CHECK(client.start_with({{"CQL_VERSION", "3.4.7"}, {"COMPRESSION", "LZ4"}}, Compression::lz4).summary() ==
        "ready");
  CHECK(client.rows("SELECT key FROM system.local") == Rows{"'local'"});
}

TEST_CASE("nothing but OPTIONS is answered before STARTUP, and STARTUP comes once") {
  ServerFixture server;
  for (const ProtocolVersion version : kVersions) {
    MemoryClient client(server.state, version, std::nullopt);
    CHECK(kind_of(client.query("SELECT key FROM system.local")) == "error 000a");
    CHECK(kind_of(client.ask(PrepareRequest{"SELECT key FROM system.local", {}})) == "error 000a");
    CHECK(kind_of(client.ask(ExecuteRequest{"0123456789abcdef", "0123456789abcdef", {}})) == "error 000a");
    CHECK(kind_of(client.ask(BatchRequest{})) == "error 000a");
    CHECK(kind_of(client.ask(RegisterRequest{{kSchemaEvents}})) == "error 000a");
    CHECK(kind_of(client.ask(AuthResponseRequest{"\0cassandra\0cassandra"})) == "error 000a");
    client.start();
    CHECK(kind_of(client.ask(StartupRequest{{{"CQL_VERSION", "3.0.0"}}})) == "error 000a");
    CHECK(kind_of(client.ask(AuthResponseRequest{"\0cassandra\0cassandra"})) == "error 000a");
    CHECK(client.rows("SELECT key FROM system.local") == Rows{"'local'"});
  }
}

TEST_CASE("the version of STARTUP is that of the connection") {
  ServerFixture server;
  MemoryClient client(server.state, ProtocolVersion::v4);
  std::string frame;
  append_request(frame, OptionsRequest{}, {.version = ProtocolVersion::v3, .stream = 9, .payload = {}});
  client.send_bytes(frame);
  CHECK(kind_of(client.await(9)) == "error 000a");
  CHECK(client.await_end());
}

TEST_CASE("the flag of a beta version is passed over") {
  ServerFixture server;
  MemoryClient client(server.state, ProtocolVersion::v5, std::nullopt);
  std::string frame;
  append_request(frame, OptionsRequest{}, {.version = ProtocolVersion::v5, .stream = 3, .payload = {}});
  frame[1] = static_cast<char>(frame[1] | kFlagBeta);
  client.send_bytes(frame);
  CHECK(client.await(3).summary() == "supported");
}

TEST_CASE("REGISTER names types of events that there are") {
  ClientFixture server;
  CHECK(server.client.ask(RegisterRequest{{kTopologyEvents, kStatusEvents, kSchemaEvents}}).summary() ==
        "ready");
  CHECK(server.client.ask(RegisterRequest{}).summary() == "ready");
  CHECK(server.client.ask(RegisterRequest{{"WEATHER_CHANGE"}}).summary() ==
        "error 000a: REGISTER: there are no events of the type WEATHER_CHANGE");
}

TEST_CASE("a client may send its requests together with STARTUP") {
  ServerFixture server;
  for (const ProtocolVersion version : {ProtocolVersion::v3, ProtocolVersion::v4}) {
    MemoryClient client(server.state, version, std::nullopt);
    const auto [startup, ready] = client.bytes_of(StartupRequest{{{"CQL_VERSION", "3.0.0"}}});
    const auto [query, stream] = client.bytes_of(QueryRequest{"SELECT key FROM system.local", {}});
    client.send_bytes(startup + query);
    CHECK(client.await(ready).summary() == "ready");
    CHECK(client.await(stream).rows() == Rows{"'local'"});
  }
}

}  // namespace cellar::test
