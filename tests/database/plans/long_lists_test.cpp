// A long list of literals is bound as one value: the answers are those of the general path, which plans each element.

#include <catch2/catch.hpp>
#include <functional>

#include "answer_text.h"
#include "parser/shape/long_lists.h"

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
      "s set<int>, n2 frozen<list<frozen<list<int>>>>, m map<text, int>, fs frozen<set<text>>, "
      "fm frozen<map<int, text>>, ml map<text, frozen<list<int>>>, lt list<frozen<tuple<int, text>>>, "
      "ss set<frozen<set<int>>>, lm list<frozen<map<text, frozen<tuple<int, double>>>>>, "
      "lv list<frozen<vector<float, 3>>>, bl list<boolean>, mb map<int, boolean>, lu list<uuid>, ld "
      "list<duration>)");
  session.execute("CREATE TABLE c (p int, a int, b text, n int, PRIMARY KEY (p, a, b))");
  for (int i = 0; i < 20; ++i)
    session.execute("INSERT INTO c (p, a, b, n) VALUES (1, " + std::to_string(i) + ", 't" +
                    std::to_string(i + 1) + "', 1)");
  std::vector<std::string> all;
  for (const std::string& statement : statements) {
    now += 1'000'000;
    all.push_back(answer(session, statement));
    for (const char* column :
         {"l", "f", "x", "d", "s", "m", "fs", "fm", "n2", "ml", "lt", "ss", "lm", "lv", "bl", "mb", "ld"})
      all.push_back(answer(session, std::string("SELECT k, n, ") + column + " FROM t ALLOW FILTERING"));
    all.push_back(answer(session, "SELECT * FROM c WHERE p = 1"));
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

/// Numbers in no order, some of them twice, between brackets.
std::string numbers_in(char open, char close, const std::string& last = "") {
  std::string text(1, open);
  for (int i = 0; i < kMany; ++i) text += (i == 0 ? "" : ", ") + std::to_string(i * 7919 % 5'000);
  return text + (last.empty() ? "" : "," + last) + close;
}

std::string map_of(const std::function<std::string(int)>& key, const std::function<std::string(int)>& value) {
  std::string text = "{";
  for (int i = 0; i < kMany; ++i)
    text += (i == 0 ? "" : ", ") + key(i * 7919 % 5'000) + (i % 2 == 0 ? ": " : ":") + value(i);
  return text + "}";
}

const auto as_number = [](int i) { return std::to_string(i); };
const auto as_text = [](int i) { return "'t" + std::to_string(i) + "'"; };

TEST_CASE("long sets and maps of literals are written as short ones are") {
  const std::string set = numbers_in('{', '}'), map = map_of(as_text, as_number);
  std::string texts = "{";
  for (int i = 0; i < kMany; ++i) texts += (i == 0 ? "" : ",") + as_text(i * 31 % 4'000);
  texts += "}";
  compare("INSERT INTO t (k, s) VALUES (1, " + set + ")", true);
  compare("INSERT INTO t (k, fs, m) VALUES (2, " + texts + ", " + map + ") USING TTL 60", true);
  compare("INSERT INTO t (k, fm) VALUES (2, " + map_of(as_number, as_text) + ") IF NOT EXISTS", true);
  compare("UPDATE t SET s = s + " + set + ", m = " + map + " WHERE k = 1", true);
  compare("UPDATE t SET s = s - " + set + ", m += " + map + " WHERE k = 1 IF n = 5", true);
  compare("UPDATE t SET m = m - " + texts + " WHERE k = 1", true);
  compare("INSERT INTO t (k, s) VALUES (1, " + numbers_in('{', '}', "'text'") + ")", true);
  compare("INSERT INTO t (k, m) VALUES (1, " + set + ")", true);
  compare("INSERT INTO t (k, s) VALUES (1, " + map + ")", true);
  compare("INSERT INTO t (k, fs) VALUES (1, " + texts.substr(0, texts.size() - 1) + ", ''})", false);
  compare("INSERT INTO t (k, m) VALUES (1, " + map.substr(0, map.size() - 1) + ", 'x'})", false);
}

/// The number that begins behind the place is followed by the literal.
std::string with(std::string list, std::size_t place, const std::string& literal) {
  return list.replace(list.find(',', place), 1, ", " + literal + " ,\n");
}

/// What is refused may be one literal or several, by its kind or its value.
TEST_CASE("long lists with literals that are refused are refused as short ones are") {
  const std::string good = numbers_in('[', ']'), in_middle = with(good, 9'000, "'text'");
  for (const std::string& list :
       {in_middle, with(good, 30, "5.5"), with(good, 9'000, "99999999999"), with(good, 9'000, "'\xC3\xA4'"),
        with(in_middle, 20'000, "99999999999"), with(with(good, 9'000, "99999999999"), 20'000, "'text'"),
        numbers_in('[', ']', "99999999999"), numbers_in('[', ']', "'it''s'"), numbers_in('{', '}', "1")}) {
    compare("INSERT INTO t (k, l, n) VALUES (1, " + list + ", 2)", true);
    compare("INSERT INTO t (k, f, n) VALUES (1, " + list + ", 'no number')", true);
    compare("UPDATE t SET l = l + " + list + " WHERE k = 1", true);
    compare("UPDATE t SET l = " + good + ", f = " + list + " WHERE k = 1 IF n = 5", true);
    compare("BEGIN BATCH INSERT INTO t (k, l) VALUES (1, " + good + "); INSERT INTO t (k, l) VALUES (2, " +
                list + "); APPLY BATCH",
            true);
  }
  const std::string map = map_of(as_number, as_text), open = map.substr(0, map.size() - 1);
  for (const std::string last : {"5: 6", "'x': 'y'", "99999999999: 'y'", "7: 'x', 8: 9, 'z': 10"})
    compare("INSERT INTO t (k, fm) VALUES (1, " + open + ", " + last + "})", true);
  compare("SELECT k, n FROM t WHERE k IN " + numbers_in('(', ')', "99999999999") + " ALLOW FILTERING", true);
  compare("INSERT INTO t (k, l) VALUES (1, " + map_of(as_text, as_text) + ")", true);
  compare("INSERT INTO t (k, l) VALUES (1, " + list_of("'x'", "'y'") + ")", true);
}

TEST_CASE("the values of a long IN are those of a short one") {
  const std::string values = numbers_in('(', ')');
  compare("UPDATE t SET n = 3 WHERE k IN " + values, true);
  compare("DELETE FROM t WHERE k IN " + values, true);
  compare("SELECT k, n FROM t WHERE k IN " + values + " ALLOW FILTERING", true);
  compare("SELECT k, n FROM t WHERE k IN " + values + " LIMIT 3", true);
  compare("SELECT k FROM t WHERE k = 1 AND n IN " + values + " ALLOW FILTERING", true);
  compare("SELECT k FROM t WHERE k IN " + numbers_in('(', ')', "'text'") + " ALLOW FILTERING", true);
  compare("SELECT k FROM t WHERE k IN " + numbers_in('(', ')', "null") + " ALLOW FILTERING", true);
  compare("SELECT k FROM t WHERE k = 1 AND n IN " + numbers_in('(', ')', "null") + " ALLOW FILTERING", true);
  compare("UPDATE t SET n = 3 WHERE k IN " + numbers_in('(', ')', "null"), true);
}

TEST_CASE("long lists in a batch are written as short ones are") {
  compare("BEGIN BATCH INSERT INTO t (k, l) VALUES (1, " + list_of("1", "2") +
              "); UPDATE t SET s = " + numbers_in('{', '}') +
              ", n = 4 WHERE k = 2; INSERT INTO t (k, m) VALUES (3, {'a': 1}); APPLY BATCH;",
          true);
  compare("BEGIN UNLOGGED BATCH UPDATE t SET l = [1], n = 4 WHERE k = 2; DELETE FROM t WHERE k IN " +
              numbers_in('(', ')') + "; APPLY BATCH",
          true);
  compare("BEGIN BATCH INSERT INTO t (k, l) VALUES (1, " + list_of("1", "2", "'x'") + "); APPLY BATCH", true);
}

/// An element for each number, some of them twice, between brackets.
std::string elements_in(char open, char close, const std::function<std::string(int)>& element,
                        const std::string& last = "") {
  std::string text(1, open);
  for (int i = 0; i < kMany / 4; ++i)
    text += (i == 0 ? "" : i % 2 == 0 ? ", " : ",\n") + element(i * 7919 % 1'500);
  return text + (last.empty() ? "" : "," + last) + close;
}

const auto as_list = [](int i) { return i % 7 == 0 ? std::string("[]") : "[" + as_number(i) + ", 5 ,6]"; };
const auto as_tuple = [](int i) { return "(" + as_number(i) + ", " + as_text(i + 1) + ")"; };
const auto as_set = [](int i) { return "{" + as_number(i) + ", " + as_number(i % 10) + ", 5}"; };
const auto as_vector = [](int i) { return "[" + as_number(i) + ", 2.5, -1]"; };
const auto as_map = [](int i) {
  return i % 5 == 0 ? std::string("{}") : "{'b': (" + as_number(i) + ", 1.5), 'a': (1, 2), 'b': (3, 4)}";
};

TEST_CASE("long lists of groups of literals are written as short ones are") {
  const std::string lists = elements_in('[', ']', as_list), tuples = elements_in('[', ']', as_tuple);
  const std::string sets = elements_in('{', '}', as_set), maps = elements_in('[', ']', as_map);
  compare("INSERT INTO t (k, n2, n) VALUES (1, " + lists + ", 4)", true);
  compare("INSERT INTO t (k, lt, ss) VALUES (1, " + tuples + ", " + sets + ") USING TTL 60", true);
  compare("UPDATE t SET lm = " + maps + " + lm, ss = ss - " + sets + " WHERE k = 1", true);
  compare("UPDATE t SET ml = ml + " + map_of(as_text, as_list) + " WHERE k = 1 IF n = 5", true);
  compare("INSERT INTO t (k, lv) VALUES (1, " + elements_in('[', ']', as_vector) + ")", true);
  compare(
      "INSERT INTO t (k, n2) VALUES (1, [" + numbers_in('[', ']') + ", [], " + numbers_in('[', ']') + "])",
      true);
  compare("BEGIN BATCH INSERT INTO t (k, lt) VALUES (1, " + tuples + "); UPDATE t SET n2 = " + lists +
              " WHERE k = 2; APPLY BATCH",
          true);
}

TEST_CASE("long lists with groups that are refused are refused as short ones are") {
  for (const char* last : {"5", "[1, 'text']", "[99999999999]", "{1, 2}", "{1: 2}", "(1)", "[[1]]", "{}"})
    compare("INSERT INTO t (k, n2) VALUES (1, " + elements_in('[', ']', as_list, last) + ")", true);
  for (const char* last : {"(1)", "(1, 'a', 2)", "('a', 1)", "[1, 'a']", "()"})
    compare("INSERT INTO t (k, lt) VALUES (1, " + elements_in('[', ']', as_tuple, last) + ")", true);
  for (const char* last : {"[1, 2]", "[1, 2, 3, 4]", "[1, 2, 'a']", "[1, 2, [3]]"})
    compare("INSERT INTO t (k, lv) VALUES (1, " + elements_in('[', ']', as_vector, last) + ")", true);
  for (const char* last : {"[1]", "{1: 2}", "{'x'}"})
    compare("INSERT INTO t (k, ss) VALUES (1, " + elements_in('{', '}', as_set, last) + ")", true);
  compare("INSERT INTO t (k, lm) VALUES (1, " + elements_in('[', ']', as_map, "{'a': 1}") + ")", true);
  compare("INSERT INTO t (k, n2) VALUES (1, " + elements_in('[', ']', as_list, "[1, null]") + ")", true);
  compare("INSERT INTO t (k, n2) VALUES (1, " + elements_in('[', ']', as_list, "[1, 2") + ")", false);
  compare("INSERT INTO t (k, n2) VALUES (1, " + elements_in('[', ']', as_list, "[1, ]") + ")", false);
  compare("INSERT INTO t (k, n2) VALUES (1, " + elements_in('[', ']', as_list, "{1: 2, 3}") + ")", false);
  compare("INSERT INTO t (k, ss) VALUES (1, " +
              elements_in('{', '}', as_set, "{" + numbers_in('[', ']').substr(1, 8'000) + "1}") + ")",
          false);
}

TEST_CASE("the tuples of a long IN are those of a short one") {
  const std::string tuples = elements_in('(', ')', as_tuple);
  compare("SELECT * FROM c WHERE p = 1 AND (a, b) IN " + tuples, true);
  compare("DELETE FROM c WHERE p = 1 AND (a, b) IN " + tuples, true);
  compare("UPDATE c SET n = 2 WHERE p = 1 AND (a, b) IN " + tuples, true);
  for (const char* last : {"(1)", "(1, 'a', 2)", "('a', 1)"})
    compare("SELECT * FROM c WHERE p = 1 AND (a, b) IN " + elements_in('(', ')', as_tuple, last), true);
  for (const char* last : {"[1, 'a']", "5"})
    compare("SELECT * FROM c WHERE p = 1 AND (a, b) IN " + elements_in('(', ')', as_tuple, last), false);
  compare("SELECT * FROM c WHERE p = 1 AND a IN " + tuples, true);
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

TEST_CASE("words, comments and what is computed are elements of long lists as of short ones") {
  compare("INSERT INTO t (k, ld) VALUES (1, " + list_of("P1Y2M3DT4H5M6S", "-P2W", "PT90M") + ")", true);
  compare("INSERT INTO t (k, ld) VALUES (1, " + list_of("P0001-02-03T04:05:06", "P1D", "P1") + ")", true);
  const auto as_word = [](int i) { return std::string(i % 2 == 0 ? "true" : "FALSE"); };
  compare("INSERT INTO t (k, bl) VALUES (1, " + list_of("true", "False") + ")", true);
  compare("INSERT INTO t (k, mb) VALUES (1, " + map_of(as_number, as_word) + ")", true);
  compare("INSERT INTO t (k, d) VALUES (1, " + list_of("NaN", "-Infinity", "infinity, -nan") + ")", true);
  compare("INSERT INTO t (k, d, x) VALUES (1, " + list_of("1", "true") + ", " + list_of("'x'", "NaN") + ")",
          true);
  compare("INSERT INTO t (k, l) VALUES (1, " + list_of("1", "2", "null") + ")", true);
  compare("INSERT INTO t (k, m) VALUES (1, {'x': null, " + map_of(as_text, as_number).substr(1) + ")", true);
  compare(
      "INSERT INTO t (k, lt) VALUES (1, " + elements_in('[', ']', as_tuple, "(null, 'a'), (7, null)") + ")",
      true);
  compare("SELECT k FROM t WHERE k = 1 AND n IN " + numbers_in('(', ')', "NaN") + " ALLOW FILTERING", true);

  compare("INSERT /* one, */ INTO t (k, l) VALUES (1, " + list_of("1", "2") + ") -- two", true);
  compare(
      "INSERT INTO t (k, l) VALUES (1, " + list_of("1 -- a row, ]\n", "/* ', ]*/2//\r") + ") USING TTL 60",
      true);
  compare("INSERT INTO t (k, l) VALUES (1, " + list_of("1", "/**/2/* */", "'text' /*x*/") + ")", true);
  compare("INSERT INTO t (k, l) VALUES (1, " + list_of("1", "2", "3 /*") + ")", false);
  compare("INSERT INTO t (k, l) VALUES (1, " + list_of("1", "2", "3 --") + ")", false);
  compare("SELECT k FROM t /* all */ WHERE k IN " + numbers_in('(', ')', "/* last */ 7") + " ALLOW FILTERING",
          true);

  const std::string map = map_of(as_number, as_text), open = map.substr(0, map.size() - 1);
  for (const char* computed :
       {"(int) 5", "1 + 2", "abs(-5), - 7", "(int) /* c */ 5", "(int) 'text'", "2147483647 + 1", "n",
        "abs('x')", "(int) null", "5 5", "nowhere(1)", "1 +", "[1] + 2", "(5)", "(int) ?"}) {
    INFO(computed);
    const bool has_marker = std::string(computed).ends_with('?');
    compare("INSERT INTO t (k, l, n) VALUES (1, " + list_of("1", "2", computed) + ", 5)", !has_marker);
    compare("UPDATE t SET s = s + {" + std::string(computed) + ", " + numbers_in('{', '}').substr(1) +
                " WHERE k = 1",
            !has_marker);
  }
  compare("INSERT INTO t (k, fm) VALUES (1, " + open + ", (int) 5: 'a' + 'b', 1 + 1: (text) 'z'})", true);
  compare("INSERT INTO t (k, fs) VALUES (1, " +
              numbers_in('{', '}', "'x' + ''").replace(0, 1, "{'a', 'b', ") + ")",
          true);
  compare("INSERT INTO t (k, x) VALUES (1, " + list_of("'a'", "'b'", "'c' + 'd', 5, (text) 'e'") + ")", true);
  compare(
      "INSERT INTO t (k, n2) VALUES (1, " + elements_in('[', ']', as_list, "[1, (int) 5], [1] + [2]") + ")",
      true);
  compare("SELECT k FROM t WHERE k IN " + numbers_in('(', ')', "(int) 7") + " ALLOW FILTERING", false);
}

TEST_CASE("a call in a long list gives each of its values anew") {
  const Database database = Database::open_temporary();
  Session session(database);
  session.execute(
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.execute("CREATE TABLE k.t (k int PRIMARY KEY, s set<timeuuid>)");
  std::string calls = "{now()";
  for (int i = 1; i < 2'000; ++i) calls += ", now()";
  session.execute("INSERT INTO k.t (k, s) VALUES (1, " + calls + "} ) -- " + std::string(20'000, 'x'));
  Result result = session.execute("SELECT s FROM k.t WHERE k = 1");
  const ResultRow* const row = result.next();
  REQUIRE(row != nullptr);
  CHECK(unpack(result.columns()[0].type, *(*row)[0]).size() == 2'000);
}

TEST_CASE("lists whose literals decide something stay in their statement") {
  const std::string numbers = list_of("1", "2");
  compare("INSERT INTO t (k, l) VALUES (1, " + list_of("1", "2", "?") + ")", false);
  compare("INSERT INTO t (k, n) VALUES (1, length(" + numbers + "))", false);
  compare("UPDATE t SET n = 3 WHERE k IN " + numbers, false);
  compare("SELECT k FROM t WHERE k = 1 AND f = " + numbers + " ALLOW FILTERING", false);
  compare("INSERT INTO t (k, l) VALUES (1, " + numbers, true);
  compare("INSERT INTO t (k, l) VALUES (1, [" + numbers.substr(2, 20'000), false);
}

}  // namespace
}  // namespace cellar
