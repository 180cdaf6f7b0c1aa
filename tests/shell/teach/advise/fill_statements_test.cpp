// The CQL that fills a copy of a table.
#include "shell/teach/advise/fill_statements.h"

#include <catch2/catch.hpp>

#include "database/database.h"

using namespace cellar;

namespace {

struct CopiedTables {
  TablePointer table, copy;
};

CopiedTables copied_tables(const std::string& table, const std::string& copy) {
  const Database database = Database::open_temporary();
  Session session(database, Policy::cassandra);
  session.execute(
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.use("k");
  session.execute("CREATE TABLE t " + table);
  session.execute("CREATE TABLE c " + copy);
  return {session.schema()->find_table("k", "t"), session.schema()->find_table("k", "c")};
}

}  // namespace

TEST_CASE(
    "a fill reads the columns of the copy with their times, and the times of those that the copy lacks") {
  const CopiedTables tables = copied_tables("(p int PRIMARY KEY, v int, tags set<int>, \"Gone\" int)",
                                            "(v int, p int, tags set<int>, PRIMARY KEY (v, p))");
  const std::vector<ReadColumn> columns = columns_to_read(*tables.table, *tables.copy, {});
  CHECK(read_text(*tables.table, columns) ==
        "SELECT p, \"Gone\", maxwritetime(\"Gone\"), ttl(\"Gone\"), tags, writetime(tags), ttl(tags), v, "
        "maxwritetime(v), ttl(v) FROM k.t ALLOW FILTERING");
  REQUIRE(columns.size() == 4);
  CHECK_FALSE(columns[0].timestamp.has_value());
  CHECK_FALSE(columns[1].in_copy.has_value());
  CHECK(columns[1].timestamp.value_or(0) == 2);
  CHECK(columns[2].value == 4);
  CHECK(columns[3].in_copy.value_or(9) == 0);
}

TEST_CASE("a fill writes rows, cells of one time, elements of a set, and static cells without a clustering") {
  const CopiedTables tables = copied_tables(
      "(p int PRIMARY KEY, v int)", "(v int, p int, s int STATIC, tags set<int>, PRIMARY KEY (v, p))");
  const Table& copy = *tables.copy;
  CHECK(insert_text(copy) ==
        "INSERT INTO k.c (v, p, s, tags) VALUES (?, ?, ?, ?) USING TIMESTAMP ? AND TTL ?");
  CHECK(update_text(copy, 4, 2) ==
        "UPDATE k.c USING TIMESTAMP ? AND TTL ? SET s = ?, tags = ? WHERE v = ? AND p = ?");
  CHECK(update_text(copy, 3, 1) == "UPDATE k.c USING TIMESTAMP ? AND TTL ? SET s = ? WHERE v = ?");
  CHECK(add_text(copy, copy.columns[3]) ==
        "UPDATE k.c USING TIMESTAMP ? AND TTL ? SET tags = tags + ? WHERE v = ? AND p = ?");
}

TEST_CASE("a fill adds to all counters of a row, and reads them") {
  const CopiedTables tables = copied_tables("(p int PRIMARY KEY, n counter, m counter)",
                                            "(p int, q int, n counter, m counter, PRIMARY KEY (p, q))");
  CHECK(counter_text(*tables.copy) == "UPDATE k.c SET m = m + ?, n = n + ? WHERE p = ? AND q = ?");
  CHECK(stored_counters_text(*tables.copy) == "SELECT m, n FROM k.c WHERE p = ? AND q = ?");
}
