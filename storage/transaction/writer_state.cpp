// How a write transaction works: it buffers writes, puts them into its maps, and commits.
//
// A short one does all of that in the calling thread. A long one hands its write buffers to a file thread
// and continues to buffer. Its commit may run there, too, while the next transaction buffers writes: the
// tasks run one after another, so the next transaction begins in the file after the commit.

#include <cassert>

#include "refusal/refusal.h"
#include "storage/system/thread_scheduling.h"
#include "storage/transaction/transaction_state.h"

namespace cellar {

namespace {

constexpr std::uint64_t kStepsOfCommit = 32;
constexpr std::uint64_t kStepsOfChange = 2;
/// A commit of more changes than this may free a good part of the file's pages.
constexpr std::uint64_t kChangesOfLargeCommit = 10'000;

/// LMDB reuses pages only when they were freed two commits before, so that a crash leaves one older snapshot.
/// After a large commit, an empty commit makes the freed pages available to the next large one, which would
/// otherwise enlarge the file by as much again.
void make_freed_pages_reusable(Environment& environment, const Counters& counters) {
  try {
    LmdbTransaction transaction(environment.map.get(), false, environment.path);
    write_counters(transaction, environment.databases.meta, counters);
    transaction.commit();
  } catch (const Refusal&) {
    // The transaction itself is committed.
  }
}

/// Returns true if the file has the counters that a transaction expects: it must never put older ones back.
bool are_expected(const Counters& stored, Counters expected) {
  expected.next_space = stored.next_space;  // the preceding transaction may have used some
  return stored == expected;
}

}  // namespace

TransactionState::TransactionState(const TransactionState& before, std::unique_ptr<WriterLock> lock)
    : TransactionState(before.environment_, TransactionLock(*before.environment_), std::move(lock), false) {
  counters = before.counters;
  // As the commit of `before`, which is still to come, stores it.
  if (before.schema_changed) ++counters.schema_version;
  stored_counters_ = counters;
  note_keys_of_writes();
  read_clock();
  may_move_ = before.may_move_;
  buffer_size_ = before.buffer_size_;
}

TransactionState::~TransactionState() {
  const CountedWork must_end({counted_account.account, true});
  if (file_thread_) file_thread_->run_last(FileThread::Task([this] { lmdb.abort(); }));
  if (is_writer && lmdb.has_failed()) environment_->note_failure();
}

void TransactionState::note_keys_of_writes() {
  if (!environment_->last_writer_read_partitions) return;
  keys_of_writes_.emplace();
  if (environment_->last_writer_read_rows) keys_of_writes_->note_rows();
}

/// Keys can be noted from the transaction's beginning only, so a transaction that reads after its first write settles
/// each time, and makes the next one note them.
TransactionState& TransactionState::source_of(const Table& table, std::string_view partition) {
  if (!is_writer) return *this;
  reads_partitions_ = true;
  if (!keys_of_writes_ && changes == 0) keys_of_writes_.emplace();
  return settled_or_snapshot(table, !keys_of_writes_ || keys_of_writes_->may_contain(partition));
}

TransactionState& TransactionState::source_of(const Table& table, const KeyInPartition& row) {
  if (!is_writer) return *this;
  reads_partitions_ = reads_rows_ = true;
  if (changes == 0) {
    if (!keys_of_writes_) keys_of_writes_.emplace();
    keys_of_writes_->note_rows();
  }
  return settled_or_snapshot(table, !keys_of_writes_ || keys_of_writes_->may_contain_row(row));
}

/// Which partitions of a view change is known only when the buffer is put.
TransactionState& TransactionState::settled_or_snapshot(const Table& table, bool may_be_written) {
  refuse_if_lost();
  if (may_be_written || (table.is_view() && changes != 0)) {
    settle();
    return *this;
  }
  if (!snapshot_before_) {
    if (!is_previous_commit_done()) await_file_thread();
    snapshot_before_ = reader_beside();
    snapshot_before_->meter.ask_while_reading(asked_while_reading_);
  }
  return *snapshot_before_;
}

void TransactionState::end_snapshot() {
  environment_->last_writer_read_partitions = reads_partitions_;
  environment_->last_writer_read_rows = reads_rows_;
  if (snapshot_before_) end(std::move(snapshot_before_));
}

void TransactionState::ask_while_reading(const std::function<bool()>* interrupted) {
  asked_while_reading_ = interrupted;
  meter.ask_while_reading(interrupted);
  if (snapshot_before_) snapshot_before_->meter.ask_while_reading(interrupted);
}

ReadCounters TransactionState::visits_of_reads() {
  await_file_thread();
  ReadCounters sum = visited;
  if (snapshot_before_) sum += snapshot_before_->visited;
  return sum;
}

/// Starts the file thread at the first call. Returns null if LMDB's transaction has begun in the caller's thread, or
/// the system grants no thread.
FileThread* TransactionState::file_thread() {
  if (only_gathers()) {
    spare_buffer_ = std::make_unique<SpareBuffer>();
    file_thread_ = FileThread::start();
  }
  return file_thread_.get();
}

void TransactionState::begin_in_file() {
  if (lmdb.has_begun()) return;
  environment_->prepare_to_write();
  lmdb.begin(environment_->map.get(), false);
  const Counters expected =
      std::exchange(stored_counters_, read_counters(lmdb, environment_->databases.meta));
  if (!are_expected(stored_counters_, expected)) {
    lmdb.abort();
    stored_counters_ = expected;
    refuse("file_failure", {},
           {{"path", environment_->path}, {"reason", "it was written without the lock to write"}});
  }
  counters.next_space = stored_counters_.next_space;
  pages_before_ = lmdb.pages(environment_->databases.data).entries;
}

void TransactionState::put(WriteBuffer& buffered) {
  buffered.put_into(*this);
  if (!derived.is_empty()) put_derived();
  const PageCounts pages = lmdb.pages(environment_->databases.data);
  new_pages = std::max(pages.entries, pages_before_) - pages_before_;
  environment_->note_pages(pages);
}

void TransactionState::commit_in_file() {
  begin_in_file();
  put(*buffer);
  purge_some(kStepsOfCommit + kStepsOfChange * changes, purge_second());
  write_meta();
  lmdb.commit();
  if (changes > kChangesOfLargeCommit) make_freed_pages_reusable(*environment_, counters);
}

void TransactionState::begin() {
  refuse_if_lost();
  await_file_thread();
  if (lmdb.has_begun()) return;
  if (may_move_ && may_have_threads() && file_thread() == nullptr) {
    is_lost_ = true;  // part of its statement may be buffered
    refuse("no_thread", {}, {{"path", environment_->path}});
  }
  if (!file_thread_) return begin_in_file();
  file_thread_->run(FileThread::Task([this] { begin_in_file(); }));
  await_file_thread();
}

void TransactionState::settle() {
  if (!is_writer) return;
  begin();
  if (buffer->is_empty()) return;
  is_lost_ = true;  // until everything is put: a part must never be committed
  put(*buffer);
  is_lost_ = false;
}

/// Hands the write buffer over as soon as the file thread is idle; if that thread is slower, write buffers
/// grow.
void TransactionState::note_buffered() {
  if (keys_of_writes_ && !buffer->is_empty()) keys_of_writes_->add(buffer->last_key());
  if (!buffer->is_worth_putting()) return;
  FileThread* const thread = file_thread();
  if (thread != nullptr && (buffer->is_full() || thread->is_idle())) return hand_over_buffer(*thread);
  if (buffer->is_full()) settle();
}

std::unique_ptr<WriteBuffer> TransactionState::empty_buffer() const {
  std::unique_ptr<WriteBuffer> given_back = spare_buffer_->take();
  return given_back ? std::move(given_back) : std::make_unique<WriteBuffer>(buffer_size_);
}

void TransactionState::load_in_bulk() {
  assert(changes == 0);
  buffer_size_ = BufferSize::bulk;
  buffer = std::make_unique<WriteBuffer>(buffer_size_);
}

void TransactionState::hand_over_buffer(FileThread& thread) {
  thread.wait();  // so there are never more than two write buffers
  std::unique_ptr<WriteBuffer> full = std::exchange(buffer, empty_buffer());
  handed_over = full->bytes();
  thread.run(FileThread::Task([this, buffered = std::move(full)]() mutable {
    begin_in_file();
    put(*buffered);
    handed_over = 0;
    spare_buffer_->give_back(std::move(buffered));
  }));
}

void TransactionState::commit() {
  refuse_if_lost();
  end_snapshot();
  if (!file_thread_) return commit_in_file();
  file_thread_->run(FileThread::Task([this] { commit_in_file(); }));
  await_file_thread();
}

std::unique_ptr<TransactionState> TransactionState::commit_async(std::unique_ptr<TransactionState> state,
                                                                 std::function<void()> when_durable) {
  state->refuse_if_lost();
  state->await_file_thread();
  state->end_snapshot();
  if (state->file_thread() == nullptr) {
    state->commit();
    when_durable();
  }
  std::unique_ptr<TransactionState> next(new TransactionState(*state, std::move(state->writer_lock_)));
  next->spare_buffer_ = std::move(state->spare_buffer_);
  next->file_thread_ = std::move(state->file_thread_);
  if (!next->file_thread_) return next;
  FileThread& thread = *next->file_thread_;
  next->buffer = next->empty_buffer();
  SpareBuffer& spare = *next->spare_buffer_;
  next->commit_before_ = thread.run(FileThread::Task([&spare, state = std::move(state), when_durable] {
    state->commit_in_file();
    when_durable();
    spare.give_back(std::move(state->buffer));
  }));
  return next;
}

bool TransactionState::is_previous_commit_done() {
  return !file_thread_ || file_thread_->is_done(commit_before_);
}

void TransactionState::await_file_thread() {
  if (file_thread_) file_thread_->wait();
}

bool TransactionState::is_lost() const {
  if (is_lost_) return true;
  if (!file_thread_) return lmdb.has_failed();
  return file_thread_->has_failed() || (file_thread_->is_idle() && lmdb.has_failed());
}

void TransactionState::refuse_if_lost() const {
  if (file_thread_) file_thread_->refuse_failure();
  if (!is_lost_) return;
  lmdb.refuse_failure();
  refuse("file_failure", {},
         {{"path", environment_->path}, {"reason", "an earlier write of the transaction failed"}});
}

}  // namespace cellar
