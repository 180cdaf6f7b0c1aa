// Leaf pages end where partitions do, and hold the same entries.

#include "storage/map/leaf_division.h"

#include <fmt/format.h>

#include <map>
#include <random>

#include "store_fixture.h"

namespace cellar::test {

namespace {

constexpr std::size_t kPrefix = 4;

class Pages {
 public:
  Pages() {
    REQUIRE(mdb_env_create(&environment_) == 0);
    REQUIRE(mdb_env_set_mapsize(environment_, std::size_t{1} << 30) == 0);
    REQUIRE(mdb_env_open(environment_, path_.c_str(), MDB_NOSUBDIR | MDB_NOSYNC, 0600) == 0);
  }
  ~Pages() { mdb_env_close(environment_); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  LmdbTransaction transaction(bool read_only) { return LmdbTransaction(environment_, read_only, path_); }

  std::map<std::string, std::string> contents() {
    LmdbTransaction reader = transaction(true);
    std::uint64_t visited = 0;
    LmdbCursor cursor(reader, reader.main_database(), &visited);
    std::map<std::string, std::string> entries;
    for (bool found = cursor.first(); found; found = cursor.next())
      entries[std::string(cursor.key())] = cursor.value();
    return entries;
  }

 private:
  Folder folder_;
  const std::string path_ = (folder_ / "pages.db").string();
  MDB_env* environment_ = nullptr;
};

/// Puts entries that end their prefixes, in turns, and returns how many pages they take.
std::size_t pages_in_turns(Pages& file, int prefixes, int keys, bool ends_leaves) {
  LmdbTransaction transaction = file.transaction(false);
  const MDB_dbi database = transaction.main_database();
  std::uint64_t visited = 0;
  LmdbCursor cursor(transaction, database, &visited);
  std::size_t pages = 0;
  for (int i = 0; i < prefixes * keys; ++i) {
    const std::string key = fmt::format("{:04}{:06}", i % prefixes, i);
    cursor.put(key, std::string(60, 'v'));
    const std::size_t now = transaction.pages(database).entries;
    if (ends_leaves && now > pages) end_leaf_after(cursor, key, kPrefix);
    pages = transaction.pages(database).entries;
  }
  transaction.commit();
  return pages;
}

std::string some_text(std::mt19937& random, std::size_t most) {
  return std::string(1 + random() % most, static_cast<char>('a' + random() % 26));
}

}  // namespace

TEST_CASE("entries that arrive at the end of their prefixes fill their pages") {
  constexpr int kPrefixes = 20, kKeys = 1'000;
  constexpr std::size_t kFull = std::size_t{kPrefixes} * kKeys * (60 + 10 + 10) / 4080;
  Pages as_lmdb_does, with_ends;
  CHECK(pages_in_turns(as_lmdb_does, kPrefixes, kKeys, false) > kFull * 3 / 2);
  CHECK(pages_in_turns(with_ends, kPrefixes, kKeys, true) < kFull * 5 / 4);
  CHECK(with_ends.contents() == as_lmdb_does.contents());
}

TEST_CASE("pages of few entries of each prefix are divided as LMDB does") {
  Pages as_lmdb_does, with_ends;
  CHECK(pages_in_turns(with_ends, 500, 30, true) == pages_in_turns(as_lmdb_does, 500, 30, false));
}

TEST_CASE("where leaves end changes no entry, whatever the sizes") {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const std::size_t most = seed % 3 == 0 ? 2'500 : seed % 3 == 1 ? 300 : 40;
    std::map<std::string, std::string> model;
    Pages file;
    for (int turn = 0; turn < 4; ++turn) {
      LmdbTransaction transaction = file.transaction(false);
      std::uint64_t visited = 0;
      LmdbCursor cursor(transaction, transaction.main_database(), &visited);
      for (int i = 0; i < 4'000; ++i) {
        const int place = random() % 5 == 0 ? static_cast<int>(random() % 100'000) : turn * 4'000 + i;
        std::string key = fmt::format("{:04}{:06}", random() % 7, place);
        if (random() % 50 == 0) key += std::string(random() % 490, 'k');
        const std::string value = some_text(random, random() % 100 == 0 ? 6'000 : most);
        cursor.put(key, value);
        model[key] = value;
        end_leaf_after(cursor, key, kPrefix);
      }
      transaction.commit();
    }
    CHECK(file.contents() == model);
  }
}

}  // namespace cellar::test
