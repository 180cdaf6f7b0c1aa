// The sorted cell store: partition -> row -> cell, in one LMDB file.
//
// In:      mutations (what a write means, already evaluated to bytes) and read requests (a partition
//          or a range of tokens, slices of clustering positions, a direction).
// Out:     rows as they live at a given second, in stored order, one at a time.
// Refused: a file that is not ours, truncated, damaged, of an unknown format or with unknown features, not
//          permitted, in use, on a full disk; a key over 65,535 bytes; a value over 256 MiB; a wait that is
//          interrupted or too long; too many readers, files or threads for the system. LMDB's own codes never
//          leave this folder.
//
// The file's format is specified in storage/format/format.h. Values in and out are native-protocol bytes.
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

// ---- what is written --------------------------------------------------------------------------

/// When a marker or cell was written and when it ends.
struct Liveness {
  Timestamp timestamp = 0;
  std::int32_t time_to_live = 0;  // seconds; 0: for ever
  Seconds expires_at = 0;         // with a time to live

  bool is_live(Seconds now) const { return time_to_live == 0 || expires_at > now; }
  bool operator==(const Liveness&) const = default;
};

/// One cell. `path` names an element of a multicell column in native bytes: a map's key, a set's
/// element, a list's position (list_position), a user type's field (field_path); empty otherwise.
/// Without a value it is a tombstone.
struct CellWrite {
  ColumnId column = 0;
  std::string path;
  Value value;
  Liveness liveness;
};

/// All elements of a multicell column that are not younger go.
struct ColumnDeletion {
  ColumnId column = 0;
  Timestamp timestamp = 0;
};

/// The changes of one statement to one row, or to the static row of a partition.
struct RowWrite {
  bool is_static = false;
  std::vector<std::string> clustering;  // one value a clustering column; empty if static
  std::optional<Liveness> marker;       // INSERT
  std::optional<Timestamp> deletion;    // DELETE of the row
  std::vector<ColumnDeletion> column_deletions;
  std::vector<CellWrite> cells;
};

/// A place between rows: before or after all rows that begin with `prefix`, in stored order (a
/// descending column counts downwards).
struct Position {
  std::vector<std::string> prefix;  // values of the leading clustering columns
  bool after = false;
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
/// Rows and static row.
struct PartitionDeletion {
  Timestamp timestamp = 0;
};

struct Mutation {
  TablePointer table;
  std::vector<std::string> partition_key;  // one value a column
  std::variant<RowWrite, RangeDeletion, PartitionDeletion> write;
};

/// The common write as views: a row of simple cells, all alike, in one partition. Cells come by column id,
/// each once; one without a value is a tombstone.
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

/// Path of a list element: `order` is a fresh timestamp of the store, negated to prepend;
/// `index` counts within one statement.
std::string list_position(std::int64_t order, std::uint32_t index);
std::string field_path(std::uint16_t field);
std::uint16_t field_of_path(std::string_view path);

// ---- what is read -----------------------------------------------------------------------------

/// A live cell; `value` points into the transaction and lasts until its next write or its end.
struct StoredCell {
  std::string_view value;
  Liveness liveness;
};
struct StoredElement {
  std::string path;  // native bytes, as in CellWrite
  StoredCell cell;
};

/// A row that lives: marker or at least one live cell (of any column, wanted or not).
struct StoredRow {
  std::vector<std::string> clustering;  // native bytes; empty for a static row
  const Liveness* marker = nullptr;     // null if none lives, or if no columns are wanted; lasts as the row
  /// By index into Table::columns; only wanted columns are filled. `cells` holds simple columns.
  std::vector<std::optional<StoredCell>> cells;
  /// Elements of multicell columns in the order of their paths.
  std::vector<std::vector<StoredElement>> elements;
};

/// Which columns a read wants: indexes into Table::columns. Keys are always there.
using WantedColumns = std::vector<std::size_t>;

/// Work done, for EXPLAIN, TIMING and tests. An entry is one key of the file that a cursor stood on.
struct ReadCounters {
  std::uint64_t partitions = 0;
  std::uint64_t rows = 0;     // live rows handed out
  std::uint64_t entries = 0;  // LMDB entries visited, seeks included
};

/// The common read: one row by its whole key, and simple cells of it.
struct SimpleRowRead {
  const TablePointer& table;
  std::span<const std::string_view> partition_key;
  std::span<const std::string_view> clustering;
  std::span<const ColumnId> columns;  // by id, each once
};
enum class SimpleRowFound {
  yes,      // it lives
  no,       // no such row lives
  unknown,  // only a PartitionReader can tell: of a large cell, under a range of deletion, ...
};

struct PartitionState;
/// One partition under a read. Valid while its transaction is open and has not written.
class PartitionReader {
 public:
  PartitionReader(PartitionReader&&) noexcept;
  PartitionReader& operator=(PartitionReader&&) noexcept;
  ~PartitionReader();

  const std::vector<std::string>& key() const;
  std::int64_t token() const;
  /// The live static cells that are wanted; null where no static cell lives. May be asked at any time.
  const StoredRow* static_row();
  /// Begins to read rows: slices in stored order that do not overlap. With `reversed` they come
  /// last first. Without a call the whole partition is read forwards.
  void select(std::vector<Slice> slices, bool reversed);
  /// The next live row, null at the end. It lasts until the next call.
  const StoredRow* next();
  /// Does what next() does, but the row has its clustering values only after a call of clustering().
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

struct ScanState;
/// Partitions of a table in the order of their tokens.
class PartitionCursor {
 public:
  PartitionCursor(PartitionCursor&&) noexcept;
  PartitionCursor& operator=(PartitionCursor&&) noexcept;
  ~PartitionCursor();

  /// Moves to the next partition that has any entry, in one seek however large the one before was. It
  /// may hold no live row.
  bool next();
  /// The next live row, of this partition or of those behind it; null at the end. It does what advance() of
  /// partition() and next() do in turns, for a scan that has nothing to ask between two partitions.
  /// partition() is then that of the row.
  const StoredRow* next_row();
  PartitionReader& partition();

 private:
  friend class Transaction;
  explicit PartitionCursor(std::unique_ptr<ScanState> state);
  std::unique_ptr<ScanState> state_;
};

/// The place where a read stopped, to go on from in another transaction: after this row, or after the
/// partition's static row when `clustering` is empty and the table has clustering columns.
struct ReadPosition {
  std::vector<std::string> partition_key;
  std::vector<std::string> clustering;
};
std::string encode(const ReadPosition& position);
/// Refuses bytes that encode() did not make.
ReadPosition decode_read_position(std::string_view bytes);

// ---- transactions -----------------------------------------------------------------------------

class Store;
struct TransactionState;

/// A snapshot to read from. Move only; ends (without a commit) when destroyed.
class Transaction {
 public:
  Transaction(Transaction&&) noexcept;
  Transaction& operator=(Transaction&&) noexcept;
  ~Transaction();

  /// `now` decides what has expired.
  PartitionReader partition(const TablePointer& table, const std::vector<std::string>& key,
                            const WantedColumns& wanted, Seconds now);
  /// Begins in the partition with the key `start_at`, if that is not null, or after its place if it is gone.
  PartitionCursor partitions(const TablePointer& table, const TokenRange& range, const WantedColumns& wanted,
                             Seconds now, const std::vector<std::string>* start_at = nullptr);

  /// Fills `values`, one a column, null where no cell lives; they last as StoredCell::value does.
  SimpleRowFound read(const SimpleRowRead& read, Seconds now,
                      std::span<std::optional<std::string_view>> values);

  /// From now on `interrupted` is asked once in a thousand entries that a read visits, whether they hold
  /// living rows or not; true ends the read with a refusal. Null: nobody is asked. It must outlive the reads.
  void ask_while_reading(const std::function<bool()>* interrupted);

  std::uint64_t schema_version();
  /// Hands out the records of the schema whose names begin with `prefix`, in the order of names. Both views
  /// last until `take` returns.
  void schema_records(std::string_view prefix,
                      const std::function<void(std::string_view name, std::string_view record)>& take);
  const ReadCounters& counters() const;

 protected:
  friend class Store;
  explicit Transaction(std::unique_ptr<TransactionState> state);
  std::unique_ptr<TransactionState> state_;
};

/// The one writer of the file.
class WriteTransaction : public Transaction {
 public:
  /// The database's clock: max(now, last + 1), kept in the file on commit.
  Timestamp next_timestamp();
  /// As above, with a clock reading already taken.
  Timestamp next_timestamp(Timestamp now);
  /// Merges a mutation into the store by the rules of timestamps. Its table has all ids.
  void apply(const Mutation& mutation);
  /// Applies all of them or, if it refuses a key, none.
  void apply(std::span<const Mutation> mutations);
  /// The same; takes them over and leaves the vector empty.
  void apply(std::vector<Mutation>&& mutations);
  void apply(const SimpleRow& row);

  bool has_writes() const;
  /// It holds about as many changed pages as memory should: time to commit.
  bool is_large() const;
  /// False once the file failed it, or the commit before it (a full disk): then nothing of the transaction
  /// can be committed any more. A refused key is no such failure.
  bool usable() const;
  /// Bytes of writes that are gathered and not yet in the file's pages.
  std::size_t gathered_bytes() const;
  /// From now on any thread may go on with it, one at a time, and end it. LMDB wants a transaction to begin
  /// and to end in one thread, so it gets a thread of its own as soon as it needs the file; where the system
  /// grants none, what needs it is refused, and nothing of the transaction can be committed any more.
  void may_move();
  /// Another writer waits for its end, in this process or in another one.
  bool is_waited_for() const;

  void put_schema_record(const std::string& name, const std::string& record);
  void erase_schema_record(const std::string& name);
  /// Never given before: names the data of a new table.
  std::uint32_t fresh_id();
  /// Puts the data of a table into the purge queue; they are out of sight since no table has the id.
  void drop_data(TableId table);
  /// To be called with each change of a table's gc_grace_seconds: the purge goes by it from now on, also for
  /// what was deleted before.
  void note_grace(TableId table, std::int64_t seconds);

  /// Durable when it returns. Does a bounded bit of purging first. Refuses on a full disk, and then nothing
  /// of the transaction has happened.
  void commit();

  /// Commits, and is from now on the transaction that follows, of the same writer. The commit may run in
  /// another thread while this one gathers writes; whatever needs the file waits for it, and refuses what it
  /// was refused. Waits for the commit before it, and refuses what that one was refused.
  void commit_async();
  /// True once the commit of the last commit_async() is done. Refuses what that commit was refused.
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
  /// Without it a commit survives the end of the process, but not a power failure: the system writes when it
  /// likes, and the file is whole for certain only after it was closed in order. If several stores of a
  /// process share a file, all their commits are durable as soon as one of them was opened with it.
  bool sync = true;
  /// Microseconds since 1970; tests put another clock here. Never empty.
  std::function<Timestamp()> clock = system_clock_microseconds;
  std::size_t map_size = std::size_t{1} << 40;
};

/// A writer that waits longer says so.
inline constexpr std::chrono::seconds kSilentWait{2};

/// How a writer waits for another one, of this process or of another.
struct WaitForWriter {
  std::function<void()> waiting;      // called once, after kSilentWait
  std::function<bool()> interrupted;  // polled; true ends the wait with a refusal
  /// A longer wait is refused; zero: there is no limit. A thread that waits for a group of its own, in
  /// another session, would otherwise wait for ever.
  std::chrono::milliseconds limit{10'000};
};

/// The schema that a transaction sees.
using SchemaOf = std::function<SchemaPointer(Transaction&)>;

struct Environment;
/// An open file. Copies share it; a second open of the same file in a process shares it, too.
class Store {
 public:
  /// Creates the file where there is none (unless read_only).
  static Store open(const std::filesystem::path& path, const StoreOptions& options = {});
  /// A file that is gone when the last copy is.
  static Store open_temporary(const StoreOptions& options = {});

  Transaction read() const;
  WriteTransaction write(const WaitForWriter& wait = {}) const;

  /// Purges all that may go, then writes a compact copy and swaps it in. No transaction of this
  /// process may be open; refused while another process has the file open. `schema_of` is called in each of
  /// its transactions: it tells each table's grace and columns. An interruption leaves the file as it was,
  /// except for what has been purged.
  void compact(const SchemaOf& schema_of, const WaitForWriter& wait = {}) const;

  bool read_only() const;
  /// LMDB does not know of the readers, since the lock file cannot be written: while a transaction is open,
  /// no other process can write. Whoever reads for long should do so in several transactions.
  bool reads_keep_writers_waiting() const;
  const std::filesystem::path& path() const;

 private:
  explicit Store(std::shared_ptr<Environment> environment);
  void swap_in_copy(const WaitForWriter& wait) const;
  std::shared_ptr<Environment> environment_;
  bool read_only_ = false;
};

}  // namespace cellar
