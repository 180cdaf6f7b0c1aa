// Raw LMDB, the floor: the keys and values of a Cellar file, read and stored without anything around them.
//
// In:      the file of a Cellar database (storage/format/format.h: its rows are in the named database
//          `data`).
// Refused: what LMDB refuses, as a std::runtime_error.
#pragma once

#include <lmdb.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace cellar::bench {

void check_lmdb(int code);

struct Entry {
  std::string_view key;
  std::string_view value;
};

/// A file that is only read.
class RawFile {
 public:
  explicit RawFile(const std::filesystem::path& path);

  MDB_env* environment() const { return environment_.get(); }
  MDB_dbi data() const { return data_; }
  /// In the order of their keys; they point into the file.
  std::vector<Entry> entries() const;

 private:
  std::unique_ptr<MDB_env, void (*)(MDB_env*)> environment_;
  MDB_dbi data_ = 0;
};

enum class Within { sorted, as_they_come };

/// Stores the entries in a new file, so many in a transaction, each synced to disk. Seconds that the sorting,
/// the puts and the commits took.
double store_raw(const std::filesystem::path& path, const std::vector<Entry>& entries, std::size_t group,
                 Within within);

}  // namespace cellar::bench
