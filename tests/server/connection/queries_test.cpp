// QUERY and BATCH: values, keyspaces, times, traces and warnings.
#include <catch2/catch.hpp>

#include "memory_client.h"
#include "types/number/number.h"

namespace cellar::test {

namespace {

constexpr std::string_view kTable = "CREATE TABLE k.t (k int PRIMARY KEY, v text, w int)";
constexpr std::string_view kOther =
    "CREATE KEYSPACE other WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";

QueryParameters named(std::vector<std::string_view> names, std::vector<BoundValue> values) {
  QueryParameters parameters = with_values(std::move(values));
  parameters.names = std::move(names);
  return parameters;
}

Answer ask_named(TestClient& client, std::string_view text, std::vector<std::string_view> names,
                 std::vector<BoundValue> values) {
  return client.ask(QueryRequest{text, named(std::move(names), std::move(values))});
}

}  // namespace

TEST_CASE("values of a query: null deletes, unset leaves, empty is neither") {
  for (const ProtocolVersion version : kVersions) {
    ClientFixture server(version);
    server.client.run({kTable, "INSERT INTO t (k, v, w) VALUES (1, 'a', 5)"});
    const std::string_view insert = "INSERT INTO t (k, v, w) VALUES (?, ?, ?)";
    CHECK(server.client.query(insert, {int_value(1), text_value(""), null_value()}).summary() == "void");
    CHECK(server.client.rows("SELECT * FROM t") == Rows{"1|''|null"});
    CHECK(server.client.query(insert, {int_value(1), unset_value(), int_value(7)}).summary() == "void");
    // Version 3 has no unset values: -2 is null there.
    CHECK(server.client.rows("SELECT * FROM t") ==
          Rows{version == ProtocolVersion::v3 ? "1|null|7" : "1|''|7"});
    CHECK(server.client.rows("SELECT v FROM t WHERE k = 2") == Rows{});
  }
}

TEST_CASE("values that do not fit are refused as invalid") {
  ClientFixture server;
  server.client.run({kTable});
  CHECK(kind_of(server.client.query("INSERT INTO t (k) VALUES (?)", {text_value("12345678")})) ==
        "error 2200");
  CHECK(kind_of(server.client.query("INSERT INTO t (k) VALUES (?)")) == "error 2200");
  CHECK(kind_of(server.client.query("INSERT INTO t (k) VALUES (?)", {int_value(1), int_value(2)})) ==
        "error 2200");
  CHECK(kind_of(server.client.query("INSERT INTO t (k) VALUES (1)", {int_value(1)})) == "error 2200");
  CHECK(kind_of(server.client.query("INSERT INTO t (k, v) VALUES (1, ?)", {text_value("\xff")})) ==
        "error 2200");
  CHECK(server.client.rows("SELECT * FROM t") == Rows{});
}

TEST_CASE("values have names in any order, and one name several markers") {
  for (const ProtocolVersion version : kVersions) {
    ClientFixture server(version);
    server.client.run({kTable});
    CHECK(ask_named(server.client, "INSERT INTO t (k, v, w) VALUES (:id, :text, :id)", {"text", "id"},
                    {text_value("x"), int_value(3)})
              .summary() == "void");
    CHECK(server.client.rows("SELECT * FROM t") == Rows{"3|'x'|3"});
    // A marker without a name is named after its column.
    CHECK(ask_named(server.client, "SELECT w FROM t WHERE k = ?", {"k"}, {int_value(3)}).rows() == Rows{"3"});
    CHECK(kind_of(ask_named(server.client, "SELECT w FROM t WHERE k = :id", {"other"}, {int_value(3)})) ==
          "error 2200");
    CHECK(kind_of(ask_named(server.client, "SELEC w FROM t", {"id"}, {int_value(3)})) == "error 2000");
    CHECK(ask_named(server.client, "SELECT w FROM t WHERE k = 3", {"id"}, {int_value(3)}).rows() ==
          Rows{"3"});
    const KnownStatement statement = server.client.prepare("SELECT w FROM t WHERE k = :id");
    CHECK(
        server.client.ask(ExecuteRequest{statement.id, statement.metadata_id, named({"id"}, {int_value(3)})})
            .rows() == Rows{"3"});
    CHECK(kind_of(server.client.ask(ExecuteRequest{statement.id, statement.metadata_id,
                                                   named({"other"}, {int_value(3)})})) == "error 2200");
  }
}

TEST_CASE("USE is of a connection, and what follows it runs in its keyspace") {
  ServerFixture server;
  MemoryClient first(server.state, ProtocolVersion::v4);
  MemoryClient second(server.state, ProtocolVersion::v5);
  first.run({kOther, "CREATE TABLE k.t (k int PRIMARY KEY)", "CREATE TABLE other.t (k int PRIMARY KEY)",
             "INSERT INTO k.t (k) VALUES (1)", "INSERT INTO other.t (k) VALUES (2)"});
  CHECK(kind_of(first.query("SELECT k FROM t")) == "error 2200");
  // All in one piece: each query runs behind the USE before it.
  std::string bytes;
  std::vector<std::int16_t> streams;
  for (const std::string_view text : {"USE k", "SELECT k FROM t", " /* a comment */ use \"other\" ;",
                                      "SELECT k FROM t", "USE nowhere", "SELECT k FROM t"}) {
    auto [frame, stream] = first.bytes_of(QueryRequest{text, {}});
    bytes += frame;
    streams.push_back(stream);
  }
  first.send_bytes(bytes);
  std::vector<std::string> answers;
  for (const std::int16_t stream : streams) {
    const Answer answer = first.await(stream);
    answers.push_back(answer.is_rows() ? answer.rows().at(0) : kind_of(answer));
  }
  CHECK(answers == Rows{"use k", "1", "use other", "2", "error 2200", "2"});
  CHECK(kind_of(second.query("SELECT k FROM t")) == "error 2200");
  // A prepared USE is one, too.
  const KnownStatement use = second.prepare("USE k");
  CHECK(second.execute(use).summary() == "use k");
  CHECK(second.rows("SELECT k FROM t") == Rows{"1"});
}

TEST_CASE("a request of version 5 names the keyspace in which it runs") {
  ServerFixture server;
  MemoryClient client(server.state, ProtocolVersion::v5);
  client.run({kOther, "CREATE TABLE k.t (k int PRIMARY KEY)", "CREATE TABLE other.t (k int PRIMARY KEY)",
              "INSERT INTO other.t (k) VALUES (2)", "USE k"});
  QueryParameters parameters;
  parameters.common.keyspace = "other";
  CHECK(client.ask(QueryRequest{"SELECT k FROM t", parameters}).rows() == Rows{"2"});
  BatchRequest batch;
  batch.entries.push_back({BatchTextEntry{"INSERT INTO t (k) VALUES (3)"}, {}});
  batch.parameters.common.keyspace = "other";
  CHECK(client.ask(batch).summary() == "void");
  CHECK(client.rows("SELECT k FROM t") == Rows{});  // the keyspace in use is what it was
  CHECK(client.rows("SELECT k FROM other.t WHERE k = 3") == Rows{"3"});
  const KnownStatement statement = client.prepare("SELECT k FROM t WHERE k = 3", "other");
  CHECK(client.execute(statement).rows() == Rows{"3"});
  CHECK(client.execute(client.prepare("SELECT k FROM t WHERE k = 3")).rows() == Rows{});
}

TEST_CASE("a request has its own timestamp, and in version 5 its own now") {
  for (const ProtocolVersion version : kVersions) {
    ClientFixture server(version);
    server.client.run({kTable});
    QueryParameters parameters;
    parameters.common.timestamp = 1234;
    CHECK(server.client.ask(QueryRequest{"INSERT INTO t (k, v) VALUES (1, 'a')", parameters}).summary() ==
          "void");
    const KnownStatement insert = server.client.prepare("INSERT INTO t (k, w) VALUES (1, 2)");
    parameters.common.timestamp = 99;
    CHECK(server.client.ask(ExecuteRequest{insert.id, insert.metadata_id, parameters}).summary() == "void");
    BatchRequest batch;
    batch.entries.push_back({BatchTextEntry{"INSERT INTO t (k, v) VALUES (2, 'b')"}, {}});
    batch.entries.push_back({BatchPreparedId{insert.id}, {}});
    batch.parameters.common.timestamp = 100;
    CHECK(server.client.ask(batch).summary() == "void");
    CHECK(server.client.rows("SELECT k, writetime(v), writetime(w) FROM t") ==
          Rows{"1|1234|100", "2|100|null"});
    if (version < ProtocolVersion::v5) continue;
    parameters = {};
    parameters.common.now_in_seconds = 2'000'000'000;
    CHECK(server.client.ask(QueryRequest{"INSERT INTO t (k, v) VALUES (3, 'c') USING TTL 10", parameters})
              .summary() == "void");
    const std::string_view select = "SELECT ttl(v) FROM t WHERE k = 3";
    parameters.common.now_in_seconds = 2'000'000'004;
    CHECK(server.client.ask(QueryRequest{select, parameters}).rows() == Rows{"6"});
    parameters.common.now_in_seconds = 2'000'000'010;
    CHECK(server.client.ask(QueryRequest{select, parameters}).rows() == Rows{});
  }
}

TEST_CASE("a batch holds texts and prepared statements, each with its values") {
  for (const ProtocolVersion version : kVersions) {
    ClientFixture server(version);
    server.client.run({kTable, "CREATE TABLE c (k int PRIMARY KEY, n counter)"});
    const KnownStatement insert = server.client.prepare("INSERT INTO t (k, v) VALUES (?, ?)");
    const KnownStatement other = server.client.prepare("DELETE FROM k.t WHERE k = ?");
    for (const BatchType type : {BatchType::logged, BatchType::unlogged}) {
      BatchRequest batch{type, {}, {}};
      batch.entries.push_back({BatchPreparedId{insert.id}, {int_value(1), text_value("a")}});
      batch.entries.push_back({BatchTextEntry{"INSERT INTO t (k, w) VALUES (?, 4)"}, {int_value(2)}});
      batch.entries.push_back({BatchPreparedId{insert.id}, {int_value(3), text_value("c")}});
      batch.entries.push_back({BatchPreparedId{other.id}, {int_value(9)}});
      CHECK(server.client.ask(batch).summary() == "void");
      CHECK(server.client.rows("SELECT * FROM t") == Rows{"1|'a'|null", "2|null|4", "3|'c'|null"});
    }
    BatchRequest counters{BatchType::counter, {}, {}};
    counters.entries.push_back({BatchTextEntry{"UPDATE c SET n = n + 2 WHERE k = 1"}, {}});
    CHECK(server.client.ask(counters).summary() == "void");
    CHECK(server.client.rows("SELECT * FROM c") == Rows{"1|2"});
    BatchRequest conditional;
    conditional.entries.push_back({BatchTextEntry{"INSERT INTO t (k, w) VALUES (1, 1) IF NOT EXISTS"}, {}});
    CHECK(server.client.ask(conditional).rows() == Rows{"false|1|'a'|null"});
    BatchRequest unknown;
    unknown.entries.push_back({BatchTextEntry{"DELETE FROM t WHERE k = 1"}, {}});
    unknown.entries.push_back({BatchPreparedId{"0123456789abcdef"}, {}});
    CHECK(server.client.ask(unknown).error<UnpreparedError>().id == "0123456789abcdef");
    BatchRequest wrong;
    wrong.entries.push_back({BatchTextEntry{"DELETE FROM t WHERE k = 1"}, {}});
    wrong.entries.push_back({BatchTextEntry{"SELECT * FROM t"}, {}});
    CHECK(server.client.ask(wrong).is_error());
    CHECK(server.client.ask(BatchRequest{}).summary() == "void");
    CHECK(server.client.rows("SELECT k FROM t") == Rows{"1", "2", "3"});
  }
}

// As Cassandra 5.0.9 has answered. It compares with an index where the partition is not named, and IN names one value.
TEST_CASE("a value that is too long for an index is refused in a marker for a whole tuple, too") {
  constexpr std::size_t kTooLong = 65'536;
  ClientFixture server;
  MemoryClient& client = server.client;
  client.run({"CREATE TABLE t (a int, b blob, c int, PRIMARY KEY (a, b, c))", "CREATE INDEX ON t (b)",
              "INSERT INTO t (a, b, c) VALUES (0, 0x01, 0)", "INSERT INTO t (a, b, c) VALUES (0, 0x02, 1)"});
  const auto bytes_of = [](std::uint32_t number) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift);
    return bytes;
  };
  const auto part = [&](const std::string& value) {
    return bytes_of(static_cast<std::uint32_t>(value.size())) + value;
  };
  const auto tuple = [&](const std::string& b, std::uint32_t c) { return part(b) + part(bytes_of(c)); };
  const auto answer = [&](std::string_view where, const std::string& value) {
    return client.query("SELECT b, c FROM t WHERE " + std::string(where), {text_value(value)});
  };
  const std::string filtered = " ALLOW FILTERING", longest(kTooLong - 1, 'x'), too_long(kTooLong, 'x');
  for (const std::string where : {"(b, c) = ?", "(b, c) IN (?)"}) {
    INFO(where);
    CHECK(answer(where + filtered, tuple("\x02", 1)).rows() == Rows{"0x02|1"});
    CHECK(answer(where + filtered, tuple("\x02", 0)).rows() == Rows{});
    CHECK(answer(where + filtered, tuple(longest, 0)).rows() == Rows{});
    const Answer refused = answer(where + filtered, tuple(too_long, 0));
    CHECK(kind_of(refused) == "error 2200");
    CHECK(refused.summary().find("E211") != std::string::npos);
    CHECK(answer("a = 0 AND " + where, tuple(too_long, 0)).rows() == Rows{});
  }
  const std::string list = bytes_of(1) + part(tuple(too_long, 0));
  CHECK(answer("(b, c) IN ?" + filtered, list).rows() == Rows{});
}

TEST_CASE("a traced request is found in system_traces") {
  for (const ProtocolVersion version : kVersions) {
    ClientFixture server(version);
    server.client.run({kTable, "INSERT INTO t (k, w) VALUES (1, 2)"});
    const KnownStatement select = server.client.prepare("SELECT w FROM t WHERE k = ?");
    const RequestMessage requests[] = {
        QueryRequest{"SELECT w FROM t WHERE k = 1", {}},
        ExecuteRequest{select.id, select.metadata_id, with_values({int_value(1)})}, BatchRequest{},
        QueryRequest{"SELECT nothing FROM t", {}}, QueryRequest{"USE k", {}},
        // Prepared before, not prepared yet, and refused.
        PrepareRequest{"SELECT w FROM t WHERE k = ?", {}}, PrepareRequest{"SELECT k FROM t WHERE k = ?", {}},
        PrepareRequest{"SELECT nothing FROM t WHERE k = ?", {}}};
    for (const RequestMessage& request : requests) {
      const Answer answer = server.client.ask(request, true);
      REQUIRE(answer.head().trace_id);
      const std::vector<BoundValue> id{{std::string(*answer.head().trace_id)}};
      const Answer session = server.client.query(
          "SELECT client, coordinator_port, duration, started_at FROM system_traces.sessions WHERE "
          "session_id = ?",
          id);
      REQUIRE(session.rows().size() == 1);
      CHECK(session.rows()[0].find("null") == std::string::npos);
      CHECK(session.rows()[0].starts_with("'127.0.0.1'|9042|"));
    }
    CHECK_FALSE(server.client.query("SELECT w FROM t").head().trace_id);
    CHECK(server.client.rows("SELECT count(*) FROM system_traces.sessions") == Rows{"8"});
    CHECK(server.client.rows("SELECT count(*) FROM system_traces.events") != Rows{"0"});
  }
}

TEST_CASE("a trace shows the beginning of a long statement") {
  ClientFixture server;
  server.client.run({kTable});
  const std::string text = "SELECT w FROM t WHERE k = 1 /* " + std::string(100'000, 'x') + " */";
  CHECK(server.client.ask(QueryRequest{text, {}}, true).head().trace_id);
  const Rows query = server.client.rows("SELECT parameters['query'] FROM system_traces.sessions");
  REQUIRE(query.size() == 1);
  CHECK(query[0].starts_with("'SELECT w FROM t WHERE k = 1 /* xx"));
  CHECK(query[0].size() < 5'000);
}

TEST_CASE("under the policy of teaching, notices are warnings since version 4") {
  ServerOptions options;
  options.policy = Policy::teach;
  for (const ProtocolVersion version : kVersions) {
    ClientFixture server(version, options);
    server.client.run({kTable});
    server.client.run({"INSERT INTO t (k, v) VALUES (1, 'a')"});
    const Answer filtered = server.client.query("SELECT * FROM t WHERE v = 'b' ALLOW FILTERING");
    CHECK(filtered.is_rows());
    CHECK(filtered.head().warnings.empty() == (version == ProtocolVersion::v3));
    CHECK(kind_of(server.client.query("SELECT * FROM t")) == "error 2200");
  }
}

TEST_CASE("a custom payload is passed over") {
  ClientFixture server;
  std::string frame;
  append_request(frame, QueryRequest{"SELECT key FROM system.local", {}},
                 {.version = kNewestProtocol, .stream = 5, .payload = {{"graph-source", "g"}}});
  OutboundStream out;
  out.agree(kNewestProtocol, Compression::none);
  out.write(frame);
  server.client.send_bytes(out.take());
  CHECK(server.client.await(5).rows() == Rows{"'local'"});
}

TEST_CASE("requests of one connection run side by side") {
  ClientFixture server;
  server.client.run({kTable});
  std::vector<std::int16_t> streams;
  for (int key = 0; key < 2'000; ++key) {
    streams.push_back(server.client.send(
        QueryRequest{"INSERT INTO t (k, w) VALUES (?, 1)", with_values({int_value(key)})}));
  }
  for (const std::int16_t stream : streams) CHECK(server.client.await(stream).summary() == "void");
  CHECK(server.client.rows("SELECT count(*) FROM t") == Rows{"2000"});
}

}  // namespace cellar::test
