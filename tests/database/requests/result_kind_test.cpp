// What a result says it is: for drivers, which are told of it by kind.

#include "fixture.h"

using namespace cellar;

namespace {

using Change = SchemaEvent::Change;
using Target = SchemaEvent::Target;

/// "created table k.t"; empty if the statement changed nothing.
std::string changed_by(Fixture& f, std::string_view statement) {
  const Result result = f.session.execute(statement);
  const SchemaEvent* const event = result.schema_event();
  CHECK((event != nullptr) == (result.kind() == ResultKind::schema_changed));
  if (event == nullptr) return "";
  constexpr std::string_view kChanges[] = {"created", "updated", "dropped"};
  constexpr std::string_view kTargets[] = {"keyspace", "table", "type"};
  std::string text(kChanges[static_cast<std::size_t>(event->change)]);
  text += ' ';
  text += kTargets[static_cast<std::size_t>(event->target)];
  return text + ' ' + event->keyspace + (event->name.empty() ? "" : "." + event->name);
}

}  // namespace

TEST_CASE("a result says whether it has rows, nothing, a keyspace or a change of the schema") {
  Fixture f;
  const auto kind = [&](std::string_view statement) { return f.session.execute(statement).kind(); };
  CHECK(kind("CREATE TABLE t (k int PRIMARY KEY, v int)") == ResultKind::schema_changed);
  CHECK(kind("CREATE TABLE IF NOT EXISTS t (k int PRIMARY KEY)") == ResultKind::nothing);
  CHECK(kind("INSERT INTO t (k, v) VALUES (1, 1)") == ResultKind::nothing);
  CHECK(kind("INSERT INTO t (k, v) VALUES (1, 1) IF NOT EXISTS") == ResultKind::rows);
  CHECK(kind("BEGIN BATCH INSERT INTO t (k, v) VALUES (1, 1); APPLY BATCH") == ResultKind::nothing);
  CHECK(kind("SELECT v FROM t WHERE k = 1") == ResultKind::rows);
  CHECK(kind("SELECT v FROM t") == ResultKind::rows);
  CHECK(kind("DESCRIBE TABLES") == ResultKind::rows);
  CHECK(kind("TRUNCATE t") == ResultKind::nothing);
  CHECK(Result().kind() == ResultKind::nothing);
  create_keyspace(f.session, "other");
  const Result use = f.session.execute("USE k");
  CHECK(use.kind() == ResultKind::keyspace_set);
  CHECK(use.keyspace() == "k");
  CHECK(f.session.execute("SELECT v FROM t").keyspace().empty());
}

TEST_CASE("a definition says what it has changed") {
  Fixture f;
  CHECK(changed_by(
            f, "CREATE KEYSPACE n WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}") ==
        "created keyspace n");
  CHECK(changed_by(f, "ALTER KEYSPACE n WITH durable_writes = false") == "updated keyspace n");
  CHECK(changed_by(f, "CREATE TYPE n.point (x int)") == "created type n.point");
  CHECK(changed_by(f, "CREATE TABLE n.t (k int PRIMARY KEY, v int, p point)") == "created table n.t");
  CHECK(changed_by(f, "ALTER TYPE n.point ADD y int") == "updated type n.point");
  CHECK(changed_by(f, "CREATE INDEX i ON n.t (v)") == "updated table n.t");
  CHECK(changed_by(f, "CREATE INDEX IF NOT EXISTS i ON n.t (v)").empty());
  CHECK(changed_by(f, "ALTER TABLE n.t WITH comment = 'c'") == "updated table n.t");
  CHECK(changed_by(f, "ALTER TABLE n.t WITH comment = 'c'").empty());
  CHECK(changed_by(f,
                   "CREATE MATERIALIZED VIEW n.m AS SELECT * FROM n.t WHERE v IS NOT NULL AND k IS NOT NULL "
                   "PRIMARY KEY (v, k)") == "created table n.m");
  CHECK(changed_by(f, "ALTER TABLE n.t ADD w int") == "updated table n.t");
  CHECK(changed_by(f, "ALTER MATERIALIZED VIEW n.m WITH comment = 'c'") == "updated table n.m");
  CHECK(changed_by(f, "TRUNCATE n.t").empty());
  CHECK(changed_by(f, "DROP MATERIALIZED VIEW n.m") == "dropped table n.m");
  CHECK(changed_by(f, "DROP INDEX n.i") == "updated table n.t");
  CHECK(changed_by(f, "DROP TABLE IF EXISTS n.nosuch").empty());
  CHECK(changed_by(f, "DROP TABLE n.t") == "dropped table n.t");
  CHECK(changed_by(f, "DROP TYPE n.point") == "dropped type n.point");
  CHECK(changed_by(f, "CREATE TABLE n.t (k int PRIMARY KEY)") == "created table n.t");
  CHECK(changed_by(f, "DROP KEYSPACE n") == "dropped keyspace n");
}

TEST_CASE("schemas that are several definitions apart differ in each of them, in order") {
  Fixture f;
  f.run(
      {"CREATE TYPE p (x int)", "CREATE TABLE a (k int PRIMARY KEY)", "CREATE TABLE b (k int PRIMARY KEY)"});
  const SchemaPointer before = f.database.schema();
  f.run({"DROP TABLE a", "CREATE TABLE a (k int PRIMARY KEY)", "ALTER TABLE b ADD v int", "DROP TYPE p",
         "CREATE TYPE q (x int)"});
  create_keyspace(f.session, "n");
  f.run({"CREATE TABLE n.t (k int PRIMARY KEY)"});
  const std::vector<SchemaEvent> expected = {
      {Change::dropped, Target::table, "k", "a"}, {Change::dropped, Target::type, "k", "p"},
      {Change::created, Target::type, "k", "q"},  {Change::created, Target::table, "k", "a"},
      {Change::updated, Target::table, "k", "b"}, {Change::created, Target::keyspace, "n", ""},
      {Change::created, Target::table, "n", "t"}};
  CHECK(schema_events(*before, *f.database.schema()) == expected);
  CHECK(schema_events(*before, *before).empty());
}

TEST_CASE("columns of results and markers know the table of their statement") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v int)", "CREATE TABLE u (k int PRIMARY KEY, v int)",
         "INSERT INTO t (k, v) VALUES (1, 2)"});
  const auto tables = [](const std::vector<ResultColumn>& columns) {
    std::string names;
    for (const ResultColumn& column : columns) {
      const TablePointer& table = column.statement_table;
      names += table ? table->keyspace + "." + table->name + " " : "- ";
    }
    return names;
  };
  CHECK(tables(f.session.execute("SELECT k, v, count(*) FROM t").columns()) == "k.t k.t k.t ");
  CHECK(tables(f.session.execute("SELECT v FROM t WHERE k = 1").columns()) == "k.t ");
  CHECK(tables(f.session.execute("SELECT key FROM system.local").columns()) == "system.local ");
  CHECK(tables(f.session.execute("UPDATE t SET v = 3 WHERE k = 1 IF v = 2").columns()) == "k.t ");
  CHECK(tables(f.session.execute("UPDATE t SET v = 3 WHERE k = 1 IF v = 2").columns()) == "k.t k.t ");
  CHECK(tables(f.session.execute("DESCRIBE KEYSPACES").columns()) == "- - - ");
  const auto marked = [&](std::string_view statement) {
    std::string names;
    const Prepared prepared = f.session.prepare(statement);
    for (const Slot& marker : prepared.markers()) names += marker.table->name + " ";
    return names;
  };
  CHECK(marked("SELECT v FROM t WHERE k = ? LIMIT ?") == "t t ");
  CHECK(marked("INSERT INTO t (k, v) VALUES (?, ?) IF NOT EXISTS") == "t t ");
  CHECK(marked("BEGIN BATCH USING TIMESTAMP ? INSERT INTO t (k) VALUES (?); DELETE FROM u WHERE k = ?; APPLY "
               "BATCH") == "t t u ");
}
