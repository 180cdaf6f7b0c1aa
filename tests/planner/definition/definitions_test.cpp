#include "planner/definition/definitions.h"

#include <catch2/catch.hpp>

#include "definition_world.h"
#include "planner/names.h"
#include "schema/cql_text.h"

using namespace cellar;

TEST_CASE("what describe writes makes the same thing again") {
  World world;
  world.run("CREATE TYPE point (x int, y int)");
  world.run("CREATE TYPE \"Line\" (a frozen<point>, names map<text, text>)");
  const std::vector<std::string> definitions = {
      "CREATE TABLE t (k int PRIMARY KEY)",
      "CREATE TABLE t (k int, c text, PRIMARY KEY (k, c)) WITH CLUSTERING ORDER BY (c DESC)",
      "CREATE TABLE t (a int, b int, c int, s text static, \"Select\" int, d timeuuid, PRIMARY KEY ((a, b), "
      "c, d)) "
      "WITH CLUSTERING ORDER BY (c ASC, d DESC) AND comment = 'it''s' AND default_time_to_live = 5",
      "CREATE TABLE t (k int PRIMARY KEY, v counter)",
      "CREATE TABLE t (k frozen<list<int>> PRIMARY KEY, p point, w vector<point, 2>, n "
      "frozen<list<list<point>>>, l list<frozen<point>>, q frozen<\"Line\">, "
      "m map<text, frozen<set<int>>>, u tuple<int, list<text>>, e vector<float, 3>)",
      "CREATE TABLE t (k int PRIMARY KEY, v int) WITH compression = {} AND caching = {'rows_per_partition': "
      "10} AND "
      "compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'HOURS'} AND "
      "bloom_filter_fp_chance = 0.25 AND speculative_retry = 'max(99PERCENTILE, 50ms)' AND cdc = true AND "
      "extensions = {'a': 0xff}",
  };
  for (const std::string& definition : definitions) {
    INFO(definition);
    world.run(definition);
    const std::string text = describe(world.table("t"));
    const Table before = world.table("t");
    world.run("DROP TABLE t");
    world.run(text);
    CHECK(describe(world.table("t")) == text);
    CHECK(world.table("t").options == before.options);
    CHECK(world.table("t").columns.size() == before.columns.size());
    world.run("DROP TABLE t");
  }
  const std::string line = describe(*world.keyspace().user_types.get("Line"));
  world.run("DROP TYPE \"Line\"");
  world.run(line);
  CHECK(describe(*world.keyspace().user_types.get("Line")) == line);
  const std::string keyspace = describe(world.keyspace());
  world.run("DROP KEYSPACE app");
  world.run(keyspace);
  CHECK(describe(world.keyspace()) == keyspace);
}

TEST_CASE("a table has its columns by kind, orders and a uuid of its own") {
  World world;
  world.run(
      "CREATE TABLE t (v int, c int, s int static, k int, a int, PRIMARY KEY (k, c)) WITH CLUSTERING ORDER "
      "BY "
      "(c DESC)");
  const Table& table = world.table("t");
  std::string names;
  for (const Column& column : table.columns) names += column.name + " ";
  CHECK(names == "k c s a v ");
  CHECK(table.partition_key_size == 1);
  CHECK(table.clustering_size == 1);
  CHECK(world.column("t", "c").descending);
  CHECK(table.uuid.size() == 16);
  world.run("CREATE TABLE u (k int PRIMARY KEY) WITH id = 00112233-4455-6677-8899-aabbccddeeff");
  CHECK(static_cast<unsigned char>(world.table("u").uuid[15]) == 0xff);
  CHECK(world.table("u").uuid != table.uuid);
}

TEST_CASE("a primary key that does not fit is refused at the name that is wrong") {
  World world;
  CHECK(world.outcome("CREATE TABLE t (a int, b int)") == "E210 invalid [t]");
  CHECK(world.outcome("CREATE TABLE t (a int PRIMARY KEY, b int PRIMARY KEY)") ==
        "E210 invalid [b int PRIMARY KEY]");
  CHECK(world.outcome("CREATE TABLE t (state text, city text, PRIMARY KEY (state_province, city))") ==
        "E202 invalid [state_province] state");
  CHECK(world.outcome("CREATE TABLE t (liked_prdt_id uuid, on_day date, PRIMARY KEY (prdt_id, on_day))") ==
        "E202 invalid [prdt_id] liked_prdt_id");
  CHECK(world.outcome("CREATE TABLE t (city text, PRIMARY KEY (ctiy))") == "E202 invalid [ctiy] city");
  CHECK(world.outcome("CREATE TABLE t (a int, PRIMARY KEY (a, zebra))") == "E202 invalid [zebra]");
  CHECK(world.outcome("CREATE TABLE t (a int, b int, PRIMARY KEY (a, b, a))") == "E210 invalid [a]");
  CHECK(world.outcome("CREATE TABLE t (a int PRIMARY KEY, A int)") == "E214 invalid [A]");
  CHECK(world.outcome("CREATE TABLE t (a list<int> PRIMARY KEY)") ==
        "E210 invalid [list<int>] frozen<list<int>>");
  CHECK(world.outcome("CREATE TABLE t (a int, d frozen<list<duration>>, PRIMARY KEY (a, d))") ==
        "E210 invalid [frozen<list<duration>>]");
  CHECK(world.outcome("CREATE TABLE t (a counter PRIMARY KEY)") == "E209 invalid [counter]");
  CHECK(world.outcome("CREATE TABLE t (a int STATIC, b int, PRIMARY KEY (a, b))") == "E208 invalid [a]");
  CHECK(world.outcome("CREATE TABLE t (a int PRIMARY KEY, b int STATIC)") == "E208 invalid [b]");
}

TEST_CASE("the clustering order follows the primary key") {
  World world;
  const std::string table =
      "CREATE TABLE t (p int, a int, b int, v int, PRIMARY KEY (p, a, b)) WITH CLUSTERING ORDER BY ";
  CHECK(world.outcome(table + "(a DESC)") == "ok");
  CHECK(world.outcome(table + "(b DESC)") == "E207 invalid [b]");
  CHECK(world.outcome(table + "(b DESC, a ASC)") == "E207 invalid [b]");
  CHECK(world.outcome(table + "(a ASC, v ASC)") == "E207 invalid [v]");
  CHECK(world.outcome(table + "(a ASC, a ASC)") == "E207 invalid [a]");
  CHECK(world.outcome("CREATE TABLE t (p int PRIMARY KEY, a int) WITH CLUSTERING ORDER BY (p ASC)") ==
        "E207 invalid [p]");
}

TEST_CASE("counters and other columns do not share a table") {
  World world;
  CHECK(world.outcome("CREATE TABLE t (k int PRIMARY KEY, n counter, name text)") == "E209 invalid [name]");
  CHECK(world.outcome("CREATE TABLE t (k int PRIMARY KEY, n counter) WITH default_time_to_live = 5") ==
        "E209 invalid [default_time_to_live = 5]");
  world.run("CREATE TABLE votes (k int PRIMARY KEY, n counter)");
  CHECK(world.outcome("ALTER TABLE votes ADD note text") == "E209 config [note]");
  CHECK(world.outcome("ALTER TABLE votes WITH default_time_to_live = 5") ==
        "E209 invalid [default_time_to_live = 5]");
  world.run("ALTER TABLE votes DROP n");
  CHECK(world.outcome("ALTER TABLE votes ADD note text") == "E209 config [note]");
  CHECK(world.outcome("ALTER TABLE votes ADD n counter") == "E218 invalid [n]");
  CHECK(world.outcome("ALTER TABLE votes ADD m counter") == "ok");
  world.run("CREATE TABLE bare (k int PRIMARY KEY)");
  CHECK(world.outcome("ALTER TABLE bare ADD n counter") == "E209 config [n]");
}

TEST_CASE("types that cannot stand where they do are refused at their place") {
  World world;
  world.run("CREATE TYPE point (x int)");
  world.run("CREATE TYPE bag (items list<int>)");
  const auto outcome = [&world](const std::string& type) {
    return world.outcome("CREATE TABLE t (k int PRIMARY KEY, v " + type + ")");
  };
  CHECK(outcome("list<list<int>>") == "E206 invalid [list<int>] frozen<list<int>>");
  CHECK(outcome("frozen<list<list<int>>>") == "ok");
  CHECK(outcome("list<tuple<int, list<int>>>") == "ok");
  CHECK(outcome("map<text, point>") == "E206 invalid [point] frozen<point>");
  CHECK(outcome("bag") == "E206 invalid [bag] frozen<bag>");
  CHECK(outcome("frozen<bag>") == "ok");
  CHECK(outcome("set<counter>") == "E209 invalid [counter]");
  CHECK(outcome("tuple<counter>") == "E209 invalid [counter]");
  CHECK(outcome("set<duration>") == "E206 invalid [duration]");
  CHECK(outcome("map<duration, int>") == "E206 invalid [duration]");
  CHECK(outcome("map<int, duration>") == "ok");
  CHECK(outcome("list<duration>") == "ok");
  CHECK(outcome("vector<float, 0>") == "E206 invalid [vector<float, 0>]");
  CHECK(outcome("list") == "E205 invalid [list]");
  CHECK(outcome("string") == "E205 invalid [string] text");
  CHECK(outcome("txt") == "E205 invalid [txt] text");
  CHECK(outcome("pint") == "E205 invalid [pint]");
  CHECK(outcome("\"text\"") == "E205 invalid [\"text\"] text");
  CHECK(outcome("frozen<other.point>") == "E205 invalid [other]");
  CHECK(outcome("'org.apache.cassandra.db.marshal.UTF8Type'") == "ok");
  CHECK(outcome("'Int32Type'") == "ok");
  CHECK(outcome("'MapType(UTF8Type, FrozenType(org.apache.cassandra.db.marshal.ListType(Int32Type)))'") ==
        "ok");
  CHECK(outcome("'ListType(Int32Type'") == "E205 syntax ['ListType(Int32Type']");
  CHECK(outcome("'VectorType(FloatType, 3)'") == "ok");
  CHECK(outcome("'ListType(VectorType(org.apache.cassandra.db.marshal.UTF8Type,2))'") == "ok");
  for (const std::string wrong :
       {"FloatType", "FloatType,0", "FloatType,x", "FloatType,-1", "NoSuchType,3", ",3"})
    CHECK(outcome("'VectorType(" + wrong + ")'") == "E205 syntax ['VectorType(" + wrong + ")']");
  CHECK(outcome("'NoSuchType'") == "E205 syntax ['NoSuchType']");
}

TEST_CASE("what is frozen freezes its parts") {
  World world;
  world.run("CREATE TYPE point (x int, tags set<text>)");
  world.run("CREATE TABLE t (k int PRIMARY KEY, v frozen<list<point>>, w tuple<point, list<int>>)");
  const Type& list = world.column("t", "v").type;
  CHECK(list.frozen);
  CHECK(list.arguments[0].frozen);
  CHECK(list.arguments[0].arguments[1].frozen);
  CHECK(world.column("t", "w").type.arguments[1].frozen);
}

TEST_CASE("names that exist are refused, IF NOT EXISTS leaves them alone") {
  World world;
  world.run("CREATE TABLE t (k int PRIMARY KEY)");
  world.run("CREATE TYPE y (a int)");
  CHECK(world.outcome("CREATE TABLE t (a int PRIMARY KEY)") == "E214 already_exists [t]");
  CHECK(world.outcome("CREATE TYPE y (b int)") == "E214 invalid [y]");
  CHECK(world.outcome("CREATE KEYSPACE app WITH replication = {'class': 'SimpleStrategy'}") ==
        "E214 already_exists [app]");
  CHECK(world.plan("CREATE TABLE IF NOT EXISTS t (a nosuch PRIMARY KEY)").changes.empty());
  CHECK(world.outcome("CREATE TABLE IF NOT EXISTS t (a int)") == "E210 invalid [t]");
  CHECK(world.plan("CREATE TYPE IF NOT EXISTS y (b int)").changes.empty());
}

TEST_CASE("names that do not exist are refused, IF EXISTS lets them pass") {
  World world;
  world.run("CREATE TABLE customers (id int PRIMARY KEY)");
  CHECK(world.outcome("DROP TABLE custmers") == "E201 invalid [custmers] customers");
  CHECK(world.outcome("DROP TABLE zebra") == "E201 invalid [zebra]");
  CHECK(world.outcome("DROP TABLE nowhere.t") == "E201 invalid [nowhere]");
  CHECK(world.outcome("DROP KEYSPACE nowhere") == "E201 invalid [nowhere]");
  CHECK(world.outcome("DROP TYPE nosuch") == "E205 invalid [nosuch]");
  CHECK(world.outcome("CREATE TABLE nowhere.t (k int PRIMARY KEY)") == "E201 invalid [nowhere]");
  for (const char* text :
       {"DROP TABLE IF EXISTS zebra", "DROP TABLE IF EXISTS nowhere.t", "DROP TYPE IF EXISTS x",
        "DROP KEYSPACE IF EXISTS nowhere", "ALTER TABLE IF EXISTS zebra ADD x int",
        "ALTER TYPE IF EXISTS x ADD y int", "ALTER KEYSPACE IF EXISTS nowhere WITH durable_writes = false"}) {
    INFO(text);
    CHECK(world.plan(text).changes.empty());
  }
}

TEST_CASE("the database's own keyspaces are not changed") {
  World world;
  CHECK(world.outcome("CREATE TABLE system.t (k int PRIMARY KEY)") == "E216 unauthorized [system]");
  CHECK(world.outcome("DROP KEYSPACE IF EXISTS system_schema") == "E216 unauthorized [system_schema]");
  CHECK(world.outcome("ALTER KEYSPACE system WITH durable_writes = false") == "E216 unauthorized [system]");
  CHECK(world.outcome("DROP KEYSPACE system_auth") == "E216 unauthorized [system_auth]");
  CHECK(world.plan("ALTER KEYSPACE system_auth WITH durable_writes = true").changes.empty());
  CHECK(world.outcome("CREATE KEYSPACE system_auth WITH replication = {'class': 'SimpleStrategy'}") ==
        "E214 already_exists [system_auth]");
  CHECK(world.outcome("CREATE KEYSPACE system WITH replication = {'class': 'SimpleStrategy'}") ==
        "E216 invalid [system]");
}

TEST_CASE("a dropped column comes back as what it was, after the time of the drop") {
  World world;
  world.run("CREATE TABLE t (k int, c int, v int, w text, l list<int>, s int static, PRIMARY KEY (k, c))");
  world.now = 5000;
  world.run("ALTER TABLE t DROP (v, l)");
  world.run("ALTER TABLE t DROP w USING TIMESTAMP 20");
  world.run("ALTER TABLE t DROP s");
  REQUIRE(world.table("t").dropped_columns.size() == 4);
  CHECK(world.outcome("ALTER TABLE t ADD v bigint") == "E218 invalid [bigint]");
  CHECK(world.outcome("ALTER TABLE t ADD v blob") == "E218 invalid [blob]");
  CHECK(world.outcome("ALTER TABLE t ADD l list<text>") == "E218 invalid [list<text>]");
  CHECK(world.outcome("ALTER TABLE t ADD l frozen<list<int>>") == "E218 invalid [frozen<list<int>>]");
  CHECK(world.outcome("ALTER TABLE t ADD w ascii") == "E218 invalid [ascii]");
  CHECK(world.outcome("ALTER TABLE t ADD w text static") == "E218 invalid [w]");
  CHECK(world.outcome("ALTER TABLE t ADD s int") == "E218 invalid [s]");
  const SchemaPlan plan = world.plan("ALTER TABLE t ADD (v int, w blob)");
  const Table& table = std::get<PutTable>(plan.changes.at(0)).table;
  const Column& v = table.columns[table.find("v").value()];
  CHECK(v.id == 0);
  CHECK(v.dropped_before == 5000);
  CHECK(table.columns[table.find("w").value()].dropped_before == 20);
  CHECK(table.dropped_columns.size() == 4);
}

TEST_CASE("columns are added, dropped and renamed where that can be") {
  World world;
  world.run("CREATE TYPE point (x int)");
  world.run("CREATE TABLE t (k int, c int, v int, p point, PRIMARY KEY (k, c))");
  const ColumnId id = world.column("t", "c").id;
  CHECK(world.outcome("ALTER TABLE t ADD v int") == "E214 invalid [v]");
  CHECK(world.outcome("ALTER TABLE t ADD (x int, x int)") == "E214 invalid [x]");
  CHECK(world.outcome("ALTER TABLE t DROP c") == "E220 invalid [c]");
  CHECK(world.outcome("ALTER TABLE t DROP p") == "E220 invalid [p]");
  CHECK(world.outcome("ALTER TABLE t DROP zebra") == "E203 invalid [zebra]");
  CHECK(world.outcome("ALTER TABLE t RENAME v TO w") == "E220 invalid [v]");
  CHECK(world.outcome("ALTER TABLE t RENAME c TO k") == "E214 invalid [k]");
  CHECK(world.outcome("ALTER TABLE t RENAME k TO x AND c TO x") == "E214 invalid [x]");
  CHECK(world.outcome("ALTER TABLE t ALTER v TYPE bigint") == "E220 invalid [t]");
  world.run("ALTER TABLE t ADD IF NOT EXISTS (v text, a set<int>)");
  CHECK(world.column("t", "v").type.kind == TypeKind::int_);
  CHECK(world.column("t", "a").id != 0);
  world.run("ALTER TABLE t RENAME c TO step AND k TO \"Key\"");
  CHECK(world.column("t", "step").id == id);
  CHECK(world.table("t").columns[0].name == "Key");
  world.run("ALTER TABLE t DROP IF EXISTS (zebra, v)");
  CHECK_FALSE(world.table("t").find("v").has_value());
}

TEST_CASE("user types change with everything that uses them") {
  World world;
  world.run("CREATE TYPE contact (mail text)");
  world.run("CREATE TYPE person (c frozen<contact>)");
  world.run("CREATE TABLE t (k int PRIMARY KEY, c contact, p frozen<person>)");
  world.run("ALTER TYPE contact ADD fax set<text>");
  CHECK(world.column("t", "c").type.field_names.size() == 2);
  CHECK(world.column("t", "p").type.arguments[0].arguments[1].frozen);
  world.run("ALTER TYPE contact RENAME mail TO fax AND fax TO mail");
  CHECK(world.column("t", "c").type.field_names == std::vector<std::string>{"fax", "mail"});
  CHECK(world.outcome("ALTER TYPE contact RENAME fax TO mail") == "E214 invalid [mail]");
  CHECK(world.outcome("ALTER TYPE contact RENAME zebra TO x") == "E221 invalid [zebra]");
  CHECK(world.outcome("ALTER TYPE contact ADD fax int") == "E214 invalid [fax]");
  CHECK(world.outcome("ALTER TYPE contact ADD p frozen<person>") == "E221 invalid [frozen<person>]");
  CHECK(world.outcome("ALTER TYPE contact ADD p person") == "E206 invalid [person] frozen<person>");
  CHECK(world.outcome("ALTER TYPE contact ADD n counter") == "E209 invalid [counter]");
  CHECK(world.outcome("ALTER TYPE contact ALTER fax TYPE int") == "E220 invalid [contact]");
  CHECK(world.outcome("DROP TYPE contact") == "E219 invalid [contact]");
  CHECK(world.outcome("CREATE TYPE twice (a int, A int)") == "E214 invalid [A]");
  CHECK(world.outcome("CREATE TYPE itself (next frozen<itself>)") == "E205 invalid [itself]");
  world.run("CREATE TABLE keyed (k frozen<contact> PRIMARY KEY)");
  CHECK(world.outcome("ALTER TYPE contact ADD more int") == "E219 invalid [more]");
}

TEST_CASE("masks are not run, and there is none to drop") {
  World world;
  world.run("CREATE TABLE t (k int PRIMARY KEY, v text)");
  CHECK(world.outcome("CREATE TABLE u (k int PRIMARY KEY, v text MASKED WITH DEFAULT)") ==
        "E602 invalid [v]");
  CHECK(world.outcome("ALTER TABLE t ALTER v MASKED WITH DEFAULT") == "E602 invalid [v]");
  CHECK(world.plan("ALTER TABLE t ALTER v DROP MASKED").changes.empty());
  CHECK(world.outcome("ALTER TABLE t ALTER zebra DROP MASKED") == "E203 invalid [zebra]");
}

TEST_CASE("compact storage is taken for the tables it could hold") {
  World world;
  CHECK(world.outcome("CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c)) WITH COMPACT STORAGE") ==
        "ok");
  CHECK(
      world.outcome("CREATE TABLE t (k int, c int, v int, w int, PRIMARY KEY (k, c)) WITH COMPACT STORAGE") ==
      "E222 invalid [t]");
  CHECK(world.outcome("CREATE TABLE t (k int PRIMARY KEY) WITH COMPACT STORAGE") == "E222 invalid [t]");
  CHECK(world.outcome("CREATE TABLE t (k int PRIMARY KEY, v list<int>) WITH COMPACT STORAGE") ==
        "E222 invalid [list<int>]");
}

TEST_CASE("the nearest name is one that may have been meant") {
  CHECK(nearest_name("custmers", {"customers", "orders"}) == "customers");
  CHECK(nearest_name("nmae", {"name", "note"}) == "name");
  CHECK(nearest_name("state_province", {"city", "state"}) == "state");
  CHECK(nearest_name("prdt_id", {"cust_id", "liked_prdt_id"}) == "liked_prdt_id");
  CHECK(nearest_name("Name", {"name"}) == "name");
  CHECK(nearest_name("id", {"user_id"}) == "user_id");
  CHECK(nearest_name("app_users", {"app_orders"}) == "");
  CHECK(nearest_name("zebra", {"name", "city"}) == "");
  CHECK(nearest_name("user_id", {"order_id"}) == "");
  CHECK(nearest_name("x", {"y"}) == "");
}
