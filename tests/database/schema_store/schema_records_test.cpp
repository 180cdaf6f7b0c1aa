#include "database/schema_store/schema_records.h"

#include <unistd.h>

#include <filesystem>
#include <thread>

#include "../fixture.h"
#include "schema/cql_text.h"
#include "schema/record.h"
#include "storage/verify/verify.h"

using namespace cellar;

namespace {

struct DatabasePlace {
  std::filesystem::path directory =
      std::filesystem::temp_directory_path() / ("cellar-schema-" + std::to_string(::getpid()));
  std::filesystem::path path = directory / "data.cellar";

  DatabasePlace() {
    std::filesystem::remove_all(directory);
    std::filesystem::create_directories(directory);
  }
  ~DatabasePlace() { std::filesystem::remove_all(directory); }
};

StoreOptions without_sync() {
  StoreOptions options;
  options.sync = false;
  return options;
}

std::size_t decoded(const Schema& schema) {
  std::size_t count = 0;
  for (const auto& [name, keyspace] : schema.keyspaces) {
    for (const auto& [table_name, table] : keyspace.tables.stored()) count += table.is_decoded();
  }
  return count;
}

void check_equal(const Schema& left, const Schema& right) {
  REQUIRE(left.keyspaces.size() == right.keyspaces.size());
  for (const auto& [name, keyspace] : left.keyspaces) {
    const Keyspace& other = *right.find_keyspace(name);
    CHECK(describe_all(keyspace) == describe_all(other));
    REQUIRE(keyspace.user_types.size() == other.user_types.size());
    for (const auto& [type_name, type] : keyspace.user_types) CHECK(type == *other.user_types.get(type_name));
    REQUIRE(keyspace.tables.size() == other.tables.size());
    for (const auto& [table_name, table] : keyspace.tables) CHECK(*table == *other.tables.get(table_name));
  }
}

std::string record_in(const Refusal& refusal) {
  for (const auto& [name, value] : refusal.diagnostic.parameters) {
    if (name == "record") return value;
  }
  return "";
}

/// Tables t0, t1, ... of the database in the path, each with a row.
void make_tables(const DatabasePlace& place, int count) {
  const Database database = Database::open(place.path, without_sync());
  Session session(database);
  create_keyspace(session);
  session.execute("CREATE TYPE u (x int)");
  for (int table = 0; table < count; ++table) {
    const std::string name = "t" + std::to_string(table);
    session.execute("CREATE TABLE " + name + " (k int PRIMARY KEY, v " +
                    (table % 10 == 0 ? "frozen<u>" : "int") + ")");
  }
  session.execute("INSERT INTO t3 (k, v) VALUES (1, 3)");
}

void put_record(const DatabasePlace& place, const std::string& name, const std::string& record) {
  const Store store = Store::open(place.path);
  WriteTransaction transaction = store.write();
  transaction.put_schema_record(name, record);
  transaction.commit();
}

std::string ids_of(Session& session, std::string_view table_name) {
  const TablePointer table = session.schema()->find_table("k", table_name);
  std::string text;
  for (const Column& column : table->columns) text += column.name + std::to_string(column.id) + " ";
  for (const DroppedColumn& column : table->dropped_columns)
    text += "-" + column.name + std::to_string(column.id) + " ";
  return text;
}

}  // namespace

TEST_CASE("the schema in memory follows each definition as if it were read anew") {
  const DatabasePlace place;
  const Database database = Database::open(place.path, without_sync());
  Session session(database);
  create_keyspace(session);
  const char* const kDefinitions[] = {
      "CREATE TYPE zip (code int)",
      "CREATE TYPE place (x int, z frozen<zip>)",
      "CREATE TABLE \"Wide\" (a int, \"B\" text, c timeuuid, d frozen<map<text, frozen<place>>>, e "
      "list<frozen<place>>, s text static, g place, v vector<float, 3>, t tuple<int, frozen<list<text>>>, "
      "PRIMARY KEY ((a, \"B\"), c, d)) WITH CLUSTERING ORDER BY (c DESC, d ASC) AND comment = 'it''s wide' "
      "AND "
      "default_time_to_live = 7 AND compression = {'class': 'LZ4Compressor'}",
      "CREATE TABLE plain (k int PRIMARY KEY, v varchar)",
      "ALTER TABLE \"Wide\" ADD dropped text",
      "ALTER TABLE \"Wide\" ADD again frozen<zip>",
      "ALTER TABLE \"Wide\" ADD both tuple<int, frozen<list<frozen<zip>>>>",
      "ALTER TABLE \"Wide\" DROP (dropped, both)",
      "ALTER TABLE \"Wide\" DROP again",
      "ALTER TABLE \"Wide\" ADD dropped text",
      "ALTER TYPE zip ADD extra set<int>",
      "ALTER TYPE place ADD more int",
      "ALTER TYPE place RENAME x TO y",
      "ALTER TABLE plain RENAME k TO key",
      "ALTER TABLE plain WITH gc_grace_seconds = 7 AND caching = {'keys': 'NONE'}",
      "TRUNCATE plain",
      "CREATE KEYSPACE o WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 3} AND "
      "durable_writes = false",
      "CREATE TABLE o.counts (k uuid PRIMARY KEY, n counter)",
      "ALTER KEYSPACE o WITH durable_writes = true",
      "ALTER KEYSPACE k WITH durable_writes = false",
      "CREATE TYPE o.unused (x int)",
      "DROP TYPE o.unused",
      "DROP TABLE \"Wide\"",
      "DROP KEYSPACE o",
      "CREATE TABLE \"Wide\" (k frozen<place> PRIMARY KEY)",
  };
  for (const char* definition : kDefinitions) {
    INFO(definition);
    session.execute(definition);
    const SchemaPointer in_memory = session.schema();
    const SchemaPointer read = Database::open(place.path, without_sync()).schema();
    CHECK(in_memory->version == read->version);
    check_equal(*in_memory, *read);
  }
}

TEST_CASE("a database with many tables decodes those that a statement names") {
  const DatabasePlace place;
  make_tables(place, 200);
  const Database database = Database::open(place.path);
  Session session(database);
  session.use("k");
  Result result = session.execute("SELECT v FROM t3");
  CHECK(rows_of(result) == Rows{"3"});
  CHECK(decoded(*database.schema()) == 1);
  session.execute("CREATE TABLE more (k int PRIMARY KEY)");
  session.execute("ALTER TABLE t5 ADD w int");
  CHECK(refusal_of([&] { session.execute("SELECT * FROM t"); }).starts_with("undefined_table"));
  CHECK(decoded(*database.schema()) == 3);
  // Those that use no user type need not be looked at.
  session.execute("ALTER TYPE u ADD y int");
  CHECK(session.schema()->find_table("k", "t10")->columns[1].type.arguments.size() == 2);
  CHECK(decoded(*database.schema()) == 4);
}

TEST_CASE("a change made elsewhere decodes nothing that did not change") {
  const DatabasePlace place;
  make_tables(place, 30);
  const Database database = Database::open(place.path);
  for (const auto& [name, table] : database.schema()->find_keyspace("k")->tables) REQUIRE(table);
  const SchemaPointer before = database.schema();
  CHECK(decoded(*before) == 30);
  // Another database object knows as little of this one's schema as another process does.
  const Database other = Database::open(place.path);
  Session elsewhere(other);
  elsewhere.execute("ALTER TABLE k.t1 ADD w int");
  elsewhere.execute("DROP TABLE k.t2");
  elsewhere.execute("CREATE TABLE k.t99 (k int PRIMARY KEY)");
  const SchemaPointer after = database.schema();
  CHECK(decoded(*after) == 28);
  CHECK(after->find_table("k", "t3") == before->find_table("k", "t3"));
  CHECK(after->find_table("k", "t10") == before->find_table("k", "t10"));
  CHECK(after->find_table("k", "t2") == nullptr);
  CHECK(after->find_table("k", "t1")->find("w").has_value());
  elsewhere.execute("ALTER TYPE k.u ADD y int");
  const SchemaPointer last = database.schema();
  CHECK(last->find_table("k", "t3") == before->find_table("k", "t3"));
  CHECK(last->find_table("k", "t10")->columns[1].type.arguments.size() == 2);
  CHECK(before->find_table("k", "t10")->columns[1].type.arguments.size() == 1);
}

TEST_CASE("a definition that cannot be committed leaves nothing in memory") {
  StoreOptions options;
  options.map_size = 1 << 20;
  const Database database = Database::open_temporary(options);
  Session session(database);
  create_keyspace(session);
  int made = 0;
  const auto make = [&] {
    session.execute("CREATE TABLE t" + std::to_string(made) + " (k int PRIMARY KEY) WITH comment = '" +
                    std::string(20'000, 'c') + "'");
  };
  while (refusal_of(make).empty()) ++made;
  CHECK(refusal_of(make) == "map_full");
  const SchemaPointer schema = session.schema();
  CHECK(schema->find_keyspace("k")->tables.size() == static_cast<std::size_t>(made));
  CHECK(schema->find_table("k", "t" + std::to_string(made)) == nullptr);
}

TEST_CASE("the record of a table with the usual options is small") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, a text, b bigint, c double, d text)"});
  CHECK(f.session.schema()->find_keyspace("k")->tables.stored().get("t")->record.size() < 200);
}

TEST_CASE("damaged and unknown records are refused by name, and only where they are needed") {
  const DatabasePlace place;
  make_tables(place, 4);
  const auto put = [&](const std::string& name, const std::string& record) {
    put_record(place, name, record);
  };
  const auto refused = [&](const std::string& statement) -> std::string {
    const Database database = Database::open(place.path);
    Session session(database);
    try {
      session.execute(statement);
    } catch (const Refusal& refusal) {
      return std::string(refusal.diagnostic.id) + " " + record_in(refusal);
    }
    return "";
  };
  put("table/k/t1", "CREATE TABLE k.t1 (k int PRIMARY KEY);");
  CHECK(refused("SELECT * FROM k.t2").empty());
  CHECK(refused("SELECT * FROM k.t1") == "damaged_table table/k/t1");
  put("type/k/u", "");
  CHECK(refused("SELECT * FROM k.t2") == "damaged_schema type/k/u");
  put("type/k/u", encode(UserType{"k", "u", {"x"}, {native_type(TypeKind::int_)}}));
  CHECK(refused("SELECT * FROM k.t0").empty());
  put("table/elsewhere/t", "");
  CHECK(refused("SELECT * FROM k.t2") == "damaged_schema table/elsewhere/t");
}

TEST_CASE("a table whose record is damaged can be dropped, alone or with its keyspace") {
  const DatabasePlace place;
  make_tables(place, 4);
  put_record(place, "table/k/t1", "not a record");
  put_record(place, "table/k/t2", "");
  {
    const Database database = Database::open(place.path);
    Session session(database);
    CHECK(refusal_of([&] { session.execute("TRUNCATE k.t1"); }) == "damaged_table");
    session.execute("DROP TABLE k.t1");
    CHECK(refusal_of([&] { session.execute("SELECT * FROM k.t1"); }).starts_with("undefined_table"));
    session.execute("DROP TABLE IF EXISTS k.t1");
    session.execute("CREATE TABLE k.t1 (k int PRIMARY KEY, v text)");
    Result result = session.execute("SELECT * FROM k.t1");
    CHECK(rows_of(result).empty());
  }
  const Database database = Database::open(place.path);
  Session session(database);
  session.execute("DROP KEYSPACE k");
  create_keyspace(session);
  session.execute("CREATE TABLE k.t3 (k int PRIMARY KEY, v int)");
  Result result = session.execute("SELECT * FROM k.t3");
  CHECK(rows_of(result).empty());
  check_equal(*session.schema(), *Database::open(place.path).schema());
}

TEST_CASE("a damaged table that is dropped leaves alone the data of the table whose id its record names") {
  const DatabasePlace place;
  make_tables(place, 4);
  Table copy;
  {
    const Database database = Database::open(place.path);
    copy = *database.schema()->find_table("k", "t3");
  }
  copy.name = "t1";
  put_record(place, "table/k/t1", encode(copy) + "damage");
  const Database database = Database::open(place.path);
  Session session(database);
  session.execute("DROP TABLE k.t1");
  database.compact();
  Result result = session.execute("SELECT v FROM k.t3");
  CHECK(rows_of(result) == Rows{"3"});
}

TEST_CASE("of two tables that have one id neither is read, and a drop of one leaves the data alone") {
  const DatabasePlace place;
  make_tables(place, 4);
  Table copy;
  {
    const Database database = Database::open(place.path);
    copy = *database.schema()->find_table("k", "t1");
    copy.id = database.schema()->find_table("k", "t3")->id;
  }
  put_record(place, "table/k/t1", encode(copy));
  std::vector<std::string> reasons;
  verify_file(place.path,
              {[&](const Damage& damage) { reasons.push_back(damage.place + ": " + damage.reason); },
               [] { return false; }});
  CHECK(reasons == std::vector<std::string>{
                       "the schema's record table/k/t1: it has the id of k.t3, and so neither can be read",
                       "the schema's record table/k/t3: it has the id of k.t1, and so neither can be read"});
  {
    const Database database = Database::open(place.path);
    Session session(database);
    for (const char* table : {"k.t1", "k.t3"}) {
      CHECK(refusal_of([&] { session.execute(std::string("SELECT * FROM ") + table); }) == "damaged_table");
    }
    session.execute("DROP TABLE k.t1");
  }
  const Database database = Database::open(place.path);
  database.compact();
  Session session(database);
  Result result = session.execute("SELECT v FROM k.t3");
  CHECK(rows_of(result) == Rows{"3"});
}

TEST_CASE("a record of a kind that is not known is refused") {
  const DatabasePlace place;
  make_tables(place, 4);
  put_record(place, "index/k/i", "");
  const Database database = Database::open(place.path);
  CHECK(refusal_of([&] { database.schema(); }) == "schema_record_unknown");
}

TEST_CASE("threads that look up tables at once find the same ones") {
  const DatabasePlace place;
  make_tables(place, 100);
  const Database database = Database::open(place.path);
  const SchemaPointer schema = database.schema();
  std::vector<std::vector<TablePointer>> found(4);
  std::vector<std::thread> threads;
  for (std::vector<TablePointer>& mine : found) {
    threads.emplace_back([&] {
      for (int table = 0; table < 100; ++table)
        mine.push_back(schema->find_table("k", "t" + std::to_string(table)));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& mine : found) CHECK(mine == found.front());
}

TEST_CASE("ids of columns are small, and none of a table is given twice") {
  Fixture f;
  f.run({"CREATE TABLE other (k int PRIMARY KEY, v int)",
         "CREATE TABLE t (k int, c int, b int, a int, s int static, PRIMARY KEY (k, c))"});
  CHECK(ids_of(f.session, "other") == "k2 v1 ");
  CHECK(ids_of(f.session, "t") == "k4 c5 s1 a2 b3 ");
  const TableId first = f.session.schema()->find_table("k", "t")->id;
  f.run({"ALTER TABLE t ADD (d int, aa int)"});
  CHECK(ids_of(f.session, "t") == "k4 c5 s1 a2 aa6 b3 d7 ");
  // The largest id belongs to a column that is dropped: the next one must not get it.
  f.run({"ALTER TABLE t DROP (d, b)", "ALTER TABLE t ADD e int", "ALTER TABLE t RENAME c TO z"});
  CHECK(ids_of(f.session, "t") == "k4 z5 s1 a2 aa6 e8 -d7 -b3 ");
  // A column that comes back has its id again, as often as that happens.
  for (int time = 0; time < 2; ++time) {
    f.run({"ALTER TABLE t ADD d int"});
    CHECK(ids_of(f.session, "t").find(" d7 ") != std::string::npos);
    f.run({"ALTER TABLE t DROP d"});
  }
  f.run({"ALTER TABLE t ADD f int"});
  CHECK(ids_of(f.session, "t") == "k4 z5 s1 a2 aa6 e8 f9 -b3 -d7 ");
  // Small ids are given again only where the table's own id is fresh.
  f.run({"TRUNCATE t"});
  const TableId second = f.session.schema()->find_table("k", "t")->id;
  CHECK(ids_of(f.session, "t") == "k4 z5 s1 a2 aa6 e8 f9 -b3 -d7 ");
  f.run({"DROP TABLE t", "CREATE TABLE t (k int PRIMARY KEY, v int)"});
  const TableId third = f.session.schema()->find_table("k", "t")->id;
  CHECK(ids_of(f.session, "t") == "k2 v1 ");
  CHECK(first < second);
  CHECK(second < third);
}
