// COPY TO, then COPY FROM into an empty table: the rows are the same to the byte.

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "random_tables.h"
#include "shell/connection/database_connection.h"
#include "shell/console/report/statement_runner.h"

namespace cellar {

namespace {

/// A shell on a temporary database.
class CopyWorld {
 public:
  CopyWorld() : folder_((std::filesystem::temp_directory_path() / "cellar-copy-XXXXXX").string()) {
    REQUIRE(mkdtemp(folder_.data()) != nullptr);
    session_.execute(
        "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    session_.use("k");
  }
  ~CopyWorld() { std::filesystem::remove_all(folder_); }
  CopyWorld(const CopyWorld&) = delete;
  CopyWorld& operator=(const CopyWorld&) = delete;

  /// Returns what the shell says to a statement.
  std::string run(const std::string& statement) {
    runner_.run({statement, 1, 1, true, {}}, "test");
    return output_.take_results() + output_.take_diagnostics();
  }
  std::string text_of(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder_ + "/" + name, std::ios::binary).rdbuf();
    return text.str();
  }
  std::vector<std::vector<Value>> rows_of(const std::string& table) {
    Result result = session_.execute("SELECT * FROM " + table);
    std::vector<std::vector<Value>> rows;
    while (const ResultRow* row = result.next()) rows.push_back(row->copy());
    return rows;
  }
  Session& session() { return session_; }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  Database database_ = Database::open_temporary({.sync = false});
  DatabaseConnection connection_{database_};
  Session& session_ = connection_.session();
  ShellSettings settings_;
  KeptOutput output_;
  Console console_{connection_, settings_, output_};
  StatementRunner runner_{console_, output_};
};

// The sanitizers make a table take ten times as long.
#ifdef NDEBUG
constexpr std::size_t kUsualTables = 2000;
#else
constexpr std::size_t kUsualTables = 200;
#endif

std::size_t number_of(const char* variable, std::size_t usual) {
  const char* text = std::getenv(variable);
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

std::string list_of_names(const CopiedTable& table) {
  std::string text;
  for (const CopiedColumn& column : table.columns) text += (text.empty() ? "" : ", ") + column.name;
  return text;
}

/// Inserts a row, or the static columns of a partition; a value in three is missing.
void insert_row(Session& session, const CopiedTable& table, RandomTables& random, bool has_empty) {
  std::string names, markers;
  std::vector<BoundValue> values;
  const bool is_partition = table.has_static() && random.roll(6) == 0;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (is_partition && i >= table.partition_key_size && !table.columns[i].is_static) continue;
    if (i >= table.key_size() && random.roll(3) == 0) continue;
    names += (names.empty() ? "" : ", ") + table.columns[i].name;
    markers += markers.empty() ? "?" : ", ?";
    // An empty partition key is refused.
    values.push_back({random.value(table.columns[i].type, has_empty && i >= table.key_size())});
  }
  if (is_partition && values.size() == table.partition_key_size) return;
  session.execute(session.prepare("INSERT INTO written (" + names + ") VALUES (" + markers + ")"),
                  std::span<const BoundValue>(values));
}

/// Adds to the counters of a row, or to the static ones of its partition.
void add_to_counters(Session& session, const CopiedTable& table, const std::vector<Value>& key,
                     bool to_static, RandomTables& random) {
  std::string sets, tests;
  std::vector<BoundValue> values;
  for (std::size_t i = table.key_size(); i < table.columns.size(); ++i) {
    if (table.columns[i].is_static != to_static) continue;
    sets += (sets.empty() ? "" : ", ") + table.columns[i].name + " = " + table.columns[i].name + " + ?";
    values.push_back({random.value(table.columns[i].type, false)});
  }
  if (sets.empty()) return;
  for (std::size_t i = 0; i < (to_static ? table.partition_key_size : table.key_size()); ++i) {
    tests += (tests.empty() ? "" : " AND ") + table.columns[i].name + " = ?";
    values.push_back({key[i]});
  }
  session.execute(session.prepare("UPDATE written SET " + sets + " WHERE " + tests),
                  std::span<const BoundValue>(values));
}

/// Most rows are of the partition of the row before.
void count_row(Session& session, const CopiedTable& table, std::vector<Value>& key, RandomTables& random) {
  const bool is_same_partition = !key.empty() && random.roll(3) != 0;
  key.resize(table.key_size());
  for (std::size_t i = is_same_partition ? table.partition_key_size : 0; i < key.size(); ++i)
    key[i] = random.value(table.columns[i].type, false);
  if (random.roll(4) != 0) add_to_counters(session, table, key, false, random);
  if (random.roll(2) == 0) add_to_counters(session, table, key, true, random);
}

void fill(Session& session, const CopiedTable& table, RandomTables& random, bool has_empty) {
  std::vector<Value> key;
  for (int rows = random.roll(8); rows > 0; --rows) {
    try {
      table.has_counters() ? count_row(session, table, key, random)
                           : insert_row(session, table, random, has_empty);
    } catch (const Refusal& refusal) {
      // The random value of a key was an empty text.
      if (refusal.diagnostic.id != "empty_partition_key") throw;
    }
  }
}

void copy_and_compare(unsigned seed) {
  RandomTables random(seed);
  CopyWorld world;
  const CopiedTable table = random.table();
  for (const std::string& type : table.types) world.session().execute(type);
  world.session().execute(table.create("written"));
  world.session().execute(table.create("read"));
  const std::string options = random.options();
  fill(world.session(), table, random, !random.is_json());
  const std::string names = random.is_json() || random.roll(2) == 0 ? "" : " (" + list_of_names(table) + ")";
  const std::string with = options.empty() ? "" : " WITH " + options;
  const std::string file = "'" + world.folder() + "/rows'";
  const std::string errors =
      (with.empty() ? " WITH" : " AND") + std::string(" ERRFILE = '") + world.folder() + "/refused'";
  const std::string wrote = world.run("COPY written" + names + " TO " + file + with + ";");
  const std::string read = world.run("COPY read" + names + " FROM " + file + with + errors + ";");
  INFO("seed " << seed << "\n"
               << table.create("t") << "\n"
               << with << "\n"
               << wrote << read << world.text_of("rows"));
  CHECK(wrote.find("error") == wrote.npos);
  CHECK(read.find("error") == read.npos);
  CHECK(world.rows_of("read") == world.rows_of("written"));
}

}  // namespace

TEST_CASE("what COPY TO writes COPY FROM reads: random tables of every type come back to the byte") {
  const std::size_t first = number_of("CELLAR_FIRST_SEQUENCE", 0);
  const std::size_t count = number_of("CELLAR_SEQUENCES", kUsualTables);
  for (std::size_t seed = first; seed < first + count; ++seed) copy_and_compare(static_cast<unsigned>(seed));
}

}  // namespace cellar
