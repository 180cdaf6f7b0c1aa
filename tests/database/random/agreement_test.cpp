// verify_file() compares indexes and views with their tables, both ways.
#include "../storage/damaged.h"
#include "../storage/raw.h"
#include "fixture.h"

namespace cellar {
namespace {

/// A table with an index on v, one on the keys of m, and a view.
class DerivedFile {
 public:
  DerivedFile() {
    Session session(Database::open(path()));
    create_keyspace(session);
    for (const char* statement :
         {"CREATE TABLE t (p int, c int, v int, w text, m map<text, int>, s int STATIC, PRIMARY KEY (p, c))",
          "CREATE INDEX by_v ON t (v)", "CREATE INDEX by_key ON t (keys(m)) USING 'sai'",
          "CREATE INDEX by_s ON t (s)", "CREATE INDEX by_c ON t (c)",
          "CREATE MATERIALIZED VIEW u AS SELECT v, p, c, w, m FROM t WHERE v IS NOT NULL AND p IS NOT NULL "
          "AND c IS "
          "NOT NULL PRIMARY KEY (v, p, c)",
          "INSERT INTO t (p, c, v, w, m, s) VALUES (1, 2, 3, 'four', {'five': 6}, 7)",
          "INSERT INTO t (p, c, v, w) VALUES (1, 3, 3, 'short') USING TTL 1000",
          "UPDATE t SET m['six'] = 7 WHERE p = 1 AND c = 3", "DELETE FROM t WHERE p = 1 AND c > 5"}) {
      session.execute(statement);
    }
    session.execute("INSERT INTO t (p, c, v, w) VALUES (2, 2, 4, '" + std::string(5'000, 'x') + "')");
    const TablePointer table = session.schema()->find_table("k", "t");
    for (const Index& index : table->indexes) ids_[index.name] = index.id;
    ids_["u"] = table->views[0].table->id;
  }

  std::filesystem::path path() const { return folder_ / "db"; }

  /// The entries of an index or view. (Ids below 192 are one byte.)
  std::vector<std::pair<std::string, std::string>> entries(const std::string& name) {
    auto all = test::RawFile(path()).contents(kData);
    std::erase_if(all, [&](const auto& entry) { return entry.first[0] != static_cast<char>(ids_.at(name)); });
    return all;
  }
  void put(const std::string& key, const std::string& value) { test::RawFile(path()).put(kData, key, value); }
  void erase(const std::string& key) { test::RawFile(path()).erase(kData, key); }

  /// Place and reason of each damage.
  Rows damages() {
    Rows damages;
    verify_file(
        path(),
        {.on_damage = [&](const Damage& damage) { damages.push_back(damage.place + ": " + damage.reason); },
         .interrupted = [] { return false; }});
    return damages;
  }

 private:
  static constexpr const char* kData = "data";
  const test::Folder folder_;
  std::map<std::string, TableId> ids_;
};

}  // namespace

TEST_CASE("a sound file agrees with itself, before and after something has expired") {
  DerivedFile file;
  CHECK(file.damages() == Rows{});
  for (const std::int64_t now : {0LL, 100'000'000'000LL}) {
    const VerifyActions actions{
        .on_damage = [](const Damage&) {}, .interrupted = [] { return false; }, .now = now};
    CHECK(verify_file(file.path(), actions).damages == 0);
  }
}

TEST_CASE("verify names the row that an index lacks") {
  DerivedFile file;
  file.erase(file.entries("by_key").at(0).first);
  CHECK(file.damages() == Rows{"k.t, p = 1 AND c = 2: index by_key lacks an entry of it"});
  DerivedFile other;
  other.erase(other.entries("by_s").at(0).first);
  CHECK(other.damages() == Rows{"k.t, p = 1 (static columns): index by_s lacks an entry of it"});
}

TEST_CASE("verify names an entry of an index that its row does not give, unless it has expired") {
  DerivedFile file;
  auto [key, value] = file.entries("by_v").back();  // v = 4
  key[5] = 9;                                       // the last byte of the value
  file.put(key, "");
  CHECK(file.damages() == Rows{"k.t, p = 2 AND c = 2: index by_v has an entry of it that it does not give"});
  file.put(key, "\x01");  // it expired in the second 1
  CHECK(file.damages() == Rows{});
}

TEST_CASE("verify names an entry that ends at another time than its row says") {
  DerivedFile file;
  const auto [key, value] = file.entries("by_v").back();
  file.put(key, "\x01");
  CHECK(file.damages() == Rows{"k.t, p = 2 AND c = 2: its entry in index by_v has another expiry or value"});
}

TEST_CASE("verify names rows that a view lacks, has besides, or has otherwise") {
  DerivedFile file;
  const auto entries = file.entries("u");
  const auto row = std::ranges::find_if(
      entries, [](const auto& entry) { return entry.second.find("four") != std::string::npos; });
  REQUIRE(row != entries.end());
  std::string value = row->second;
  value.replace(value.find("four"), 4, "five");
  file.put(row->first, value);
  CHECK(file.damages() == Rows{"k.t, p = 1 AND c = 2: its row in view u differs from what the table gives"});
  file.put(row->first, row->second);
  CHECK(file.damages() == Rows{});

  const auto element = std::next(row);  // m['five']
  REQUIRE(element->first.starts_with(row->first));
  file.erase(element->first);
  CHECK(file.damages() == Rows{"k.t, p = 1 AND c = 2: its row in view u differs from what the table gives"});
  file.erase(row->first);
  CHECK(file.damages() == Rows{"k.t, p = 1 AND c = 2: view u lacks the row for it"});
  file.put(row->first, row->second);
  file.put(element->first, element->second);

  std::string key = row->first;
  key.back() = static_cast<char>(key.back() + 5);  // c = 7
  file.put(key, row->second);
  CHECK(file.damages() == Rows{"k.u, v = 3 AND p = 1 AND c = 7: its table gives view u no such row"});
}

TEST_CASE("a view whose table has lost its record is refused, and verify names its record") {
  DerivedFile file;
  { test::RawFile(file.path()).erase("schema", "table/k/t"); }
  CHECK(file.damages() == Rows{"the schema's record view/k/u: its table does not have it"});
  Session session(Database::open(file.path()));
  session.use("k");
  for (const char* statement : {"SELECT * FROM u", "DESCRIBE MATERIALIZED VIEW u", "DROP MATERIALIZED VIEW u",
                                "ALTER MATERIALIZED VIEW u WITH comment = 'c'"}) {
    INFO(statement);
    CHECK(refusal_of([&] { session.execute(statement); }) == "damaged_schema");
  }
}

TEST_CASE("verify names an element without its row, and a large cell that its row misses") {
  DerivedFile file;
  const auto all = test::RawFile(file.path()).contents("data");
  const auto has = [](const auto& entry, std::string_view text) {
    return entry.second.find(text) != entry.second.npos;
  };
  const auto row = std::ranges::find_if(all, [&](const auto& entry) { return has(entry, "four"); });
  REQUIRE(row != all.end());
  file.erase(row->first);
  CHECK(file.damages() == Rows{"k.t, p = 1 AND c = 2: a cell or element has no row"});
  file.put(row->first, row->second);
  const auto large = std::ranges::find_if(all, [&](const auto& entry) { return has(entry, "xxxx"); });
  REQUIRE(large != all.end());
  file.erase(large->first);
  CHECK(file.damages() == Rows{"k.t, p = 2 AND c = 2: a large cell is missing"});
}

}  // namespace cellar
