// Lints of scripts: those that need rows or queries, each beside a script that is fine; levels, places, JSON.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "json_schema.h"
#include "shell/check/lint_script.h"

using namespace cellar;

namespace {

const std::string kKeyspace =
    "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nUSE "
    "shop;\n";

LintedScript linted(const std::string& text, const LintLevels& levels = {}) {
  return lint_script("shop.cql", kKeyspace + text, levels, Policy::cassandra, {});
}

/// "L503 4:12"
std::vector<std::string> found_in(const LintedScript& script) {
  std::vector<std::string> found;
  for (const ReportedLint& lint : script.lints) {
    const LineAndColumn at = locate({lint.name, lint.line, lint.column, lint.text}, lint.lint.span.begin);
    found.push_back(std::string(lint.lint.code()) + " " + std::to_string(at.line) + ":" +
                    std::to_string(at.column));
  }
  return found;
}

bool finds(const std::string& text, const std::string& code) {
  for (const std::string& each : found_in(linted(text))) {
    if (each.starts_with(code + " ")) return true;
  }
  return false;
}

std::string repeated(const std::string& text, int count) {
  std::string all;
  for (int number = 0; number < count; ++number) {
    std::string once = text;
    for (std::size_t at; (at = once.find('#')) != once.npos;) once.replace(at, 1, std::to_string(number));
    all += once;
  }
  return all;
}

const std::string kPosts = "CREATE TABLE posts (author text, id int, body text, PRIMARY KEY (author, id));\n";
const std::string kTagged = "CREATE TABLE tagged (id int PRIMARY KEY, tags set<int>);\n";

std::string tags(int count) {
  return "UPDATE tagged SET tags = {" + repeated("#, ", count) + "-1} WHERE id = 1;\n";
}

const std::string kParts = "CREATE TABLE parts (thing text, name text, PRIMARY KEY (thing, name));\n";
const std::string kProducts = "CREATE TABLE products (product_id int PRIMARY KEY, title text);\n";

/// So many updates of the body of a post, beside none of its author's mood.
std::string updates(int count) {
  return "CREATE TABLE moods (author text, id int, body text, mood text, PRIMARY KEY (author, id));\n" +
         repeated("UPDATE moods SET body = '#' WHERE author = 'a' AND id = 1;\n", count);
}

/// A script that earns the lint, and one that nearly does.
struct LintCase {
  std::string code, with, without;
};

const std::vector<LintCase>& cases() {
  static const std::vector<LintCase> all = {
      {"L501", "CREATE TABLE log (k int, at timeuuid, v int, PRIMARY KEY (k, at));\n",
       "CREATE TABLE log (k int, month text, at timeuuid, v int, PRIMARY KEY ((k, month), at));\n"},
      {"L502", "CREATE TABLE jobs (status text, id uuid, PRIMARY KEY (status, id));\n",
       "CREATE TABLE jobs (status text, id uuid, PRIMARY KEY ((status, id)));\n"},
      {"L503",
       "CREATE TABLE likes (product_id int, liked_on timestamp, customer_id int, PRIMARY KEY (product_id, "
       "liked_on));\n",
       "CREATE TABLE likes (product_id int, liked_on timestamp, customer_id int, PRIMARY KEY (product_id, "
       "liked_on, customer_id));\n"},
      {"L503",
       "CREATE TABLE users (id int PRIMARY KEY, city text, name text);\n"
       "CREATE TABLE users_by_city (city text, name text, id int, PRIMARY KEY (city, name));\n",
       "CREATE TABLE users (id int PRIMARY KEY, city text, name text);\n"
       "CREATE TABLE users_by_city (city text, name text, id int, PRIMARY KEY (city, name, id));\n"
       "CREATE TABLE users_by_name (name text PRIMARY KEY, id int);\n"},
      {"L504", "CREATE TABLE events (day date, kind text, at timeuuid, PRIMARY KEY (day, at));\n",
       "CREATE TABLE events (day date, kind text, at timeuuid, PRIMARY KEY ((day, kind), at));\n"},
      {"L505",
       "CREATE TABLE users (id int PRIMARY KEY, city text, name text);\n"
       "CREATE TABLE users_by_city (city text, id int, name text, PRIMARY KEY (city, id));\n",
       "CREATE TABLE users (id int PRIMARY KEY, created_at timestamp, name text);\n"
       "CREATE TABLE users_by_day (day text, created_at timestamp, id int, name text, PRIMARY KEY (day, "
       "created_at, "
       "id));\n"},
      {"L506",
       "CREATE TABLE log (k int, at timestamp, v int, PRIMARY KEY (k, at));\nSELECT v FROM log WHERE k = 1 "
       "ORDER BY at "
       "DESC;\n",
       "CREATE TABLE log (k int, at timestamp, v int, PRIMARY KEY (k, at));\nSELECT v FROM log WHERE k = 1 "
       "ORDER BY at;\n"},
      {"L507",
       kPosts + repeated("INSERT INTO posts (author, id) VALUES ('TX:P#x', 1);\n", 4) +
           "INSERT INTO posts (author, id) VALUES ('ann', 1);\n",
       kPosts + repeated("INSERT INTO posts (author, id) VALUES ('TX:P#x', 1);\n", 3) +
           "INSERT INTO posts (author, id) VALUES ('ann', 1);\n"},
      {"L508",
       kParts + repeated("INSERT INTO parts (thing, name) VALUES ('x', '1#');\n", 4) +
           "INSERT INTO parts (thing, name) VALUES ('x', 'wheel');\n",
       kParts + repeated("INSERT INTO parts (thing, name) VALUES ('x', '1#');\n", 3) +
           "INSERT INTO parts (thing, name) VALUES ('x', 'wheel');\n"},
      {"L509",
       kPosts + "INSERT INTO posts (author, id, body) VALUES ('a', 1, '" + std::string(1'000'001, 'x') +
           "');\n",
       kPosts + "INSERT INTO posts (author, id, body) VALUES ('a', 1, '" + std::string(1'000'000, 'x') +
           "');\n"},
      {"L510",
       kPosts + "INSERT INTO posts (author, id, body) VALUES ('a', 1, 'x') USING TTL 600;\n"
                "INSERT INTO posts (author, id, body) VALUES ('a', 2, 'y');\n",
       kPosts + "INSERT INTO posts (author, id, body) VALUES ('a', 1, 'x') USING TTL 600;\n"
                "INSERT INTO posts (author, id, body) VALUES ('a', 2, 'y') USING TTL 60;\n"},
      {"L511",
       kProducts + "CREATE TABLE likes (product_id int, customer int, title text, PRIMARY KEY (product_id, "
                   "customer));\n",
       kProducts + "CREATE TABLE likes (product_id int, customer int, title text, PRIMARY KEY (customer, "
                   "product_id));\n"},
      {"L512", "CREATE TABLE old (k int PRIMARY KEY, v int) WITH COMPACT STORAGE;\n",
       "CREATE TABLE old (k int PRIMARY KEY, v int);\n"},
      {"L513", updates(11), updates(10)},
      {"L514", "CREATE TABLE numbers (name text PRIMARY KEY, next_id counter);\n",
       "CREATE TABLE numbers (name text PRIMARY KEY, views counter);\n"},
      {"L515",
       kPosts + repeated("INSERT INTO posts (author, id) VALUES ('big', #);\n", 101) +
           repeated("INSERT INTO posts (author, id) VALUES ('a#', 1);\n", 9),
       kPosts + repeated("INSERT INTO posts (author, id) VALUES ('big', #);\n", 100) +
           repeated("INSERT INTO posts (author, id) VALUES ('a#', 1);\n", 9)},
      {"L516", "CREATE TABLE t (k int PRIMARY KEY, a int, b int);\nSELECT * FROM t WHERE k = 1;\n",
       "CREATE TABLE t (k int PRIMARY KEY, a int, b int);\nSELECT a, b FROM t WHERE k = 1;\n"},
      {"L517", kTagged + tags(100), kTagged + tags(99)},
      {"L518", repeated("CREATE TABLE t# (k int PRIMARY KEY);\n", 151),
       repeated("CREATE TABLE t# (k int PRIMARY KEY);\n", 150)},
      {"L519",
       "CREATE TABLE users (id int PRIMARY KEY, city text, name text);\n"
       "CREATE TABLE users_by_city (city text, id int, PRIMARY KEY (city, id));\n",
       "CREATE TABLE users (id int PRIMARY KEY, city text);\n"
       "CREATE TABLE users_by_city (city text, id int, PRIMARY KEY (city, id));\n"},
      {"L520",
       kPosts + "CREATE TABLE unread (k int PRIMARY KEY);\nSELECT body FROM posts WHERE author = 'a' AND id "
                "= 1;\n",
       kPosts + "CREATE TABLE unread (k int PRIMARY KEY);\n"},
      {"L521", kPosts + "SELECT body FROM posts WHERE body = 'x' ALLOW FILTERING;\n",
       kPosts + "SELECT body FROM posts WHERE author = 'x';\n"},
      {"L523",
       kPosts + "SELECT id, body FROM posts WHERE author = 'a' LIMIT 1;\nDELETE FROM posts WHERE author = ? "
                "AND id = "
                "?;\n",
       kPosts + "SELECT id, body FROM posts WHERE author = 'a' AND id > 7 LIMIT 1;\nDELETE FROM posts WHERE "
                "author = ? "
                "AND id = ?;\n"},
      {"L524", kPosts + "SELECT id FROM posts WHERE author = 'a';\n",
       kPosts + "SELECT body FROM posts WHERE author = 'a';\n"},
      {"L522", kPosts + "CREATE INDEX ON posts (body);\n",
       "CREATE TABLE posts_by_body (body text, author text, id int, PRIMARY KEY (body, author, id));\n" +
           kPosts + "CREATE INDEX ON posts (body);\n"},
      {"L525", kTagged + "SELECT tags FROM tagged WHERE id IN (" + repeated("#, ", 10) + "99);\n",
       kTagged + "SELECT tags FROM tagged WHERE id IN (" + repeated("#, ", 9) + "99);\n"},
      {"L526",
       "CREATE TABLE orders_by_product (customer int, product int, PRIMARY KEY (customer, product));\n",
       "CREATE TABLE orders_by_product (customer int, product int, PRIMARY KEY (product, customer));\n"},
  };
  return all;
}

}  // namespace

TEST_CASE("each code of a lint has a script that earns it") {
  for (const Message& message : messages()) {
    // Those from L530 on are of `cellar readiness` (tests/shell/check/readiness).
    if (message.message_class.kind != MessageKind::lint || message.code >= "L530") continue;
    INFO(message.code);
    CHECK(std::ranges::any_of(cases(), [&](const LintCase& each) { return each.code == message.code; }));
  }
}

TEST_CASE("columns are hot or cold by the updates of all statements, each as often as it runs") {
  const std::string table = "CREATE TABLE t (k int PRIMARY KEY, a int, b int, c int, s list<int>);\n";
  const auto hot = [&](const std::string& statements) { return finds(table + statements, "L513"); };
  const std::string update = "UPDATE t SET a = ?, s = s + ? WHERE k = ?;\n";
  CHECK_FALSE(hot(update));
  CHECK(hot("-- @query times=11\n" + update));
  CHECK_FALSE(hot("-- @query times=10\n" + update));
  CHECK(
      hot("-- @query often times=100\nBEGIN BATCH UPDATE t SET a = 1 WHERE k = 1; UPDATE t SET b = 1, c = 1, "
          "s = [] "
          "WHERE k = 2; APPLY BATCH;\n-- @query times=2000\n" +
          update));
  // All of them are updated alike.
  CHECK_FALSE(hot("-- @query times=100\nUPDATE t SET a = 1, b = 2, c = 3, s = [] WHERE k = 1;\n"));
  CHECK_FALSE(
      hot("-- @query times=100\n" + update + "-- @query times=10\nUPDATE t SET b = 2, c = 3 WHERE k = 1;\n"));
  CHECK(
      hot("-- @query times=101\n" + update + "-- @query times=10\nUPDATE t SET b = 2, c = 3 WHERE k = 1;\n"));
  // An INSERT makes a row, and a directive of another form says nothing.
  CHECK_FALSE(hot("-- @query times=100\nINSERT INTO t (k, a) VALUES (1, 2);\n"));
  CHECK_FALSE(hot("-- @query times=-11\n" + update));
  CHECK_FALSE(finds(
      "CREATE TABLE hits (page text PRIMARY KEY, a counter, b counter);\n-- @query times=99\nUPDATE hits "
      "SET a = a + 1 WHERE page = 'x';\n",
      "L513"));
  CHECK_FALSE(finds("-- @allow L513 it is small\n" + table + "-- @query times=99\n" + update, "L513"));
}

TEST_CASE("lints of rows and queries are found where they are, and nowhere else") {
  for (const LintCase& each : cases()) {
    INFO(each.code);
    CHECK(linted(each.with).refused.empty());
    CHECK(finds(each.with, each.code));
    CHECK(linted(each.without).refused.empty());
    CHECK_FALSE(finds(each.without, each.code));
  }
}

TEST_CASE("lints of a script have places in it") {
  const LintedScript script = linted(
      "CREATE TABLE likes (product int, liked_on timestamp, customer_id int, PRIMARY KEY (product, "
      "liked_on));\n"
      "SELECT customer_id FROM likes WHERE customer_id = 7 ALLOW FILTERING;\n"
      "CREATE INDEX by_customer ON likes (customer_id);\n");
  CHECK(found_in(script) == std::vector<std::string>{"L503 3:93", "L501 3:93", "L521 4:53", "L522 5:35"});
  CHECK((script.statements == 5 && script.tables == 1));
}

TEST_CASE("a comment silences a lint of a script, with its reason") {
  CHECK(found_in(linted("CREATE TABLE t (k int PRIMARY KEY, v int);\n"
                        "-- @allow L521 a report once a month\n"
                        "SELECT v FROM t WHERE v = 7 ALLOW FILTERING;\n"))
            .empty());
}

TEST_CASE("each code of a lint has a level, which may be set") {
  const std::string text =
      "CREATE TABLE t (k int PRIMARY KEY, a int, b int);\nSELECT * FROM t WHERE a = 1 ALLOW FILTERING;\n";
  LintLevels levels;
  CHECK((linted(text).count(LintLevel::warn) == 1 && linted(text).count(LintLevel::info) == 1));
  CHECK(levels.set("L521=error"));
  CHECK(linted(text, levels).count(LintLevel::error) == 1);
  CHECK(levels.set("all=off"));
  CHECK(linted(text, levels).lints.size() == 1);
  CHECK(levels.set("l521=OFF"));
  CHECK(linted(text, levels).lints.empty());
  for (const char* const wrong : {"L521", "L521=", "L521=loud", "L599=warn", "W401=warn", "=off", ""})
    CHECK_FALSE(levels.set(wrong));
}

TEST_CASE("a refused statement of a script is reported, and the others run") {
  const LintedScript script = linted(
      "CREATE TABEL t (k int PRIMARY KEY);\nCREATE TABLE u (status text, id uuid, PRIMARY KEY (status, "
      "id));\n");
  REQUIRE(script.refused.size() == 1);
  CHECK(script.refused.front().line == 3);
  CHECK(found_in(script) == std::vector<std::string>{"L502 4:52"});
}

TEST_CASE("the JSON of a linted script fits its schema") {
  const nlohmann::json schema = read_schema("lint"), diagnostic = read_schema("diagnostic");
  for (const LintCase& each : cases()) {
    for (const Language language : {Language::english, *find_language("zh")}) {
      nlohmann::json json = nlohmann::json::parse(linted_json(linted(each.with + "SELEC;\n"), language));
      for (const std::string& fault : faults_of(json, schema)) FAIL_CHECK(fault << " in " << json);
      for (nlohmann::json& lint : json["lints"]) {
        lint.erase("level");
        for (const std::string& fault : faults_of(lint, diagnostic)) FAIL_CHECK(fault << " in " << lint);
      }
      CHECK(json["refused"].size() == 1);
    }
  }
}

TEST_CASE("a table and an index may have one name, and a table that is made again has its last text") {
  const std::string events = "CREATE TABLE events (kind text, at timeuuid, c int, PRIMARY KEY (kind, at));\n";
  CHECK(found_in(linted(events + "CREATE INDEX events ON events (c);\n")) ==
        found_in(linted(events + "CREATE INDEX others ON events (c);\n")));
  CHECK(found_in(linted("CREATE TABLE u (k int PRIMARY KEY, c int);\nCREATE INDEX t ON u (c);\n"
                        "CREATE TABLE t (k int PRIMARY KEY, c int);\n")) ==
        found_in(linted("CREATE TABLE u (k int PRIMARY KEY, c int);\nCREATE INDEX s ON u (c);\n"
                        "CREATE TABLE t (k int PRIMARY KEY, c int);\n")));
  const std::string again = "CREATE TABLE t (k int PRIMARY KEY);\nDROP TABLE t;\n";
  const std::string few = "CREATE TABLE t (status text, id uuid, PRIMARY KEY (status, id));\n";
  REQUIRE(found_in(linted(few)) == std::vector<std::string>{"L502 3:52"});
  CHECK(found_in(linted(again + few)) == std::vector<std::string>{"L502 5:52"});
  std::string unless = few;
  unless.insert(unless.find("t ("), "IF NOT EXISTS ");
  CHECK(found_in(linted(again + unless)) == std::vector<std::string>{"L502 5:66"});
  CHECK(found_in(linted(few + unless)) == std::vector<std::string>{"L502 3:52"});
}
