#include "storage/lmdb.h"

#include <algorithm>
#include <cassert>
#include <cerrno>

#include "refusal/refusal.h"

namespace cellar {

namespace {

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
  const int code = mdb_txn_begin(environment, nullptr, read_only ? MDB_RDONLY : 0, &transaction_);
  if (code == MDB_MAP_RESIZED) throw MapOutgrown();
  check(code);
}

LmdbTransaction::~LmdbTransaction() { abort(); }

void LmdbTransaction::check(int code) {
  if (code == MDB_SUCCESS) return;
  if (first_error_ == 0) first_error_ = code;
  refuse_code(first_error_, path_);
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
  MDB_dbi database = 0;
  int code = mdb_dbi_open(transaction_, name, create ? MDB_CREATE : 0, &database);
  if (code == MDB_NOTFOUND || code == MDB_INCOMPATIBLE) code = MDB_INVALID;
  check(code);
  return database;
}

MDB_dbi LmdbTransaction::create_database(const char* name, unsigned flags) {
  MDB_dbi database = 0;
  check(mdb_dbi_open(transaction_, name, flags | MDB_CREATE, &database));
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

unsigned LmdbTransaction::flags_of(MDB_dbi database) {
  unsigned flags = 0;
  check(mdb_dbi_flags(transaction_, database, &flags));
  return flags;
}

std::optional<std::string_view> LmdbTransaction::get(MDB_dbi database, std::string_view key) {
  MDB_val key_value = value_of(key), value;
  const int code = mdb_get(transaction_, database, &key_value, &value);
  if (code == MDB_NOTFOUND) return std::nullopt;
  check(code);
  return view_of(value);
}

void LmdbTransaction::put(MDB_dbi database, std::string_view key, std::string_view value) {
  MDB_val key_value = value_of(key), value_value = value_of(value);
  check(mdb_put(transaction_, database, &key_value, &value_value, 0));
}

std::optional<std::string_view> LmdbTransaction::insert(MDB_dbi database, std::string_view key,
                                                        std::string_view value) {
  MDB_val key_value = value_of(key), value_value = value_of(value);
  const int code = mdb_put(transaction_, database, &key_value, &value_value, MDB_NOOVERWRITE);
  if (code == MDB_KEYEXIST) return view_of(value_value);
  check(code);
  return std::nullopt;
}

void LmdbTransaction::append(MDB_dbi database, std::string_view key, std::string_view value) {
  MDB_val key_value = value_of(key), value_value = value_of(value);
  check(mdb_put(transaction_, database, &key_value, &value_value, MDB_APPEND));
}

bool LmdbTransaction::erase(MDB_dbi database, std::string_view key) {
  MDB_val key_value = value_of(key);
  const int code = mdb_del(transaction_, database, &key_value, nullptr);
  if (code == MDB_NOTFOUND) return false;
  check(code);
  return true;
}

PageCounts LmdbTransaction::pages(MDB_dbi database) {
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
  MDB_txn* transaction = transaction_;
  transaction_ = nullptr;  // gone, whether it succeeds or not
  check(mdb_txn_commit(transaction));
}

void LmdbTransaction::abort() {
  close_cursors();
  if (transaction_ != nullptr) mdb_txn_abort(transaction_);
  transaction_ = nullptr;
}

void LmdbTransaction::rest() {
  close_cursors();
  mdb_txn_reset(transaction_);
}

// It keeps its place among the readers, so there is none to search for.
void LmdbTransaction::renew() {
  const int code = mdb_txn_renew(transaction_);
  if (code == MDB_MAP_RESIZED) throw MapOutgrown();
  check(code);
}

void ReadMeter::ask() {
  asked_at = *entries;
  if ((*interrupted)()) refuse("interrupted");
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

void LmdbCursor::enter_page() {
  constexpr std::uintptr_t kLine = 64;
  page_ = page_of_key();
  if (++pages_entered_ < 3) return;
  const auto* page = reinterpret_cast<const char*>(page_ * kPage);
  for (std::uintptr_t line = 0; line < kPage; line += kLine) __builtin_prefetch(page + line);
}

bool LmdbCursor::seek(std::string_view key) {
  pages_entered_ = 0;
  key_ = value_of(key);
  return move(MDB_SET_RANGE);
}

bool LmdbCursor::move(MDB_cursor_op operation) {
  assert(transaction_ != nullptr);
  const int code = mdb_cursor_get(cursor_, &key_, &value_, operation);
  if (code == MDB_NOTFOUND) return false;
  transaction_->check(code);
  meter_->count();
  return true;
}

void LmdbCursor::put(std::string_view key, std::string_view value) {
  MDB_val key_value = value_of(key), value_value = value_of(value);
  transaction_->check(mdb_cursor_put(cursor_, &key_value, &value_value, 0));
}

std::optional<std::string_view> LmdbCursor::insert(std::string_view key, std::string_view value) {
  MDB_val key_value = value_of(key), value_value = value_of(value);
  const int code = mdb_cursor_put(cursor_, &key_value, &value_value, MDB_NOOVERWRITE);
  if (code == MDB_KEYEXIST) return view_of(value_value);
  transaction_->check(code);
  return std::nullopt;
}

bool LmdbCursor::erase_and_next() {
  transaction_->check(mdb_cursor_del(cursor_, 0));
  return move(MDB_NEXT);
}

}  // namespace cellar
