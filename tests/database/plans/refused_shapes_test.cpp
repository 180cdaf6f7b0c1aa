// A statement whose shape was refused before is refused without the grammar, and as the general path refuses it.

#include <catch2/catch.hpp>
#include <random>

#include "answer_text.h"

namespace cellar {
namespace {

struct BothWays {
  Database database = Database::open_temporary();
  Session session;
  Session general;

  explicit BothWays(Policy policy = Policy::teach) : session(database, policy), general(database, policy) {
    general.set_path(StatementPath::general);
    session.execute(
        "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    for (Session* each : {&session, &general}) each->use("k");
    session.execute(
        "CREATE TABLE t (id int, c int, name text, at timestamp, u uuid, tags set<text>, prices map<text, "
        "int>, "
        "PRIMARY KEY (id, c))");
    session.execute("CREATE TABLE w (p int, a int, b text, PRIMARY KEY (p, a, b))");
  }
};

std::string attempted(Session& session, const std::string& statement) {
  Reply reply = session.attempt(statement);
  if (const auto* const refusal = std::get_if<Refusal>(&reply))
    return "refused " + shown(refusal->diagnostic);
  return shown(std::move(std::get<Result>(reply)));
}

std::string found(Session& session, const std::string& statement) {
  const std::optional<Diagnostic> fault = session.find_fault(statement);
  return fault ? shown(*fault) : "accepted";
}

/// `%` is a literal that differs from text to text.
const std::vector<std::string> kRefused = {
    "INSERT INTO nowhere (id, c) VALUES (%, 'a')",
    "INSERT INTO t (id, c, nam) VALUES (%, 5, 'x')",
    "INSERT INTO t (id, c, nam) VALUES (7, 5, %)",
    "INSERT INTO t (id, c, at) VALUES (1, 2, %)",
    "INSERT INTO t (id, c, u) VALUES (1, 2, %)",
    "INSERT INTO t (id, name) VALUES (1, %)",
    "INSERT INTO t (id, c, name, tags) VALUES (1, 2, %, {'a', %})",
    "INSERT INTO t (id, c, prices) VALUES (1, 2, {'a': %, 'b': %})",
    "INSERT INTO t (id, c) VALUES (%, %) USING TTL %",
    "INSERT INTO t (id, c) VALUES (%, %) USING TTL -1",
    "INSERT INTO t JSON %",
    "UPDATE t SET name = % WHERE id = 1",
    "UPDATE t SET name = % WHERE id = % AND c = 1 AND name = 'x'",
    "UPDATE t SET tags = tags + {%} WHERE id = 1 AND nowhere = %",
    "DELETE name FROM t WHERE id = % AND c > %",
    "DELETE FROM t WHERE name = %",
    "SELECT * FROM t WHERE name = % AND c = % LIMIT 10",
    "SELECT * FROM t WHERE id = % LIMIT %",
    "SELECT % FROM t WHERE id = 1",
    "SELECT abs(%) FROM t WHERE id = 'x'",
    "SELECT * FROM t WHERE id = % OR c = %",
    "SELECT * FROM t WHERE id = % ORDER BY name",
    "SELECT * FROM t WHERE id = % ORDER BY id",
    "SELECT * FROM t WHERE id = % AND c = % ORDER BY name DESC",
    "SELECT * FROM t WHERE id = % AND c > % ORDER BY id, c LIMIT %",
    "SELECT * FROM w WHERE p = % AND b > % ORDER BY b",
    "SELECT * FROM w WHERE p = % AND a = % AND b = % ORDER BY b",
    "SELECT * FROM w WHERE p = % ORDER BY b LIMIT %",
    "SELECT * FROM t WHERE id = % AND name LIKE %",
    "SELECT * FROM t WHERE id = % AND name != %",
    "SELECT * FROM t WHERE name = %",
    "SELECT * FROM t WHERE name = % ORDER BY c",
    "SELECT * FROM t WHERE name = % ORDER BY name",
    "SELECT id, count(*) FROM t WHERE name = % GROUP BY id",
    "SELECT id FROM t WHERE name = % GROUP BY name",
    "SELECT * FROM t WHERE name = % PER PARTITION LIMIT % LIMIT %",
    "SELECT * FROM t WHERE c = %",
    "SELECT * FROM t WHERE c = % ORDER BY c ALLOW FILTERING",
    "SELECT * FROM t WHERE c = % ORDER BY name ALLOW FILTERING",
    "SELECT * FROM t WHERE id IN (%, %) ORDER BY name ALLOW FILTERING",
    "SELECT * FROM t WHERE id = % AND c > % ORDER BY name LIMIT %",
    "SELECT abs(%) FROM t WHERE id = % GROUP BY name",
    "SELECT id FROM t WHERE id = % GROUP BY name ORDER BY name LIMIT %",
    "SELECT * FROM t WHERE c > % AND c < %",
    "SELECT * FROM t WHERE c = abs(%)",
    "SELECT * FROM t WHERE c = (int) %",
    "SELECT * FROM t WHERE c = 1 + %",
    "SELECT abs(%) FROM t WHERE c = 1",
    "SELECT * FROM t WHERE id > %",
    "SELECT * FROM t WHERE id IN (%, %)",
    "SELECT * FROM t WHERE id = % AND name = %",
    "SELECT * FROM t WHERE tags CONTAINS %",
    "SELECT * FROM t WHERE prices[%] = %",
    "SELECT * FROM t WHERE token(id) > %",
    "SELECT * FROM t LIMIT %",
    "SELECT count(*) FROM t LIMIT %",
    "SELECT DISTINCT id FROM t LIMIT %",
    "SELECT * FROM t WHERE at >= % AND at < %",
    "SELECT JSON * FROM t WHERE (c) = (%)",
    "INSRT INTO t (id, c) VALUES (%, 2)",
    "INSERT INTO t (id, c, name) VALUES (1, 2, %",
    "INSERT INTO t (id, c name) VALUES (1, 2, %)",
    "INSERT INTO t (id, c) VALUES (1, 2) %",
    "this is line number % of the notes",
    "COMMIT %",
    "BEGIN BATCH INSERT INTO t (id, c, nam) VALUES (1, 2, %); UPDATE t SET name = % WHERE id = 1 AND c = 2; "
    "APPLY BATCH",
    "EXPLAIN SELECT * FROM t WHERE name = %",
    "CREATE TABLE t (id int PRIMARY KEY) WITH gc_grace_seconds = %",
};

std::string with_literals(const std::string& pattern, std::mt19937& random) {
  constexpr const char* kLiterals[] = {"5",
                                       "-12345",
                                       "'ann'",
                                       "'it''s a longer text than the others'",
                                       "1.5",
                                       "1e400",
                                       "'2024-01-05'",
                                       "0x01",
                                       "123e4567-e89b-12d3-a456-426614174000",
                                       "'{\"id\": 1, \"x\": 2}'",
                                       "''",
                                       "99999999999",
                                       "'\xC3\xA9'",
                                       "'\xC3'"};
  std::string text;
  for (const char c : pattern)
    text += c == '%' ? kLiterals[random() % std::size(kLiterals)] : std::string(1, c);
  return text;
}

TEST_CASE("a statement of a refused shape is refused as by the general path") {
  std::mt19937 random(3);
  for (const Policy policy : {Policy::teach, Policy::cassandra}) {
    BothWays k(policy);
    for (const std::string& pattern : kRefused) {
      for (int round = 0; round < 40; ++round) {
        const std::string text = with_literals(pattern, random);
        INFO(text);
        const std::string expected = found(k.general, text);
        if (found(k.session, text) != expected) CHECK(found(k.session, text) == expected);
        const std::string answered = answer(k.general, text);
        for (const std::string& again : {attempted(k.session, text), answer(k.session, text)}) {
          if (again != answered) CHECK(again == answered);
        }
      }
    }
  }
}

/// `@` is a number that no other text has, so that no two texts share a shape.
const std::vector<std::string> kOfNoSharedShape = {
    "INSERT INTO nowhere@ (id, c) VALUES (%, 'a')",
    "INSERT INTO t (id, c, name@) VALUES (%, 5, 'x')",
    "INSERT INTO t (id, c, name) VALUES (/*@*/ %, 5, %)",
    "INSERT INTO t (id, name) VALUES (/*@*/ 1, %)",
    "INSERT INTO t (id, c, name) VALUES (abs(@), @, 'x')",
    "INSERT INTO t (id, c, name) VALUES (?, @, 'x')",
    "UPDATE t SET name@ = % WHERE id = 1 AND c = 2",
    "UPDATE t SET name = 'x' WHERE id = 1 AND c IN (@, %)",
    "DELETE name FROM t WHERE id = % AND c@ > %",
    "SELECT id AS id@ FROM t WHERE id = %",
    "SELECT id AS id@ FROM t WHERE name = % AND c = 1",
    "SELECT id@ FROM t WHERE id = 1",
    "SELECT * FROM t WHERE id = 1 AND c = %abs@",
    "EXPLAIN SELECT id@ FROM t WHERE id = 1",
    "EXPLAIN ANALYZE SELECT id@ FROM t WHERE id = 1",
    "BEGIN BATCH INSERT INTO t (id, c) VALUES (%, 2); UPDATE t SET n@ = 1 WHERE id = 1 AND c = 2; APPLY "
    "BATCH",
    "USE nowhere@",
    "DESCRIBE TABLE nowhere@",
    "CREATE TABLE t@ (id int, name@ text)",
    "DROP TABLE nowhere@",
    "# line @ of a comment: %",
    "  # line @ of a comment",
    "# line @ | %\n# and its 'second",
    "prose of line@ and %",
    "SELECT * FROM t WHERE id = name@",
    "SELECT * FROM t WHERE id = % AND name = \"name @\"",
    "SELECT * FROM t WHERE id = % AND name = \"name @\" OR c = name@",
    "UPDATE t SET name = name@ WHERE id = %",
    "UPDATE t SET name@ = name@ + % WHERE id = %",
    "INSERT INTO t (id, c, name) VALUES (@, %, \"it's @\")",
    "cqlsh:k> SELECT * FROM t WHERE id = @ AND c = %;",
    "cqlsh> SELECT name@ FROM t WHERE id = @",
    "SELECT * FROM t@ AS name@ WHERE id = %",
    "SELECT * FRM t WHERE name@ = %",
};

TEST_CASE(
    "statements of no shared shape are refused, and accepted among refused ones, as by the general path") {
  std::mt19937 random(5);
  BothWays k;
  int number = 0;
  for (int round = 0; round < 600; ++round) {
    const std::string pattern = kOfNoSharedShape[random() % kOfNoSharedShape.size()];
    std::string text;
    for (const char c : with_literals(pattern, random))
      text += c == '@' ? std::to_string(++number) : std::string(1, c);
    INFO(text);
    const std::string expected = answer(k.general, text);
    const std::string answered = round % 2 == 0 ? attempted(k.session, text) : answer(k.session, text);
    if (answered != expected) CHECK(answered == expected);
  }
}

TEST_CASE("what was refused runs once the schema has changed") {
  BothWays k;
  const auto insert = [](int i) {
    return "INSERT INTO t (id, c, price) VALUES (" + std::to_string(i) + ", 1, 5)";
  };
  for (int i = 0; i < 3; ++i) CHECK(attempted(k.session, insert(i)).starts_with("refused undefined_column"));
  k.session.execute("ALTER TABLE t ADD price int");
  CHECK(attempted(k.session, insert(1)) == attempted(k.general, insert(1)));
  CHECK(attempted(k.session, "SELECT price FROM t WHERE id = 1") ==
        attempted(k.general, "SELECT price FROM t WHERE id = 1"));
  k.session.execute("ALTER TABLE t DROP price");
  CHECK(attempted(k.session, insert(2)) == attempted(k.general, insert(2)));
}

TEST_CASE("a query of a refused shape runs once an index, another policy or another keyspace serves it") {
  const auto query = [](int i) { return "SELECT id FROM t WHERE name = 'name " + std::to_string(i) + "'"; };
  const auto check_refused = [&](BothWays& k, const std::string& id) {
    for (int i = 0; i < 4; ++i) {
      const std::string answered = attempted(k.session, query(i));
      CHECK(answered.starts_with("refused " + id));
      CHECK(answered == attempted(k.general, query(i)));
    }
  };
  BothWays k;
  check_refused(k, "no_partition_key");
  k.session.execute("ALTER TABLE t RENAME id TO number");
  check_refused(k, "undefined_column");
  k.session.execute("ALTER TABLE t RENAME number TO id");
  check_refused(k, "no_partition_key");
  k.session.execute("CREATE INDEX ON t (name)");
  CHECK(!attempted(k.session, query(1)).starts_with("refused"));
  k.session.execute("DROP INDEX t_name_idx");
  check_refused(k, "no_partition_key");
  k.session.execute(
      "CREATE KEYSPACE l WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  k.session.execute("CREATE TABLE l.t (name text PRIMARY KEY, id int)");
  k.session.use("l");
  CHECK(!attempted(k.session, query(1)).starts_with("refused"));
  k.session.use("k");
  check_refused(k, "no_partition_key");

  const std::string all = "SELECT id FROM t LIMIT ";
  for (int i = 1; i < 4; ++i)
    CHECK(attempted(k.session, all + std::to_string(i)).starts_with("refused limit"));
  k.session.set_policy(Policy::cassandra);
  CHECK(!attempted(k.session, all + "4").starts_with("refused"));
  k.session.set_policy(Policy::teach);
  CHECK(attempted(k.session, all + "5").starts_with("refused limit"));
}

/// The shell shows what the library says, and so do programs that embed it.
TEST_CASE("no refusal of a session proposes a guess that destroys") {
  BothWays k;
  const auto has_fix = [](const std::optional<Diagnostic>& fault) { return fault && fault->fix.has_value(); };
  const auto fault_of_attempt = [](Session& session, const std::string& statement) {
    Reply reply = session.attempt(statement);
    const auto* const refusal = std::get_if<Refusal>(&reply);
    return refusal != nullptr ? std::optional(refusal->diagnostic) : std::nullopt;
  };
  const auto fault_of_execute = [](Session& session,
                                   const std::string& statement) -> std::optional<Diagnostic> {
    try {
      session.execute(statement);
    } catch (const Refusal& refusal) {
      return refusal.diagnostic;
    }
    return std::nullopt;
  };
  const auto fault_of_prepare = [](Session& session,
                                   const std::string& statement) -> std::optional<Diagnostic> {
    try {
      session.prepare(statement);
    } catch (const Refusal& refusal) {
      return refusal.diagnostic;
    }
    return std::nullopt;
  };
  k.session.execute("CREATE TABLE customers (id int PRIMARY KEY, name text)");
  for (const auto& [statement, proposes] : std::vector<std::pair<std::string, bool>>{
           {"SELECT name FROM customer WHERE id = 1", true},
           {"SELEC name FROM customers WHERE id = 1", true},
           {"DROP TABLE customer", false},
           {"DORP TABLE customers", false},
           {"TRUNCATE customer", false},
           {"DELETE FROM customer WHERE id = 1", false},
           {"DELETE nam FROM customers WHERE id = 1", false},
           {"DELETE FORM customers WHERE id = 1", false},
           {"ALTER TABLE customers DROP nam", false},
       }) {
    INFO(statement);
    // Twice: the second time its shape is known.
    for (int count = 0; count < 2; ++count) {
      for (Session* session : {&k.session, &k.general}) {
        CHECK(has_fix(fault_of_attempt(*session, statement)) == proposes);
        CHECK(has_fix(fault_of_execute(*session, statement)) == proposes);
        CHECK(has_fix(fault_of_prepare(*session, statement)) == proposes);
        CHECK(has_fix(session->find_fault(statement)) == proposes);
      }
    }
  }
}

}  // namespace
}  // namespace cellar
