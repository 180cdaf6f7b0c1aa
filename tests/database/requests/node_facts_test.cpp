// The facts of the node as which a database appears: names from whoever opens it, the id from the file, the address from
// the session.

#include <set>

#include "../storage/child.h"
#include "database/database.h"
#include "executor/system/system_rows.h"
#include "fixture.h"
#include "storage/verify/verify.h"

namespace cellar {

namespace {

Rows rows_in(const Database& database, std::string_view statement) {
  Session session(database);
  Result result = session.execute(statement);
  return rows_of(result);
}

std::string host_id_of(const Database& database) {
  return rows_in(database, "SELECT host_id FROM system.local WHERE key = 'local'").at(0);
}
std::string host_id_in(const std::filesystem::path& path, bool read_only = false) {
  return host_id_of(Database::open(path, {.read_only = read_only}));
}

DatabaseOptions named(std::string cluster, std::string datacenter, std::string rack) {
  DatabaseOptions options;
  options.node = {std::move(cluster), std::move(datacenter), std::move(rack)};
  return options;
}

void write_to(const std::filesystem::path& path, const std::string& keyspace) {
  Session session(Database::open(path));
  create_keyspace(session, keyspace);
}

bool is_sound(const std::filesystem::path& path) {
  return verify_file(path, {.on_damage = [](const Damage&) {}, .interrupted = [] { return false; }})
             .damages == 0;
}

/// A file that was written before files had ids.
struct EarlierFile {
  test::Folder folder;
  std::filesystem::path path = copy("earlier.cellar");

  std::filesystem::path copy(const std::string& name) const {
    std::filesystem::path to = folder / name;
    std::filesystem::copy_file(std::filesystem::path(CELLAR_SOURCE_DIR) / "tests/database/data/format_3.db",
                               to);
    return to;
  }
};

}  // namespace

TEST_CASE("system.local tells the names with which a database was opened") {
  const std::string names = "SELECT cluster_name, data_center, rack FROM system.local";
  const Database usual = Database::open_temporary();
  const Database east = Database::open_temporary({}, named("shop", "east", "r7"));
  const Database west = Database::open_temporary({}, named("bank", "west", "r8"));
  CHECK(rows_in(usual, names) == Rows{"'cellar'|'datacenter1'|'rack1'"});
  CHECK(rows_in(east, names) == Rows{"'shop'|'east'|'r7'"});
  CHECK(rows_in(west, names) == Rows{"'bank'|'west'|'r8'"});
  CHECK(rows_in(east, "DESCRIBE CLUSTER") == Rows{"'shop'|'Murmur3Partitioner'|'DynamicEndpointSnitch'"});
  CHECK(east.node().names.rack == "r7");
}

TEST_CASE("a keyspace has its copies in the datacenter that was named") {
  const Database database = Database::open_temporary({}, named("shop", "east", "r1"));
  Session session(database, Policy::cassandra);
  const auto create = [&](const std::string& name, const std::string& copies) {
    return session.attempt("CREATE KEYSPACE " + name +
                           " WITH replication = {'class': 'NetworkTopologyStrategy', " + copies + "}");
  };
  const Reply made = create("a", "'east': 3");
  REQUIRE(std::holds_alternative<Result>(made));
  CHECK(std::get<Result>(made).notices().at(0).code() == "W424");
  CHECK(std::get<Refusal>(create("b", "'datacenter1': 1")).diagnostic.id == "unknown_datacenter");
  create("c", "'replication_factor': 1");
  CHECK(rows_in(database, "SELECT replication FROM system_schema.keyspaces WHERE keyspace_name = 'c'") ==
        Rows{"{'class': 'org.apache.cassandra.locator.NetworkTopologyStrategy', 'east': '1'}"});
  const Reply role = session.attempt("CREATE ROLE r WITH ACCESS TO DATACENTERS {'datacenter1'}");
  CHECK(std::get<Refusal>(role).diagnostic.id == "role_datacenter");
}

TEST_CASE("the id of the node belongs to the file") {
  const test::Folder folder;
  const std::filesystem::path path = folder / "one.cellar";
  const std::string id = host_id_in(path);
  CHECK(id.size() == 36);
  CHECK(id[14] == '4');
  CHECK(std::string("89ab").find(id[19]) != std::string::npos);
  CHECK(host_id_in(path, true) == id);
  write_to(path, "k");
  CHECK(host_id_in(path) == id);
  Database::open(path).compact();
  CHECK(host_id_in(path) == id);
  CHECK(is_sound(path));
  std::filesystem::copy_file(path, folder / "copy.cellar");
  CHECK(host_id_in(folder / "copy.cellar") == id);
  CHECK(host_id_in(folder / "other.cellar") != id);
  const Database temporary = Database::open_temporary();
  const std::string of_temporary = host_id_of(temporary);
  temporary.compact();
  CHECK(host_id_of(temporary) == of_temporary);
  CHECK(host_id_of(Database::open_temporary()) != of_temporary);
}

TEST_CASE("a group tells the id, too") {
  Fixture fixture;
  const std::string id = host_id_of(fixture.database);
  fixture.run({"CREATE TABLE t (k int PRIMARY KEY)"});
  fixture.session.begin_group();
  fixture.run({"INSERT INTO t (k) VALUES (1)"});
  CHECK(fixture.rows("SELECT host_id FROM system.local") == Rows{id});
  fixture.session.commit_group();
}

TEST_CASE("a file of an earlier program has an id, and keeps it when it is written") {
  const EarlierFile file;
  const std::string id = host_id_in(file.path, true);
  CHECK(id[14] == '4');
  CHECK(host_id_in(file.path) == id);
  write_to(file.path, "more");
  CHECK(host_id_in(file.path) == id);
  write_to(file.path, "still_more");
  CHECK(host_id_in(file.path, true) == id);
  Database::open(file.path).compact();
  CHECK(host_id_in(file.path) == id);
  CHECK(is_sound(file.path));
  // COMPACT alone keeps it, too.
  const std::filesystem::path compacted = file.copy("compacted.cellar");
  Database::open(compacted).compact();
  CHECK(host_id_in(compacted) == id);
}

TEST_CASE("processes that open a file of an earlier program agree on its id") {
  const EarlierFile file;
  const std::string id = host_id_in(file.path, true);
  // Each opens the file and tells the id, then all write at once, and each tells the id again.
  const auto work = [&](test::Pipes& pipes, const std::string& keyspace) {
    const Database database = Database::open(file.path);
    const bool before = host_id_of(database) == id;
    pipes.say(1);
    pipes.hear();
    Session session(database);
    create_keyspace(session, keyspace);
    return before && host_id_of(database) == id ? 0 : 1;
  };
  test::Child first([&](test::Pipes& pipes) { return work(pipes, "first"); });
  test::Child second([&](test::Pipes& pipes) { return work(pipes, "second"); });
  CHECK(first.pipes.hear() == 1);
  CHECK(second.pipes.hear() == 1);
  first.pipes.say(1);
  second.pipes.say(1);
  CHECK(first.wait() == 0);
  CHECK(second.wait() == 0);
  CHECK(host_id_in(file.path) == id);
}

TEST_CASE("a seed decides the id of the node") {
  const Database one = Database::open_temporary();
  const Database other = Database::open_temporary();
  const std::string id = host_id_of(one);
  one.seed_uuids(42);
  other.seed_uuids(42);
  CHECK(host_id_of(one) == host_id_of(other));
  CHECK(host_id_of(one) != id);
  other.seed_uuids(43);
  CHECK(host_id_of(one) != host_id_of(other));
  one.seed_uuids(std::nullopt);
  CHECK(host_id_of(one) == id);
}

TEST_CASE("each session tells the address at which its client reaches the node") {
  const std::string address = "SELECT rpc_address, rpc_port FROM system.local WHERE key = 'local'";
  const Database database = Database::open_temporary();
  Session usual(database);
  Session fourth(database);
  Session sixth(database);
  fourth.set_rpc_address({{"\x0a\x00\x00\x07", 4}, 9043});
  sixth.set_rpc_address({std::string(15, '\0') + '\x01', 19'042});
  const Prepared prepared = usual.prepare(address);  // one plan for all of them
  for (int round = 0; round < 2; ++round) {
    const auto told = [&](Session& session) {
      Result by_text = session.execute(address);
      Result by_plan = session.execute(prepared);
      const Rows rows = rows_of(by_text);
      CHECK(rows_of(by_plan) == rows);
      return rows;
    };
    CHECK(told(usual) == Rows{"'127.0.0.1'|9042"});
    CHECK(told(fourth) == Rows{"'10.0.0.7'|9043"});
    CHECK(told(sixth) == Rows{"'::1'|19042"});
  }
  // A result keeps the address with which it began.
  Result begun = fourth.execute(address);
  fourth.set_rpc_address({std::string(10, '\0') + std::string("\xff\xff\x0a\x00\x00\x08", 6), 9044});
  CHECK(rows_of(begun) == Rows{"'10.0.0.7'|9043"});
  Result next = fourth.execute(address);
  CHECK(rows_of(next) == Rows{"'10.0.0.8'|9044"});
  CHECK(refusal_of([&] { fourth.set_rpc_address({"127.0.0.1", 9042}); }) == "inet_length");
  CHECK(refusal_of([&] { fourth.set_rpc_address({"", 9042}); }) == "inet_length");
}

}  // namespace cellar
