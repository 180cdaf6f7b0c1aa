// PREPARE and EXECUTE: ids, metadata, and what a change of the schema does to both.
#include <catch2/catch.hpp>

#include "memory_client.h"
#include "process.h"

namespace cellar::test {

namespace {

constexpr std::string_view kClusteredTable = "CREATE TABLE k.t (k int, c int, v text, PRIMARY KEY (k, c))";

void fill(MemoryClient& client, int rows) {
  client.run({kClusteredTable});
  for (int row = 0; row < rows; ++row) {
    CHECK(client.query("INSERT INTO k.t (k, c, v) VALUES (1, ?, 'v')", {int_value(row)}).summary() == "void");
  }
}

Answer execute_skipping(MemoryClient& client, const KnownStatement& statement, std::int32_t page_size = 0,
                        const std::string& paging_state = {}) {
  QueryParameters parameters;
  parameters.skips_metadata = true;
  if (page_size != 0) parameters.page_size = page_size;
  if (!paging_state.empty()) parameters.paging_state = paging_state;
  return client.ask(ExecuteRequest{statement.id, statement.metadata_id, parameters});
}

}  // namespace

TEST_CASE("the id of a statement depends on its text and the keyspace in use, unless it names its own") {
  ServerFixture server;
  std::string unqualified_id, qualified_id;
  for (const ProtocolVersion version : kVersions) {
    MemoryClient client(server.state, version);
    if (version == ProtocolVersion::v3)
      client.run({kClusteredTable,
                  "CREATE KEYSPACE other WITH replication = {'class': 'SimpleStrategy', "
                  "'replication_factor': 1}",
                  "CREATE TABLE other.t (k int PRIMARY KEY)"});
    const std::string without = client.prepare("SELECT k FROM k.t").id;
    CHECK(without.size() == 16);
    client.run({"USE k"});
    CHECK(client.prepare("SELECT k FROM k.t").id == without);
    const std::string within = client.prepare("SELECT k FROM t").id;
    CHECK(client.prepare("SELECT k FROM t").id == within);
    client.run({"USE other"});
    CHECK(client.prepare("SELECT k FROM k.t").id == without);
    CHECK(client.prepare("SELECT k FROM t").id != within);
    if (unqualified_id.empty()) unqualified_id = within, qualified_id = without;
    CHECK(unqualified_id == within);
    CHECK(qualified_id == without);
  }
  // Another server gives the same.
  ClientFixture another;
  another.client.run({kClusteredTable});
  CHECK(another.client.prepare("SELECT k FROM t").id == unqualified_id);
  CHECK(another.client.prepare("SELECT k FROM k.t").id == qualified_id);
}

TEST_CASE("a prepared definition keeps its keyspace, whatever another client puts in use") {
  ClientFixture server;
  server.client.run(
      {"CREATE KEYSPACE other WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"});
  MemoryClient other(server.state, ProtocolVersion::v4);
  for (const char* const definition :
       {"CREATE TABLE t (a int PRIMARY KEY, b int)", "CREATE TYPE u (a int)", "ALTER TYPE u ADD b int",
        "ALTER TABLE t ADD c int", "CREATE INDEX ON t (b)", "CREATE INDEX IF NOT EXISTS ON t (b)",
        "TRUNCATE t", "DROP TABLE t", "DROP TYPE u"}) {
    INFO(definition);
    const KnownStatement prepared = server.client.prepare(definition);
    other.run({"USE other"});  // in the session that runs the next request
    CHECK_FALSE(server.client.execute(prepared).is_error());
    CHECK(other.rows("SELECT table_name FROM system_schema.tables WHERE keyspace_name = 'other'") == Rows{});
    CHECK(other.rows("SELECT type_name FROM system_schema.types WHERE keyspace_name = 'other'") == Rows{});
  }
}

TEST_CASE("what PREPARE tells: markers, the partition key, columns") {
  for (const ProtocolVersion version : kVersions) {
    ClientFixture server(version);
    server.client.run({"CREATE TABLE p (a int, b int, c int, v text, PRIMARY KEY ((a, b), c))"});
    const KnownStatement update =
        server.client.prepare("UPDATE p USING TTL ? SET v = :value WHERE c = ? AND b = ? AND a = ?");
    const BindMetadata markers = update.answer->result<PreparedResult>().markers;
    std::vector<std::string> names;
    for (const ColumnSpec& marker : markers.markers) names.emplace_back(marker.name);
    CHECK(names == Rows{"[ttl]", "value", "c", "b", "a"});
    CHECK(markers.markers[0].keyspace == "k");
    CHECK(markers.markers[0].table == "p");
    if (version == ProtocolVersion::v3) CHECK(markers.partition_key.empty());
    if (version != ProtocolVersion::v3) CHECK(markers.partition_key == std::vector<std::uint16_t>{4, 3});
    CHECK(update.columns.empty());
    const KnownStatement select = server.client.prepare("SELECT v, b AS bee FROM p WHERE a = 1 AND b = ?");
    REQUIRE(select.columns.size() == 2);
    CHECK(select.columns[1].name == "bee");
    CHECK(select.answer->result<PreparedResult>().markers.partition_key.empty());
    CHECK((version == ProtocolVersion::v5) == !select.metadata_id.empty());
  }
}

TEST_CASE("metadata are skipped where the client knows them") {
  for (const ProtocolVersion version : kVersions) {
    ClientFixture server(version);
    fill(server.client, 2);
    const KnownStatement select = server.client.prepare("SELECT c, v FROM t WHERE k = 1");
    const Answer skipped = execute_skipping(server.client, select);
    CHECK(skipped.result<RowsResult>().metadata.columns.empty());
    CHECK(skipped.result<RowsResult>().metadata.column_count == 2);
    CHECK(skipped.rows(select.columns) == Rows{"0|'v'", "1|'v'"});
    const Answer told = server.client.execute(select);
    CHECK(told.result<RowsResult>().metadata.columns.size() == 2);
    CHECK_FALSE(told.result<RowsResult>().metadata.new_metadata_id);
    // The columns of a conditional write depend on whether it was applied: they are told each time.
    const KnownStatement insert = server.client.prepare("INSERT INTO t (k, c) VALUES (1, 0) IF NOT EXISTS");
    const Answer conditional = execute_skipping(server.client, insert);
    CHECK(conditional.rows() == Rows{"false|1|0|'v'"});
    CHECK_FALSE(conditional.result<RowsResult>().metadata.new_metadata_id);
    const KnownStatement applied = server.client.prepare("INSERT INTO t (k, c) VALUES (1, 9) IF NOT EXISTS");
    CHECK(execute_skipping(server.client, applied).rows() == Rows{"true"});
    if (version < ProtocolVersion::v5) continue;
    KnownStatement other = select;
    other.metadata_id = "fedcba9876543210";
    const Answer anew = execute_skipping(server.client, other);
    CHECK(anew.result<RowsResult>().metadata.columns.size() == 2);
    CHECK(anew.result<RowsResult>().metadata.new_metadata_id.value_or("") == select.metadata_id);
  }
}

TEST_CASE("a statement whose columns or markers are others after ALTER has to be prepared again") {
  for (const ProtocolVersion version : kVersions) {
    ServerFixture server;
    MemoryClient first(server.state, version);
    MemoryClient second(server.state, version);
    fill(first, 3);
    const KnownStatement all = first.prepare("SELECT * FROM k.t WHERE k = 1");
    const KnownStatement some = first.prepare("SELECT c FROM k.t WHERE k = 1 LIMIT 1");
    const Answer page = execute_skipping(first, all, 1);
    CHECK(page.rows(all.columns) == Rows{"1|0|'v'"});
    second.run({"ALTER TABLE k.t ADD w int"});
    CHECK(first.execute(some).rows() == Rows{"0"});
    const Answer unprepared = execute_skipping(first, all, 1, page.paging_state());
    CHECK(unprepared.error<UnpreparedError>().id == all.id);
    const KnownStatement again = first.prepare("SELECT * FROM k.t WHERE k = 1");
    CHECK(again.id == all.id);
    CHECK(again.columns.size() == 4);
    if (version == ProtocolVersion::v5) CHECK(again.metadata_id != all.metadata_id);
    CHECK(execute_skipping(first, again, 1, page.paging_state()).rows(again.columns) == Rows{"1|1|'v'|null"});
    // Another client prepares for all: who knows the old columns is told the new ones, in version 5 with their id.
    if (version < ProtocolVersion::v5) continue;
    const Answer told = execute_skipping(second, all, 1, page.paging_state());
    CHECK(told.rows() == Rows{"1|1|'v'|null"});
    CHECK(told.result<RowsResult>().metadata.new_metadata_id.value_or("") == again.metadata_id);
  }
}

TEST_CASE("statements of a dropped table are forgotten, and those of a new one run in it") {
  for (const ProtocolVersion version : kVersions) {
    ClientFixture server(version);
    fill(server.client, 1);
    const KnownStatement select = server.client.prepare("SELECT v FROM t WHERE k = 1");
    const KnownStatement insert = server.client.prepare("INSERT INTO t (k, c, v) VALUES (?, 7, 'new')");
    server.client.run({"DROP TABLE t"});
    CHECK(server.client.execute(select).error<UnpreparedError>().id == select.id);
    CHECK(kind_of(server.client.ask(PrepareRequest{"SELECT v FROM t WHERE k = 1", {}})) == "error 2200");
    CHECK(server.client.execute(select).error<UnpreparedError>().id == select.id);
    server.client.run({kClusteredTable});
    const Answer answer = server.client.execute(insert, {int_value(1)});
    if (answer.is_error()) {
      CHECK(answer.error<UnpreparedError>().id == insert.id);
      const KnownStatement again = server.client.prepare("INSERT INTO t (k, c, v) VALUES (?, 7, 'new')");
      CHECK(again.id == insert.id);
      CHECK(server.client.execute(again, {int_value(1)}).summary() == "void");
    }
    CHECK(server.client.rows("SELECT k, c, v FROM t") == Rows{"1|7|'new'"});
  }
}

TEST_CASE("a statement of a table that another process has changed has to be prepared again") {
  // Another Database of the same file shares neither plans nor events with the server, as another process.
  const TemporaryFolder folder;
  ServerFixture server({}, Database::open(folder / "db"));
  MemoryClient client(server.state, ProtocolVersion::v5);
  fill(client, 1);
  const KnownStatement insert = client.prepare("INSERT INTO k.t (k, c, v) VALUES (1, ?, 'x')");
  BatchRequest batch;
  batch.entries.push_back({BatchPreparedId{insert.id}, {int_value(5)}});
  CHECK(client.ask(batch).summary() == "void");
  Session other(Database::open(folder / "db"));
  other.execute("DROP TABLE k.t");
  other.execute("CREATE TABLE k.t (k int, c text, v text, PRIMARY KEY (k, c))");
  // Whatever is known of the change by now: the client hears that it must prepare again, and then it does.
  const Answer first = client.execute(insert, {int_value(5)});
  CHECK(first.error<UnpreparedError>().id == insert.id);
  const Answer within_batch = client.ask(batch);
  CHECK(within_batch.error<UnpreparedError>().id == insert.id);
  const KnownStatement again = client.prepare("INSERT INTO k.t (k, c, v) VALUES (1, ?, 'x')");
  CHECK(again.id == insert.id);
  CHECK(client.execute(again, {text_value("five")}).summary() == "void");
  CHECK(client.rows("SELECT c FROM k.t") == Rows{"'five'"});
}

TEST_CASE(
    "a BATCH hears which of its statements has to be prepared again, whether the change is known yet or "
    "not") {
  const TemporaryFolder folder;
  ServerFixture server({}, Database::open(folder / "db"));
  MemoryClient client(server.state, ProtocolVersion::v5);
  fill(client, 1);
  client.run({"CREATE TABLE k.same (k int PRIMARY KEY)"});
  Session other(Database::open(folder / "db"));
  const KnownStatement same = client.prepare("INSERT INTO k.same (k) VALUES (?)");
  bool is_text = false;  // the type of the clustering column
  for (int round = 0; round < 100; ++round) {
    const KnownStatement insert = client.prepare("INSERT INTO k.t (k, c, v) VALUES (1, ?, 'x')");
    const auto value = [&] { return is_text ? text_value("five") : int_value(5); };
    BatchRequest batch;
    batch.entries.push_back({BatchPreparedId{same.id}, {int_value(1)}});
    batch.entries.push_back({BatchPreparedId{insert.id}, {value()}});
    CHECK(client.ask(batch).summary() == "void");
    other.execute("DROP TABLE k.t");
    is_text = !is_text;
    other.execute(is_text ? "CREATE TABLE k.t (k int, c text, v text, PRIMARY KEY (k, c))"
                          : "CREATE TABLE k.t (k int, c int, v text, PRIMARY KEY (k, c))");
    CHECK(client.ask(batch).error<UnpreparedError>().id == insert.id);
    // Prepared again, it has the new types at once.
    const KnownStatement again = client.prepare("INSERT INTO k.t (k, c, v) VALUES (1, ?, 'x')");
    CHECK(client.execute(again, {value()}).summary() == "void");
  }
}

TEST_CASE("EXECUTE of an unknown id is told the id") {
  for (const ProtocolVersion version : kVersions) {
    ClientFixture server(version);
    for (const std::string_view id : {"0123456789abcdef", "short", ""}) {
      CHECK(server.client.ask(ExecuteRequest{id, "", {}}).error<UnpreparedError>().id == id);
    }
  }
}

TEST_CASE("statements beyond the bound are forgotten, the longest unused first") {
  ServerLimits limits;
  limits.prepared_bytes = std::size_t{100} << 10;
  ClientFixture server(ProtocolVersion::v4, with_limits(limits));
  fill(server.client, 1);
  const KnownStatement used = server.client.prepare("SELECT v FROM t WHERE k = 1 AND c = 0");
  const KnownStatement unused = server.client.prepare("SELECT v FROM t WHERE k = 2");
  for (int number = 0; number < 100; ++number) {
    server.client.prepare("SELECT v FROM t WHERE k = " + std::to_string(100 + number));
    CHECK(server.client.execute(used).rows() == Rows{"'v'"});
  }
  CHECK(server.state.prepared->all().size() < 30);
  CHECK(server.client.execute(unused).error<UnpreparedError>().id == unused.id);
  CHECK(server.client.prepare("SELECT v FROM t WHERE k = 2").id == unused.id);
  CHECK(server.client.execute(unused).rows() == Rows{});
  // One that is longer than all may be is kept as long as it is the only one.
  const std::string padded = "SELECT v FROM t WHERE k = 1 AND c = 0 --" + std::string(50'000, 'x');
  const KnownStatement large = server.client.prepare(padded);
  CHECK(server.client.execute(large).rows() == Rows{"'v'"});
  CHECK(server.state.prepared->all().size() == 1);
}

}  // namespace cellar::test
