// Whatever way a statement takes, its answer is the same: its shape unknown, its shape known from another text, or
// by the general path alone.

#include <catch2/catch.hpp>
#include <filesystem>

#include "answer_text.h"
#include "database/database.h"
#include "database/plans/shape_cache.h"
#include "parser/parser.h"
#include "parser/script/splitter.h"
#include "parser/shape/shape.h"
#include "planner/planner.h"
#include "script_text.h"

namespace cellar {
namespace {

enum class Way { unknown, known, general };

/// The statement with other literals of the same kinds.
std::string other_of_its_shape(const std::string& text) {
  Shape shape;
  if (!read_shape(text, shape)) return text;
  std::string other;
  std::size_t copied = 0;
  for (const ShapeLiteral& literal : shape.literals) {
    other.append(text, copied, literal.begin - copied);
    copied = literal.end;
    const std::string token = text.substr(literal.begin, literal.end - literal.begin);
    switch (literal.kind) {
      case LiteralKind::string:
        other += "'it''s  another'";
        break;
      case LiteralKind::integer:
        other += "1234567";
        break;
      case LiteralKind::float_:
        other += "-2.5e1";
        break;
      case LiteralKind::uuid:
        other += "123e4567-e89b-12d3-a456-426614174000";
        break;
      case LiteralKind::blob:
        other += "0x0102";
        break;
      case LiteralKind::duration:
        other += "1h30m";
        break;
      default:
        other += token;
    }
  }
  other.append(text, copied);
  return other;
}

std::vector<std::string> answers(const std::vector<std::string>& statements, Way way, Policy policy) {
  // Timestamps are answers, too: each statement has its own tick.
  Timestamp now = 1'700'000'000'000'000;
  StoreOptions options;
  options.clock = [&now] { return now; };
  const Database database = Database::open_temporary(options);
  Session session(database, policy);
  if (way == Way::general) session.set_path(StatementPath::general);
  session.set_notices(Notices::all);  // the usual ones are given once for each plan
  session.execute(
      "CREATE KEYSPACE conformance WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.use("conformance");
  Session other(database, policy);  // learns shapes for this one
  std::vector<std::string> all;
  for (const std::string& statement : statements) {
    now += 1'000'000;
    if (way == Way::known) {
      try {
        if (other.keyspace() != session.keyspace()) other.use(session.keyspace());
        other.prepare(other_of_its_shape(statement));
      } catch (const Refusal&) {
      }
    }
    all.push_back(answer(session, statement));
  }
  return all;
}

/// Table ids and random values differ from run to run.
bool is_by_chance(const std::string& statement) {
  for (const char* word : {"now(", "uuid(", "current_", "currentT", "currentD", "NOW(", "UUID("}) {
    if (statement.find(word) != std::string::npos) return true;
  }
  return false;
}

std::vector<std::string> statements_of(const std::filesystem::path& script) {
  Splitter splitter;
  splitter.feed(read_whole(script));
  std::vector<std::string> statements;
  while (const auto statement = splitter.next()) {
    const std::string text(statement->text);
    if (!is_by_chance(text)) statements.push_back(text);
  }
  return statements;
}

void compare_ways(const std::string& folder, Policy policy) {
  std::size_t scripts = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(CELLAR_SOURCE_DIR) / folder)) {
    if (entry.path().extension() != ".cql") continue;
    ++scripts;
    const std::vector<std::string> statements = statements_of(entry.path());
    const std::vector<std::string> expected = answers(statements, Way::general, policy);
    for (const Way way : {Way::unknown, Way::known}) {
      const std::vector<std::string> shaped = answers(statements, way, policy);
      for (std::size_t i = 0; i < statements.size(); ++i) {
        INFO(entry.path() << (way == Way::known ? " known: " : " unknown: ") << statements[i]);
        if (shaped[i] != expected[i]) CHECK(shaped[i] == expected[i]);
      }
    }
  }
  CHECK(scripts > 20);
}

TEST_CASE("no answer depends on whether a statement's shape is known") {
  compare_ways("tests/conformance", Policy::cassandra);
  compare_ways("tests/cql", Policy::teach);
}

struct Keyspace {
  Database database = Database::open_temporary();
  Session session{database};

  Keyspace() {
    session.execute(
        "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    session.use("k");
    session.execute("CREATE TABLE t (k int PRIMARY KEY, a text)");
    session.execute("INSERT INTO t (k, a) VALUES (1, 'one')");
  }
};

TEST_CASE("more shapes than are kept are answered alike") {
  Keyspace k;
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 1'500; ++i) {
      const std::string text = "SELECT a AS n" + std::to_string(i) + " FROM t WHERE k = 1";
      REQUIRE(answer(k.session, text) == "n" + std::to_string(i) + ":text|\n'one'|\nread 1 1");
    }
  }
}

TEST_CASE(
    "a shape that was learnt does not outlive the schema, the keyspace or the policy it was learnt with") {
  Keyspace k;
  const std::string text = "SELECT * FROM t WHERE k = 1";
  CHECK(answer(k.session, text) == "k:int|a:text|\n1|'one'|\nread 1 1");
  k.session.execute("ALTER TABLE t ADD b int");
  CHECK(answer(k.session, text) == "k:int|a:text|b:int|\n1|'one'|null|\nread 1 1");
  k.session.execute(
      "CREATE KEYSPACE other WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  k.session.use("other");
  CHECK(answer(k.session, text).starts_with("refused undefined_table"));
  k.session.execute("CREATE TABLE t (k int PRIMARY KEY)");
  CHECK(answer(k.session, text) == "k:int|\nread 1 0");
  const std::string scan = "SELECT * FROM t LIMIT 1";
  CHECK(answer(k.session, scan) == "k:int|");
  k.session.set_policy(Policy::teach);
  CHECK(answer(k.session, scan).starts_with("refused"));
}

TEST_CASE("a refusal of a statement whose shape is known has its own place") {
  Keyspace k;
  k.session.execute("INSERT INTO t (k, a) VALUES (1, 'a short one') USING TTL 5");
  CHECK(
      answer(k.session, "INSERT INTO t (k, a) VALUES (12345, 'a text that is longer') USING TTL 630720001") ==
      "refused ttl_too_long 71-80 630720001");
  CHECK(answer(k.session, "INSERT INTO t (k, a) VALUES (12345678901, 'x') USING TTL 5") ==
        "refused integer_out_of_range 29-40 12345678901 int -2147483648 2147483647");
}

TEST_CASE("a statement that earns a notice has its own place in it, whoever learnt its shape") {
  Keyspace k;
  Session other(k.database, Policy::teach);
  other.use("k");
  Session session(k.database, Policy::teach);
  session.use("k");
  other.execute("SELECT a FROM t WHERE k IN (1, 2) AND a = 'one' ALLOW FILTERING");
  const std::string longer = "SELECT a FROM t WHERE k IN (1, 20000) AND a = 'a longer text' ALLOW FILTERING";
  Result result = session.execute(longer);
  CHECK(result.next() == nullptr);
  REQUIRE(result.notices().size() == 1);
  const Span span = result.notices()[0].span;
  CHECK(longer.substr(span.begin, span.end - span.begin) == "ALLOW FILTERING");
}

TEST_CASE("a statement that earns a notice teaches its shape to all sessions") {
  Keyspace k;
  k.session.execute("CREATE TABLE ordered (k int, c int, PRIMARY KEY (k, c))");
  const SchemaPointer schema = k.database.schema();
  auto planned = std::make_shared<CachedPlan>();
  const std::string text = "SELECT c FROM ordered WHERE k = 1 AND c < 5 ORDER BY c DESC";
  planned->statement = std::make_shared<const Statement>(parse(text));
  planned->plan = plan(*planned->statement, {*schema, "k", kDefaultNodeNames, Policy::teach, 0});
  planned->literals = bind_literals(*planned->statement, planned->plan);
  REQUIRE(planned->plan.notices.size() == 1);

  SharedShapes shared;
  SessionShapes first, second;
  Shape shape;
  first.enter(shared, Policy::teach, "k");
  REQUIRE(read_shape(text, shape));
  first.learn(text, shape, planned);
  second.enter(shared, Policy::teach, "k");
  const KnownShapePointer known =
      second.find("SELECT c FROM ordered WHERE k = 23 AND c < 7 ORDER BY c DESC", shape);
  REQUIRE(known != nullptr);
  CHECK(known->planned == planned);
  second.enter(shared, Policy::cassandra, "k");
  CHECK(second.find(text, shape) == nullptr);
}

TEST_CASE("a plan with markers serves its own text alone, and never without values") {
  Keyspace k;
  const SchemaPointer schema = k.database.schema();
  auto planned = std::make_shared<CachedPlan>();
  const std::string text = "SELECT a FROM t WHERE k = ? LIMIT 5";
  planned->statement = std::make_shared<const Statement>(parse(text));
  planned->plan = plan(*planned->statement, {*schema, "k", kDefaultNodeNames, Policy::cassandra, 0});
  planned->markers = markers_of(*planned->statement);
  planned->literals = bind_literals(*planned->statement, planned->plan);

  SharedShapes shared;
  SessionShapes first, second;
  Shape shape;
  first.enter(shared, Policy::cassandra, "k");
  REQUIRE(read_shape(text, shape));
  first.learn(text, shape, planned);
  second.enter(shared, Policy::cassandra, "k");
  const KnownShapePointer known = second.find(text, shape);
  REQUIRE(known != nullptr);
  CHECK(known->planned == planned);
  CHECK(known->is_of_one_text());
  std::vector<BoundValue> slots;
  CHECK_FALSE(bind_shape(*known, text, shape, slots));
  CHECK(second.find("SELECT a FROM t WHERE k = ? LIMIT 6", shape) == nullptr);
}

}  // namespace
}  // namespace cellar
