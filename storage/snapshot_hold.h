// Holds a snapshot of a file for somebody who reads its pages past LMDB: its pages are not used again until
// the end.
//
// In:  a file whose meta pages are sound. Out: the snapshot's meta page.
#pragma once

#include "storage/lmdb.h"
#include "storage/page_file.h"

namespace cellar {

class SnapshotHold {
 public:
  /// Takes no snapshot where it may not write its own place into the table of readers, or finds no room
  /// there.
  SnapshotHold(const PageFile& file, const std::string& path);
  ~SnapshotHold();
  SnapshotHold(const SnapshotHold&) = delete;
  SnapshotHold& operator=(const SnapshotHold&) = delete;

  bool is_held() const { return transaction_ != nullptr; }
  const MetaRecord& meta() const { return meta_; }

 private:
  bool begin();

  EnvironmentPointer map_;
  MDB_txn* transaction_ = nullptr;
  MetaRecord meta_{};
};

}  // namespace cellar
