#include "storage/lmdb/lmdb.h"

#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>

#include "refusal/refusal.h"
#include "storage/lmdb/page.h"
#include "storage/lmdb/path_check.h"

namespace cellar {

namespace {

/// That LMDB is at work with in this thread.
constinit thread_local LmdbTransaction* at_work = nullptr;

// LMDB does not write through what it is given to read.
MDB_val value_of(std::string_view bytes) { return {bytes.size(), const_cast<char*>(bytes.data())}; }

std::string_view view_of(const MDB_val& value) {
  return {static_cast<const char*>(value.mv_data), value.mv_size};
}

/// Why the file cannot grow, in words.
const char* no_room(int code) {
  switch (code) {
    case EDQUOT:
      return "the disk quota is full";
    case EFBIG:
      return "the disk is full for this file: it has reached the largest size allowed here";
    case EIO:  // LMDB's word for a write that was cut short
      return "the disk is full, or it failed";
    case MDB_MAP_FULL:
      return "its map is full: it has reached the largest size it may have";
    case MDB_TXN_FULL:
      return "one transaction holds too much";
    default:
      return "the disk is full";
  }
}

}  // namespace

/// Around each call of LMDB that looks at pages.
class LmdbCall {
 public:
  explicit LmdbCall(LmdbTransaction& transaction) { at_work = &transaction; }
  ~LmdbCall() { at_work = nullptr; }
  LmdbCall(const LmdbCall&) = delete;
  LmdbCall& operator=(const LmdbCall&) = delete;
};

const std::string* path_in_lmdb() { return at_work != nullptr ? &at_work->path_ : nullptr; }

/// The exception passes through LMDB's frames, which own nothing that the end of the transaction does not
/// free.
void refuse_failed_assertion(MDB_env*, const char*) {
  if (at_work == nullptr) return;
  LmdbTransaction& transaction = *at_work;
  transaction.check(MDB_CORRUPTED);
}

void set_path_check(MDB_env* environment, PathCheck* check) { mdb_env_set_userctx(environment, check); }

void refuse_failed_assertions(MDB_env* environment) {
  mdb_env_set_assert(environment, refuse_failed_assertion);
}

void refuse_code(int code, const std::string& path) {
  switch (code) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EIO:
    case MDB_MAP_FULL:
    case MDB_TXN_FULL:
      refuse("disk_full", {}, {{"path", path}, {"reason", no_room(code)}});
    case EACCES:
    case EPERM:
    case EROFS:
      refuse("file_not_permitted", {}, {{"path", path}});
    case ENOENT:
      refuse("file_missing", {}, {{"path", path}});
    case MDB_INVALID:
    case MDB_VERSION_MISMATCH:
      refuse("not_a_database", {}, {{"path", path}});
    case MDB_CORRUPTED:
    case MDB_PAGE_NOTFOUND:
    case MDB_CURSOR_FULL:  // a page that leads back to itself
    case MDB_PAGE_FULL:
    case MDB_INCOMPATIBLE:
    case MDB_BAD_VALSIZE:  // of a key that was read
    case MDB_KEYEXIST:     // two keys that are not in order
      refuse("file_damaged", {}, {{"path", path}});
    case EMFILE:
    case ENFILE:
      refuse("too_many_files", {}, {{"path", path}});
    case ENOMEM:
      refuse("address_space_full", {}, {{"path", path}});
    case MDB_READERS_FULL:
      refuse("too_many_readers", {}, {{"path", path}});
    default:
      // LMDB's own codes are negative, and their texts name its constants.
      refuse("file_failure", {},
             {{"path", path}, {"reason", code < 0 ? "fault " + std::to_string(-code) : mdb_strerror(code)}});
  }
}

LmdbTransaction::LmdbTransaction(MDB_env* environment, bool read_only, const std::string& path)
    : path_(path) {
  begin(environment, read_only);
}

void LmdbTransaction::begin(MDB_env* environment, bool read_only) {
  const LmdbCall call(*this);
  if (read_only) {
    MDB_stat status;
    check(mdb_env_stat(environment, &status));
    // Pages lie in the map as they do in memory, unless they are larger than those.
    static const auto memory_page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    if (status.ms_psize <= memory_page) page_size_ = status.ms_psize;
  }
  const int code = mdb_txn_begin(environment, nullptr, read_only ? MDB_RDONLY : 0, &transaction_);
  if (code == MDB_MAP_RESIZED) throw MapOutgrown();
  check(code);
  if (read_only) return;
  path_check_ = static_cast<PathCheck*>(mdb_env_get_userctx(environment));
  if (path_check_ != nullptr && !path_check_->begin(mdb_txn_id(transaction_))) check(MDB_CORRUPTED);
}

LmdbTransaction::~LmdbTransaction() { abort(); }

void LmdbTransaction::check(int code) {
  if (code == MDB_SUCCESS) return;
  if (first_error_ == 0) first_error_ = code;
  refuse_code(first_error_, path_);
}

void LmdbTransaction::check_path(MDB_dbi database, std::string_view key, bool erases) {
  const bool is_sound =
      erases ? path_check_->is_sound_to_erase(database, key) : path_check_->is_sound_to_put(database, key);
  if (!is_sound) check(MDB_CORRUPTED);
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
  check_put(database, key);
  const LmdbCall call(*this);
  MDB_val key_value = value_of(key), value_value = value_of(value);
  check(mdb_put(transaction_, database, &key_value, &value_value, 0));
}

std::optional<std::string_view> LmdbTransaction::insert(MDB_dbi database, std::string_view key,
                                                        std::string_view value) {
  check_put(database, key);
  const LmdbCall call(*this);
  MDB_val key_value = value_of(key), value_value = value_of(value);
  const int code = mdb_put(transaction_, database, &key_value, &value_value, MDB_NOOVERWRITE);
  if (code == MDB_KEYEXIST) return view_of(value_value);
  check(code);
  return std::nullopt;
}

void LmdbTransaction::append(MDB_dbi database, std::string_view key, std::string_view value) {
  check_put(database, key);
  const LmdbCall call(*this);
  MDB_val key_value = value_of(key), value_value = value_of(value);
  check(mdb_put(transaction_, database, &key_value, &value_value, MDB_APPEND));
}

bool LmdbTransaction::erase(MDB_dbi database, std::string_view key) {
  check_erase(database, key);
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
  transaction_ = nullptr;  // gone, whether it succeeds or not
  check(mdb_txn_commit(transaction));
}

void LmdbTransaction::abort() {
  close_cursors();
  const LmdbCall call(*this);
  if (transaction_ != nullptr) mdb_txn_abort(transaction_);
  transaction_ = nullptr;
}

void LmdbTransaction::rest() {
  close_cursors();
  mdb_txn_reset(transaction_);
}

// It keeps its place among the readers, so there is none to search for.
void LmdbTransaction::renew() {
  const LmdbCall call(*this);
  const int code = mdb_txn_renew(transaction_);
  if (code == MDB_MAP_RESIZED) throw MapOutgrown();
  check(code);
}

void ReadMeter::ask() {
  asked_at = *entries;
  if ((*interrupted)()) refuse("interrupted");
}

/// It is the beginning of overflow pages, behind the header of the first one.
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

LmdbCursor::LmdbCursor(LmdbTransaction& transaction, MDB_dbi database, std::uint64_t* visited)
    : LmdbCursor(transaction, database, static_cast<ReadMeter*>(nullptr)) {
  own_meter_.entries = visited;
  meter_ = &own_meter_;
}

LmdbCursor::LmdbCursor(LmdbTransaction& transaction, MDB_dbi database, ReadMeter* meter)
    : transaction_(&transaction), meter_(meter) {
  transaction.check(mdb_cursor_open(transaction.transaction_, database, &cursor_));
  transaction.cursors_.push_back(this);
}

LmdbCursor::~LmdbCursor() {
  if (transaction_ == nullptr) return;
  mdb_cursor_close(cursor_);
  std::erase(transaction_->cursors_, this);
}

bool LmdbCursor::leave_leaf_forward() {
  if (leaf_size_ == 0 || !is_ahead_) return step_of_lmdb(MDB_NEXT);
  if (!*is_ahead_) return false;
  const MDB_val before = key_;
  key_ = ahead_key_;
  value_ = ahead_value_;
  accept(before, true);
  enter_leaf(true);
  return true;
}

/// Takes LMDB's cursor to an entry of the leaf. A search that ends elsewhere, or by another way in the same
/// page, would go on from there and pass over what lies between: damaged pages lead to such.
void LmdbCursor::go_back_to(std::string_view key) {
  MDB_val found = value_of(key), unused{};
  const int code = mdb_cursor_get(cursor_, &found, &unused, MDB_SET_KEY);
  transaction_->check(code == MDB_NOTFOUND || found.mv_data != key.data() ? MDB_CORRUPTED : code);
}

bool LmdbCursor::step_of_lmdb(MDB_cursor_op operation) {
  if (leaf_size_ != 0) {
    const LmdbCall call(*transaction_);
    go_back_to(key());
  }
  const std::uintptr_t page = page_of_key();
  if (!move(operation)) return false;
  if (page_of_key() != page) enter_leaf(operation == MDB_NEXT);
  return true;
}

/// Begins to read the entries of a page without LMDB, on its first or its last entry.
void LmdbCursor::enter_leaf(bool forward) {
  leaf_size_ = 0;
  is_ahead_.reset();
  // A writer's pages change, and pages of another size do not begin at multiples of kPage.
  if (transaction_->page_size_ != kPage) return;
  leaf_ = reinterpret_cast<const char*>(page_of_key() * kPage);
  const std::size_t lower = Page({leaf_, kPage}).lower();
  if (lower < kPageHeaderSize + sizeof(std::uint16_t) || lower > kPage) transaction_->check(MDB_CORRUPTED);
  leaf_size_ = (lower - kPageHeaderSize) / sizeof(std::uint16_t);
  index_ = forward ? 0 : leaf_size_ - 1;
  if (forward && ++pages_entered_ >= 3) run_ahead();
}

/// Moves LMDB's cursor to the first entry behind the leaf, and prefetches all of that page: its entries lie
/// in no order, so each of them would be a cache miss.
void LmdbCursor::run_ahead() {
  constexpr std::uintptr_t kLine = 64;
  const Page leaf({leaf_, kPage});
  if (leaf.offset(leaf_size_ - 1) > kPage - kNodeHeaderSize) transaction_->check(MDB_CORRUPTED);
  const std::string_view last = leaf.key(leaf_size_ - 1);
  if (last.empty()) transaction_->check(MDB_CORRUPTED);
  const LmdbCall call(*transaction_);
  go_back_to(last);
  const int code = mdb_cursor_get(cursor_, &ahead_key_, &ahead_value_, MDB_NEXT);
  is_ahead_ = code != MDB_NOTFOUND;
  if (!*is_ahead_) return;
  transaction_->check(code);
  const auto* next = static_cast<const char*>(ahead_key_.mv_data);
  next -= reinterpret_cast<std::uintptr_t>(next) % kPage;
  for (std::uintptr_t line = 0; line < kPage; line += kLine) __builtin_prefetch(next + line);
}

bool LmdbCursor::seek(std::string_view key) {
  pages_entered_ = 0;
  key_ = value_of(key);
  steps_ = 0;
  if (!move(MDB_SET_RANGE)) return false;
  // Who goes on from what a search finds makes headway; in a damaged page it might not.
  if (this->key() < key) transaction_->check(MDB_CORRUPTED);
  return true;
}

bool LmdbCursor::move(MDB_cursor_op operation) {
  assert(transaction_ != nullptr);
  leaf_size_ = 0;
  const LmdbCall call(*transaction_);
  const MDB_val before = key_;
  const int code = mdb_cursor_get(cursor_, &key_, &value_, operation);
  if (code == MDB_NOTFOUND) {
    if (operation == MDB_SET_RANGE) key_ = {};
    return false;
  }
  transaction_->check(code);
  const bool is_step = operation == MDB_NEXT || operation == MDB_PREV;
  accept(is_step ? before : MDB_val{}, operation == MDB_NEXT);
  return true;
}

/// Checks and counts the entry that LMDB has found. `before` is the key before a step, empty after a search.
void LmdbCursor::accept(const MDB_val& before, bool forward) {
  if (key_.mv_size == 0) transaction_->check(MDB_CORRUPTED);
  transaction_->check_bounds(key_);
  transaction_->check_bounds(value_);
  check_order(before, forward);
  if (++steps_ >= most_steps_) check_steps();
  meter_->count();
}

/// Pages that are led astray come again and again. The order is looked at where a page begins, and behind a
/// search until its page must have ended: so who searches and steps in turns makes headway, and a scan pays
/// nothing for it.
void LmdbCursor::check_order(const MDB_val& before, bool forward) {
  if (before.mv_data == nullptr || !transaction_->has_bounds()) return;  // a writer's pages move
  const auto apart =
      reinterpret_cast<std::uintptr_t>(before.mv_data) ^ reinterpret_cast<std::uintptr_t>(key_.mv_data);
  if (steps_ >= kStepsInOrder && apart < transaction_->page_size_) return;
  const std::string_view left = forward ? view_of(before) : key();
  const std::string_view right = forward ? key() : view_of(before);
  if (right < left) transaction_->check(MDB_CORRUPTED);
}

void LmdbCursor::check_end_of_walk() {
  if (leaf_size_ == 0) return;
  const Page leaf({leaf_, kPage});
  const auto key_at = [&](std::size_t index) {
    if (leaf.offset(index) > kPage - kNodeHeaderSize) transaction_->check(MDB_CORRUPTED);
    return leaf.key(index);
  };
  if ((index_ > 0 && key_at(index_ - 1) >= key()) ||
      (index_ + 1 < leaf_size_ && key_at(index_ + 1) <= key())) {
    transaction_->check(MDB_CORRUPTED);
  }
}

/// More steps in one direction than there are entries go round in pages that lead to each other.
void LmdbCursor::check_steps() {
  constexpr std::size_t kMostInPage = 4096;  // entries, in the largest pages
  MDB_stat status;
  transaction_->check(mdb_stat(transaction_->transaction_, mdb_cursor_dbi(cursor_), &status));
  const std::size_t pages = status.ms_leaf_pages;
  if (steps_ > status.ms_entries || steps_ / kMostInPage > pages) transaction_->check(MDB_CORRUPTED);
  most_steps_ = steps_ + kStepsWithoutQuestion;
}

void LmdbCursor::put(std::string_view key, std::string_view value) {
  transaction_->check_put(mdb_cursor_dbi(cursor_), key);
  const LmdbCall call(*transaction_);
  MDB_val key_value = value_of(key), value_value = value_of(value);
  transaction_->check(mdb_cursor_put(cursor_, &key_value, &value_value, 0));
}

std::optional<std::string_view> LmdbCursor::insert(std::string_view key, std::string_view value) {
  transaction_->check_put(mdb_cursor_dbi(cursor_), key);
  const LmdbCall call(*transaction_);
  MDB_val key_value = value_of(key), value_value = value_of(value);
  const int code = mdb_cursor_put(cursor_, &key_value, &value_value, MDB_NOOVERWRITE);
  if (code == MDB_KEYEXIST) return view_of(value_value);
  transaction_->check(code);
  return std::nullopt;
}

void LmdbCursor::replace(std::string_view key, std::string_view value) {
  {
    const LmdbCall call(*transaction_);
    MDB_val found{}, unused{};
    const int code = mdb_cursor_get(cursor_, &found, &unused, MDB_GET_CURRENT);
    if (code == MDB_SUCCESS && view_of(found) == key) {
      MDB_val key_value = value_of(key), value_value = value_of(value);
      return transaction_->check(mdb_cursor_put(cursor_, &key_value, &value_value, MDB_CURRENT));
    }
  }
  put(key, value);
}

bool LmdbCursor::erase_and_next() {
  transaction_->check_erase(mdb_cursor_dbi(cursor_), key());
  {
    const LmdbCall call(*transaction_);
    transaction_->check(mdb_cursor_del(cursor_, 0));
  }
  steps_ = 0;
  return move(MDB_NEXT);
}

}  // namespace cellar
