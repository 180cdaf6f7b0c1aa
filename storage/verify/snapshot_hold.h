// Holds a snapshot of a file for somebody who reads its pages past LMDB: its pages are not used again until
// the end.
//
// In:      a file whose meta pages are sound.
// Out:     the snapshot's meta page.
// Refused: a file that another process has open under another name: its writers would not know of the hold.
#pragma once

#include <memory>
#include <string>

#include "storage/lmdb/file_locks.h"
#include "storage/lmdb/lmdb.h"
#include "storage/lmdb/page_file.h"

namespace cellar {

class SnapshotHold {
 public:
  /// `locks` are those of the file, and must outlive the hold. Takes no snapshot if it may not write its own
  /// place into the table of readers, finds no room there, or another file has the name of the lock file,
  /// which stays as it is.
  SnapshotHold(const PageFile& file, FileLocks& locks, const std::string& path);
  ~SnapshotHold();
  SnapshotHold(const SnapshotHold&) = delete;
  SnapshotHold& operator=(const SnapshotHold&) = delete;

  bool is_held() const { return transaction_ != nullptr; }
  const MetaRecord& meta() const { return meta_; }

 private:
  void open(FileLocks& locks, const std::string& path);
  bool begin();

  std::unique_ptr<FileLocks> lock_file_;  // outlives the map: to close it ends LMDB's locks
  EnvironmentPointer map_;
  MDB_txn* transaction_ = nullptr;
  MetaRecord meta_{};
};

}  // namespace cellar
