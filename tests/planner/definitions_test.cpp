#include "planner/definitions.h"

#include <catch2/catch.hpp>

#include "parser/parser.h"
#include "planner/names.h"
#include "schema/describe.h"

using namespace cellar;

namespace {

/// A schema in memory that definitions are run against.
struct World {
  Schema schema;
  std::int64_t now = 1000;

  World() {
    run("CREATE KEYSPACE app WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  }

  SchemaPlan plan(const std::string& text) {
    const Statement statement = parse(text);
    PlanContext context{.schema = schema, .keyspace = "app", .now_microseconds = now};
    return std::visit(
        [&](const auto& node) -> SchemaPlan {
          if constexpr (requires { plan_definition(node, context); }) {
            return plan_definition(node, context);
          } else if constexpr (requires { plan_definition(node, context, statement.slots); }) {
            return plan_definition(node, context, statement.slots);
          } else {
            FAIL("no definition: " << text);
            return {};
          }
        },
        statement.node);
  }

  void make(const PutKeyspace& change) {
    Keyspace& keyspace = schema.keyspaces[change.keyspace.name];
    keyspace.name = change.keyspace.name;
    keyspace.replication = change.keyspace.replication;
    keyspace.durable_writes = change.keyspace.durable_writes;
  }
  void make(const DropKeyspace& change) { schema.keyspaces.erase(change.keyspace); }
  void make(const PutTable& change) {
    Table table = change.table;
    ColumnId next = 0;
    for (const Column& column : table.columns) next = std::max(next, column.id);
    for (Column& column : table.columns) {
      if (column.id == 0) column.id = ++next;
    }
    schema.keyspaces[table.keyspace].tables[table.name] = std::make_shared<const Table>(table);
  }
  void make(const DropTable& change) { schema.keyspaces[change.keyspace].tables.erase(change.table); }
  void make(const PutUserType& change) {
    replace_user_type(schema.keyspaces[change.user_type.keyspace], change.user_type);
  }
  void make(const DropUserType& change) { schema.keyspaces[change.keyspace].user_types.erase(change.name); }

  void run(const std::string& text) {
    for (const SchemaChange& change : plan(text).changes) {
      std::visit([this](const auto& alternative) { make(alternative); }, change);
    }
  }

  const Table& table(const std::string& name) { return *schema.keyspaces.at("app").tables.at(name); }
  const Column& column(const std::string& name, const std::string& column) {
    return table(name).columns[table(name).find(column).value()];
  }
  std::string option(const std::string& name, const std::string& option) {
    return std::get<std::string>(table(name).options.at(option));
  }
  std::map<std::string, std::string> map(const std::string& name, const std::string& option) {
    return std::get<std::map<std::string, std::string>>(table(name).options.at(option));
  }

  /// "CODE class [text under the span] fix", or "ok".
  std::string outcome(const std::string& text) {
    try {
      plan(text);
      return "ok";
    } catch (const Refusal& refusal) {
      const Diagnostic& diagnostic = refusal.diagnostic;
      const Span span = diagnostic.span;
      std::string result = std::string(diagnostic.code()) + " " + std::string(name(diagnostic.error_class()));
      result += " [" + text.substr(span.begin, span.end - span.begin) + "]";
      if (diagnostic.fix) result += " " + diagnostic.fix->text;
      return result;
    }
  }
};

}  // namespace

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
      "CREATE TABLE t (k frozen<list<int>> PRIMARY KEY, p point, l list<frozen<point>>, q frozen<\"Line\">, "
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
  const std::string line = describe(world.schema.keyspaces["app"].user_types.at("Line"));
  world.run("DROP TYPE \"Line\"");
  world.run(line);
  CHECK(describe(world.schema.keyspaces["app"].user_types.at("Line")) == line);
  const std::string keyspace = describe(world.schema.keyspaces["app"]);
  world.run("DROP KEYSPACE app");
  world.run(keyspace);
  CHECK(describe(world.schema.keyspaces["app"]) == keyspace);
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
        "E202 invalid [state_province]");
  CHECK(world.outcome("CREATE TABLE t (liked_prdt_id uuid, on_day date, PRIMARY KEY (prdt_id, on_day))") ==
        "E202 invalid [prdt_id]");
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
  CHECK(world.outcome("CREATE KEYSPACE system WITH replication = {'class': 'SimpleStrategy'}") ==
        "E216 invalid [system]");
}

TEST_CASE("replication is checked and kept with the full class name") {
  World world;
  const auto outcome = [&world](const std::string& map) {
    return world.outcome("CREATE KEYSPACE k WITH replication = " + map).substr(0, 11);
  };
  CHECK(outcome("{'class': 'SimpleStrategy', 'replication_factor': 3}") == "ok");
  CHECK(outcome("{'class': 'SimpleStrategy', 'replication_factor': -1}") == "E217 config");
  CHECK(outcome("{'class': 'SimpleStrategy', 'replication_factor': 'one'}") == "E217 config");
  CHECK(outcome("{'class': 'SimpleStrategy', 'dc1': 1}") == "E217 config");
  CHECK(outcome("{'class': 'NetworkTopologyStrategy', 'no_such_dc': 1}") == "E217 config");
  CHECK(outcome("{'class': 'NetworkTopologyStrategy'}") == "E217 config");
  CHECK(outcome("{'class': 'NoSuchStrategy'}") == "E217 config");
  CHECK(outcome("{'class': 'LocalStrategy'}") == "E217 invali");
  CHECK(outcome("{'replication_factor': 1}") == "E217 config");
  CHECK(outcome("'SimpleStrategy'") == "E212 syntax");
  CHECK(world.outcome("CREATE KEYSPACE k WITH durable_writes = true") == "E217 invalid [k]");
  CHECK(world.outcome("CREATE KEYSPACE \"a b\" WITH durable_writes = true") == "E215 invalid [\"a b\"]");

  const auto replication = [&world] { return world.schema.keyspaces["app"].replication; };
  CHECK(replication().at("class") == "org.apache.cassandra.locator.SimpleStrategy");
  world.run(
      "ALTER KEYSPACE app WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 2}");
  CHECK(replication().at("datacenter1") == "2");
  CHECK_FALSE(replication().contains("replication_factor"));
  world.run("ALTER KEYSPACE app WITH durable_writes = 'no'");
  CHECK_FALSE(world.schema.keyspaces["app"].durable_writes);
  CHECK(replication().at("datacenter1") == "2");
}

TEST_CASE("options have defaults and canonical values") {
  World world;
  world.run("CREATE TABLE d (k int PRIMARY KEY)");
  CHECK(world.option("d", "gc_grace_seconds") == "864000");
  CHECK(world.option("d", "bloom_filter_fp_chance") == "0.01");
  CHECK(world.map("d", "caching") ==
        std::map<std::string, std::string>{{"keys", "ALL"}, {"rows_per_partition", "NONE"}});
  CHECK(world.map("d", "compaction").at("min_threshold") == "4");
  world.run(
      "CREATE TABLE t (k int PRIMARY KEY) WITH compaction = {'class': 'LeveledCompactionStrategy', "
      "'sstable_size_in_mb': 80} AND compression = {'class': 'SnappyCompressor'} AND caching = {'keys': "
      "'none'} "
      "AND speculative_retry = '99PERCENTILE' AND additional_write_policy = 'min(99p,50ms)' AND cdc = 'yes' "
      "AND "
      "gc_grace_seconds = '10' AND comment = 5 AND crc_check_chance = 1 AND read_repair = 'none'");
  CHECK(world.map("t", "compaction").at("class") ==
        "org.apache.cassandra.db.compaction.LeveledCompactionStrategy");
  CHECK(world.map("t", "compaction").at("sstable_size_in_mb") == "80");
  CHECK(world.option("t", "bloom_filter_fp_chance") == "0.1");
  CHECK(world.map("t", "compression") ==
        std::map<std::string, std::string>{{"class", "org.apache.cassandra.io.compress.SnappyCompressor"},
                                           {"chunk_length_in_kb", "16"}});
  CHECK(world.map("t", "caching").at("keys") == "NONE");
  CHECK(world.option("t", "speculative_retry") == "99p");
  CHECK(world.option("t", "additional_write_policy") == "MIN(99p,50ms)");
  CHECK(world.option("t", "cdc") == "true");
  CHECK(world.option("t", "gc_grace_seconds") == "10");
  CHECK(world.option("t", "comment") == "5");
  CHECK(world.option("t", "crc_check_chance") == "1.0");
  CHECK(world.option("t", "read_repair") == "NONE");
  world.run("ALTER TABLE t WITH comment = 'new'");
  CHECK(world.option("t", "comment") == "new");
  CHECK(world.option("t", "gc_grace_seconds") == "10");
}

TEST_CASE("options out of their range are refused") {
  World world;
  const auto outcome = [&world](const std::string& option) {
    return world.outcome("CREATE TABLE t (k int PRIMARY KEY) WITH " + option).substr(0, 11);
  };
  CHECK(world.outcome("CREATE TABLE t (k int PRIMARY KEY) WITH coment = 'x'") ==
        "E212 syntax [coment] comment");
  CHECK(world.outcome("CREATE TABLE t (k int PRIMARY KEY) WITH read_repair_chance = 0.5") ==
        "E212 syntax [read_repair_chance]");
  CHECK(outcome("gc_grace_seconds = 'soon'") == "E212 syntax");
  CHECK(outcome("gc_grace_seconds = -1") == "E213 config");
  CHECK(outcome("default_time_to_live = 630720000") == "ok");
  CHECK(outcome("default_time_to_live = 630720001") == "E213 config");
  CHECK(outcome("default_time_to_live = 1.5") == "E212 syntax");
  CHECK(outcome("bloom_filter_fp_chance = 0") == "E213 config");
  CHECK(outcome("crc_check_chance = 1.5") == "E213 config");
  CHECK(outcome("min_index_interval = 512 AND max_index_interval = 256") == "E213 config");
  CHECK(outcome("speculative_retry = '100p'") == "E213 config");
  CHECK(outcome("speculative_retry = 'MIN(99p,98p)'") == "E213 config");
  CHECK(outcome("memtable = 'other'") == "E213 config");
  CHECK(outcome("caching = {'keys': 'SOME'}") == "E213 config");
  CHECK(outcome("caching = {'columns': 'ALL'}") == "E213 config");
  CHECK(outcome("caching = 'ALL'") == "E212 syntax");
  CHECK(outcome("compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': 63}") == "E213 config");
  CHECK(outcome("compression = {'class': 'LZ4Compressor', 'enabled': false}") == "E213 config");
  CHECK(outcome("compression = {'chunk_length_in_kb': 64}") == "E213 config");
  CHECK(outcome("compaction = {'min_threshold': 4}") == "E213 config");
  CHECK(outcome("compaction = {'class': 'NoSuchStrategy'}") == "E213 config");
  const std::string tiered = "compaction = {'class': 'SizeTieredCompactionStrategy', ";
  CHECK(outcome(tiered + "'min_threshold': 8, 'max_threshold': 4}") == "E213 config");
  CHECK(outcome(tiered + "'bucket_low': 2.0, 'bucket_high': 1.0}") == "E213 config");
  CHECK(outcome(tiered + "'sstable_size_in_mb': 5}") == "E213 config");
  const std::string unified = "compaction = {'class': 'UnifiedCompactionStrategy', 'scaling_parameters': ";
  CHECK(outcome(unified + "'T4, L10, N'}") == "ok");
  CHECK(outcome(unified + "'Q4'}") == "E213 config");
  world.run("CREATE TABLE t (k int PRIMARY KEY)");
  CHECK(world.outcome("ALTER TABLE t WITH id = 00112233-4455-6677-8899-aabbccddeeff").substr(0, 11) ==
        "E213 config");
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
