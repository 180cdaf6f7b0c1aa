// The state of a transaction: its maps, its counters, and what it has looked up already.
//
// In:      an environment, and for a writer the lock to write.
// Out:     the maps of a snapshot, or of the writer.
// Refused: what LMDB refuses, with the file's path; all later calls after a failed commit.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "storage/environment_locks.h"
#include "storage/format/row_format.h"
#include "storage/format/table_layout.h"
#include "storage/lmdb/ordered_map.h"
#include "storage/meta.h"
#include "storage/write/file_thread.h"
#include "storage/write/write_buffer.h"

namespace cellar {

struct TransactionState {
  /// To read. One that was used before is renewed.
  static std::unique_ptr<TransactionState> to_read(std::shared_ptr<Environment> of);
  /// A reader of what is committed.
  std::unique_ptr<TransactionState> reader_beside() { return to_read(environment_); }
  /// Ends it, and keeps it for its next use if it is a reader's.
  static void end(std::unique_ptr<TransactionState> state);

  TransactionState(std::shared_ptr<Environment> of, TransactionLock lock);
  /// To write: `lock` is held until the end.
  TransactionState(std::shared_ptr<Environment> of, std::unique_ptr<WriterLock> lock);
  ~TransactionState();
  TransactionState(const TransactionState&) = delete;
  TransactionState& operator=(const TransactionState&) = delete;

  /// Valid until the next call.
  const LayoutPointer& layout(const TablePointer& table);
  /// Kept for the transaction that writes; a change is written at the commit.
  TableStats& stats(TableId table);
  /// Keeps the commit from writing the stats of the table.
  void forget_facts(TableId table);
  void write_meta();
  std::uint64_t schema_version();

  // For a transaction that writes (writer_state.cpp). A file thread may be at work with its maps, so whoever
  // uses them has called begin() or settle() before.
  void begin();
  /// Reads the clock into `now`.
  Seconds read_clock();
  /// Begins, and brings what is buffered into the maps.
  void settle();
  /// To be called after each addition to the write buffer: brings it into the maps, if it is time to, while
  /// more is gathered.
  void note_buffered();
  void commit();
  /// Commits while the transaction that it returns gathers: the one that follows, with the lock to write.
  static std::unique_ptr<TransactionState> commit_async(std::unique_ptr<TransactionState> state);
  /// True once the commit of the transaction that this one follows is done. Refuses what it was refused.
  bool is_commit_before_done();
  /// Waits until the file thread has finished its tasks.
  void await_file_thread();
  /// Threads may change from now on: LMDB's transaction begins in a file thread, or within commit().
  void may_move() { may_move_ = true; }
  /// True while it has asked nothing of the file.
  bool only_gathers() const { return is_writer && !file_thread_ && !lmdb.has_begun(); }
  /// The file failed it, or the one before it: nothing of it can be committed.
  bool is_lost() const;
  void refuse_if_lost() const;

 private:
  static std::unique_ptr<TransactionState> begin_to_read(std::shared_ptr<Environment> of);

  TransactionState(std::shared_ptr<Environment> of, TransactionLock lock,
                   std::unique_ptr<WriterLock> writer_lock, bool read_only);

  /// To go on from one whose commit is under way.
  TransactionState(const TransactionState& before, std::unique_ptr<WriterLock> lock);

  FileThread* file_thread();
  void hand_over_buffer(FileThread& thread);
  void begin_in_file();
  void put(WriteBuffer& buffered);
  void commit_in_file();
  void enter_snapshot();
  TableStats remembered(TableId table);

  struct KnownTable {
    TableStats stored;
    TableStats stats;
  };

  // The environment outlives the turns, and these outlive the transaction of LMDB.
  std::shared_ptr<Environment> environment_;
  std::unique_ptr<WriterLock> writer_lock_;
  TransactionLock lock_;

 public:
  Environment& environment() { return *environment_; }
  const bool is_writer;
  /// The clock at the last write, in seconds; it never goes back within a transaction. Deletions are dated by
  /// it. A file thread reads it at the commit alone: each buffered write has the second of its own.
  Seconds now = 0;

  // These members are used by a file thread. It and the thread that gathers must not share cache lines, since
  // both write all the time.
  alignas(kCacheLine) LmdbTransaction lmdb;
  OrderedMap data;
  OrderedMap purge;
  OrderedMap schema;
  ReadCounters visited;
  ReadMeter meter{&visited.entries};        // of the cursors that read for a statement
  std::string key;                          // memory that is used again
  std::atomic<std::size_t> new_pages{0};    // that hold entries of the data
  std::atomic<std::size_t> handed_over{0};  // bytes that are on their way into the maps

 private:
  Counters stored_counters_;
  std::size_t pages_before_ = 0;  // that held entries of the data
  std::unordered_map<TableId, KnownTable> tables_;

 public:
  // These members are used by the thread that gathers.
  alignas(kCacheLine) Counters counters;
  std::unique_ptr<WriteBuffer> buffer;
  std::uint64_t changes = 0;  // mutations so far; they earn steps of purging
  bool schema_changed = false;

 private:
  std::unique_ptr<FileThread> file_thread_;  // begins and ends the transaction of LMDB, if it is there
  std::uint64_t commit_before_ = 0;          // the task
  bool is_lost_ = false;
  bool may_move_ = false;
  LayoutPointer layout_;  // of the table asked for last
  // These belong to a reader: what it knows about its snapshot.
  std::size_t snapshot_ = 0;
  std::optional<std::uint64_t> schema_version_;
  std::optional<TableId> read_table_;  // asked for last
  TableStats read_facts_;              // of it
};

}  // namespace cellar
