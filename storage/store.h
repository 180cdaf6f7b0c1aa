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
// Sources: store.cpp (opening), read.cpp, simple_read.cpp, rows/read/read_position.cpp, write.cpp, compact.cpp.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "schema/schema.h"

namespace cellar {

using Timestamp = std::int64_t;  // microseconds since 1970
using Seconds = std::int64_t;    // since 1970

// ---- writes -----------------------------------------------------------------------------------

/// When a marker or cell was written and when it ends.
struct Liveness {
  Timestamp timestamp = 0;
  std::int32_t time_to_live = 0;  // seconds; 0: for ever
  Seconds expires_at = 0;         // if there is a time to live

  bool is_live(Seconds now) const { return time_to_live == 0 || expires_at > now; }
  bool operator==(const Liveness&) const = default;
};

/// One cell. `path` names an element of a multicell column in native bytes: a map's key, a set's element, a
/// list's position (list_position), a user type's field (field_path); empty for a simple column. A cell
/// without a value is a tombstone. The value of a counter is what is added to the stored one, as a bigint.
struct CellWrite {
  ColumnId column = 0;
  std::string path;
  Value value;
  Liveness liveness;
};

/// The elements that a statement writes to a list, set or map as a whole. Means one cell for each of them, but is as
/// small as the collection itself; storage/format/row_cells.h shows the cells.
struct ElementsWrite {
  ColumnId column = 0;
  TypeKind kind = TypeKind::set;
  std::string collection;  // native bytes, in which null is a tombstone
  Liveness liveness;
  std::int64_t order = 0;  // of list_position(), for a list
};

/// Deletes all elements of a multicell column that are not younger than the timestamp.
struct ColumnDeletion {
  ColumnId column = 0;
  Timestamp timestamp = 0;
};

/// The changes of one statement to one row, or to the static row of a partition.
struct RowWrite {
  bool is_static = false;
  /// One value per clustering column; empty if static. Table::may_lack_clustering: the last ones may be left
  /// out.
  std::vector<std::string> clustering;
  std::optional<Liveness> marker;     // written by INSERT
  std::optional<Timestamp> deletion;  // written by DELETE of the row
  std::vector<ColumnDeletion> column_deletions;
  std::vector<CellWrite> cells;
  std::vector<ElementsWrite> elements;  // each holds at least one
};

/// A position between rows: before or after all rows that begin with `prefix`, in stored order (which is
/// descending for a descending column).
struct Position {
  std::vector<std::string> prefix;  // values of the leading clustering columns
  bool after = false;
  bool is_row = false;  // the rows are the one that has these values and lacks the others
};
/// The rows between two positions, in stored order. The default is the whole partition.
struct Slice {
  Position start;
  Position end{{}, true};
};

struct RangeDeletion {
  Slice slice;
  Timestamp timestamp = 0;
};
/// Deletes the rows and the static row.
struct PartitionDeletion {
  Timestamp timestamp = 0;
};

struct Mutation {
  TablePointer table;
  std::vector<std::string> partition_key;  // one value per column
  std::variant<RowWrite, RangeDeletion, PartitionDeletion> write;
};

/// The most common write, as views: a row of simple cells with the same liveness in one partition. Cells are
/// ordered by column id, each occurs once; a cell without a value is a tombstone, and that of a counter adds.
struct SimpleCell {
  ColumnId column = 0;
  std::optional<std::string_view> value;
};
struct SimpleRow {
  const TablePointer& table;
  std::span<const std::string_view> partition_key;
  std::span<const std::string_view> clustering;
  bool marker = false;
  Liveness liveness;
  std::span<const SimpleCell> cells;
};

/// Returns the path of a list element: `order` is a fresh timestamp of the store, negated to prepend; `index`
/// counts the elements of one statement.
std::string list_position(std::int64_t order, std::uint32_t index);
std::string field_path(std::uint16_t field);
std::uint16_t field_of_path(std::string_view path);

// ---- reads ------------------------------------------------------------------------------------

/// A live cell. `value` points into the transaction's map and is valid until its next write or its end.
struct StoredCell {
  std::string_view value;
  Liveness liveness;
};
struct StoredElement {
  std::string path;  // native bytes, as in CellWrite
  StoredCell cell;
};

/// A live row: it has a live marker or at least one live cell (of any column, wanted or not).
struct StoredRow {
  std::vector<std::string> clustering;  // native bytes; empty for a static row; without those that it lacks
  const Liveness* marker = nullptr;     // null if none lives, or if no columns are wanted; valid like the row
  /// Indexed as Table::columns; only wanted columns are filled. `cells` holds simple columns.
  std::vector<std::optional<StoredCell>> cells;
  /// Indexed likewise: the elements of multicell columns in the order of their paths.
  std::vector<std::vector<StoredElement>> elements;
};

/// Which columns a read wants: indexes into Table::columns. Key columns are always returned.
using WantedColumns = std::vector<std::size_t>;

/// What reads have met that is deleted or has expired. A read that looks at less meets less: cells behind the
/// last wanted one are not counted, nor what lies in a deleted range, which is skipped by a seek.
struct SkippedDeletions {
  std::uint64_t partitions = 0;  // partition tombstones
  std::uint64_t rows = 0;        // row tombstones
  std::uint64_t ranges = 0;      // range tombstones, and those of collections that were overwritten
  std::uint64_t cells = 0;       // cell tombstones
  std::uint64_t expired = 0;     // cells whose time to live is over

  bool any() const { return (partitions | rows | ranges | cells | expired) != 0; }
  SkippedDeletions& operator+=(const SkippedDeletions& more);
  SkippedDeletions& operator-=(const SkippedDeletions& less);
};

/// Work done, for EXPLAIN, TIMING and tests. An entry is one key of the file that a cursor has been on.
struct ReadCounters {
  std::uint64_t partitions = 0;
  std::uint64_t rows = 0;     // live rows returned
  std::uint64_t entries = 0;  // LMDB entries visited, seeks included
  SkippedDeletions skipped{};
};

/// The most common read: some simple cells of one row, given its whole key.
struct SimpleRowRead {
  const TablePointer& table;
  std::span<const std::string_view> partition_key;
  std::span<const std::string_view> clustering;
  std::span<const ColumnId> columns;  // in the order of ids, each once
};
enum class SimpleRowFound {
  yes,      // the row lives
  no,       // no such row lives
  unknown,  // only a PartitionReader can tell: there is a large cell, a range tombstone, ...
};

struct PartitionState;
/// Reads one partition. Valid while its transaction is open and has not written.
class PartitionReader {
 public:
  PartitionReader(PartitionReader&&) noexcept;
  PartitionReader& operator=(PartitionReader&&) noexcept;
  ~PartitionReader();

  const std::vector<std::string>& key() const;
  std::int64_t token() const;
  /// Returns the wanted live static cells; null if no static cell lives. May be called at any time.
  const StoredRow* static_row();
  /// Starts to read rows: `slices` are in stored order and do not overlap. With `reversed`, rows come last
  /// first. Without this call the whole partition is read forwards.
  void select(std::vector<Slice> slices, bool reversed);
  /// Returns the next live row, null at the end. The row is valid until the next call.
  const StoredRow* next();
  /// Does what next() does, but the row's clustering values are only available from clustering().
  const StoredRow* advance();
  const std::vector<std::string>& clustering();

 private:
  friend class Transaction;
  friend class PartitionCursor;
  explicit PartitionReader(std::unique_ptr<PartitionState> state);
  std::unique_ptr<PartitionState> state_;
};

/// Tokens from `lower` to `upper`; the default is the whole ring.
struct TokenRange {
  std::int64_t lower = INT64_MIN;
  std::int64_t upper = INT64_MAX;
  bool lower_inclusive = true;
  bool upper_inclusive = true;
};

/// Where a read stopped, so that another transaction can continue it: after this row, or after the
/// partition's static row if `clustering` is empty and the table has clustering columns.
struct ReadPosition {
  std::vector<std::string> partition_key;
  std::vector<std::string> clustering;
};
std::string encode(const ReadPosition& position);
/// Refuses bytes that encode() has not produced.
ReadPosition decode_read_position(std::string_view bytes);

class RowBatch;
struct ScanState;
/// Iterates over the partitions of a table in the order of their tokens.
class PartitionCursor {
 public:
  PartitionCursor(PartitionCursor&&) noexcept;
  PartitionCursor& operator=(PartitionCursor&&) noexcept;
  ~PartitionCursor();

  /// Moves to the next partition that has any entry, in one seek however large the current one is. The
  /// partition may hold no live row.
  bool next();
  /// Returns the next live row, of the current partition or of a later one; null at the end. Equivalent to
  /// calling advance() of partition() and next() in turns, for a scan that needs nothing between two
  /// partitions. partition() is then the row's partition.
  const StoredRow* next_row();
  /// Moves over rows that next_row() would return next, if it has returned the current one and no columns are
  /// wanted. The last of them is then the current one. Returns how many there were; may return 0 although more
  /// follow.
  std::uint64_t pass_rows();
  /// As above, but adds the rows, at most `most` of them, to a batch (storage/rows/read/row_batch.h), which shows all wanted
  /// columns.
  std::uint64_t read_rows(RowBatch& batch, std::size_t most);
  /// Returns the place of a row of a batch.
  ReadPosition place_of(const RowBatch& batch) const;
  /// From now on the scan ends before the partitions whose token is greater than `last`.
  void end_at(std::int64_t last);
  PartitionReader& partition();

 private:
  friend class Transaction;
  explicit PartitionCursor(std::unique_ptr<ScanState> state);
  std::unique_ptr<ScanState> state_;
};

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
  /// From now on writes are gathered in much more memory (at most 256 MiB, and as much for changed pages) before they are
  /// put in the order of their keys, also in the transactions that follow by commit_async(). A load of many new rows
  /// writes each page of the file once, then. Requires that nothing was written yet.
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
  bool is_commit_before_done();

 private:
  friend class Store;
  using Transaction::Transaction;
};

// ---- the file ---------------------------------------------------------------------------------

/// Microseconds since 1970.
Timestamp system_clock_microseconds();

struct StoreOptions {
  bool read_only = false;
  /// If false, a commit survives the end of the process but not a power failure: the system writes when it
  /// likes, and the file is certain to be consistent only after it was closed normally. If several stores of
  /// a process share a file and one of them is opened with true, the commits of all are durable from then on.
  bool sync = true;
  /// Returns microseconds since 1970; tests replace it. Never empty.
  std::function<Timestamp()> clock = system_clock_microseconds;
  /// Returns true while the clock is set by hand, for a lesson or a test: its times are given as they are, also to keys
  /// that are written already (executor/write/key_times.h). Empty: it never is.
  std::function<bool()> clock_is_set = nullptr;
  std::size_t map_size = std::size_t{1} << 40;
  /// Rows that are written are checked and dropped; the schema is kept. For runs that try statements.
  bool drops_rows = false;
};

/// After this time a waiting writer reports that it waits.
inline constexpr std::chrono::seconds kSilentWait{2};

/// How a writer waits for another one, of this process or of another.
struct WaitForWriter {
  std::function<void()> waiting;      // called once, after kSilentWait
  std::function<bool()> interrupted;  // polled; true ends the wait with a refusal
  /// A longer wait is refused; zero: no limit. Without a limit, a thread that waits for a group of its own in
  /// another session would wait for ever.
  std::chrono::milliseconds limit{10'000};
};

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
  /// process do not end soon, if a group is open, or if another process has the file open. One thread of a process compacts
  /// at a time; others wait as for a write. `schema_of` is called in each transaction of the purge, for the tables' grace
  /// and columns. An interruption leaves the file as it was, except for what has been purged.
  void compact(const SchemaOf& schema_of, const WaitForWriter& wait = {}) const;

  bool read_only() const;
  /// Returns true if LMDB does not know of the readers, because the lock file cannot be written: no other
  /// process can write while a transaction is open, so none should be open while somebody looks at its rows.
  bool reads_keep_writers_waiting() const;
  const std::filesystem::path& path() const;

 private:
  explicit Store(std::shared_ptr<Environment> environment);
  void swap_in_copy(const WaitForWriter& wait) const;
  std::shared_ptr<Environment> environment_;
  bool read_only_ = false;
};

}  // namespace cellar
