// The sorted cell store: partition -> row -> cell, in one LMDB file.
//
// In:      mutations (what a write means, already evaluated to bytes) and read requests (a partition or a
//          range of tokens, slices of clustering positions, a direction).
// Out:     live rows, as of a given second, in stored order, one at a time.
// Refused: a file that is not Cellar's, truncated, damaged, of an unknown format or with unknown features,
//          not permitted, in use, on a full disk; a key over 65,535 bytes; a value over 256 MiB; a wait that
//          is interrupted or too long; more readers, files or threads than the system grants. LMDB's own
//          codes never leave this folder.
//
// The file's format is specified in storage/format/format.h. Values in and out are native-protocol bytes.
//
// The values that it takes and returns are in format/mutation.h (writes) and rows/reading.h (reads), the options
// in transaction/store_options.h. Sources: store.cpp (opening), transaction.cpp, simple_read.cpp, write.cpp,
// compact.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/schema.h"
#include "storage/format/mutation.h"
#include "storage/rows/reading.h"
#include "storage/transaction/store_options.h"

namespace cellar {

// ---- transactions -----------------------------------------------------------------------------

class Store;
struct TransactionState;

/// A read snapshot. Move only; ends without a commit when destroyed.
class Transaction {
 public:
  Transaction(Transaction&&) noexcept;
  Transaction& operator=(Transaction&&) noexcept;
  ~Transaction();

  /// `now` decides which cells have expired.
  PartitionReader partition(const TablePointer& table, const std::vector<std::string>& key,
                            const WantedColumns& wanted, Seconds now);
  /// Starts in the partition with the key `start_at`, or after its place if it does not exist; null: at the
  /// lower bound.
  PartitionCursor partitions(const TablePointer& table, const TokenRange& range, const WantedColumns& wanted,
                             Seconds now, const std::vector<std::string>* start_at = nullptr);

  /// Sets `values`, one per column, null if no cell lives; they are valid as long as StoredCell::value.
  SimpleRowFound read(const SimpleRowRead& read, Seconds now,
                      std::span<std::optional<std::string_view>> values);

  /// From now on `interrupted` is called about once per thousand entries that a read visits, whether or not
  /// they hold live rows; if it returns true, the read is refused. It must outlive the reads. Null: nothing
  /// is called.
  void ask_while_reading(const std::function<bool()>* interrupted);

  std::uint64_t schema_version();
  /// Returns the last timestamp that the database's clock has given; 0: none.
  Timestamp last_timestamp();
  /// Returns the id of the node, a uuid of 16 bytes: the same in each version of a file, and in its copies.
  std::string host_id();
  /// The number of the version that a snapshot shows: snapshots of one number show the same data.
  std::uint64_t version() const;
  /// Opens another snapshot of the same version, for another thread. Returns nothing if there is none: a commit was
  /// made since, this transaction writes, or too many readers have the file open.
  std::optional<Transaction> beside() const;
  /// From now on a snapshot may stay open for long. Refused if the table of readers, which all processes
  /// share, is nearly full: what is left of it is for transactions that end soon, since a process needs one to
  /// open the file and one to begin to write.
  void may_stay_open();
  /// Calls `take` for the schema records whose names begin with `prefix`, in the order of names. Both views
  /// are valid until `take` returns.
  void schema_records(std::string_view prefix,
                      const std::function<void(std::string_view name, std::string_view record)>& take);
  ReadCounters counters() const;
  /// Adds the work of a reader beside this one to counters().
  void add_work(const ReadCounters& work);

 protected:
  friend class Store;
  friend class IndexRows;
  friend class RawPartitions;  // storage/raw_partition.h
  friend class RawEntries;     // storage/raw_entry.h
  explicit Transaction(std::unique_ptr<TransactionState> state);
  std::unique_ptr<TransactionState> state_;
};

/// A write transaction. A file has at most one at a time.
class WriteTransaction : public Transaction {
 public:
  /// Advances the database's clock to max(now, last + 1) and returns it. It is stored on commit.
  Timestamp next_timestamp();
  /// As above, with a clock reading already taken.
  Timestamp next_timestamp(Timestamp now);
  /// Merges a mutation into the store by the rules of timestamps. Its table must have all ids.
  void apply(const Mutation& mutation);
  /// Applies all of them, or none if it refuses one for its key or value.
  void apply(std::span<const Mutation> mutations);
  /// As above; takes ownership of the mutations and leaves the vector empty.
  void apply(std::vector<Mutation>&& mutations);
  void apply(const SimpleRow& row);

  bool has_writes() const;
  /// Returns true if it holds about as many changed pages as memory should: time to commit.
  bool is_large() const;
  /// Returns false once the file has failed this transaction or the commit before it (a full disk): nothing
  /// of the transaction can then be committed. A refused key is no such failure.
  bool usable() const;
  /// Returns the bytes of buffered writes that are not yet in the file's pages.
  std::size_t gathered_bytes() const;
  /// From now on any thread may continue and end the transaction, one at a time. LMDB requires a transaction
  /// to begin and end in one thread, so this one gets a thread of its own as soon as it needs the file. If
  /// the system grants none, the call that needs the file is refused, and nothing of the transaction can be
  /// committed.
  void may_move();
  /// From now on writes are gathered in much more memory (at most 256 MiB, and as much for changed pages) before they
  /// are put in the order of their keys, also in the transactions that follow by commit_async(). A load of many new
  /// rows writes each page of the file once, then. Requires that nothing was written yet.
  void load_in_bulk();
  /// Returns true if another writer waits for this one to end, in this process or in another.
  bool is_waited_for() const;

  void put_schema_record(const std::string& name, const std::string& record);
  void erase_schema_record(const std::string& name);
  /// Returns an id that was never returned before, for the data of a new table.
  std::uint32_t fresh_id();
  /// Puts the data of a table into the purge queue. They are invisible at once, since no table has the id any
  /// more.
  void drop_data(TableId table);
  /// To be called before the first index or view of a file is made: programs that do not know them cannot
  /// write it from then on.
  void may_derive_data();
  /// Adds what the rows of a table that exist give an index or view that is not built. Continues at `position`,
  /// which is empty at the beginning, and visits about `steps` entries. Returns true when all are done.
  /// Meanwhile writes of the table keep the index or view, so other transactions may come between two steps.
  bool derive_existing(const TablePointer& table, TableId derived, std::string& position,
                       std::uint64_t steps);
  /// To be called with each change of a table's gc_grace_seconds: the purge uses it from now on, also for
  /// earlier deletions.
  void note_grace(TableId table, std::int64_t seconds);

  /// The writes are durable on return. Does a bounded amount of purging first. Refuses on a full disk; then
  /// nothing of the transaction is stored.
  void commit();

  /// Commits, and becomes the next transaction of the same writer. The commit may run in another thread while
  /// this object buffers writes; a call that needs the file waits for the commit, and throws its refusal if
  /// it was refused. First waits for the previous commit_async(), and throws its refusal if there was one.
  /// Once the writes are durable `when_durable` is called, perhaps by another thread. It must not throw; it is
  /// not called any more when this object is gone.
  void commit_async(std::function<void()> when_durable = [] {});
  /// Returns true once the commit of the last commit_async() is done. Throws its refusal if it was refused.
  bool is_previous_commit_done();

 private:
  friend class Store;
  using Transaction::Transaction;
};

// ---- the file ---------------------------------------------------------------------------------

/// Returns the schema that a transaction sees.
using SchemaOf = std::function<SchemaPointer(Transaction&)>;

struct Environment;
/// An open file. Copies share it, and so do further opens of the same file in this process.
class Store {
 public:
  /// Creates the file if it does not exist (unless read_only).
  static Store open(const std::filesystem::path& path, const StoreOptions& options = {});
  /// Opens a file that is removed with the last copy of the store.
  static Store open_temporary(const StoreOptions& options = {});

  Transaction read() const;
  WriteTransaction write(const WaitForWriter& wait = {}) const;

  /// Purges everything that may be purged, then writes a compact copy and swaps it in. Refused if reads of this
  /// process do not end soon, if a group is open, or if another process has the file open. One thread of a process
  /// compacts at a time; others wait as for a write. `schema_of` is called in each transaction of the purge, for the
  /// tables' grace and columns. An interruption leaves the file as it was, except for what has been purged.
  void compact(const SchemaOf& schema_of, const WaitForWriter& wait = {}) const;

  /// For a temporary file alone: remembers what it holds now, and sets all back to that, at the cost of what was
  /// written since; ids and clocks go on. Returns true if the schema is set back, too. Both wait as write() does.
  /// Refused if nothing was remembered, or more was written since than fits into 256 MiB of memory.
  void mark_baseline(const WaitForWriter& wait = {}) const;
  bool reset_to_baseline(const WaitForWriter& wait = {}) const;

  bool read_only() const;
  /// Returns true if another process writes, or waits to write, and this one does not.
  bool is_written_elsewhere() const;
  /// Returns true if LMDB does not know of the readers, because the lock file cannot be written: no other
  /// process can write while a transaction is open, so none should be open while somebody looks at its rows.
  bool reads_keep_writers_waiting() const;
  std::filesystem::path path() const;

 private:
  explicit Store(std::shared_ptr<Environment> environment);
  void swap_in_copy(const WaitForWriter& wait) const;
  std::shared_ptr<Environment> environment_;
  bool read_only_ = false;
};

}  // namespace cellar
