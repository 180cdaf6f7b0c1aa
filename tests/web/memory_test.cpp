// What the statements of one person may take of the memory that all share.
#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "notebook_world.h"
#include "refusal/memory_account.h"

using namespace cellar;
using namespace cellar::test;
using nlohmann::json;

namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

std::string numbers(int count) {
  std::string list = "0";
  for (int value = 1; value < count; ++value) list += "," + std::to_string(value);
  return list;
}

/// Bytes that an account holds at most while a piece of work runs.
std::size_t peak_of(const std::function<void()>& work) {
  const auto is_enough = [&](std::size_t bytes) {
    MemoryAccount account(std::make_shared<MemoryPool>(std::size_t{1} << 40), bytes);
    const CountedWork counted({&account});
    try {
      work();
    } catch (const std::exception&) {
    }
    return !account.has_refused();
  };
  std::size_t bytes = 1'024;
  while (!is_enough(bytes)) bytes *= 2;
  return bytes;
}

}  // namespace

TEST_CASE("memory is counted, in whatever form it is taken, and refused beyond the bound") {
  const auto pool = std::make_shared<MemoryPool>(64 * kMebibyte);
  MemoryAccount account(pool, 16 * kMebibyte);
  struct alignas(64) Line {
    char bytes[64];
  };
  {
    const CountedWork counted({&account});
    const auto text = std::make_unique<std::string>(kMebibyte, 'x');
    const auto array = std::make_unique<char[]>(kMebibyte);
    const std::vector<Line> lines(kMebibyte / sizeof(Line));
    CHECK(account.held() >= 3 * kMebibyte);
    CHECK(account.held() < 3 * kMebibyte + kMebibyte / 2);
    CHECK_THROWS_AS(std::string(16 * kMebibyte, 'x'), std::bad_alloc);
    CHECK(account.has_refused());
    const CountedWork nobody({});
    CHECK(std::string(16 * kMebibyte, 'x').size() == 16 * kMebibyte);
  }
  CHECK(account.held() < kMebibyte / 2);
  account.begin_work();
  CHECK_FALSE(account.has_refused());
}

TEST_CASE("what others have taken is refused to one who wants more than their own, and given back") {
  const auto pool = std::make_shared<MemoryPool>(24 * kMebibyte);
  MemoryAccount first(pool, 64 * kMebibyte), second(pool, 64 * kMebibyte);
  const auto can_take = [](MemoryAccount& account, std::size_t bytes) {
    account.begin_work();
    const CountedWork counted({&account});
    try {
      return std::string(bytes, 'x').size() == bytes;
    } catch (const std::bad_alloc&) {
      return false;
    }
  };
  {
    const CountedWork counted({&first});
    const std::string much(20 * kMebibyte, 'x');
    CHECK_FALSE(can_take(second, 20 * kMebibyte));
    CHECK(can_take(second, 3 * kMebibyte));
  }
  first.begin_work();
  CHECK(can_take(second, 20 * kMebibyte));
}

TEST_CASE("memory that was taken before and is given back is no credit for the next work") {
  MemoryAccount account(std::make_shared<MemoryPool>(64 * kMebibyte), 8 * kMebibyte);
  auto before = std::make_unique<std::string>(32 * kMebibyte, 'x');
  {
    const CountedWork counted({&account});
    before.reset();
  }
  account.begin_work();
  const CountedWork counted({&account});
  CHECK_THROWS_AS(std::string(16 * kMebibyte, 'x'), std::bad_alloc);
}

TEST_CASE("work whose time is over is refused the next memory, and may say so") {
  MemoryAccount account(std::make_shared<MemoryPool>(64 * kMebibyte), 16 * kMebibyte);
  const CountedWork counted({&account});
  const auto before = std::make_unique<std::string>(kMebibyte, 'x');
  account.end_work();
  CHECK(account.is_over());
  {
    const CountedWork unrefused({&account, true});
    CHECK(std::string(kMebibyte, 'x').size() == kMebibyte);
    CHECK_FALSE(account.has_refused());
  }
  CHECK_THROWS_AS(std::string(100, 'x'), std::bad_alloc);
  CHECK(account.has_refused());
  CHECK(std::string(kMebibyte, 'x').size() == kMebibyte);
  CHECK_THROWS_AS(std::string(32 * kMebibyte, 'x'), std::bad_alloc);
  account.begin_work();
  CHECK_FALSE(account.is_over());
  CHECK(std::string(kMebibyte, 'x').size() == kMebibyte);
}

TEST_CASE("a command that does not look at its time is ended by what it takes then, and the next one runs") {
  bool is_over = false;
  NotebookWorld world([&](std::chrono::milliseconds time, const std::function<void()>& function) {
    if (is_over && time > std::chrono::milliseconds(2'000)) function();
  });
  world.load(10);
  world.ask("USE k");
  std::string terms = "c = 1";
  for (int term = 0; term < 5'000; ++term) terms += " AND v = 'x'";
  for (const std::string& statement :
       {std::string("RING 1000 VNODES 256"), "ADVISE SELECT * FROM many WHERE " + terms, std::string("HELP"),
        "SELECT * FROM many WHERE " + terms, std::string("MAP many")}) {
    INFO(statement.substr(0, 60));
    is_over = true;
    const json late = world.ask(statement);
    is_over = false;
    CHECK(late["outcome"] == "refused");
    CHECK(late["refusal"]["code"] == "E506");
    CHECK(world.ask("SELECT count(*) FROM many WHERE p = 1")["rows"] == json::parse("[[10]]"));
  }
}

TEST_CASE("a statement that would take more memory than it may is refused, and the next one runs") {
  NotebookWorld world(never);
  world.load(10);
  world.ask("USE k");
  world.ask("POLICY cassandra");
  const std::string long_value(150'000, 'v');
  const std::string update =
      "UPDATE many SET v = '" + long_value + "' WHERE p IN (" + numbers(5'000) + ") AND c = 1";
  CHECK(world.ask("PARAMETER 1 = [" + numbers(3'000) + "]")["outcome"] == "done");
  CHECK(world.ask("PARAMETER 2 = [" + numbers(3'000) + "]")["outcome"] == "done");
  std::string batch = "BEGIN UNLOGGED BATCH ";
  for (int statement = 0; statement < 20; ++statement)
    batch += "UPDATE many SET v = '" + std::string(10'000, 'v') + "' WHERE p IN (" + numbers(500) +
             ") AND c = " + std::to_string(statement) + ";";
  batch += "APPLY BATCH";
  for (const std::string& statement :
       {update, batch, std::string("DELETE FROM many WHERE p IN ? AND c IN ?"),
        "DELETE FROM many WHERE p IN (" + numbers(3'000) + ") AND c IN (" + numbers(3'000) + ")"}) {
    INFO(statement.substr(0, 80));
    const json answer = world.ask(statement);
    CHECK(answer["outcome"] == "refused");
    CHECK(answer["refusal"]["code"] == "E536");
    CHECK(world.ask("SELECT count(*) FROM many WHERE p = 1")["rows"] == json::parse("[[10]]"));
  }
}

TEST_CASE("a row whose text would be longer than memory allows is refused, and the next statement runs") {
  NotebookWorld world(never);
  world.load(1);
  world.ask("USE k");
  world.ask("CREATE TABLE wide (p int PRIMARY KEY, m map<int, text>)");
  const std::string controls(100'000, '\x01');  // as JSON each takes six characters
  for (int value = 0; value < 150; ++value)
    REQUIRE(world.ask("UPDATE wide SET m[" + std::to_string(value) + "] = '" + controls +
                      "' WHERE p = 1")["outcome"] == "done");
  for (const char* const statement :
       {"SELECT JSON * FROM wide WHERE p = 1", "SELECT m FROM wide WHERE p = 1",
        "SELECT toJson(m) FROM wide WHERE p = 1", "SELECT m, m AS a, m AS b FROM wide WHERE p = 1"}) {
    INFO(statement);
    const json answer = world.ask(statement);
    CHECK(answer["outcome"] == "refused");
    CHECK(answer["refusal"]["code"] == "E536");
    CHECK(world.ask("SELECT p FROM wide WHERE p = 1")["rows"] == json::parse("[[1]]"));
  }
}

TEST_CASE("what is kept between statements has a bound: then it is given up, and the page is told") {
  NotebookLimits limits;
  limits.kept = 8 * kMebibyte;
  NotebookWorld world(never, limits);
  world.load(10);
  world.ask("USE k");
  json refused;
  int kept = 0;
  for (; kept < 200 && !refused.contains("refusal"); ++kept)
    refused = world.ask("PARAMETER p" + std::to_string(kept) + " = '" + std::string(100'000, 'x') + "'");
  REQUIRE(refused.contains("refusal"));
  CHECK(refused["refusal"]["code"] == "E536");
  CHECK(kept > 20);
  CHECK(world.ask("PARAMETER")["text"].get<std::string>().find("p1") == std::string::npos);
  CHECK(world.ask("SELECT count(*) FROM many WHERE p = 1")["rows"] == json::parse("[[10]]"));
  CHECK(world.ask("TIMELINE many WHERE p = 1")["outcome"] == "done");
  bool is_told = false;
  for (int statement = 0; statement < 200 && !is_told; ++statement) {
    const json answer = world.ask("UPDATE many SET v = '" + std::to_string(statement) +
                                  std::string(100'000, 'x') + "' WHERE p = 1 AND c = 1");
    is_told = answer.contains("refusal") && answer["refusal"]["code"] == "E536";
  }
  CHECK(is_told);
  CHECK(world.ask("SELECT count(*) FROM many WHERE p = 1")["rows"] == json::parse("[[10]]"));
}

TEST_CASE("many statements that keep nothing are never refused for their memory") {
  NotebookLimits limits;
  limits.kept = 4 * kMebibyte;
  NotebookWorld world(never, limits);
  world.load(1);
  world.ask("USE k");
  for (int row = 0; row < 300; ++row)
    REQUIRE(world.ask("INSERT INTO many (p, c, v) VALUES (2, " + std::to_string(row) + ", '" +
                      std::string(50'000, 'v') + "')")["outcome"] == "done");
  for (int time = 0; time < 100; ++time)
    REQUIRE(world.ask("SELECT * FROM many WHERE p = 2 LIMIT 20")["outcome"] == "done");
}

TEST_CASE("a database has no more tables, columns and parts of types than memory is for") {
  NotebookWorld world(never);
  world.load(1);
  world.ask("USE k");
  std::string columns = "p int PRIMARY KEY";
  for (int column = 0; column < 400; ++column) columns += ", c" + std::to_string(column) + " map<int, int>";
  json answer;
  int tables = 0;
  for (; tables < 100 && !answer.contains("refusal"); ++tables)
    answer = world.ask("CREATE TABLE t" + std::to_string(tables) + " (" + columns + ")");
  REQUIRE(answer.contains("refusal"));
  CHECK(answer["refusal"]["code"] == "E536");
  CHECK(tables > 5);
  CHECK(world.ask("CREATE TABLE small (p int PRIMARY KEY)")["outcome"] == "done");
  CHECK(world.ask("DROP TABLE t0")["outcome"] == "done");
  CHECK(world.ask("CREATE TABLE t0 (" + columns + ")")["outcome"] == "done");
}

#ifdef __SANITIZE_ADDRESS__
/// ANTLR's runtime makes a node of its tree before it has found the place that keeps it.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:antlr4::Parser::createTerminalNode\nleak:antlr4::tree::ParseTreeTracker::createInstance\n";
}
#endif

TEST_CASE("whichever memory of a statement is refused, it ends, and the database goes on") {
  NotebookWorld world(never);
  world.load(100);
  DatabaseConnection connection{world.database, Policy::cassandra};
  ShellSettings settings;
  KeptOutput output;
  Console console(connection, settings, output);
  const auto text = [&](const std::string& statement) {
    return answer_json(console, output, {.text = statement});
  };
  const auto answer = [&](const std::string& statement) { return json::parse(text(statement)); };
  const char* const rounds = std::getenv("CELLAR_REFUSED_MEMORY");
  const std::size_t points = rounds == nullptr ? 40 : static_cast<std::size_t>(std::atoi(rounds));
  answer("USE k");
  answer("CREATE TABLE t (p int, c int, v text, l list<int>, PRIMARY KEY (p, c))");
  answer("CREATE INDEX ON t (v)");
  for (const char* const statement :
       {"INSERT INTO t (p, c, v, l) VALUES (1, 2, 'a text of some length', [1, 2, 3])",
        "UPDATE t SET l = l + [4], v = 'b' WHERE p = 1 AND c = 2 IF v = 'a'",
        "BEGIN BATCH INSERT INTO t (p, c, v) VALUES (1, 3, 'x'); DELETE FROM t WHERE p = 1 AND c = 4; APPLY "
        "BATCH",
        "SELECT JSON p, c, v FROM t WHERE p = 1 ORDER BY c DESC", "SELECT v, count(*) FROM many GROUP BY p",
        "SELECT * FROM many WHERE v = 'v' ALLOW FILTERING", "SELECT * FROM t WHERE v = 'x'", "SELEC * FROM t",
        "CREATE TABLE IF NOT EXISTS u (a int PRIMARY KEY, b frozen<map<text, list<int>>>)",
        "ALTER TABLE t ADD w int", "ALTER TABLE t DROP w", "DROP TABLE IF EXISTS u",
        "EXPLAIN SELECT * FROM t WHERE c = 3", "CELLS t WHERE p = 1", "DESCRIBE TABLE t", "HELP E301",
        "ADVISE SELECT * FROM t WHERE v = 'x'", "DUMP", "MAP t"}) {
    INFO(statement);
    const std::size_t peak = peak_of([&] { text(statement); });
    for (std::size_t point = 0; point < points; ++point) {
      MemoryAccount account(std::make_shared<MemoryPool>(std::size_t{1} << 40), peak * point / points);
      try {
        const CountedWork counted({&account});
        text(statement);
      } catch (const std::exception&) {
        CHECK(account.has_refused());
        output.take_results();
        output.take_diagnostics();
      }
      INFO("with " << peak * point / points << " bytes");
      REQUIRE(answer("SELECT count(*) FROM many WHERE p = 1")["rows"] == json::parse("[[100]]"));
    }
    CHECK(answer("INSERT INTO t (p, c, v) VALUES (9, 9, 'z')")["outcome"] == "done");
    CHECK(answer("SELECT c FROM t WHERE v = 'z'")["rows"] == json::parse("[[9]]"));
  }
}

TEST_CASE("of the statements that a teacher sees little is held, however long they are") {
  MemoryAccount account(std::make_shared<MemoryPool>(64 * kMebibyte), 32 * kMebibyte);
  const CountedWork counted({&account});
  Student student{StudentRecord()};
  for (int statement = 0; statement < 100; ++statement) {
    AnswerFacts facts;
    facts.code = "E301";
    facts.title = std::string(100'000, 't');
    student.note_ran({std::string(200'000, 's'), std::move(facts), std::chrono::milliseconds(1),
                      std::chrono::steady_clock::now()});
  }
  CHECK(account.held() < 100'000);
}
