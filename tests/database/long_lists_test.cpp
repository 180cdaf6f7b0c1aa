// A long list of literals is bound as one value: the answers are those of the general path, which plans each element.

#include <catch2/catch.hpp>

#include "answer_text.h"
#include "parser/long_lists.h"

namespace cellar {
namespace {

constexpr int kMany = 9'000;

std::string list_of(const std::string& one, const std::string& other, const std::string& last = "") {
  std::string text = "[";
  for (int i = 0; i < kMany; ++i)
    text += (i == 0 ? "" : i % 3 == 0 ? " , " : ",") + (i % 2 == 0 ? one : other);
  return text + (last.empty() ? "]" : "," + last + "]");
}

/// Answers the statements with a clock that stands still between them, so that timestamps are alike.
std::vector<std::string> answers(const std::vector<std::string>& statements, StatementPath path,
                                 Policy policy) {
  Timestamp now = 1'700'000'000'000'000;
  StoreOptions options;
  options.clock = [&now] { return now; };
  const Database database = Database::open_temporary(options);
  Session session(database, policy);
  session.set_path(path);
  session.set_notices(Notices::all);
  session.execute(
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.use("k");
  session.execute(
      "CREATE TABLE t (k int PRIMARY KEY, n int, l list<int>, f frozen<list<int>>, x list<text>, d "
      "list<double>, "
      "s set<int>, n2 frozen<list<frozen<list<int>>>>)");
  std::vector<std::string> all;
  for (const std::string& statement : statements) {
    now += 1'000'000;
    all.push_back(answer(session, statement));
    for (const char* column : {"l", "f", "x", "d"})
      all.push_back(answer(session, std::string("SELECT k, n, ") + column + " FROM t ALLOW FILTERING"));
  }
  return all;
}

void compare(const std::string& statement, bool is_taken_out) {
  INFO(statement.substr(0, 60) << " ... " << statement.substr(statement.size() - 60));
  CHECK(take_out_long_lists(statement).has_value() == is_taken_out);
  for (const Policy policy : {Policy::cassandra, Policy::teach}) {
    const std::vector<std::string> statements = {"INSERT INTO t (k, n, l) VALUES (1, 5, [7, 8])", statement};
    CHECK((answers(statements, StatementPath::shortest, policy) ==
           answers(statements, StatementPath::general, policy)));
  }
}

TEST_CASE("long lists of literals are written as short ones are") {
  const std::string numbers = list_of("1", "-20");
  compare("INSERT INTO t (k, l) VALUES (1, " + numbers + ")", true);
  compare("INSERT INTO t (k, f, n) VALUES (2, " + numbers + ", 6) USING TTL 60;", true);
  compare("INSERT INTO t (k, l, f) VALUES (2, " + numbers + ", " + numbers + ") IF NOT EXISTS", true);
  compare("INSERT INTO t (k, x) VALUES (2, " + list_of("'it''s, ] one'", "$$two$$") + ")", true);
  compare("INSERT INTO t (k, d) VALUES (2, " + list_of("1", "2.5e1") + ")", true);
  compare("UPDATE t SET l = " + numbers + " WHERE k = 1", true);
  compare("UPDATE t SET l = l + " + numbers + " WHERE k = 1", true);
  compare("UPDATE t SET l = " + numbers + " + l, n = 9 WHERE k = 1", true);
  compare("UPDATE t SET l = l - " + numbers + ", f = " + numbers + " WHERE k = 1 IF n = 5", true);
  compare("UPDATE t SET n = 10 WHERE k = 1 IF f = " + numbers, true);
}

TEST_CASE("long lists that are refused have the place of the element, or of what is behind them") {
  const std::string numbers = list_of("1", "2");
  compare("INSERT INTO t (k, l) VALUES (1, " + list_of("1", "2", "12345678901") + ")", true);
  compare("INSERT INTO t (k, l) VALUES (1, " + list_of("1", "2", "'text'") + ")", true);
  compare("INSERT INTO t (k, n) VALUES (1, " + numbers + ")", true);
  compare("INSERT INTO t (k, s) VALUES (1, " + numbers + ")", true);
  compare("INSERT INTO t (k, nowhere) VALUES (1, " + numbers + ")", true);
  compare("INSERT INTO t (k, l) VALUES (1, " + numbers + ") USING TTL -1", true);
  compare("INSERT INTO t (k, l) VALUES (null, " + numbers + ")", true);
  compare("UPDATE t SET l = " + numbers + " WHERE k = 1 AND n > 'x'", true);
  compare("INSERT INTO t (k, l) VALUES (1, " + numbers + ") USING", true);
}

TEST_CASE("lists whose literals decide something stay in their statement") {
  const std::string numbers = list_of("1", "2");
  compare("INSERT INTO t (k, l) VALUES (1, " + list_of("1", "2", "null") + ")", false);
  compare("INSERT INTO t (k, l) VALUES (1, " + list_of("1", "2", "?") + ")", false);
  compare("INSERT INTO t (k, n2) VALUES (1, [" + numbers + ", " + numbers + "])", false);
  compare("INSERT INTO t (k, n) VALUES (1, length(" + numbers + "))", false);
  compare("UPDATE t SET n = 3 WHERE k IN " + numbers, false);
  compare("SELECT k FROM t WHERE k = 1 AND f = " + numbers + " ALLOW FILTERING", false);
  compare("INSERT INTO t (k, l) VALUES (1, " + numbers, true);
  compare("INSERT INTO t (k, l) VALUES (1, [" + numbers.substr(2, 20'000), false);
}

}  // namespace
}  // namespace cellar
