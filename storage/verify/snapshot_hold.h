// Holds a snapshot of a file whose pages are read without LMDB: writers do not reuse its pages until the hold
// ends.
//
// In:      a file whose meta pages are sound.
// Out:     the snapshot's meta page.
// Refused: a file that another process has open under another name: its writers would not know of the hold.
#pragma once

#include <memory>
#include <string>

#include "storage/map/lmdb.h"
#include "storage/map/page_file.h"
#include "storage/system/file_locks.h"

namespace cellar {

class SnapshotHold {
 public:
  /// `locks` belong to the file and must outlive the hold. Holds no snapshot if the lock file cannot be
  /// written, its table of readers is full, or a file of another kind has its name; that file is left
  /// unchanged.
  SnapshotHold(const PageFile& file, FileLocks& locks, const std::string& path);
  ~SnapshotHold();
  SnapshotHold(const SnapshotHold&) = delete;
  SnapshotHold& operator=(const SnapshotHold&) = delete;

  bool is_held() const { return transaction_ != nullptr; }
  const MetaRecord& meta() const { return meta_; }

 private:
  SnapshotHold() = default;
  void open(FileLocks& locks, const std::string& path);
  bool begin();

  std::unique_ptr<FileLocks> lock_file_;  // must outlive the map: closing it ends LMDB's locks
  EnvironmentPointer map_;
  MDB_txn* transaction_ = nullptr;
  MetaRecord meta_{};
};

}  // namespace cellar
