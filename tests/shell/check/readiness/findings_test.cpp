// What `cellar readiness` finds: each finding beside a script that just misses it.
#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "json_schema.h"
#include "judged.h"

using namespace cellar;

namespace {

std::string repeated_for(const std::string& text, int count, int first = 0) {
  std::string all;
  for (int number = first; number < first + count; ++number) {
    std::string once = text;
    for (std::size_t at; (at = once.find('#')) != once.npos;) once.replace(at, 1, std::to_string(number));
    all += once;
  }
  return all;
}

const std::string kLetters =
    "CREATE TABLE letters (author text, id int, body text, PRIMARY KEY (author, id));\n";
const std::string kTags = "CREATE TABLE tagged (id int PRIMARY KEY, tags set<int>, words map<int, text>);\n";
const std::string kIndexed =
    "CREATE TABLE orders (id int PRIMARY KEY, status text, note text);\n"
    "CREATE INDEX by_status ON orders (status);\n";
const std::string kSai =
    "CREATE TABLE orders (id int PRIMARY KEY, status text);\n"
    "CREATE INDEX by_status ON orders (status) USING 'sai';\n";
const std::string kLetter = "INSERT INTO letters (author, id, body) VALUES ('ann', #, 'x');\n";
const std::string kCounts = "CREATE TABLE hits (page text PRIMARY KEY, n counter);\n";

std::string body(int size) {
  return "INSERT INTO letters (author, id, body) VALUES ('ann', #, '" +
         std::string(static_cast<std::size_t>(size), 'x') + "');\n";
}

std::string batch_of(const std::string& kind, int partitions) {
  return kLetters + "BEGIN " + kind + " BATCH\n" +
         repeated_for("INSERT INTO letters (author, id, body) VALUES ('a#', 1, 'x');\n", partitions) +
         "APPLY BATCH;\n";
}

/// Two values of so many bytes in two partitions.
std::string large_batch(int size) {
  const std::string value = "'" + std::string(static_cast<std::size_t>(size), 'x') + "'";
  return kLetters + "BEGIN BATCH INSERT INTO letters (author, id, body) VALUES ('a', 1, " + value +
         "); INSERT INTO letters (author, id, body) VALUES ('b', 1, " + value + "); APPLY BATCH;\n";
}

struct ReadinessCase {
  std::string finding;
  std::string with, without;
};

const std::vector<ReadinessCase>& readiness_cases() {
  static const std::vector<ReadinessCase> all = {
      {"error L530 shop.letters", kLetters + repeated_for(body(900), 11),
       kLetters + repeated_for(body(900), 10)},
      {"warn L530 shop.letters", kLetters + repeated_for(kLetter, 101),
       kLetters + repeated_for(kLetter, 100)},
      {"warn L531 shop.letters",
       kLetters + repeated_for(body(900), 4) +
           repeated_for("INSERT INTO letters (author, id, body) VALUES ('b#', 1, 'x');\n", 9),
       kLetters + repeated_for("INSERT INTO letters (author, id, body) VALUES ('b#', 1, '" +
                                   std::string(90, 'x') + "');\n",
                               90)},
      {"warn L515 shop.letters",
       kLetters + repeated_for(kLetter, 11) +
           repeated_for("INSERT INTO letters (author, id, body) VALUES ('b#', 1, 'x');\n", 4),
       kLetters + repeated_for(kLetter, 10) +
           repeated_for("INSERT INTO letters (author, id, body) VALUES ('b#', 1, 'x');\n", 4)},
      {"warn L509 shop.letters", kLetters + repeated_for(body(1'001), 1),
       kLetters + repeated_for(body(1'000), 1)},
      {"error L509 shop.letters", kLetters + repeated_for(body(5'001), 1),
       kLetters + repeated_for(body(5'000), 1)},
      {"warn L517 shop.tagged",
       kTags + repeated_for("UPDATE tagged SET tags = tags + {#} WHERE id = 1;\n", 11),
       kTags + repeated_for("UPDATE tagged SET tags = tags + {#} WHERE id = 1;\n", 10) +
           repeated_for("UPDATE tagged SET words = words + {#: 'x'} WHERE id = 1;\n", 10)},
      {"warn W409 shop.letters",
       kLetters + repeated_for("DELETE FROM letters WHERE author = 'ann' AND id = #;\n", 11),
       kLetters + repeated_for("DELETE FROM letters WHERE author = 'ann' AND id = #;\n", 10)},
      {"error W409 shop.letters",
       kLetters + repeated_for("DELETE FROM letters WHERE author = 'ann' AND id = #;\n", 51),
       kLetters + repeated_for("DELETE FROM letters WHERE author = 'ann' AND id = #;\n", 50)},
      {"warn L532 shop.orders",
       kIndexed + repeated_for("INSERT INTO orders (id, status) VALUES (#, 'open');\n", 4) +
           repeated_for("INSERT INTO orders (id, status) VALUES (#, 'paid');\n", 4, 10),
       kIndexed + repeated_for("INSERT INTO orders (id, status) VALUES (#, 'open');\n", 4) +
           repeated_for("INSERT INTO orders (id, status) VALUES (#, 'paid');\n", 3, 10)},
      {"error L538 shop.orders",
       kSai + "INSERT INTO orders (id, status) VALUES (1, '" + std::string(8'193, 'x') + "');\n",
       kSai + "INSERT INTO orders (id, status) VALUES (1, '" + std::string(8'192, 'x') + "');\n"},
      {"warn L535",
       kLetters + "INSERT INTO letters (author, id) VALUES ('ann', 1) USING TIMESTAMP 1800000000000000000;\n",
       kLetters + "INSERT INTO letters (author, id) VALUES ('ann', 1) USING TIMESTAMP 1700000000000000;\n"},
      {"warn L533 one",
       "CREATE KEYSPACE one WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 1};\n",
       "CREATE KEYSPACE one WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 2};\n"},
      {"warn L534 simple",
       "CREATE KEYSPACE simple WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3};\n",
       "CREATE KEYSPACE simple WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 3};\n"},
      {"warn L518", repeated_for("CREATE TABLE t# (k int PRIMARY KEY);\n", 151),
       repeated_for("CREATE TABLE t# (k int PRIMARY KEY);\n", 150)},
      {"warn L522 shop.orders", kIndexed, "CREATE TABLE orders (id int PRIMARY KEY, status text);\n"},
      {"warn L501 shop.mails", "CREATE TABLE mails (reader text, id timeuuid, PRIMARY KEY (reader, id));\n",
       "CREATE TABLE mails (reader text, month int, id timeuuid, PRIMARY KEY ((reader, month), id));\n"},
      {"warn W416 shop.by_body",
       kLetters +
           "CREATE MATERIALIZED VIEW by_body AS SELECT * FROM letters WHERE body IS NOT NULL AND author IS "
           "NOT NULL AND id IS NOT NULL PRIMARY KEY (body, author, id);\n",
       kLetters},
      {"warn L521 shop.letters", kLetters + "SELECT id FROM letters WHERE body = 'x' ALLOW FILTERING;\n",
       kLetters + "SELECT id FROM letters WHERE author = 'ann' AND id = 1;\n"},
      {"info L521 shop.letters",
       kLetters + "SELECT id FROM letters WHERE author = 'ann' AND body = 'x' ALLOW FILTERING;\n",
       kLetters + "SELECT id FROM letters WHERE author = 'ann' AND id > 7;\n"},
      {"warn E311", kLetters + "SELECT count(*) FROM letters;\n",
       kLetters + "SELECT count(*) FROM letters WHERE author = 'ann';\n"},
      {"warn E314", kLetters + "SELECT id FROM letters WHERE author IN ('a', 'b');\n",
       kLetters + "SELECT id FROM letters WHERE author IN ('a');\nSELECT id FROM letters WHERE author = ? "
                  "AND id IN ?;\n"},
      {"warn L525 shop.letters",
       kLetters + "SELECT id FROM letters WHERE author IN (" + repeated_for("'#', ", 10) + "'x');\n",
       kLetters + "SELECT id FROM letters WHERE author IN (" + repeated_for("'#', ", 9) + "'x');\n"},
      {"warn W417 shop.orders", kIndexed + "SELECT id FROM orders WHERE status = 'open';\n",
       kIndexed + "SELECT id FROM orders WHERE id = 1;\n"},
      {"warn L523 shop.letters",
       kLetters + "SELECT id FROM letters WHERE author = 'a' LIMIT 1;\nDELETE FROM letters WHERE author = ? "
                  "AND id = ?;\n",
       kLetters + "SELECT id FROM letters WHERE author = 'a' AND id > 7 LIMIT 1;\nDELETE FROM letters WHERE "
                  "author = ? AND "
                  "id = ?;\n"},
      {"warn W413", large_batch(2'700), large_batch(2'500)},
      {"error W413", large_batch(25'700), large_batch(25'500)},
      {"warn W413", batch_of("UNLOGGED", 11), batch_of("UNLOGGED", 10)},
      {"info W412 shop.hits", kCounts + "UPDATE hits SET n = n + 1 WHERE page = ?;\n", kCounts},
      {"info W407 shop.steps",
       "CREATE TABLE steps (id int PRIMARY KEY, l list<int>);\nUPDATE steps SET l = l - [1] WHERE id = 1;\n",
       "CREATE TABLE steps (id int PRIMARY KEY, l list<int>);\nUPDATE steps SET l = l + [1] WHERE id = 1;\n"},
      {"info W408 shop.letters", kLetters + "INSERT INTO letters (author, id, body) VALUES ('a', 1, null);\n",
       kLetters + "INSERT INTO letters (author, id) VALUES ('a', 1);\n"},
      {"error L536", "LINT\n", "DESCRIBE TABLES\n"},
      {"error L536", kLetters + "EXPLAIN SELECT id FROM letters WHERE author = 'a';\n", kLetters},
      {"info L537", "CONSISTENCY QUORUM\n", kLetters},
      // What a cluster refuses has the codes of refusals.
      {"error E203", kLetters + "SELECT titel FROM letters WHERE author = 'a';\n",
       kLetters + "SELECT body FROM letters WHERE author = 'a';\n"},
      {"error E201 shop.nothing", "SELECT id FROM nothing WHERE id = 1;\n", kLetters},
  };
  return all;
}

bool says(const ReadinessReport& report, const std::string& finding) {
  const std::vector<std::string> all = said_in(report);
  return std::ranges::any_of(all, [&](const std::string& each) { return each.starts_with(finding); });
}

std::string listed(const ReadinessReport& report) {
  std::string text;
  for (const std::string& each : said_in(report)) text += each + "\n";
  return text;
}

}  // namespace

TEST_CASE("what hurts on a cluster is found, and what just misses it is not") {
  for (const ReadinessCase& each : readiness_cases()) {
    INFO(each.finding);
    const ReadinessReport with = judged_text(kThreeReplicas + each.with);
    {
      INFO(listed(with));
      CHECK(says(with, each.finding));
    }
    const ReadinessReport without = judged_text(kThreeReplicas + each.without);
    INFO(listed(without));
    CHECK_FALSE(says(without, each.finding));
    CHECK((with.unread.empty() && without.unread.empty()));
  }
}

TEST_CASE("what a cluster takes as it is has no finding") {
  const ReadinessReport report =
      judged_text(kThreeReplicas + kLetters + repeated_for(kLetter, 5) +
                  "SELECT id, body FROM letters WHERE author = 'ann' AND id > 2;\n"
                  "BEGIN BATCH INSERT INTO letters (author, id, body) VALUES ('a', 1, 'x'); DELETE FROM "
                  "letters WHERE author = "
                  "'a' AND id = 2; APPLY BATCH;\n"
                  "UPDATE letters USING TTL 600 SET body = 'y' WHERE author = 'ann' AND id = 1;\n"
                  "DROP TABLE letters;\n");
  INFO(listed(report));
  CHECK(report.findings.empty());
  CHECK((report.scripts == 1 && report.statements == 12 && report.refused == 0));
}

TEST_CASE("what a cluster refuses is an error, and so is what no cluster has") {
  for (const std::string& refused :
       {std::string("SELECT upper(body) FROM letters WHERE author = 'a';\n"),
        std::string("SELEC id FROM letters;\n"),
        std::string("INSERT INTO letters (author, id, body) VALUES ('a', 1, 'x') USING TTL 630720001;\n"),
        std::string("INSERT INTO letters (author, id) VALUES ('a', 'one');\n"),
        std::string("SELECT id FROM letters WHERE body = 'x';\n"),
        std::string("CREATE TABLE 中文 (k int PRIMARY KEY);\n")}) {
    INFO(refused);
    const ReadinessReport report = judged_text(kThreeReplicas + kLetters + refused);
    CHECK(report.refused == 1);
    CHECK(report.count(LintLevel::error) == 1);
    REQUIRE_FALSE(report.findings.empty());
    CHECK(report.findings.front().what.code().starts_with("E"));
    CHECK(report.findings.front().line == 4);
  }
  CHECK(judged_text(kThreeReplicas + kLetters +
                    "INSERT INTO letters (author, id, body) VALUES ('a', 1, 'x') USING TTL 630720000;\n")
            .refused == 0);
}

TEST_CASE("each statement is judged by its own literals, also where its shape was met before") {
  const std::string table =
      kThreeReplicas + "CREATE TABLE days (k int, d date, v int, PRIMARY KEY (k, d));\n";
  const std::string good = "SELECT v FROM days WHERE k = 1 AND d = '2026-01-01';\n";
  const std::string bad = "SELECT v FROM days WHERE k = 1 AND d = '2026-13-01';\n";
  CHECK(judged_text(table + good + good).refused == 0);
  CHECK(judged_text(table + good + bad).refused == 1);
  CHECK(judged_text(table + bad + bad + good).refused == 2);
  const std::string written = "INSERT INTO days (k, d, v) VALUES (1, '2026-01-01', 2);\n";
  const std::string misplaced = "INSERT INTO days (k, d, v) VALUES (1, '2026-13-01', 2);\n";
  CHECK(judged_text(table + written + misplaced + misplaced).refused == 2);
  const ReadinessReport absent =
      judged_text(kThreeReplicas + "SELECT v FROM days WHERE k = 1;\nSELECT v FROM days WHERE k = 2;\n");
  CHECK(absent.refused == 2);
  CHECK(absent.statements == 4);
  REQUIRE(absent.findings.size() == 1);
  CHECK(absent.findings.front().times == 2);
}

TEST_CASE("the rows behind COPY FROM STDIN are no statements") {
  std::string rows;
  for (int i = 0; i < 20'000; ++i) rows += "ann," + std::to_string(i) + ",it's SELECT;\n";
  const ReadinessReport report =
      judged_text(kThreeReplicas + kLetters + "COPY letters (author, id, body) FROM STDIN;\n" + rows +
                  "\\.\nSELECT titel FROM letters WHERE author = 'ann';\n");
  CHECK(report.refused == 1);
  CHECK(report.statements == 4);
  REQUIRE(report.count(LintLevel::error) == 1);
  CHECK(report.findings.front().line == 20'006);
}

TEST_CASE("a finding has its partition, its numbers and its place, and the largest comes first") {
  const ReadinessReport report = judged_text(kThreeReplicas + kLetters + repeated_for(body(900), 12) +
                                             "SELECT body FROM letters WHERE body = 'x' ALLOW FILTERING;\n" +
                                             "SELECT body FROM letters WHERE body = 'y' ALLOW FILTERING;\n");
  REQUIRE(report.findings.size() >= 2);
  const ReadinessFinding& large = report.findings.front();
  CHECK(large.partition == "author = 'ann'");
  const auto number = [&](const std::string& name) {
    const auto found = std::ranges::find(large.measured, name,
                                         [](const MeasuredNumber& each) { return std::string(each.name); });
    return found == large.measured.end() ? -1 : found->value;
  };
  // Twelve rows of an int and 900 letters, 8 bytes for each cell; the key once.
  CHECK(number("bytes") == 12 * (4 + 900 + 8) + 3);
  CHECK((number("cells") == 12 && number("rows") == 12 && number("partitions") == 1));
  const auto filtering =
      std::ranges::find_if(report.findings, [](const ReadinessFinding& each) { return each.times == 2; });
  REQUIRE(filtering != report.findings.end());
  CHECK((filtering->line == 16 && filtering->column == 43));
  REQUIRE(report.tables.size() == 1);
  CHECK((report.tables.front().rows == 12 && report.tables.front().partitions == 1));
}

TEST_CASE("levels of readiness are set by code, and a comment silences a lint") {
  LintLevels levels(LeveledCodes::all);
  CHECK(levels.set("E311=off"));
  CHECK(levels.set("l521=error"));
  CHECK_FALSE(levels.set("L599=error"));
  const std::string text = kThreeReplicas + kLetters +
                           "SELECT count(*) FROM letters;\nSELECT id FROM letters WHERE body = 'x' ALLOW "
                           "FILTERING;\n";
  CHECK(said_in(judged_text(text, levels)) == std::vector<std::string>{"error L521 shop.letters"});
  CHECK(
      said_in(judged_text(
                  kThreeReplicas + kLetters +
                  "-- @allow L521 once a month\nSELECT id FROM letters WHERE body = 'x' ALLOW FILTERING;\n"))
          .empty());
}

TEST_CASE("the JSON of readiness fits its schema, in each language") {
  const nlohmann::json schema = read_schema("readiness");
  for (const ReadinessCase& each : readiness_cases()) {
    const ReadinessReport report = judged_text(kThreeReplicas + each.with);
    for (const Language language : {Language::english, *find_language("zh")}) {
      const nlohmann::json json = nlohmann::json::parse(readiness_json(report, language));
      for (const std::string& fault : faults_of(json, schema)) FAIL_CHECK(fault << " in " << json);
      CHECK(json["findings"].size() == report.findings.size());
    }
  }
}

TEST_CASE("a table and an index of one name, and a table that is made twice, are judged by their own texts") {
  const std::string table = "CREATE TABLE orders (id int PRIMARY KEY, status text);\n";
  CHECK(said_in(judged_text(kThreeReplicas + table + "CREATE INDEX orders ON orders (status);\n")) ==
        said_in(judged_text(kThreeReplicas + table + "CREATE INDEX by_status ON orders (status);\n")));
  const std::string few = "CREATE TABLE t (status text, id uuid, PRIMARY KEY (status, id));\n";
  const auto line_of = [](const std::string& script) {
    for (const ReadinessFinding& finding : judged_text(kThreeReplicas + script).findings)
      if (finding.what.code() == "L502") return finding.line;
    return std::size_t{0};
  };
  CHECK(line_of("CREATE TABLE t (k int PRIMARY KEY);\nDROP TABLE t;\n" + few) == 5);
  // The second one is refused, since the table is there.
  CHECK(line_of(few + "CREATE TABLE t (k int PRIMARY KEY);\n") == 3);
}
