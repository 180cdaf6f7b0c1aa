#include <algorithm>
#include <fstream>
#include <regex>
#include <set>

#include "parsing.h"
#include "refusal/messages.h"

using namespace cellar;

namespace {

std::string expected_of(std::string_view text) {
  const std::optional<Diagnostic> diagnostic = refusal_of(text);
  REQUIRE(diagnostic);
  REQUIRE((diagnostic->id == "syntax" || diagnostic->id == "statement_ends"));
  for (const Parameter& parameter : diagnostic->parameters)
    if (parameter.name == "expected") return parameter.value;
  return "";
}

}  // namespace

TEST_CASE("what was expected is said in words") {
  CHECK(expected_of("CREATE TABLE t (a int PRIMARY KEY) WITH") ==
        "`COMPACT STORAGE`, `CLUSTERING ORDER BY` or an option (`name = value`)");
  CHECK(expected_of("INSERT INTO") == "a table name");
  CHECK(expected_of("SELECT a FROM t WHERE") == "a condition (`column = value`)");
  CHECK(expected_of("SELECT a FROM t WHERE a") ==
        "a comparison (`=`, `<`, `>` ...), `LIKE`, `IS`, `IN`, `CONTAINS` or `[`");
  CHECK(expected_of("SELECT a FROM t WHERE a =") == "a value");
  CHECK(expected_of("SELECT a FROM t LIMIT 'x'") == "a whole number or a marker (`?`)");
  CHECK(expected_of("UPDATE t SET a = 1 5") == "`+`, `,` or `WHERE`");
  CHECK(fault("hello") == "unknown_statement: hello");
  CHECK(fault("") == "empty_statement: ");
  CHECK(fault("SELECT a FROM t; SELECT b FROM t") == "second_statement: SELECT");
}

TEST_CASE("at most eight things are expected") {
  CHECK(expected_of("CREATE KEYSPACE k WITH replication =:") ==
        "a constant, a map (`{'name': value}`) or a name");
  CHECK(expected_of("SELECT a FROM t WHERE k = x.0") == "a function name");
  CHECK(expected_of("CREATE 1") ==
        "`KEYSPACE`, `TABLE`, `TYPE`, `CUSTOM INDEX`, `INDEX`, `MATERIALIZED VIEW`, `OR REPLACE` or others");
  std::ifstream file(CELLAR_SOURCE_DIR "/tests/parser/data/statements.txt");
  std::set<std::string> beginnings;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("-->")) continue;
    for (std::size_t blank = line.find(' '); blank != line.npos; blank = line.find(' ', blank + 1))
      beginnings.insert(line.substr(0, blank));
  }
  CHECK(beginnings.size() > 500);
  for (const std::string& beginning : beginnings) {
    const std::optional<Diagnostic> diagnostic = refusal_of(beginning + " }");
    if (!diagnostic || diagnostic->id != "syntax") continue;
    // What an expected thing looks like is in parentheses after it.
    const std::string things =
        std::regex_replace(diagnostic->parameters.at(1).value, std::regex("\\([^)]*\\)"), "");
    INFO(beginning << " expects " << things);
    CHECK(std::ranges::count(things, ',') < 8);
  }
}

TEST_CASE("a fix leads to a statement, or there is none") {
  CHECK(mended("SELECT a, FROM t") == "SELECT a FROM t");
  CHECK(mended("SELECT ,") == "SELECT ,");
  CHECK(mended("UPDATE t SET a = ‘ü’, b = “é” WHERE c = 1") == "UPDATE t SET a = 'ü', b = 'é' WHERE c = 1");
  CHECK(mended("CREATE TABLE t (a int NOT, PRIMARY KEY (a))") ==
        "CREATE TABLE t (a int NOT, PRIMARY KEY (a))");
  CHECK(mended("CREATE KEYSPACE k") ==
        "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
}

TEST_CASE("the offending token is blamed") {
  CHECK(fault("SELECT a FROM t WHERE a = 1 b") == "syntax: b");
  CHECK(mended("SELECT FROM t") == "SELECT * FROM t");
  CHECK(fault("SELECT a FROM t WHERE a = ") == "statement_ends: ");
  CHECK(fault("USE k t") == "syntax: t");
}

TEST_CASE("quotes") {
  CHECK(fault("SELECT a FROM t WHERE a = 'x") == "unclosed_string: '");
  CHECK(mended("SELECT a FROM t WHERE a = 'it's'") == "SELECT a FROM t WHERE a = 'it''s'");
  CHECK(fault("SELECT \"a FROM t") == "unclosed_name: \"");
  CHECK(fault("SELECT $$a FROM t") == "unclosed_dollar_string: $$");
  CHECK(fault("SELECT a FROM t WHERE a = \"x\"") == "double_quoted_string: \"x\"");
  CHECK(mended("SELECT a FROM t WHERE a = \"us\" AND b = \"it's\" LIMIT 1") ==
        "SELECT a FROM t WHERE a = 'us' AND b = 'it''s' LIMIT 1");
  CHECK(mended("INSERT INTO t JSON \"{}\"") == "INSERT INTO t JSON '{}'");
  CHECK(mended("SELECT a FROM t WHERE a =’clarion midtown’") == "SELECT a FROM t WHERE a ='clarion midtown'");
  CHECK(mended("SELECT a FROM t WHERE a = “x”；") == "SELECT a FROM t WHERE a = 'x';");
  CHECK(mended("SELECT a FROM t；") == "SELECT a FROM t;");
  CHECK(fault("SELECT `a` FROM t") == "backquote: `");
  CHECK(mended("SELECT 'a' FROM 'T'") == "SELECT 'a' FROM \"T\"");
}

TEST_CASE("signs that only look like those of CQL are one fault") {
  const std::string_view text = "SELECT a，b FROM t WHERE a ＝ ‘x’；";
  const std::optional<Diagnostic> fault_of_signs = refusal_of(text);
  REQUIRE(fault_of_signs);
  CHECK(under(text, fault_of_signs->span) == "，");
  REQUIRE(fault_of_signs->repeated.size() == 4);
  CHECK(under(text, fault_of_signs->repeated[1]) == "‘");
  CHECK(under(text, fault_of_signs->repeated[3]) == "；");
  CHECK(mended(std::string(text)) == "SELECT a,b FROM t WHERE a = 'x';");
  CHECK(mended("ＳＥＬＥＣＴ a FROM t") == "SELECT a FROM t");
  CHECK(mended("SELECT a FROM t WHERE a = ‘it's’") == "SELECT a FROM t WHERE a = 'it''s'");
  CHECK(mended("SELECT a FROM t WHERE a = 'x’") == "SELECT a FROM t WHERE a = 'x'");
  CHECK(mended("SELECT a FROM t WHERE a IN ('x’, 'y')") == "SELECT a FROM t WHERE a IN ('x', 'y')");
  CHECK(mended("SELECT a FROM t WHERE a = \xC2\xA0 1") == "SELECT a FROM t WHERE a =   1");
  CHECK(mended("SELECT a FROM t\u200B") == "SELECT a FROM t");
}

TEST_CASE("six strings in double quotes are one fault") {
  const std::string_view text =
      "SELECT a FROM t WHERE a = \"1\" AND b = \"2\" AND c IN (\"3\", \"4\") AND d = \"5\" AND e = \"6\"";
  const std::optional<Diagnostic> fault_of_quotes = refusal_of(text);
  REQUIRE(fault_of_quotes);
  CHECK(fault_of_quotes->code() == "E102");
  REQUIRE(fault_of_quotes->repeated.size() == 5);
  CHECK(under(text, fault_of_quotes->repeated[4]) == "\"6\"");
  CHECK(mended(std::string(text)) ==
        "SELECT a FROM t WHERE a = '1' AND b = '2' AND c IN ('3', '4') AND d = '5' AND e = '6'");
}

TEST_CASE("a parenthesis that is not closed is shown where it opens") {
  const std::string_view text = "CREATE TABLE t (a int, PRIMARY KEY (a) WITH comment = 'x'";
  const std::optional<Diagnostic> fault_of_parentheses = refusal_of(text);
  REQUIRE(fault_of_parentheses);
  CHECK(under(text, fault_of_parentheses->span) == "WITH");
  REQUIRE(fault_of_parentheses->related);
  CHECK(fault_of_parentheses->related->begin == 15);
}

TEST_CASE("parentheses and commas") {
  CHECK(mended("SELECT abs(a FROM t") == "SELECT abs(a) FROM t");
  CHECK(fault("SELECT a FROM t WHERE a = 1)") == "parenthesis_not_opened: )");
  CHECK(mended("INSERT INTO t (a, b,) VALUES (1, 2)") == "INSERT INTO t (a, b) VALUES (1, 2)");
  CHECK(fault("INSERT INTO t (a, b) VALUES (1,, 2)") == "value_missing: ,");
  CHECK(mended("CREATE TABLE t (a int, b int, PRIMARY KEY ((a), (b)))") ==
        "CREATE TABLE t (a int, b int, PRIMARY KEY ((a), b))");
}

TEST_CASE("faults of names") {
  CHECK(mended("SELECT a FROM table WHERE a = 1") == "SELECT a FROM \"table\" WHERE a = 1");
  CHECK(mended("CREATE TABLE t (Order int PRIMARY KEY)") == "CREATE TABLE t (\"order\" int PRIMARY KEY)");
  CHECK(fault("CREATE TABLE 1st (a int PRIMARY KEY)") == "name_begins_with_digit: 1st");
  CHECK(fault("SELECT é FROM t") == "name_character: é");
  CHECK(fault("CREATE TYPE int (a int)") == "native_type_name: int");
  CHECK(mended("SELEC a FROM t") == "SELECT a FROM t");
  CHECK(mended("SELECT a FORM t") == "SELECT a FROM t");
  CHECK(mended("SELECTa FROM t") == "SELECT a FROM t");
}

TEST_CASE("habits of SQL") {
  CHECK(fault("SELECT * FROM a JOIN b ON a.x = b.x") == "sql_join: JOIN");
  CHECK(fault("SELECT * FROM a x LEFT OUTER JOIN b") == "sql_join: JOIN");
  CHECK(fault("SELECT * FROM a, b") == "sql_join: ,");
  CHECK(fault("SELECT x.v FROM t AS x") == "table_alias: AS");
  CHECK(fault("SELECT * FROM t WHERE a = 1 OR b = 2") == "sql_or: OR");
  CHECK(mended("SELECT * FROM t WHERE a BETWEEN 1 AND 2 AND b = 3") ==
        "SELECT * FROM t WHERE a >= 1 AND a <= 2 AND b = 3");
  CHECK(fault("SELECT * FROM t WHERE NOT a = 1") == "sql_not: NOT");
  CHECK(fault("SELECT * FROM t WHERE a IS NULL") == "sql_is_null: IS NULL");
  CHECK(mended("SELECT * FROM t WHERE a <> 1") ==
        "SELECT * FROM t WHERE a <> 1");  // != is refused there, too
  CHECK(mended("SELECT * FROM t WHERE a == 1") == "SELECT * FROM t WHERE a = 1");
  CHECK(fault("SELECT * FROM t WHERE a IN (SELECT a FROM u)") == "sql_subquery: SELECT");
  CHECK(fault("SELECT a FROM t GROUP BY a HAVING a > 1") == "sql_having: HAVING");
  CHECK(fault("SELECT a FROM t LIMIT 1 OFFSET 2") == "sql_offset: OFFSET");
  CHECK(fault("SELECT a FROM t WHERE a = b") == "name_as_value: b");
  CHECK(fault("SELECT a FROM t WHERE f(a) = 1") == "function_on_left: f");
  CHECK(fault("SELECT a FROM t WHERE 'x' IN a") == "condition_turned_round: 'x'");
  CHECK(mended("INSERT INTO t (a) VALUES (now)") == "INSERT INTO t (a) VALUES (now())");
  CHECK(fault("INSERT INTO t (a) VALUES (1), (2)") == "several_rows: ,");
  CHECK(fault("INSERT INTO t VALUES (1)") == "insert_without_columns: VALUES");
  CHECK(mended("DELETE * FROM t WHERE a = 1") == "DELETE FROM t WHERE a = 1");
  CHECK(fault("DELETE FROM t") == "delete_without_where: DELETE");
  CHECK(fault("UPDATE t SET a = a * 2 WHERE k = 1") == "set_arithmetic: *");
  CHECK(mended("SELECT a FROM t SELECT b FROM t") == "SELECT a FROM t; SELECT b FROM t");
  CHECK(fault("SHOW TABLES") == "show_of_definitions: SHOW");
  CHECK(fault("SHOW") == "other_show: SHOW");
  CHECK(fault("SHOW VERSION;") == "other_show: SHOW");
  CHECK(fault("get Hotelier.Hotel['NYN_042']") == "cli_command: get");
  CHECK(fault("BEGIN TRANSACTION") == "sql_transaction: TRANSACTION");
}

TEST_CASE("habits of SQL in definitions") {
  CHECK(fault("CREATE TABLE t (a int NOT NULL PRIMARY KEY)") == "sql_constraint: NOT");
  CHECK(fault("CREATE TABLE t (a int PRIMARY KEY, b int DEFAULT 5)") == "sql_constraint: DEFAULT");
  CHECK(mended("CREATE TABLE t (a varchar(20) PRIMARY KEY)") == "CREATE TABLE t (a varchar PRIMARY KEY)");
  CHECK(fault("CREATE TABLE t (a int PRIMARY KEY, FOREIGN KEY (a) REFERENCES u (a))") ==
        "sql_foreign_key: FOREIGN KEY");
  CHECK(fault("CREATE TABLE t (a int AUTO_INCREMENT PRIMARY KEY)") == "sql_auto_increment: AUTO_INCREMENT");
  CHECK(mended("ALTER TABLE t ADD COLUMN a int") == "ALTER TABLE t ADD a int");
  CHECK(mended("CREATE DATABASE k WITH replication = {}") == "CREATE KEYSPACE k WITH replication = {}");
  CHECK(mended("CREATE TABLE t (a int PRIMARY KEY) WITH comment = 'a', gc_grace_seconds = 1") ==
        "CREATE TABLE t (a int PRIMARY KEY) WITH comment = 'a' AND gc_grace_seconds = 1");
}

TEST_CASE("a table of SQL loses its constraints") {
  CHECK(mended("CREATE TABLE t (a int NOT NULL, b varchar(20) NOT NULL DEFAULT 'x' UNIQUE, c int REFERENCES "
               "u (c) ON "
               "DELETE CASCADE, PRIMARY KEY (a), FOREIGN KEY (b) REFERENCES v (w))") ==
        "CREATE TABLE t (a int, b varchar, c int, PRIMARY KEY (a))");
  CHECK(mended("CREATE TABLE t (a uuid PRIMARY KEY DEFAULT uuid(), b int CHECK (b > 0) COMMENT 'n')") ==
        "CREATE TABLE t (a uuid PRIMARY KEY, b int)");
}

TEST_CASE("clauses in another order") {
  CHECK(fault("SELECT a FROM t ALLOW FILTERING LIMIT 1") == "select_order: LIMIT");
  CHECK(fault("SELECT a FROM t LIMIT 1 ORDER BY a") == "select_order: ORDER");
  CHECK(fault("UPDATE t SET a = 1 USING TTL 5 WHERE k = 1") == "using_order: USING");
  CHECK(fault("UPDATE t SET a = 1 IF EXISTS WHERE k = 1") == "if_order: IF");
  CHECK(fault("INSERT INTO t (a) VALUES (1) USING TTL 5 IF NOT EXISTS") == "insert_if_order: IF");
  CHECK(fault("DELETE FROM t WHERE a = 1 ALLOW FILTERING") == "clause_of_select: ALLOW");
}

TEST_CASE("conditions in another place") {
  CHECK(mended("UPDATE t SET a = 1 WHERE k = 1 AND IF a = 2") == "UPDATE t SET a = 1 WHERE k = 1 IF a = 2");
  CHECK(mended("UPDATE t SET a = 1 WHERE k = 1 IF a = 2 IF b = 3") ==
        "UPDATE t SET a = 1 WHERE k = 1 IF a = 2 AND b = 3");
  CHECK(mended("DELETE FROM t WHERE k = 1 IF a IS NULL") == "DELETE FROM t WHERE k = 1 IF a = null");
  CHECK(mended("DELETE FROM t WHERE k = 1 IF a IS NOT NULL") == "DELETE FROM t WHERE k = 1 IF a != null");
  CHECK(fault("SELECT a FROM t WHERE k = 1 IF EXISTS") == "if_of_select: IF");
  CHECK(fault("INSERT INTO t (a) VALUES (1) IF EXISTS") == "insert_with_condition: IF EXISTS");
  CHECK(fault("INSERT INTO t (a) VALUES (1) IF a = 2") == "insert_with_condition: IF a");
  CHECK(fault("INSERT INTO t (a) VALUES (1) ON CONFLICT DO NOTHING") == "sql_on_conflict: ON");
  CHECK(fault("INSERT OR IGNORE INTO t (a) VALUES (1)") == "sql_on_conflict: OR");
  CHECK(fault("UPDATE t SET a = 1 WHERE k = 1 IF (a = 2)") == "if_parentheses: (");
  CHECK(fault("BEGIN BATCH IF EXISTS UPDATE t SET a = 1 WHERE k = 1; APPLY BATCH") == "if_of_batch: IF");
  CHECK(fault("BEGIN BATCH UPDATE t SET a = 1 WHERE k = 1; APPLY BATCH IF EXISTS") == "if_of_batch: IF");
  CHECK(fault("CREATE TABLE t (a int PRIMARY KEY) IF NOT EXISTS") == "if_exists_of_create: IF");
  CHECK(fault("DROP TABLE t IF EXISTS") == "if_exists_of_drop: IF");
  CHECK(mended("UPDATE t SET n++ WHERE k = 1") == "UPDATE t SET n += 1 WHERE k = 1");
}

TEST_CASE("indexes, views, vector search and JSON in another form") {
  CHECK(mended("CREATE INDEX ON t (a) USING sai") == "CREATE INDEX ON t (a) USING 'sai'");
  CHECK(mended("CREATE INDEX ON t a") == "CREATE INDEX ON t (a)");
  CHECK(mended("CREATE INDEX ON t (a DESC)") == "CREATE INDEX ON t (a)");
  CHECK(fault("CREATE INDEX ON t") == "index_parentheses: ");
  CHECK(fault("CREATE INDEX t (a)") == "index_without_table: (");
  CHECK(fault("ALTER TABLE t ADD INDEX (a)") == "add_index: INDEX");
  CHECK(mended("DROP INDEX i ON t") == "DROP INDEX i");
  CHECK(fault("ALTER MATERIALIZED VIEW v ADD a int") == "columns_of_view: ADD");
  CHECK(fault("CREATE MATERIALIZED VIEW v AS SELECT a FROM t WHERE a IS NOT NULL") == "view_without_key: ");
  CHECK(fault("SELECT a FROM t WHERE v ANN OF [1, 2] LIMIT 3") == "ann_outside_order: ANN");
  CHECK(fault("SELECT a FROM t ORDER BY ANN(v, [1, 2]) LIMIT 3") == "ann_form: ANN(");
  CHECK(fault("SELECT a FROM t ORDER BY v ANN [1, 2] LIMIT 3") == "ann_form: ANN [");
  CHECK(fault("SELECT a FROM t GROUP BY a ORDER BY count(*)") == "order_by_function: count(");
  CHECK(fault("CREATE INDEX ON t (m['a'])") == "index_of_element: [");
  CHECK(mended("UPDATE t SET a = 1 WHERE k = 1 IF EXIST") == "UPDATE t SET a = 1 WHERE k = 1 IF EXISTS");
  CHECK(fault("DELETE FROM t WHERE k = 1 IF EXIST") == "misspelled_word: EXIST");
  CHECK(fault("UPDATE t SET JSON '{}' WHERE k = 1") == "update_json: JSON");
  CHECK(fault("INSERT JSON INTO t '{}'") == "insert_json_order: JSON");
  CHECK(mended("SELECT DISTINCT JSON a FROM t") == "SELECT JSON DISTINCT a FROM t");
  CHECK(fault("DESCRIBE") == "nothing_described: DESCRIBE");
}

TEST_CASE("numbers and what should be quoted") {
  CHECK(mended("INSERT INTO t (a) VALUES (2024-01-05)") == "INSERT INTO t (a) VALUES ('2024-01-05')");
  CHECK(mended("INSERT INTO t (a) VALUES (127.0.0.1)") == "INSERT INTO t (a) VALUES ('127.0.0.1')");
  CHECK(mended("INSERT INTO t (a) VALUES (.5)") == "INSERT INTO t (a) VALUES (0.5)");
  CHECK(mended("INSERT INTO t (a) VALUES (+5)") == "INSERT INTO t (a) VALUES (5)");
  CHECK(fault("INSERT INTO t (a) VALUES (5L)") == "broken_number: 5L");
  CHECK(fault("INSERT INTO t (a) VALUES (1_000)") == "broken_number: 1_000");
  CHECK(fault("SELECT a FROM t WHERE x=1AND y=2") == "broken_number: 1AND");
  CHECK(fault("INSERT INTO t (a) VALUES (3és)") == "broken_number: 3és");
  CHECK(fault("INSERT INTO t (a) VALUES (1 .)") == "number_with_blank: 1 .");
  CHECK(fault("INSERT INTO t (a) VALUES (550e8400-e29b-41d4-a716-44665544000)") ==
        "uuid_form: 550e8400-e29b-41d4-a716-44665544000");
}

TEST_CASE("faults in batches") {
  CHECK(fault("BEGIN BATCH SELECT a FROM t; APPLY BATCH") == "statement_in_batch: SELECT");
  CHECK(fault("BEGIN BATCH INSERT INTO t (a) VALUES (1);") == "batch_not_ended: ");
  CHECK(fault("BEGIN BATCH INSERT INTO t (a) VALUES (1);; APPLY BATCH") == "batch_semicolon: ;");
  CHECK(fault("BEGIN BATCH INSERT INTO t (a) VALUES (1) APPLY BATCH x") == "syntax: x");
  CHECK(fault("BEGIN BATCH UPDATE t SET a = 1; APPLY BATCH") == "where_missing: UPDATE");
}

TEST_CASE("every refusal of the parser is of class syntax") {
  for (const char* text : {"SELECT", "SELECT '", "UPDATE t SET a = 1, a = 2 WHERE k = 1", "SELECT \xFF"}) {
    const std::optional<Diagnostic> diagnostic = refusal_of(text);
    REQUIRE(diagnostic);
    CHECK(diagnostic->error_class() == ErrorClass::syntax);
  }
}
