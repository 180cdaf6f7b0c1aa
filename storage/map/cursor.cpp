#include "storage/map/cursor.h"

#include <algorithm>
#include <cassert>

#include "refusal/refusal.h"

namespace cellar {

void ReadMeter::ask() {
  steps_ = 0;
  if (interrupted_ == nullptr) return;
  asked_at_ = *entries_;
  ask_at_ = asked_at_ + kEntriesBetweenAsks;
  if ((*interrupted_)()) refuse("interrupted");
}

LmdbCursor::LmdbCursor(LmdbTransaction& transaction, MDB_dbi database, std::uint64_t* visited)
    : LmdbCursor(transaction, database, static_cast<ReadMeter*>(nullptr)) {
  own_meter_ = ReadMeter(visited);
  meter_ = &own_meter_;
}

LmdbCursor::LmdbCursor(LmdbTransaction& transaction, MDB_dbi database, ReadMeter* meter)
    : transaction_(&transaction), meter_(meter) {
  const LmdbCall call(transaction);
  transaction.cursors_.push_back(this);  // first, since it may need memory
  const int code = mdb_cursor_open(transaction.transaction_, database, &cursor_);
  if (code != MDB_SUCCESS) transaction.cursors_.pop_back();
  transaction.check(code);
}

LmdbCursor::~LmdbCursor() {
  if (transaction_ == nullptr) return;
  mdb_cursor_close(cursor_);
  std::erase(transaction_->cursors_, this);
}

bool LmdbCursor::leave_leaf_forward() {
  if (leaf_size_ == 0 || ahead_ == Ahead::no) return step_of_lmdb(MDB_NEXT);
  if (ahead_ == Ahead::at_end) return false;
  const MDB_val before = key_;
  key_ = ahead_key_;
  value_ = ahead_value_;
  accept(before, true);
  enter_leaf(true);
  return true;
}

/// Moves LMDB's cursor to an entry of the leaf. Refuses if the search does not lead to that very entry, as in
/// damaged pages: later steps would start from the wrong place and skip entries.
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

/// Starts to read the entries of a page without LMDB, at its first or its last entry.
void LmdbCursor::enter_leaf(bool forward) {
  leaf_size_ = 0;
  ahead_ = Ahead::no;
  ahead_line_ = ahead_end_;
  // A writer's pages change, and a page of another size need not begin at a multiple of kPage.
  if (transaction_->page_size_ != kPage) return;
  leaf_ = reinterpret_cast<const char*>(page_of_key() * kPage);
  const std::size_t lower = Page({leaf_, kPage}).lower();
  if (lower < kPageHeaderSize + sizeof(std::uint16_t) || lower > kPage) transaction_->check(MDB_CORRUPTED);
  leaf_size_ = (lower - kPageHeaderSize) / sizeof(std::uint16_t);
  index_ = forward ? 0 : leaf_size_ - 1;
  if (forward && ++pages_entered_ >= 3) run_ahead();
}

/// Moves LMDB's cursor to the first entry after the leaf, and prefetches that whole page: its entries are not
/// stored in the order of their keys, so reading each would be a cache miss.
void LmdbCursor::run_ahead() {
  const Page leaf({leaf_, kPage});
  if (leaf.offset(leaf_size_ - 1) > kPage - kNodeHeaderSize) transaction_->check(MDB_CORRUPTED);
  const std::string_view last = leaf.key(leaf_size_ - 1);
  if (last.empty()) transaction_->check(MDB_CORRUPTED);
  const LmdbCall call(*transaction_);
  go_back_to(last);
  const int code = mdb_cursor_get(cursor_, &ahead_key_, &ahead_value_, MDB_NEXT);
  ahead_ = code == MDB_NOTFOUND ? Ahead::at_end : Ahead::on_entry;
  if (ahead_ == Ahead::at_end) return;
  transaction_->check(code);
  const auto* next = static_cast<const char*>(ahead_key_.mv_data);
  next -= reinterpret_cast<std::uintptr_t>(next) % kPage;
  ahead_line_ = next;
  ahead_end_ = next + kPage;
}

bool LmdbCursor::seek(std::string_view key) {
  pages_entered_ = 0;
  key_ = value_of(key);
  steps_ = 0;
  const bool found = move(MDB_SET_RANGE);
  // Callers rely on a search never ending before its target; in a damaged page it can.
  if (found && this->key() < key) transaction_->check(MDB_CORRUPTED);
  if (transaction_->page_size_ == kPage && (!found || is_first_in_page())) check_passed_over(key);
  return found;
}

/// Checks that the entry before the one that a search has found is less than its target: a branch with a
/// damaged key leads to a wrong leaf.
void LmdbCursor::check_passed_over(std::string_view target) {
  const LmdbCall call(*transaction_);
  MDB_val before{}, unused{};
  const bool is_at_end = key_.mv_size == 0;
  const int code = mdb_cursor_get(cursor_, &before, &unused, is_at_end ? MDB_LAST : MDB_PREV);
  if (code != MDB_NOTFOUND) {
    transaction_->check(code);
    transaction_->check_bounds(before);
    if (view_of(before) >= target) transaction_->check(MDB_CORRUPTED);
  }
  if (!is_at_end) go_back_to(key());
}

bool LmdbCursor::is_first_in_page() const {
  const Page leaf({reinterpret_cast<const char*>(page_of_key() * kPage), kPage});
  return leaf.offset(0) + kNodeHeaderSize == reinterpret_cast<std::uintptr_t>(key_.mv_data) % kPage;
}

/// Returns the index of the entry in its page. Only for snapshots with pages of kPage.
std::size_t LmdbCursor::index_in_page() const {
  const Page leaf({reinterpret_cast<const char*>(page_of_key() * kPage), kPage});
  const std::size_t lower = leaf.lower();
  if (lower < kPageHeaderSize || lower > kPage) transaction_->check(MDB_CORRUPTED);
  const std::size_t own = reinterpret_cast<std::uintptr_t>(key_.mv_data) % kPage - kNodeHeaderSize;
  std::size_t index = 0;
  while (index < leaf.size() && leaf.offset(index) != own) ++index;
  return index;
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

/// Checks and counts the entry that LMDB has found. `before` is the key before a step; empty after a search.
void LmdbCursor::accept(const MDB_val& before, bool forward) {
  if (key_.mv_size == 0) transaction_->check(MDB_CORRUPTED);
  transaction_->check_bounds(key_);
  transaction_->check_bounds(value_);
  check_order(before, forward);
  if (++steps_ >= most_steps_) check_steps();
  meter_->count();
  if (value_.mv_size >= kLargeValue) meter_->count_large_value(value_.mv_size);
}

/// Damaged branches can lead to the same pages repeatedly. The order of keys is checked at the first entry of
/// each page, and for the first kStepsInOrder entries after a search, so that loops of searches and steps
/// end. The check costs a long scan nothing.
void LmdbCursor::check_order(const MDB_val& before, bool forward) {
  if (before.mv_data == nullptr || !transaction_->has_bounds()) return;  // a writer's pages move
  const auto apart =
      reinterpret_cast<std::uintptr_t>(before.mv_data) ^ reinterpret_cast<std::uintptr_t>(key_.mv_data);
  if (steps_ >= kStepsInOrder && apart < transaction_->page_size_) return;
  const std::string_view left = forward ? view_of(before) : key();
  const std::string_view right = forward ? key() : view_of(before);
  if (right < left) transaction_->check(MDB_CORRUPTED);
}

void LmdbCursor::check_neighbours() {
  if (transaction_->page_size_ != kPage || key_.mv_size == 0) return;
  const std::size_t index = index_in_page();
  const Page leaf({reinterpret_cast<const char*>(page_of_key() * kPage), kPage});
  const std::size_t first = index - std::min(index, kNeighbours);
  const std::size_t end = std::min(index + kNeighbours + 1, leaf.size());
  for (std::size_t next = first; next < end; ++next) {
    if (leaf.offset(next) > kPage - kNodeHeaderSize) transaction_->check(MDB_CORRUPTED);
    if (next > first && leaf.key(next - 1) >= leaf.key(next)) transaction_->check(MDB_CORRUPTED);
  }
  if (index == 0) check_beside(MDB_PREV);
  if (index + 1 >= leaf.size()) check_beside(MDB_NEXT);
}

/// Checks the order of the entry and its neighbour in the previous or next page.
void LmdbCursor::check_beside(MDB_cursor_op operation) {
  const LmdbCall call(*transaction_);
  if (leaf_size_ != 0) go_back_to(key());
  ahead_ = Ahead::no;
  MDB_val beside{}, unused{};
  const int code = mdb_cursor_get(cursor_, &beside, &unused, operation);
  if (code != MDB_NOTFOUND) {
    transaction_->check(code);
    transaction_->check_bounds(beside);
    const bool is_in_order = operation == MDB_NEXT ? key() < view_of(beside) : view_of(beside) < key();
    if (!is_in_order) transaction_->check(MDB_CORRUPTED);
  }
  go_back_to(key());
}

/// Refuses if there were more steps in one direction than there are entries: the pages form a cycle.
void LmdbCursor::check_steps() {
  constexpr std::size_t kMostInPage = 4096;  // entries in a page of the largest size
  const LmdbCall call(*transaction_);
  MDB_stat status;
  transaction_->check(mdb_stat(transaction_->transaction_, mdb_cursor_dbi(cursor_), &status));
  const std::size_t pages = status.ms_leaf_pages;
  if (steps_ > status.ms_entries || steps_ / kMostInPage > pages) transaction_->check(MDB_CORRUPTED);
  most_steps_ = steps_ + kStepsWithoutQuestion;
}

void LmdbCursor::put(std::string_view key, std::string_view value) {
  transaction_->before_put(mdb_cursor_dbi(cursor_), key);
  const LmdbCall call(*transaction_);
  MDB_val key_value = value_of(key), value_value = value_of(value);
  transaction_->check(mdb_cursor_put(cursor_, &key_value, &value_value, 0));
}

std::optional<std::string_view> LmdbCursor::insert(std::string_view key, std::string_view value) {
  transaction_->before_put(mdb_cursor_dbi(cursor_), key);
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
  transaction_->before_erase(mdb_cursor_dbi(cursor_), key());
  {
    const LmdbCall call(*transaction_);
    transaction_->check(mdb_cursor_del(cursor_, 0));
  }
  steps_ = 0;
  return move(MDB_NEXT);
}

}  // namespace cellar
