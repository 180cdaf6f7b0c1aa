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
  for (const LeveledLint& each : script.lints) {
    const ReportedLint& lint = each.found;
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

struct LintCase {
  std::string code, with, without;
};

const std::vector<LintCase>& cases() {
  static const std::vector<LintCase> all = {
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
      {"L509",
       kPosts + "INSERT INTO posts (author, id, body) VALUES ('a', 1, '" + std::string(1'200'000, 'x') +
           "');\n",
       kPosts + "INSERT INTO posts (author, id, body) VALUES ('a', 1, '" + std::string(900'000, 'x') +
           "');\n"},
      {"L510",
       kPosts + "INSERT INTO posts (author, id, body) VALUES ('a', 1, 'x') USING TTL 600;\n"
                "INSERT INTO posts (author, id, body) VALUES ('a', 2, 'y');\n",
       kPosts + "INSERT INTO posts (author, id, body) VALUES ('a', 1, 'x') USING TTL 600;\n"
                "INSERT INTO posts (author, id, body) VALUES ('a', 2, 'y') USING TTL 60;\n"},
      {"L514", "CREATE TABLE numbers (name text PRIMARY KEY, next_id counter);\n",
       "CREATE TABLE numbers (name text PRIMARY KEY, views counter);\n"},
      {"L515",
       kPosts + repeated("INSERT INTO posts (author, id) VALUES ('big', #);\n", 250) +
           repeated("INSERT INTO posts (author, id) VALUES ('a#', 1);\n", 9),
       kPosts + repeated("INSERT INTO posts (author, id) VALUES ('big', #);\n", 90) +
           repeated("INSERT INTO posts (author, id) VALUES ('a#', 1);\n", 9)},
      {"L516", "CREATE TABLE t (k int PRIMARY KEY, a int, b int);\nSELECT * FROM t WHERE k = 1;\n",
       "CREATE TABLE t (k int PRIMARY KEY, a int, b int);\nSELECT a, b FROM t WHERE k = 1;\n"},
      {"L517", kTagged + tags(120), kTagged + tags(99)},
      {"L518", repeated("CREATE TABLE t# (k int PRIMARY KEY);\n", 151),
       repeated("CREATE TABLE t# (k int PRIMARY KEY);\n", 20)},
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
      {"L525", kTagged + "SELECT tags FROM tagged WHERE id IN (" + repeated("#, ", 11) + "99);\n",
       kTagged + "SELECT tags FROM tagged WHERE id IN (1, 2, 3);\n"},
  };
  return all;
}

}  // namespace

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
