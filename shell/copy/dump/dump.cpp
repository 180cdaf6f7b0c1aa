#include "shell/copy/dump/dump.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "database/snapshot.h"
#include "schema/system_keyspaces.h"
#include "shell/copy/dump/cell_statements.h"
#include "shell/copy/dump/timed_statements.h"
#include "shell/copy/times/read_at_second.h"
#include "shell/copy/to/export_files.h"
#include "shell/render/row_statements.h"
#include "types/names.h"
#include "types/number/byte_order.h"
#include "types/value/value.h"

namespace cellar {

namespace {

/// The columns, then the time to live of each that may have one.
TableScan scan_of_all(const Table& table) {
  std::string columns, times;
  for (const Column& column : table.columns) {
    columns += (columns.empty() ? "" : ", ") + quote_name(column.name);
    if (!column.is_key() && !table.is_counter()) times += ", ttl(" + quote_name(column.name) + ")";
  }
  return scan_of_table(table, columns + times);
}

/// Returns the time to live of a value, or the longest of its elements'; nothing if it, or one of them, does not expire.
/// `times` is what ttl() says of it.
std::optional<std::int32_t> time_to_live(const Type& type, std::string_view bytes, const Type& type_of_times,
                                         const ValueView& times, bool& is_mixed) {
  const auto seconds = [](const ValueView& value) {
    return value ? std::optional(load_big_endian<std::int32_t>(value->data())) : std::nullopt;
  };
  if (!times || type_of_times.arguments.empty()) return seconds(times);
  const std::vector<ValueView> fields =
      type.kind == TypeKind::user ? unpack(type, bytes) : std::vector<ValueView>();
  const std::vector<ValueView> elements = unpack(type_of_times, *times);
  std::optional<std::int32_t> longest;
  bool is_first = true;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (i < fields.size() && !fields[i]) continue;  // ttl() has a place for fields without a value, too
    const std::optional<std::int32_t> time = seconds(elements[i]);
    is_mixed = is_mixed || (!is_first && time != longest);
    longest = is_first ? time : longest && time ? std::max(longest, time) : std::nullopt;
    is_first = false;
  }
  return longest;
}

/// Returns how long the row marker of a row lives from now on, 0 for ever; nothing if the row has no marker.
std::optional<Seconds> marker_of(Transaction& transaction, const TablePointer& table,
                                 const std::vector<Value>& key, Seconds now) {
  if (std::ranges::any_of(key, [](const Value& value) { return !value; })) return std::nullopt;
  std::vector<std::string> partition, clustering;
  for (std::size_t index = 0; index < key.size(); ++index)
    (index < table->partition_key_size ? partition : clustering).push_back(*key[index]);
  PartitionReader reader = transaction.partition(table, partition, {0}, now);
  reader.select({Slice{{clustering}, {clustering, true}}}, false);
  const StoredRow* const row = reader.next();
  if (row == nullptr || row->marker == nullptr) return std::nullopt;
  const Liveness& marker = *row->marker;
  return marker.time_to_live == 0 ? 0 : std::max<Seconds>(marker.expires_at - now, 1);
}

class Dump {
 public:
  Dump(Connection& connection, StopToken stop, DumpedTimes times, std::string& text,
       const std::function<void()>& end_statement)
      : connection_(connection),
        stop_(std::move(stop)),
        says_times_(times == DumpedTimes::of_writes),
        text_(text),
        end_statement_(end_statement) {}

  Dumped write() {
    const SchemaPointer tables =
        connection_.schema();  // first, so that each of them that is not dropped is described
    Result schema = connection_.execute("DESCRIBE SCHEMA");
    while (const ResultRow* row = schema.next()) {
      text_ += row->get<std::string_view>("create_statement");
      text_ += "\n\n";
      end_statement_();
    }
    for (const auto& [name, keyspace] : tables->keyspaces) {
      if (is_system_keyspace(name) || is_virtual_keyspace(name)) continue;
      for (const std::string& table : keyspace.tables.names()) {
        if (!keyspace.tables.get(table)->is_view()) write_table(keyspace.tables.get(table));
      }
    }
    return dumped_;
  }

 private:
  /// A counter has no timestamp, and CQL does not tell of all cells: the file does.
  void write_table(const TablePointer& table) {
    const Database* const database = connection_.database();
    const bool is_written = !says_times_ || table->is_counter() ? write_rows(table)
                            : database != nullptr               ? write_cells(*database, *table)
                                                                : write_of_cluster(*table);
    if (!is_written) dumped_.dropped.push_back(quote_name(table->keyspace) + "." + quote_name(table->name));
  }

  /// Returns false for a table that was dropped since the schema was read.
  bool write_cells(const Database& database, const Table& described) {
    const Seconds now = database.now() / 1'000'000;
    Snapshot snapshot = database.snapshot();
    const TablePointer table = snapshot.schema->find_table(described.keyspace, described.name);
    if (table == nullptr || table->id != described.id) return false;
    const std::function<bool()> stops = stop_;
    snapshot.transaction.may_stay_open();
    snapshot.transaction.ask_while_reading(&stops);
    CellStatements statements(table, now, text_, [this] { end_statement_(); });
    statements.write(snapshot.transaction);
    ++dumped_.tables;
    dumped_.rows += statements.counts().rows;
    dumped_.left_out += statements.counts().left_out;
    dumped_.expiring += statements.counts().expiring;
    dumped_.deletions += statements.counts().deletions;
    dumped_.unsaid_deletions += statements.counts().unsaid_deletions;
    return true;
  }

  /// Likewise.
  bool write_of_cluster(const Table& table) {
    std::optional<TimedStatements> statements;
    try {
      statements.emplace(connection_, table, stop_, text_, end_statement_);
    } catch (const Refusal&) {
      if (is_there(table)) throw;
      return false;
    }
    statements->write();
    ++dumped_.tables;
    dumped_.rows += statements->counts().rows;
    dumped_.left_out += statements->counts().left_out;
    dumped_.expiring += statements->counts().expiring;
    dumped_.mixed_lists += statements->counts().mixed_lists;
    return true;
  }

  bool is_there(const Table& table) const {
    const Keyspace* const keyspace = connection_.schema()->find_keyspace(table.keyspace);
    return keyspace != nullptr && keyspace->tables.contains(table.name) &&
           keyspace->tables.get(table.name)->id == table.id;
  }

  /// Likewise.
  bool write_rows(const TablePointer& table) {
    constexpr std::uint64_t kBetweenQuestions = 256;
    std::optional<Result> rows = read(*table);
    if (!rows) return false;
    std::optional<Snapshot> snapshot;  // CQL does not tell how long a marker lives, the file does
    if (const Database* const database = connection_.database()) {
      snapshot.emplace(database->snapshot());
      snapshot->transaction.may_stay_open();
    }
    RowStatements statements(std::span(rows->columns()).first(table->columns.size()),
                             Language::english);  // the script may be read anywhere
    ++dumped_.tables;
    while (const ResultRow* row = rows->next()) {
      const std::size_t begin = text_.size();
      read_times(*table, rows->columns(), *row);
      if (!table->is_counter()) read_marker(table, *row, snapshot ? &snapshot->transaction : nullptr);
      const bool expires = times_.marker || std::ranges::any_of(times_.values, [](const TimeToLive& time) {
                             return time.has_value();
                           });
      if (expires) ++dumped_.expiring;
      statements.append(*row, text_, times_);
      const bool is_comment = std::string_view(text_).substr(begin).starts_with("--");
      ++(is_comment ? dumped_.left_out : dumped_.rows);
      end_statement_();
      if ((dumped_.rows + dumped_.left_out) % kBetweenQuestions == 0 && stop_.stop_requested())
        refuse("interrupted");
    }
    return true;
  }

  /// Sets `now_` to the second as of which the rows are read, by the clock of the file. Returns nothing for a table that was
  /// dropped since the schema was read.
  std::optional<Result> read(const Table& table) {
    try {
      ReadAtSecond read = read_at_second(connection_, scan_of_all(table));
      now_ = read.second;
      return std::move(read.rows);
    } catch (const Refusal&) {
      if (is_there(table)) throw;
      return std::nullopt;
    }
  }

  /// Behind the columns come their times to live.
  void read_times(const Table& table, const std::vector<ResultColumn>& columns, const ResultRow& row) {
    times_.values.assign(table.columns.size(), std::nullopt);
    std::size_t next = table.columns.size();
    for (std::size_t i = 0; i < table.columns.size() && next < columns.size(); ++i) {
      if (table.columns[i].is_key()) continue;
      TimeToLive& time = times_.values[i];
      bool is_mixed = false;
      if (row[i]) time = time_to_live(columns[i].type, *row[i], columns[next].type, row[next], is_mixed);
      if (is_mixed) ++dumped_.mixed;
      ++next;
    }
  }

  /// The marker of a row matters if no value keeps the row for ever. A partition without rows is an INSERT of its static
  /// columns, which writes no marker: its time is that of the first of them.
  void read_marker(const TablePointer& table, const ResultRow& row, Transaction* transaction) {
    const std::size_t clustering = table->partition_key_size;
    const bool is_row = table->clustering_size == 0 || row[clustering];
    times_.has_marker = true;
    times_.marker.reset();
    if (is_row && transaction == nullptr) return;
    for (std::size_t i = table->key_size(); i < table->columns.size(); ++i) {
      const ColumnKind kind = table->columns[i].kind;
      if (!row[i] || (is_row && kind == ColumnKind::static_)) continue;
      if (!is_row) times_.marker = times_.values[i];
      if (!is_row || !times_.values[i]) return;
    }
    const std::vector<Value> values = row.copy();
    const std::vector<Value> key(values.begin(),
                                 values.begin() + static_cast<std::ptrdiff_t>(table->key_size()));
    const std::optional<Seconds> marker = marker_of(*transaction, table, key, now_);
    times_.has_marker = marker.has_value();
    if (marker && *marker != 0) times_.marker = static_cast<std::int32_t>(*marker);
  }

  Connection& connection_;
  StopToken stop_;
  const bool says_times_;
  std::string& text_;
  Seconds now_ = 0;
  RowTimes times_;
  const std::function<void()>& end_statement_;
  Dumped dumped_;
};

}  // namespace

Dumped dump(Connection& connection, const StopToken& stop, DumpedTimes times, std::string& text,
            const std::function<void()>& end_statement) {
  return Dump(connection, stop, times, text, end_statement).write();
}

Dumped dump_to_file(Connection& connection, const StopToken& stop, DumpedTimes times,
                    const std::filesystem::path& path) {
  ExportFiles file(path, std::nullopt, "", connection, stop);
  const Dumped dumped = dump(connection, stop, times, file.rows(), [&file] {
    file.begin_row();
    file.end_row();
  });
  file.publish();
  return dumped;
}

}  // namespace cellar
