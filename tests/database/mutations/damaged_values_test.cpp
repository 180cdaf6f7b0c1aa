// Values that are none of their types, in files that are damaged on purpose: whatever meets one refuses it, and names its
// row. Keys in which something follows the key of a row: whatever goes past the row ends.

#include <functional>
#include <map>

#include "../../storage/raw.h"
#include "../fixture.h"
#include "database/snapshot.h"
#include "file_trial.h"
#include "rich_database.h"
#include "storage/format/keys.h"
#include "storage/format/row_format.h"
#include "storage/map/databases.h"
#include "storage/raw_partition.h"
#include "storage/verify/verify.h"

namespace cellar::test {

namespace {

struct Held {
  const char* type;
  const char* value;
  bool is_key = true;  // values of the type may be in a key
};

constexpr const char* kUuid = "5132b130-ae79-11e4-ab27-0800200c9a66";

std::vector<Held> held_types() {
  return {{"tinyint", "7"},
          {"smallint", "7"},
          {"int", "7"},
          {"bigint", "7"},
          {"boolean", "true"},
          {"float", "1.5"},
          {"double", "1.5"},
          {"timestamp", "1000"},
          {"date", "'2024-01-02'"},
          {"time", "'01:02:03'"},
          {"uuid", kUuid},
          {"timeuuid", kUuid},
          {"inet", "'1.2.3.4'"},
          {"decimal", "1.25"},
          {"duration", "1mo2d", false},
          {"frozen<list<int>>", "[1, 2]", false},
          {"frozen<set<uuid>>", "{5132b130-ae79-11e4-ab27-0800200c9a66}", false},
          {"frozen<map<int, double>>", "{1: 2.5}", false},
          {"frozen<tuple<int, inet>>", "(1, '1.2.3.4')", false},
          {"frozen<pair>", "{a: 1, b: 5132b130-ae79-11e4-ab27-0800200c9a66}", false},
          {"vector<float, 2>", "[1, 2]", false}};
}

using Entry = std::pair<std::string, std::string>;
using Change = std::function<std::optional<Entry>(const Entry&)>;

/// A database that is written once, and copied for each damage.
class DamagedFile {
 public:
  explicit DamagedFile(const std::vector<std::string>& statements) {
    const Database database = Database::open(base_, at_second(kWritten));
    Session session(database);
    create_keyspace(session);
    for (const std::string& statement : statements) session.execute(statement);
    for (const auto& [name, table] : database.schema()->find_keyspace("k")->tables) ids_[name] = table->id;
  }

  /// Changes the entries of a table for which `change` returns another one. Returns false if verify finds nothing.
  bool damage(const std::string& table, const Change& change) {
    std::filesystem::remove(file_.string() + "-lock");
    std::filesystem::copy_file(base_, file_, std::filesystem::copy_options::overwrite_existing);
    {
      RawFile file(file_);
      for (const Entry& entry : file.contents(kDataDatabase)) {
        if (!entry.first.starts_with(table_prefix(ids_.at(table)))) continue;
        const std::optional<Entry> changed = change(entry);
        if (!changed) continue;
        file.erase(kDataDatabase, entry.first);
        file.put(kDataDatabase, changed->first, changed->second);
      }
    }
    const VerifyActions actions{
        .on_damage = [](const Damage&) {}, .interrupted = [] { return false; }, .now = kWritten + 10};
    return verify_file(file_, actions).damages > 0;
  }

  /// Runs the statements, each by itself, and returns their codes.
  std::string codes(const std::vector<std::string>& statements) const {
    return told_by_child([&] {
      const Database database = Database::open(file_, at_second(kWritten + 10));
      Session session(database);
      session.use("k");
      std::string codes;
      for (const std::string& statement : statements) {
        const std::string code = code_of([&] { run(database, session, statement); });
        codes += statement + ": " + (code.empty() ? "answers" : code) + '\n';
      }
      return codes;
    });
  }

 private:
  static void run(const Database& database, Session& session, const std::string& statement) {
    constexpr std::string_view kCells = "CELLS ";
    if (!statement.starts_with(kCells)) {
      Result result = session.execute(statement);
      rows_of(result);
      return;
    }
    Snapshot snapshot = database.snapshot();
    const TablePointer table = snapshot.schema->find_table("k", statement.substr(kCells.size()));
    RawPartitions partitions(snapshot.transaction, table, {});
    while (partitions.next()) {
      while (partitions.next_item() != nullptr) {
        while (partitions.next_part() != nullptr) {
        }
      }
    }
  }

  const Folder folder_;
  const std::filesystem::path base_ = folder_ / "base", file_ = folder_ / "file";
  std::map<std::string, TableId> ids_;
};

/// Puts a value into each cell of the packed entries.
Change with_value(const std::string& value) {
  return [value](const Entry& entry) {
    PackedRow row;
    decode_row(entry.second, row);
    for (PackedCell& cell : row.cells) cell.version.value = value;
    std::string changed;
    encode_row(row, changed);
    return std::optional(Entry{entry.first, changed});
  };
}

void check_all_refuse(const DamagedFile& file, const std::vector<std::string>& statements) {
  std::string expected;
  for (const std::string& statement : statements) expected += statement + ": E501\n";
  CHECK(file.codes(statements) == expected);
}

std::vector<std::string> statements_of(const Held& held, const std::string& table) {
  const std::string value = held.value;
  std::vector<std::string> statements{
      "SELECT v FROM " + table + " WHERE p = 1",
      "SELECT * FROM " + table,
      "SELECT JSON * FROM " + table,
      "SELECT p, v, writetime(v) FROM " + table + " WHERE p IN (1, 2)",
      "SELECT p FROM " + table + " WHERE v = " + value + " ALLOW FILTERING",
      "SELECT to_json(v) FROM " + table,
      "UPDATE " + table + " SET v = " + value + " WHERE p = 1 IF v = " + value,
      "CELLS " + table};
  if (std::string_view(held.type) == "duration") statements.erase(statements.begin() + 4);
  if (!held.is_key) return statements;
  statements.push_back("SELECT cast(v AS text) FROM " + table);
  statements.push_back("SELECT max(v) FROM " + table);
  statements.push_back("CREATE INDEX ON " + table + " (v)");
  statements.push_back("CREATE MATERIALIZED VIEW w AS SELECT p, v FROM " + table +
                       " WHERE p IS NOT NULL AND v IS NOT NULL PRIMARY KEY (v, p)");
  return statements;
}

}  // namespace

TEST_CASE("a stored value of a length that its type does not have is refused by all that meets it") {
  const std::vector<Held> types = held_types();
  std::vector<std::string> statements{"CREATE TYPE pair (a int, b uuid)"};
  for (std::size_t i = 0; i < types.size(); ++i) {
    const auto [type, value, is_key] = types[i];
    const std::string number = std::to_string(i);
    for (const char* name : {"alike", "apart", "indexed"}) {
      const std::string table = name + number;
      statements.push_back("CREATE TABLE " + table + " (p int PRIMARY KEY, v " + type + ")");
      if (table[0] == 'i' && is_key) statements.push_back("CREATE INDEX ON " + table + " (v)");
      statements.push_back(table.starts_with("ap")
                               ? "UPDATE " + table + " USING TTL 90000 SET v = " + value + " WHERE p = 1"
                               : "INSERT INTO " + table + " (p, v) VALUES (1, " + value + ")");
    }
  }
  DamagedFile file(statements);
  for (std::size_t i = 0; i < types.size(); ++i) {
    const std::string number = std::to_string(i), value = types[i].value;
    CAPTURE(types[i].type);
    for (const std::size_t size : {3, 9, 17}) {
      // Four bytes and more are a decimal number.
      if (std::string_view(types[i].type) == "decimal" && size > 4) continue;
      CAPTURE(size);
      const Change change = with_value(std::string(size, '\x81'));
      for (const std::string& table : {"alike" + number, "apart" + number}) {
        CHECK(file.damage(table, change));
        check_all_refuse(file, statements_of(types[i], table));
      }
      if (!types[i].is_key) continue;
      const std::string table = "indexed" + number;
      CHECK(file.damage(table, change));
      check_all_refuse(file, {"DELETE FROM " + table + " WHERE p = 1",
                              "INSERT INTO " + table + " (p, v) VALUES (1, " + value + ")"});
    }
  }
}

TEST_CASE("an empty tinyint is no damage, wherever it is stored") {
  DamagedFile file(
      {"CREATE TABLE tiny (p tinyint, c tinyint, s tinyint STATIC, v tinyint, l list<tinyint>, "
       "f frozen<list<tinyint>>, m map<tinyint, tinyint>, PRIMARY KEY (p, c))",
       "CREATE INDEX ON tiny (v)", "INSERT INTO tiny (p, c, s) VALUES (1, 0x, 0x)",
       "INSERT INTO tiny (p, c, v, l, f, m) VALUES (1, 2, 0x, [0x], [0x], {0x: 0x})"});
  CHECK_FALSE(file.damage("tiny", [](const Entry&) { return std::nullopt; }));
  CHECK(file.codes({"SELECT * FROM tiny", "CELLS tiny"}) ==
        "SELECT * FROM tiny: answers\nCELLS tiny: answers\n");
}

TEST_CASE("a stored element, counter or key of a length that its type does not have is refused") {
  DamagedFile file({"CREATE TYPE pair (a int, b uuid)",
                    "CREATE TABLE many (p int PRIMARY KEY, m map<int, uuid>, l list<int>, u pair)",
                    "INSERT INTO many (p, m) VALUES (1, {1: 5132b130-ae79-11e4-ab27-0800200c9a66})",
                    "INSERT INTO many (p, l) VALUES (2, [1])", "INSERT INTO many (p, u) VALUES (3, {a: 1})",
                    "CREATE TABLE counted (p int PRIMARY KEY, n counter)",
                    "UPDATE counted SET n = n + 1 WHERE p = 1",
                    "CREATE TABLE exact (p int, c decimal, v int, PRIMARY KEY (p, c))",
                    "INSERT INTO exact (p, c, v) VALUES (1, 1.00, 2)",
                    "CREATE TABLE places (p inet, q int, c inet, v int, PRIMARY KEY ((p, q), c))",
                    "INSERT INTO places (p, q, c, v) VALUES ('1.2.3.4', 1, '1.2.3.4', 1)"});
  const auto element = [](const Entry& entry) -> std::optional<Entry> {
    try {
      Element element = decode_element(entry.second);
      if (element.version.value.empty()) return std::nullopt;
      element.version.value = "abc";
      std::string changed;
      encode_element(element, changed);
      return Entry{entry.first, changed};
    } catch (const Refusal&) {
      return std::nullopt;  // it is a packed entry
    }
  };
  CHECK(file.damage("many", element));
  check_all_refuse(
      file, {"SELECT * FROM many", "SELECT m FROM many WHERE p = 1", "SELECT m[1] FROM many WHERE p = 1",
             "SELECT JSON l FROM many WHERE p = 2", "SELECT u.a FROM many WHERE p = 3",
             "CREATE INDEX ON many (values(m))", "CELLS many"});
  CHECK(file.damage("counted", with_value(std::string(9, '\x01'))));
  check_all_refuse(file, {"SELECT n FROM counted WHERE p = 1", "UPDATE counted SET n = n + 1 WHERE p = 1"});
  CHECK(file.damage("exact", [](const Entry& entry) {
    PackedRow row;
    decode_row(entry.second, row);
    const std::string kept = encode_values({"abc"});
    row.clustering = kept;
    std::string changed;
    encode_row(row, changed);
    return std::optional(Entry{entry.first, changed});
  }));
  check_all_refuse(file,
                   {"SELECT * FROM exact", "SELECT c FROM exact WHERE p = 1",
                    "SELECT c FROM exact WHERE p = 1 AND c = 1", "CREATE INDEX ON exact (c)", "CELLS exact"});
  const auto cut = [](std::size_t from_end) {
    return [from_end](const Entry& entry) {
      std::string key = entry.first;
      key.erase(key.size() - from_end, 1);
      return std::optional(Entry{key, entry.second});
    };
  };
  CHECK(file.damage("places", cut(3)));  // a byte of c
  check_all_refuse(file, {"SELECT * FROM places", "SELECT c FROM places", "CREATE INDEX ON places (c)",
                          "CELLS places", "SELECT c FROM places WHERE p = '1.2.3.4' AND q = 1"});
}

TEST_CASE("an entry behind all of its row's is refused, and no step leads to it again and again") {
  DamagedFile file(
      {"CREATE TABLE t (p int, c int, v int, PRIMARY KEY (p, c))", "INSERT INTO t (p, c, v) VALUES (1, 2, 3)",
       "CREATE TABLE indexed (p int, c int, v int, s int STATIC, l list<int>, PRIMARY KEY (p, c))",
       "CREATE INDEX ON indexed (v)", "CREATE INDEX ON indexed (l)",
       "CREATE TABLE stays (p int PRIMARY KEY, v int)",
       "INSERT INTO indexed (p, c, v, l) VALUES (1, 2, 3, [4])"});
  const Change behind = [](const Entry& entry) {
    return std::optional(Entry{entry.first + "\xFF;", entry.second});
  };
  const auto check_ends = [&](const std::vector<std::string>& statements) {
    const std::string codes = file.codes(statements);
    CAPTURE(codes);
    CHECK(codes.find("E599") == codes.npos);
    CHECK(codes.find("signal") == codes.npos);
  };
  CHECK(file.damage("t", behind));
  check_all_refuse(file, {"DELETE FROM k.t USING TIMESTAMP 1 WHERE p = 1", "CREATE INDEX ON t (v)", "CELLS t",
                          "SELECT * FROM t", "SELECT c FROM t WHERE p = 1",
                          "SELECT c FROM t WHERE p = 1 ORDER BY c DESC"});
  CHECK(file.damage("indexed", behind));
  check_all_refuse(file, {"DELETE FROM indexed WHERE p = 1 AND c > 1", "DELETE FROM indexed WHERE p = 1"});
  check_ends({"SELECT * FROM indexed WHERE l CONTAINS 4", "SELECT * FROM indexed WHERE v = 3",
              "SELECT * FROM indexed", "UPDATE indexed SET l = l - [4] WHERE p = 1 AND c = 2"});
}

}  // namespace cellar::test
