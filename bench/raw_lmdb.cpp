#include "bench/raw_lmdb.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "bench/bench.h"
#include "bench/files.h"

namespace cellar::bench {

namespace {

constexpr const char* kData = "data";
constexpr MDB_dbi kDatabases = 8;
constexpr std::size_t kMap = std::size_t{1} << 40;

using EnvironmentHandle = std::unique_ptr<MDB_env, void (*)(MDB_env*)>;

EnvironmentHandle open_environment(const std::filesystem::path& path, unsigned flags) {
  MDB_env* created = nullptr;
  check_lmdb(mdb_env_create(&created));
  EnvironmentHandle environment(created, mdb_env_close);
  check_lmdb(mdb_env_set_maxdbs(created, kDatabases));
  check_lmdb(mdb_env_set_mapsize(created, kMap));
  check_lmdb(mdb_env_open(created, path.c_str(), MDB_NOSUBDIR | flags, 0644));
  return environment;
}

MDB_val value_of(std::string_view bytes) { return {bytes.size(), const_cast<char*>(bytes.data())}; }
std::string_view view_of(const MDB_val& value) {
  return {static_cast<const char*>(value.mv_data), value.mv_size};
}

/// The entries of a group in memory of its own, as whoever stores them would have them.
struct Group {
  std::string bytes;
  std::vector<Entry> entries;

  void fill(const Entry* begin, const Entry* end) {
    bytes.clear();
    entries.clear();
    for (const Entry* entry = begin; entry != end; ++entry) bytes.append(entry->key).append(entry->value);
    const char* from = bytes.data();
    for (const Entry* entry = begin; entry != end; ++entry) {
      const std::string_view key(from, entry->key.size());
      const std::string_view value(from + key.size(), entry->value.size());
      entries.push_back({key, value});
      from = value.data() + value.size();
    }
  }

  void store(MDB_env* environment, Within within) {
    if (within == Within::sorted) {
      std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });
    }
    MDB_txn* transaction = nullptr;
    check_lmdb(mdb_txn_begin(environment, nullptr, 0, &transaction));
    MDB_dbi data = 0;
    check_lmdb(mdb_dbi_open(transaction, kData, MDB_CREATE, &data));
    MDB_cursor* cursor = nullptr;
    check_lmdb(mdb_cursor_open(transaction, data, &cursor));
    for (const Entry& entry : entries) {
      MDB_val key = value_of(entry.key), value = value_of(entry.value);
      check_lmdb(mdb_cursor_put(cursor, &key, &value, 0));
    }
    mdb_cursor_close(cursor);
    check_lmdb(mdb_txn_commit(transaction));
  }
};

}  // namespace

void check_lmdb(int code) {
  if (code != MDB_SUCCESS) throw std::runtime_error(std::string("lmdb: ") + mdb_strerror(code));
}

RawFile::RawFile(const std::filesystem::path& path) : environment_(open_environment(path, MDB_RDONLY)) {
  MDB_txn* transaction = nullptr;
  check_lmdb(mdb_txn_begin(environment(), nullptr, MDB_RDONLY, &transaction));
  check_lmdb(mdb_dbi_open(transaction, kData, 0, &data_));
  check_lmdb(mdb_txn_commit(transaction));
}

// The file is not written while it is open here, so the entries outlive the transaction.
std::vector<Entry> RawFile::entries() const {
  MDB_txn* transaction = nullptr;
  check_lmdb(mdb_txn_begin(environment(), nullptr, MDB_RDONLY, &transaction));
  MDB_stat statistics{};
  check_lmdb(mdb_stat(transaction, data_, &statistics));
  std::vector<Entry> entries;
  entries.reserve(statistics.ms_entries);
  MDB_cursor* cursor = nullptr;
  check_lmdb(mdb_cursor_open(transaction, data_, &cursor));
  MDB_val key{}, value{};
  while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == MDB_SUCCESS)
    entries.push_back({view_of(key), view_of(value)});
  mdb_cursor_close(cursor);
  mdb_txn_abort(transaction);
  return entries;
}

double store_raw(const std::filesystem::path& path, const std::vector<Entry>& entries, std::size_t group,
                 Within within) {
  remove_database(path);
  settle(path.parent_path());
  const EnvironmentHandle environment = open_environment(path, 0);
  Group gathered;
  double seconds = 0;
  for (std::size_t begin = 0; begin < entries.size(); begin += group) {
    const std::size_t end = std::min(begin + group, entries.size());
    gathered.fill(entries.data() + begin, entries.data() + end);
    seconds += seconds_of([&] { gathered.store(environment.get(), within); });
  }
  return seconds;
}

}  // namespace cellar::bench
