// A cursor of LMDB reads the entries of a page by itself: what it finds is what was put, whichever way it
// goes.

#include <map>
#include <random>

#include "storage/map/cursor.h"
#include "store_fixture.h"

namespace cellar::test {

namespace {

using Entries = std::map<std::string, std::string>;

std::string some_bytes(std::mt19937& random, std::size_t most) {
  std::string bytes(1 + random() % most, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random() % 4);
  return bytes;
}

/// Short and long keys; values that lie in their page, and some that lie in pages of their own.
Entries some_entries(std::mt19937& random, std::size_t count) {
  Entries entries;
  while (entries.size() < count) {
    std::string key = some_bytes(random, random() % 20 == 0 ? 500 : 12);
    const bool is_big = random() % 60 == 0;
    entries[std::move(key)] = some_bytes(random, is_big ? 9'000 : 60);
  }
  return entries;
}

class File {
 public:
  explicit File(const Entries& entries) {
    REQUIRE(mdb_env_create(&environment_) == 0);
    REQUIRE(mdb_env_set_mapsize(environment_, std::size_t{1} << 30) == 0);
    REQUIRE(mdb_env_open(environment_, path_.c_str(), MDB_NOSUBDIR | MDB_NOSYNC, 0600) == 0);
    LmdbTransaction transaction(environment_, false, path_);
    database = transaction.main_database();
    for (const auto& [key, value] : entries) transaction.put(database, key, value);
    transaction.commit();
  }
  ~File() { mdb_env_close(environment_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  LmdbTransaction transaction(bool read_only) { return LmdbTransaction(environment_, read_only, path_); }

  MDB_dbi database = 0;

 private:
  Folder folder_;
  const std::string path_ = (folder_ / "entries.db").string();
  MDB_env* environment_ = nullptr;
};

/// Runs, turns and searches, some of them long enough to go from page to page.
void walk(LmdbTransaction& transaction, MDB_dbi database, const Entries& entries, std::mt19937& random) {
  std::uint64_t visited = 0;
  LmdbCursor cursor(transaction, database, &visited);
  auto place = entries.begin();
  REQUIRE(cursor.first());
  for (int run = 0; run < 400; ++run) {
    if (random() % 4 == 0) {
      const std::string key = some_bytes(random, 14);
      place = entries.lower_bound(key);
      const bool found = cursor.seek(key);
      REQUIRE(found == (place != entries.end()));
      if (!found) {
        REQUIRE(cursor.last());
        place = std::prev(entries.end());
      }
    }
    const bool forward = random() % 2 == 0;
    for (std::size_t steps = random() % (random() % 8 == 0 ? 2'000 : 40); steps > 0; --steps) {
      if (forward ? std::next(place) == entries.end() : place == entries.begin()) break;
      forward ? ++place : --place;
      REQUIRE((forward ? cursor.next() : cursor.previous()));
      REQUIRE(cursor.key() == place->first);
      REQUIRE(cursor.value() == place->second);
    }
  }
  REQUIRE(cursor.first());
  for (place = std::next(entries.begin()); place != entries.end(); ++place) {
    REQUIRE(cursor.next());
    REQUIRE(cursor.key() == place->first);
    REQUIRE(cursor.value() == place->second);
  }
  CHECK(!cursor.next());
  CHECK(!cursor.next());
}

}  // namespace

TEST_CASE("a cursor walks through pages as through a map, with a snapshot and while writing") {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    std::mt19937 random(seed);
    const Entries entries = some_entries(random, seed == 1 ? 3 : 4'000);
    File file(entries);
    for (const bool read_only : {true, false}) {
      CAPTURE(seed, read_only);
      LmdbTransaction transaction = file.transaction(read_only);
      walk(transaction, file.database, entries, random);
    }
  }
}

TEST_CASE("a cursor replaces the value that it has found, whatever its size") {
  std::mt19937 random(7);
  Entries entries = some_entries(random, 2'000);
  File file(entries);
  {
    LmdbTransaction transaction = file.transaction(false);
    std::uint64_t visited = 0;
    LmdbCursor cursor(transaction, file.database, &visited);
    for (int i = 0; i < 4'000; ++i) {
      auto place = entries.lower_bound(some_bytes(random, 12));
      if (place == entries.end()) place = entries.begin();
      const std::string value = some_bytes(random, random() % 30 == 0 ? 9'000 : 90);
      REQUIRE(cursor.insert(place->first, value) == place->second);
      // Changes of neighbouring entries, or of the entry itself, may leave the cursor on another entry.
      const int between = static_cast<int>(random() % 4);
      auto beside = std::next(place) == entries.end() ? entries.begin() : std::next(place);
      if (between == 1) {
        transaction.erase(file.database, beside->first);
      } else if (between == 2) {
        transaction.erase(file.database, place->first);
      }
      cursor.replace(place->first, value);
      place->second = value;
      if (between == 1) entries.erase(beside);
    }
    transaction.commit();
  }
  LmdbTransaction transaction = file.transaction(true);
  walk(transaction, file.database, entries, random);
}

}  // namespace cellar::test
