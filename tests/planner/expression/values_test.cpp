// Values: the types that slots get, collections, calls.
#include "planning.h"

using namespace cellar;
using namespace cellar::test;

namespace {

std::string slots(std::string_view text) {
  std::string result;
  for (const Slot& slot : plan_text(text).slots) {
    result += (result.empty() ? "" : "; ") + to_cql(slot.type) + (slot.name.empty() ? "" : " " + slot.name);
  }
  return result;
}

}  // namespace

TEST_CASE("slots take the type and the name of what they are for") {
  CHECK(slots("SELECT * FROM posts WHERE author = 'a' AND id > 5 LIMIT 10") ==
        "text author; int id; int [limit]");
  CHECK(slots("SELECT * FROM posts WHERE author = ? AND id IN ? PER PARTITION LIMIT ?") ==
        "text author; frozen<list<int>> in(id); int [per_partition_limit]");
  CHECK(slots("SELECT * FROM posts WHERE token(author) > ?") == "bigint partition key token");
  CHECK(slots("SELECT * FROM log WHERE host = ? AND (day, hour) = ?") ==
        "text host; tuple<int, int> (day,hour)");
  CHECK(slots("SELECT * FROM log WHERE host = ? AND (day, hour) IN ?") ==
        "text host; frozen<list<tuple<int, int>>> in(day,hour)");
  CHECK(slots("SELECT * FROM things WHERE s CONTAINS ? AND m[?] = ? ALLOW FILTERING") ==
        "text value(s); text key(m); int value(m)");
  CHECK(slots("INSERT INTO things (k, b, d, ts) VALUES (1, 2, 3, 4) USING TTL 5 AND TIMESTAMP 6") ==
        "int k; bigint b; double d; timestamp ts; int [ttl]; bigint [timestamp]");
  CHECK(slots("UPDATE things SET m['a'] = 1, l[0] = 2, s = s + {'x'}, a.number = 7 WHERE k = 3") ==
        "text key(m); int value(m); int idx(l); int value(l); text value(s); int a.number; int k");
  CHECK(slots("UPDATE things SET m = m - {'x'} WHERE k = ?") == "text value(m); int k");
  CHECK(slots("DELETE l[1], s['x'], m['y'] FROM things WHERE k = 1") ==
        "int idx(l); text value(s); text key(m); int k");
  CHECK(slots("INSERT INTO things (k, tu) VALUES (1, (2, 'x'))") == "int k; int tu[0]; text tu[1]");
  CHECK(slots("BEGIN BATCH USING TIMESTAMP 9 DELETE FROM posts WHERE author = 'a'; APPLY BATCH") ==
        "bigint [timestamp]; text author");
}

TEST_CASE("the receiver chooses among functions") {
  CHECK(slots("INSERT INTO things (k, i) VALUES (1, 2 + 3)") ==
        "int k; int arg0(system._add); int arg1(system._add)");
  CHECK(slots("INSERT INTO things (k, d) VALUES (1, 1.5 * 3 + 1)") ==
        "int k; double arg0(system._multiply); int arg1(system._multiply); int arg1(system._add)");
  CHECK(slots("SELECT * FROM things WHERE k = abs(5)") == "int arg0(system.abs)");
  check_accepted({"INSERT INTO things (k, i) VALUES (1, null + 1)",
                  "INSERT INTO things (k, u) VALUES (1, now())",
                  "INSERT INTO things (k, b) VALUES (1, (bigint) 5)"});
  check({
      {"INSERT INTO things (k, i) VALUES (1, now())", "E204", "now()"},
      {"INSERT INTO things (k, i) VALUES (1, nosuch())", "E230", "nosuch"},
      {"INSERT INTO things (k, i) VALUES (1, max(1))", "E324", "max(1)"},
      {"INSERT INTO things (k, i) VALUES (1, 1.5 + 1.5)", "E240", "1.5 + 1.5"},
      {"INSERT INTO things (k, t) VALUES (1, (int) 7)", "E204", "(int) 7"},
      {"SELECT * FROM things WHERE k = abs('x')", "E240", "abs('x')"},
  });
}

TEST_CASE("deep arithmetic is planned in time that grows with its length") {
  std::string sum = "1";
  for (int count = 0; count < 60; ++count) sum += " + 1";
  CHECK(refused("INSERT INTO things (k, i) VALUES (1, " + sum + ")").code == "");
  CHECK(refused("SELECT k + " + sum + " FROM things").code == "");
}

TEST_CASE("literals of another kind or shape") {
  check({
      {"INSERT INTO things (k, t) VALUES (1, 5)", "E204", "5"},
      {"INSERT INTO things (k, u) VALUES (1, 'x')", "E204", "'x'"},
      {"INSERT INTO things (k, i) VALUES (1, 1.5)", "E204", "1.5"},
      {"INSERT INTO things (k, i) VALUES (1, true)", "E204", "true"},
      {"INSERT INTO things (k, l) VALUES (1, {1})", "E204", "{1}"},
      {"INSERT INTO things (k, l) VALUES (1, [1, 'a'])", "E204", "'a'"},
      {"INSERT INTO things (k, s) VALUES (1, ['a'])", "E204", "['a']"},
      {"INSERT INTO things (k, m) VALUES (1, {'a'})", "E204", "{'a'}"},
      {"INSERT INTO things (k, m) VALUES (1, {'a': 'b'})", "E204", "'b'"},
      {"INSERT INTO things (k, a) VALUES (1, {})", "E204", "{}"},
      {"INSERT INTO things (k, a) VALUES (1, {stret: 'x'})", "E221", "stret"},
      {"INSERT INTO things (k, a) VALUES (1, ('x', 1))", "E204", "('x', 1)"},
      {"INSERT INTO things (k, fa) VALUES (1, ('x', 1))", "E204", "('x', 1)"},
      {"INSERT INTO things (k, tu) VALUES (1, (1, 'a', 2))", "E204", "(1, 'a', 2)"},
      {"INSERT INTO things (k, v) VALUES (1, [1, 2, 3])", "E204", "[1, 2, 3]"},
      {"INSERT INTO things (k, l) VALUES (1, [null])", "E460", "null"},
      {"INSERT INTO things (k, l) VALUES (1, [?])", "E231", "?"},
  });
  check_accepted({
      "INSERT INTO things (k, m) VALUES (1, {})",
      "INSERT INTO things (k, tu) VALUES (1, (5))",
      "INSERT INTO things (k, tu) VALUES (1, 5)",
      "INSERT INTO things (k, tu) VALUES (1, (null, ?))",
      "INSERT INTO things (k, i) VALUES (1, (5))",
      "INSERT INTO things (k, a) VALUES (1, {number: ?})",
  });
}

TEST_CASE("a slip of the quotes comes with its mend") {
  try {
    plan_text("INSERT INTO things (k, t) VALUES (1, 5)");
    FAIL("was planned");
  } catch (const Refusal& refusal) {
    REQUIRE(refusal.diagnostic.fix);
    CHECK(refusal.diagnostic.fix->text == "'5'");
  }
}

TEST_CASE("quotes are taken away where what is between them is a constant of the type") {
  const auto mended = [](const std::string& column, const std::string& text) {
    try {
      plan_text("INSERT INTO things (k, " + column + ") VALUES (1, '" + text + "')");
      FAIL("was planned");
    } catch (const Refusal& refusal) {
      CHECK(refusal.diagnostic.id == "value_in_quotes");
      return refusal.diagnostic.fix && refusal.diagnostic.fix->text == text;
    }
    return false;
  };
  const std::string digits(400, '7');
  CHECK(mended("i", "-2147483648"));
  CHECK_FALSE(mended("i", "2147483648"));
  CHECK_FALSE(mended("i", "1.5"));
  CHECK_FALSE(mended("i", ""));
  CHECK(mended("b", "2147483648"));
  CHECK_FALSE(mended("b", digits));
  CHECK(mended("d", "1.5"));
  CHECK(mended("d", digits));
  CHECK_FALSE(mended("d", digits + ".5"));
  CHECK_FALSE(mended("d", "1-2"));
  CHECK_FALSE(mended("d", "NaN"));
  CHECK(mended("u", "550e8400-e29b-41d4-a716-446655440000"));
  CHECK_FALSE(mended("u", "550e8400"));
  CHECK(mended("du", "1h30m"));
  CHECK(mended("du", "P1Y"));
  CHECK_FALSE(mended("du", "30m1h"));
  CHECK_FALSE(mended("du", "99999999999999999999h"));
}
