// The one pass of `cellar readiness` counts what SELECT shows, and never changes what it reads.
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "judged.h"
#include "shell/connection/database_connection.h"
#include "shell/teach/measure/partition_measure.h"
#include "types/token.h"

using namespace cellar;

namespace {

constexpr std::size_t kRingOfFive = 5;

/// What the rows of a SELECT say, counted by other code than the pass.
struct SelectedFacts {
  std::uint64_t partitions = 0, rows = 0, cells = 0, bytes = 0, largest = 0;
  std::vector<std::uint64_t> nodes = std::vector<std::uint64_t>(kRingOfFive);
  std::vector<std::uint64_t> row_counts;
};

SelectedFacts selected(const Database& database, const std::string& table) {
  DatabaseConnection connection(database);
  const TablePointer found = connection.schema()->find_table("shop", table);
  SelectedFacts facts;
  measure_partitions(connection, *found, [&](const MeasuredPartition& partition) {
    ++facts.partitions;
    facts.rows += partition.rows;
    facts.cells += partition.cells;
    facts.bytes += partition.bytes;
    facts.largest = std::max(facts.largest, partition.bytes);
    // Parts of the ring are of equal size; the tokens begin at -2^63.
    const auto place = static_cast<std::uint64_t>(token_of(partition.key)) ^ (std::uint64_t{1} << 63);
    const std::uint64_t part = std::numeric_limits<std::uint64_t>::max() / kRingOfFive + 1;
    facts.nodes[place / part] += partition.bytes;
    facts.row_counts.push_back(partition.rows);
  });
  return facts;
}

class RandomTable {
 public:
  explicit RandomTable(std::uint32_t seed)
      : random_(seed), database_(Database::open_temporary()), session_(database_) {
    session_.execute(
        "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    session_.use("shop");
    session_.execute(
        "CREATE TABLE t (k text, c int, d text, s text static, v text, w int, PRIMARY KEY (k, c, d))");
    session_.execute("CREATE INDEX by_w ON t (w)");
  }

  void write_some(int statements) {
    for (int i = 0; i < statements; ++i) session_.execute(statement());
  }
  const Database& database() const { return database_; }
  Session& session() { return session_; }

 private:
  int number(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  std::string text(int longest) {
    return "'" + std::string(static_cast<std::size_t>(number(longest)), 'x') + "'";
  }
  /// Some partitions are used far more than others.
  std::string key() {
    return "'" + std::string(static_cast<std::size_t>(1 + std::min(number(40), number(40))), 'k') + "'";
  }
  std::string statement() {
    const std::string k = key(), c = std::to_string(number(30)), d = text(3);
    switch (number(12)) {
      case 0:
        return "DELETE FROM t WHERE k = " + k;
      case 1:
        return "DELETE FROM t WHERE k = " + k + " AND c > " + c;
      case 2:
        return "DELETE FROM t WHERE k = " + k + " AND c = " + c + " AND d = " + d;
      case 3:
        return "DELETE v FROM t WHERE k = " + k + " AND c = " + c + " AND d = " + d;
      case 4:
        return "UPDATE t SET s = " + text(50) + " WHERE k = " + k;
      case 5:
        return "DELETE s FROM t WHERE k = " + k;
      case 6:
        return "UPDATE t SET w = " + std::to_string(number(4)) + " WHERE k = " + k + " AND c = " + c +
               " AND d = " + d;
      default:
        return "INSERT INTO t (k, c, d, v, w) VALUES (" + k + ", " + c + ", " + d + ", " + text(200) + ", " +
               std::to_string(number(4)) + ")";
    }
  }

  std::mt19937 random_;
  Database database_;
  Session session_;
};

ReadinessReport judged_database(const Database& database, StopToken stop = {},
                                ReadinessProgress progress = nullptr) {
  ReadinessTask task{
      .name = "shop.cellar", .judged = database, .tried = Database::open_temporary(), .scripts = {}};
  task.nodes = kRingOfFive;
  task.limits = small_limits();
  task.stop = stop;
  task.progress = std::move(progress);
  return judge_readiness(task);
}

const ReadinessFinding* found_with(const ReadinessReport& report, std::string_view code) {
  const auto found = std::ranges::find_if(
      report.findings, [&](const ReadinessFinding& each) { return each.what.code() == code; });
  return found == report.findings.end() ? nullptr : &*found;
}

double measured_as(const ReadinessFinding& finding, std::string_view number) {
  const auto found = std::ranges::find(finding.measured, number, &MeasuredNumber::name);
  return found == finding.measured.end() ? -1 : found->value;
}

std::map<int, std::uint64_t> indexed_values(Session& session) {
  std::map<int, std::uint64_t> values;
  Result result = session.execute("SELECT w FROM t");
  while (const ResultRow* row = result.next()) {
    if ((*row)[0]) ++values[row->get<std::int32_t>("w")];
  }
  return values;
}

std::string contents_of(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("the pass counts what SELECT shows, whatever was written and deleted before") {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    INFO("seed " << seed);
    RandomTable random(seed);
    random.write_some(400);
    const ReadinessReport report = judged_database(random.database());
    const SelectedFacts facts = selected(random.database(), "t");
    REQUIRE(report.tables.size() == 1);
    const ReadinessTable& table = report.tables.front();
    CHECK(table.name == "shop.t");
    CHECK(table.partitions == facts.partitions);
    CHECK(table.rows == facts.rows);
    CHECK(table.cells == facts.cells);
    CHECK(table.bytes == facts.bytes);
    CHECK(table.largest_bytes == facts.largest);
    CHECK(table.nodes == facts.nodes);
    const std::map<int, std::uint64_t> values = indexed_values(random.session());
    std::uint64_t rows = 0;
    for (const auto& [value, count] : values) rows += count;
    const ReadinessFinding* const index = found_with(report, "L532");
    REQUIRE(index != nullptr);
    CHECK(measured_as(*index, "values") == static_cast<double>(values.size()));
    CHECK(measured_as(*index, "rows") == static_cast<double>(rows));
  }
}

TEST_CASE("the median of the pass is that of all partitions") {
  const ReadinessReport report =
      judged_text(kThreeReplicas + "CREATE TABLE t (k int, c int, PRIMARY KEY (k, c));\n" + [] {
        std::string rows;
        const int sizes[] = {1, 2, 2, 3, 40};
        for (int k = 0; k < 5; ++k) {
          for (int c = 0; c < sizes[k]; ++c)
            rows += "INSERT INTO t (k, c) VALUES (" + std::to_string(k) + ", " + std::to_string(c) + ");\n";
        }
        return rows;
      }());
  const ReadinessFinding* const skew = found_with(report, "L515");
  REQUIRE(skew != nullptr);
  CHECK((measured_as(*skew, "median") == 2 && measured_as(*skew, "rows") == 40));
  CHECK(skew->partition == "k = 4");
}

TEST_CASE("elements of collections, views and cells that have expired are counted as reads see them") {
  const ReadinessReport report =
      judged_text(kThreeReplicas +
                  "CREATE TABLE t (k int PRIMARY KEY, m map<int, text>, v text);\n"
                  "CREATE MATERIALIZED VIEW by_v AS SELECT k, v FROM t WHERE v IS NOT NULL AND k IS NOT NULL "
                  "PRIMARY KEY (v, k);\n"
                  "INSERT INTO t (k, m, v) VALUES (1, {1: 'a', 2: 'bc'}, 'x');\n"
                  "INSERT INTO t (k, v) VALUES (2, 'y') USING TIMESTAMP 1000 AND TTL 1;\n"
                  "DELETE m[1] FROM t WHERE k = 1;\n");
  std::map<std::string, const ReadinessTable*> tables;
  for (const ReadinessTable& table : report.tables) tables[table.name] = &table;
  REQUIRE(tables.contains("shop.t"));
  REQUIRE(tables.contains("shop.by_v"));
  // The element 2 (its key of four bytes, two letters), the text of one letter; 8 for each cell; the key of the row.
  const ReadinessTable& base = *tables["shop.t"];
  CHECK(base.rows >= 1);
  CHECK(base.rows == base.partitions);
  CHECK(tables["shop.by_v"]->rows == base.rows);
  CHECK(base.tombstones >= 2);  // the deletion of the map that the INSERT replaces, and of its element
}

TEST_CASE("an interrupt ends the pass, and the report has what was read until then") {
  RandomTable random(7);
  random.write_some(300);
  for (int i = 0; i < 3'000; ++i)
    random.session().execute("INSERT INTO t (k, c, d, v) VALUES ('many', " + std::to_string(i) +
                             ", '', 'x')");
  std::atomic<int> requested = 0;
  std::uint64_t rows = 0;
  const ReadinessReport report = judged_database(random.database(), StopToken(requested), [&](std::uint64_t) {
    if (++rows == 10) requested = 2;
  });
  CHECK(report.is_interrupted);
  CHECK(report.unread.empty());
  REQUIRE(report.tables.size() == 1);
  CHECK_FALSE(report.tables.front().is_complete);
  CHECK(report.tables.front().rows < 3'000);
  CHECK(readiness_text(report, Language::english, 0).find("Interrupted") != std::string::npos);
  CHECK(readiness_json(report, Language::english).find("\"complete\":false") != std::string::npos);
}

TEST_CASE("scripts are judged by the schema of a file, and the file stays as it is") {
  const ScratchFolder folder;
  REQUIRE(
      folder
          .run(
              "shop.cellar -e \"CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', "
              "'datacenter1': 3}; CREATE TABLE shop.letters (author text, id int, body text, PRIMARY KEY "
              "(author, id)); "
              "INSERT INTO shop.letters (author, id, body) VALUES ('ann', 1, 'x');\"")
          .status == 0);
  folder.write("cql/a.cql",
               "SELECT body FROM letters WHERE author = 'ann';\nTRUNCATE letters;\nDROP TABLE "
               "shop.letters;\nDROP KEYSPACE shop;\n");
  folder.write("cql/b.cql",
               "CREATE TABLE shop.letters (author text PRIMARY KEY);\nSELECT body FROM shop.letters;\n");
  const std::string before = contents_of(folder.path / "shop.cellar");
  const ProgramRun run = folder.run("readiness shop.cellar --scripts cql --json");
  CHECK(run.errors.empty());
  CHECK(run.output.find("\"rows\":1,") != std::string::npos);
  CHECK(contents_of(folder.path / "shop.cellar") == before);
  CHECK(
      folder.run("shop.cellar -e \"SELECT body FROM shop.letters WHERE author = 'ann'\"").output.find("x") !=
      std::string::npos);
}
