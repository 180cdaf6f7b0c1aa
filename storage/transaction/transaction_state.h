// The state of a transaction: its maps, its counters, and a cache of what it has looked up.
//
// In:      an environment; for a writer, the lock to write.
// Out:     the maps of a snapshot, or those of the writer.
// Refused: what LMDB refuses, with the file's path; every call after a failed commit.
//
// Sources: transaction_state.cpp; writer_state.cpp for write transactions. Public and private members
// alternate, since their order is that of construction, and decides which members share cache lines.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "storage/derived/deriving_maps.h"
#include "storage/format/row_format.h"
#include "storage/format/table_layout.h"
#include "storage/purge/deriving_tables.h"
#include "storage/rows/write/write_buffer.h"
#include "storage/system/file_thread.h"
#include "storage/transaction/environment_locks.h"
#include "storage/transaction/keys_of_writes.h"
#include "storage/transaction/meta.h"
#include "storage/transaction/spare_buffer.h"

namespace cellar {

/// What a transaction holds of its file. In this order: the environment must outlive the locks, and all of them LMDB's
/// transaction.
struct HeldFile {
  std::shared_ptr<Environment> environment_;
  std::unique_ptr<WriterLock> writer_lock_;
  TransactionLock lock_;
};

struct TransactionState : private HeldFile, public DerivingMaps {
  /// Begins a read transaction, or renews an idle one.
  static std::unique_ptr<TransactionState> to_read(const std::shared_ptr<Environment>& of);
  /// Begins a read transaction of what is committed.
  std::unique_ptr<TransactionState> reader_beside() { return to_read(environment_); }
  /// Ends the transaction; keeps a reader for its next use.
  static void end(std::unique_ptr<TransactionState> state);

  TransactionState(std::shared_ptr<Environment> of, TransactionLock lock);
  /// Begins a write transaction, which holds `lock` until its end.
  TransactionState(std::shared_ptr<Environment> of, std::unique_ptr<WriterLock> lock);
  ~TransactionState() override;
  TransactionState(const TransactionState&) = delete;
  TransactionState& operator=(const TransactionState&) = delete;

  /// The reference is valid until the next call.
  const LayoutPointer& layout(const TablePointer& table);
  TableStats& stats(TableId table) override;
  void forget_stats(TableId table) override;
  void write_meta();
  std::uint64_t schema_version();
  Timestamp last_timestamp();
  /// As of the last commit.
  std::string host_id();
  /// See Transaction::may_stay_open().
  void may_stay_open() const;

  // For write transactions (writer_state.cpp). A file thread may be using the maps, so callers must call
  // begin() or settle() before they use them.
  void begin();
  /// Reads the clock into `now`.
  Seconds read_clock();
  /// Returns the second by which writes purge: that of the clock, but never later than that of the system. A clock
  /// that was set ahead shows what has expired by then, and must not take it from those whose clock is right. COMPACT
  /// purges by the second of the clock all the same (storage/compact.cpp): whoever sets it ahead asks for that.
  Seconds purge_second() const override;
  /// Begins, and puts the write buffer into the maps.
  void settle();
  /// Returns the state from which the partition of the table with this prefix is read: itself, settled, or if the
  /// transaction has not written to the partition, a snapshot of what is committed. A read of that one neither waits
  /// for the file thread nor puts the buffer.
  TransactionState& source_of(const Table& table, std::string_view partition);
  /// As above, of a row, given its key in the file. Other rows of the partition may have been written.
  TransactionState& source_of(const Table& table, const KeyInPartition& row);
  /// To be called after each addition to the write buffer: notes its partition; puts the buffer into the maps, if
  /// it is full enough, while more writes are buffered.
  void note_buffered();
  /// Makes this transaction one of a bulk load, and those that follow it. Requires that nothing was written.
  void load_in_bulk();
  /// From now on nothing of this transaction can be committed.
  void give_up() { is_lost_ = true; }
  bool loads_in_bulk() const { return buffer_size_ == BufferSize::bulk; }
  /// Works off the purge queue (storage/purge/queue_worker.h).
  bool purge_some(std::uint64_t steps, Seconds now);
  void commit();
  /// Starts the commit of `state` and returns the next transaction, which takes over the lock to write and
  /// may buffer writes meanwhile.
  static std::unique_ptr<TransactionState> commit_async(std::unique_ptr<TransactionState> state,
                                                        std::function<void()> when_durable);
  /// Returns true once the commit of the preceding transaction is done. Throws its refusal if it was refused.
  bool is_previous_commit_done();
  /// Waits until the file thread has finished its tasks. Throws the refusal of a task that was refused.
  void await_file_thread();
  /// From now on calls may come from any thread: LMDB's transaction begins in a file thread, or within
  /// commit().
  void may_move() { may_move_ = true; }
  /// Returns true while the transaction has not used the file.
  bool only_gathers() const { return is_writer && !file_thread_ && !lmdb.has_begun(); }
  /// Returns true if the file has failed this transaction or the one before it: nothing of it can be
  /// committed.
  bool is_lost() const;
  void refuse_if_lost() const;

 private:
  static std::unique_ptr<TransactionState> begin_to_read(const std::shared_ptr<Environment>& of);

  TransactionState(std::shared_ptr<Environment> of, TransactionLock lock,
                   std::unique_ptr<WriterLock> writer_lock, bool read_only);

  /// Follows `before`, whose commit is being started.
  TransactionState(const TransactionState& before, std::unique_ptr<WriterLock> lock);

  void note_keys_of_writes();
  TransactionState& settled_or_snapshot(const Table& table, bool may_be_written);
  void end_snapshot();
  FileThread* file_thread();
  void hand_over_buffer(FileThread& thread);
  std::unique_ptr<WriteBuffer> empty_buffer() const;
  void begin_in_file();
  void put(WriteBuffer& buffered);
  void commit_in_file();
  void enter_snapshot();
  TableStats remembered(TableId table);
  std::shared_ptr<DerivingTables> deriving_tables();

  struct KnownTable {
    TableStats stored;
    TableStats stats;
  };

 public:
  Environment& environment() { return *environment_; }
  void ask_while_reading(const std::function<bool()>* interrupted);
  /// Returns the work of all reads so far.
  ReadCounters visits_of_reads();

  // These members and those of the maps are used by the file thread. They must not share cache lines with those of the
  // thread that buffers writes, since both threads write all the time.
  std::atomic<std::size_t> new_pages{0};    // pages with entries of `data` that this transaction has added
  std::atomic<std::size_t> handed_over{0};  // bytes of the write buffer that the file thread is putting

 private:
  Counters stored_counters_;  // those of the file; until the transaction begins there, those that it expects
  std::size_t pages_before_ = 0;  // pages with entries of `data` at the beginning
  std::unordered_map<TableId, KnownTable> tables_;

 public:
  // These members are used by the thread that buffers writes.
  alignas(kCacheLine) const bool is_writer;
  /// The clock at the last write, in seconds; it never decreases within a transaction. Deletions are dated by
  /// it. A file thread reads the clock only at the commit: each buffered write has its own second.
  Seconds now = 0;
  Counters counters;
  std::unique_ptr<WriteBuffer> buffer;
  std::string key;            // of a row that is looked up; memory that is reused
  std::uint64_t changes = 0;  // mutations so far; each pays for some steps of purging
  bool schema_changed = false;

 private:
  std::unique_ptr<SpareBuffer> spare_buffer_;  // of the file thread, which it outlives
  std::unique_ptr<FileThread> file_thread_;    // if there is one, LMDB's transaction begins and ends in it
  std::uint64_t commit_before_ = 0;            // its number among the tasks of the file thread
  BufferSize buffer_size_ = BufferSize::usual;
  bool is_lost_ = false;
  bool may_move_ = false;
  /// All keys to which the transaction has written; nothing if they are not noted, which costs memory.
  std::optional<KeysOfWrites> keys_of_writes_;
  bool reads_partitions_ = false;
  bool reads_rows_ = false;
  std::unique_ptr<TransactionState> snapshot_before_;  // of what was committed before this transaction
  const std::function<bool()>* asked_while_reading_ = nullptr;
  LayoutPointer layout_;  // of the table that was last asked for
  // Members of a reader: what it knows about its snapshot.
  std::size_t snapshot_ = 0;
  std::optional<std::uint64_t> schema_version_;
  std::optional<TableId> read_table_;  // the table that was last asked for
  TableStats read_stats_;              // its statistics
};

}  // namespace cellar
