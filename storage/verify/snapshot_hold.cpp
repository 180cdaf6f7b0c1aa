#include "storage/verify/snapshot_hold.h"

#include "refusal/refusal.h"
#include "storage/map/lock_file.h"
#include "storage/map/opening.h"
#include "storage/system/descriptors.h"

namespace cellar {

namespace {

/// Attempts to find the snapshot's meta page, which a writer may overwrite before it is read.
constexpr int kMostTries = 100;

}  // namespace

/// The object exists before it begins: if there is no memory, its destructor ends the transaction.
SnapshotHold::SnapshotHold(const PageFile& file, FileLocks& locks, const std::string& path) : SnapshotHold() {
  open(locks, path);
  for (int tries = 0; tries < kMostTries && begin(); ++tries) {
    // LMDB shows a commit to readers only after its meta page is synced, which takes long; until then a newer
    // meta page than the snapshot's is in the file.
    const MetaPages pages = read_meta_pages(file);
    if (const MetaRecord* meta = pages.of_transaction(mdb_txn_id(transaction_))) {
      meta_ = *meta;
      return;
    }
    mdb_txn_abort(transaction_);
    transaction_ = nullptr;
  }
}

/// Opens the file with LMDB. The lock file is opened first, since LMDB would overwrite any file of that name,
/// and would read without a lock file if it cannot be written.
void SnapshotHold::open(FileLocks& locks, const std::string& path) {
  const OpeningLock opening(locks, path, true);
  try {
    lock_file_ = open_lock_file(path, true, locks).file;
  } catch (const Refusal& refusal) {
    if (refusal.diagnostic.cause() == Cause::file_has_two_names) throw;
    // No process of Cellar writes without a lock file. If another program does, the summary says so.
  }
  MDB_env* created = nullptr;
  if (!lock_file_ || mdb_env_create(&created) != MDB_SUCCESS) return;
  map_.reset(created);
  mdb_env_set_mapsize(created, std::size_t{1} << 26);  // LMDB enlarges it to the size of the file
  mdb_env_set_maxreaders(created, kReaders);
  const StandardDescriptorsTaken taken;
  if (mdb_env_open(created, path.c_str(), MDB_RDONLY | MDB_NOSUBDIR | MDB_NOTLS, 0666) != MDB_SUCCESS) {
    map_.reset();
  }
}

SnapshotHold::~SnapshotHold() {
  if (transaction_ != nullptr) mdb_txn_abort(transaction_);
}

bool SnapshotHold::begin() {
  if (!map_) return false;
  int code = MDB_MAP_RESIZED;
  for (int tries = 0; tries < kMostTries && code == MDB_MAP_RESIZED; ++tries) {
    code = mdb_txn_begin(map_.get(), nullptr, MDB_RDONLY, &transaction_);
    // A writer has enlarged the file since it was mapped.
    if (code == MDB_MAP_RESIZED && mdb_env_set_mapsize(map_.get(), 0) != MDB_SUCCESS) break;
  }
  if (code != MDB_SUCCESS) transaction_ = nullptr;
  return code == MDB_SUCCESS;
}

}  // namespace cellar
