// A look at a closed file past the store, with LMDB alone.
#pragma once

#include <lmdb.h>

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "store_fixture.h"

namespace cellar::test {

class RawFile {
 public:
  explicit RawFile(const std::filesystem::path& path) {
    REQUIRE(mdb_env_create(&environment_) == 0);
    mdb_env_set_maxdbs(environment_, 8);
    mdb_env_set_mapsize(environment_, std::size_t{1} << 32);
    REQUIRE(mdb_env_open(environment_, path.c_str(), MDB_NOSUBDIR | MDB_NOSYNC, 0600) == 0);
  }
  ~RawFile() { mdb_env_close(environment_); }
  RawFile(const RawFile&) = delete;
  RawFile& operator=(const RawFile&) = delete;

  std::size_t entries(const char* database) { return statistics(database).ms_entries; }
  std::size_t leaf_pages(const char* database) { return statistics(database).ms_leaf_pages; }

  std::string get(const char* database, std::string key) {
    std::string found;
    run(database, [&](MDB_txn* transaction, MDB_dbi handle) {
      MDB_val raw_key{key.size(), key.data()};
      MDB_val value;
      REQUIRE(mdb_get(transaction, handle, &raw_key, &value) == 0);
      found.assign(static_cast<const char*>(value.mv_data), value.mv_size);
    });
    return found;
  }

  /// All entries in the order of their keys.
  std::vector<std::pair<std::string, std::string>> contents(const char* database) {
    std::vector<std::pair<std::string, std::string>> all;
    run(database, [&](MDB_txn* transaction, MDB_dbi handle) {
      MDB_cursor* cursor = nullptr;
      REQUIRE(mdb_cursor_open(transaction, handle, &cursor) == 0);
      MDB_val key, value;
      while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0) {
        all.emplace_back(std::string(static_cast<const char*>(key.mv_data), key.mv_size),
                         std::string(static_cast<const char*>(value.mv_data), value.mv_size));
      }
      mdb_cursor_close(cursor);
    });
    return all;
  }

  void erase(const char* database, std::string key) {
    run(database, [&](MDB_txn* transaction, MDB_dbi handle) {
      MDB_val raw_key{key.size(), key.data()};
      REQUIRE(mdb_del(transaction, handle, &raw_key, nullptr) == 0);
    });
  }

  void put(const char* database, std::string key, std::string value) {
    run(database, [&](MDB_txn* transaction, MDB_dbi handle) {
      MDB_val raw_key{key.size(), key.data()};
      MDB_val raw_value{value.size(), value.data()};
      REQUIRE(mdb_put(transaction, handle, &raw_key, &raw_value, 0) == 0);
    });
  }

 private:
  MDB_stat statistics(const char* database) {
    MDB_stat statistics = {};
    run(database, [&](MDB_txn* transaction, MDB_dbi handle) {
      REQUIRE(mdb_stat(transaction, handle, &statistics) == 0);
    });
    return statistics;
  }

  void run(const char* database, const std::function<void(MDB_txn*, MDB_dbi)>& work) {
    MDB_txn* transaction = nullptr;
    MDB_dbi handle = 0;
    REQUIRE(mdb_txn_begin(environment_, nullptr, 0, &transaction) == 0);
    REQUIRE(mdb_dbi_open(transaction, database, MDB_CREATE, &handle) == 0);
    work(transaction, handle);
    REQUIRE(mdb_txn_commit(transaction) == 0);
  }

  MDB_env* environment_ = nullptr;
};

inline std::size_t entries_of(const std::filesystem::path& path, const char* database) {
  return RawFile(path).entries(database);
}

}  // namespace cellar::test
