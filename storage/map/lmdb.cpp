#include "storage/map/lmdb.h"

#include <utility>

#include "refusal/refusal.h"
#include "storage/map/before_images.h"
#include "storage/map/cursor.h"
#include "storage/map/page.h"
#include "storage/map/path_check.h"
#include "storage/system/file_errors.h"
#include "storage/system/memory.h"

namespace cellar {

namespace {

/// The transaction for which this thread is in a call of LMDB; null if there is none.
constinit thread_local LmdbTransaction* at_work = nullptr;

}  // namespace

LmdbCall::LmdbCall(LmdbTransaction& transaction) : before_(std::exchange(at_work, &transaction)) {}
LmdbCall::~LmdbCall() { at_work = before_; }

const std::string* path_in_lmdb() { return at_work != nullptr ? &at_work->path_ : nullptr; }

/// Throws through LMDB's frames, which own nothing that the end of the transaction does not free.
void refuse_failed_assertion(MDB_env*, const char*) {
  if (at_work == nullptr) return;
  LmdbTransaction& transaction = *at_work;
  transaction.check(MDB_CORRUPTED);
}

void set_write_hooks(MDB_env* environment, const WriteHooks* hooks) {
  mdb_env_set_userctx(environment, const_cast<WriteHooks*>(hooks));
}

void refuse_failed_assertions(MDB_env* environment) {
  mdb_env_set_assert(environment, refuse_failed_assertion);
}

void refuse_code(int code, const std::string& path) {
  switch (code) {
    case MDB_MAP_FULL:
      refuse("map_full", {}, {{"path", path}});
    case MDB_TXN_FULL:
      refuse("transaction_full", {}, {{"path", path}});
    case MDB_INVALID:
    case MDB_VERSION_MISMATCH:
      refuse("not_a_database", {}, {{"path", path}});
    case MDB_CORRUPTED:
    case MDB_PAGE_NOTFOUND:
    case MDB_CURSOR_FULL:  // a page that leads back to itself
    case MDB_PAGE_FULL:
    case MDB_INCOMPATIBLE:
    case MDB_BAD_VALSIZE:  // a stored key of an impossible size
    case MDB_KEYEXIST:     // two keys that are not in order
      refuse("file_damaged", {}, {{"path", path}});
    case MDB_PANIC:
      refuse("file_failed_before", {}, {{"path", path}});
    case MDB_READERS_FULL:
      refuse("too_many_readers", {}, {{"path", path}});
    default:
      // LMDB's own codes are negative. Their texts name its constants; the number can be looked up.
      if (code < 0)
        refuse("file_failure", {},
               {{"path", path}, {"reason", "LMDB reports error " + std::to_string(code)}});
      refuse_error(code, path);
  }
}

/// The object exists before it begins: if it is refused, its destructor ends what LMDB has begun.
LmdbTransaction::LmdbTransaction(MDB_env* environment, bool read_only, const std::string& path)
    : LmdbTransaction(path) {
  begin(environment, read_only);
}

void LmdbTransaction::begin(MDB_env* environment, bool read_only) {
  const LmdbCall call(*this);
  if (read_only) {
    MDB_stat status;
    check(mdb_env_stat(environment, &status));
    // Pages of the map are aligned to their size, unless they are larger than the system's memory pages.
    if (status.ms_psize <= memory_page_size()) page_size_ = status.ms_psize;
  }
  const int code = mdb_txn_begin(environment, nullptr, read_only ? MDB_RDONLY : 0, &transaction_);
  if (code == MDB_MAP_RESIZED) throw MapOutgrown();
  check(code);
  if (read_only) return;
  const auto* const hooks = static_cast<const WriteHooks*>(mdb_env_get_userctx(environment));
  if (hooks == nullptr) return;
  hooks_ = *hooks;
  has_hooks_ = true;
  if (hooks_.path_check != nullptr && !hooks_.path_check->begin(mdb_txn_id(transaction_)))
    check(MDB_CORRUPTED);
}

LmdbTransaction::~LmdbTransaction() { abort(); }

void LmdbTransaction::check(int code) {
  if (code == MDB_SUCCESS) return;
  if (first_error_ == 0) first_error_ = code;
  refuse_code(first_error_, path_);
}

int LmdbTransaction::descriptor() const {
  mdb_filehandle_t descriptor = -1;
  mdb_env_get_fd(mdb_txn_env(transaction_), &descriptor);
  return descriptor;
}

void LmdbTransaction::refuse_damage() {
  if (first_error_ == 0) first_error_ = MDB_CORRUPTED;
  refuse_code(first_error_, path_);
}

void LmdbTransaction::call_hooks(MDB_dbi database, std::string_view key, bool erases) {
  if (PathCheck* const path = hooks_.path_check) {
    const bool is_sound =
        erases ? path->is_sound_to_erase(database, key) : path->is_sound_to_put(database, key);
    if (!is_sound) check(MDB_CORRUPTED);
  }
  if (hooks_.before_images != nullptr) hooks_.before_images->note(*this, database, key);
}

void LmdbTransaction::close_cursors() {
  for (LmdbCursor* cursor : cursors_) {
    mdb_cursor_close(cursor->cursor_);
    cursor->cursor_ = nullptr;
    cursor->transaction_ = nullptr;
  }
  cursors_.clear();
}

MDB_dbi LmdbTransaction::open_database(const char* name, bool create) {
  const LmdbCall call(*this);
  MDB_dbi database = 0;
  int code = mdb_dbi_open(transaction_, name, create ? MDB_CREATE : 0, &database);
  if (code == MDB_NOTFOUND || code == MDB_INCOMPATIBLE) code = MDB_INVALID;
  check(code);
  return database;
}

std::optional<MDB_dbi> LmdbTransaction::find_database(const char* name) {
  const LmdbCall call(*this);
  MDB_dbi database = 0;
  const int code = mdb_dbi_open(transaction_, name, 0, &database);
  if (code == MDB_NOTFOUND || code == MDB_INCOMPATIBLE) return std::nullopt;
  check(code);
  return database;
}

MDB_dbi LmdbTransaction::main_database() {
  MDB_dbi database = 0;
  check(mdb_dbi_open(transaction_, nullptr, 0, &database));
  return database;
}

std::optional<std::string_view> LmdbTransaction::get(MDB_dbi database, std::string_view key) {
  const LmdbCall call(*this);
  MDB_val key_value = value_of(key), value;
  const int code = mdb_get(transaction_, database, &key_value, &value);
  if (code == MDB_NOTFOUND) return std::nullopt;
  check(code);
  check_bounds(value);
  return view_of(value);
}

void LmdbTransaction::put(MDB_dbi database, std::string_view key, std::string_view value) {
  before_put(database, key);
  const LmdbCall call(*this);
  MDB_val key_value = value_of(key), value_value = value_of(value);
  check(mdb_put(transaction_, database, &key_value, &value_value, 0));
}

std::optional<std::string_view> LmdbTransaction::insert(MDB_dbi database, std::string_view key,
                                                        std::string_view value) {
  before_put(database, key);
  const LmdbCall call(*this);
  MDB_val key_value = value_of(key), value_value = value_of(value);
  const int code = mdb_put(transaction_, database, &key_value, &value_value, MDB_NOOVERWRITE);
  if (code == MDB_KEYEXIST) return view_of(value_value);
  check(code);
  return std::nullopt;
}

void LmdbTransaction::append(MDB_dbi database, std::string_view key, std::string_view value) {
  before_put(database, key);
  const LmdbCall call(*this);
  MDB_val key_value = value_of(key), value_value = value_of(value);
  check(mdb_put(transaction_, database, &key_value, &value_value, MDB_APPEND));
}

bool LmdbTransaction::erase(MDB_dbi database, std::string_view key) {
  before_erase(database, key);
  const LmdbCall call(*this);
  MDB_val key_value = value_of(key);
  const int code = mdb_del(transaction_, database, &key_value, nullptr);
  if (code == MDB_NOTFOUND) return false;
  check(code);
  return true;
}

PageCounts LmdbTransaction::pages(MDB_dbi database) {
  const LmdbCall call(*this);
  MDB_stat status;
  check(mdb_stat(transaction_, database, &status));
  return {status.ms_leaf_pages + status.ms_overflow_pages, status.ms_branch_pages};
}

void LmdbTransaction::commit() {
  close_cursors();
  if (first_error_ != 0) {
    abort();
    refuse_code(first_error_, path_);
  }
  const LmdbCall call(*this);
  MDB_txn* transaction = transaction_;
  transaction_ = nullptr;  // invalid from now on, whether the commit succeeds or not
  check(mdb_txn_commit(transaction));
}

void LmdbTransaction::abort() {
  close_cursors();
  const LmdbCall call(*this);
  if (transaction_ != nullptr) mdb_txn_abort(transaction_);
  transaction_ = nullptr;
}

void LmdbTransaction::reset() {
  close_cursors();
  mdb_txn_reset(transaction_);
}

// The transaction keeps its slot among the readers, so renewing is cheaper than beginning.
void LmdbTransaction::renew() {
  const LmdbCall call(*this);
  const int code = mdb_txn_renew(transaction_);
  if (code == MDB_MAP_RESIZED) throw MapOutgrown();
  check(code);
}

/// Checks a value that crosses a page boundary: it must begin after the header of its first overflow page.
void LmdbTransaction::check_large_value(const MDB_val& bytes) {
  const char* data = static_cast<const char*>(bytes.mv_data);
  const bool is_first = (reinterpret_cast<std::uintptr_t>(data) & (page_size_ - 1)) == kPageHeaderSize;
  if (is_first) {
    const Page page({data - kPageHeaderSize, kPageHeaderSize});
    if (page.flags() == kOverflowPage &&
        overflow_pages_of(bytes.mv_size, page_size_) <= page.overflow_pages()) {
      return;
    }
  }
  check(MDB_CORRUPTED);
}

}  // namespace cellar
