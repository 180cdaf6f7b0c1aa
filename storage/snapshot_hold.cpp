#include "storage/snapshot_hold.h"

namespace cellar {

namespace {

/// A writer may overwrite the snapshot's meta page before it is read.
constexpr int kTries = 100;

}  // namespace

SnapshotHold::SnapshotHold(const PageFile& file, const std::string& path) {
  MDB_env* created = nullptr;
  if (mdb_env_create(&created) == MDB_SUCCESS) {
    map_.reset(created);
    mdb_env_set_mapsize(created, std::size_t{1} << 26);  // grows to what the file has
    if (mdb_env_open(created, path.c_str(), MDB_RDONLY | MDB_NOSUBDIR | MDB_NOTLS, 0666) != MDB_SUCCESS) {
      map_.reset();
    }
  }
  for (int tries = 0; tries < kTries && begin(); ++tries) {
    const MetaPages pages = read_meta_pages(file);
    meta_ = pages.newest;
    if (meta_.transaction == mdb_txn_id(transaction_)) return;
    mdb_txn_abort(transaction_);
    transaction_ = nullptr;
  }
  meta_ = read_meta_pages(file).newest;
}

SnapshotHold::~SnapshotHold() {
  if (transaction_ != nullptr) mdb_txn_abort(transaction_);
}

bool SnapshotHold::begin() {
  if (map_ && mdb_txn_begin(map_.get(), nullptr, MDB_RDONLY, &transaction_) == MDB_SUCCESS) return true;
  transaction_ = nullptr;
  return false;
}

}  // namespace cellar
