// DUMP: the whole database as a script.

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <system_error>

#include "database/snapshot.h"
#include "schema/system_keyspaces.h"
#include "shell/console/commands/families.h"
#include "shell/copy/dump/cell_statements.h"
#include "shell/copy/times/read_at_second.h"
#include "shell/copy/to/export_files.h"
#include "shell/files/home.h"
#include "shell/move/moved_statements.h"
#include "shell/render/row_statements.h"
#include "types/names.h"
#include "types/number/byte_order.h"
#include "types/text/text.h"
#include "types/value/value.h"

namespace cellar {

namespace {

struct Dumped {
  std::uint64_t tables = 0, rows = 0;
  std::uint64_t left_out = 0;     // rows for which there is no statement
  std::uint64_t expiring = 0;     // rows with a time to live
  std::uint64_t mixed = 0;        // collections whose elements expire at different times
  std::uint64_t mixed_lists = 0;  // lists whose elements were written at different times
  std::uint64_t deletions = 0;
  std::uint64_t unsaid_deletions = 0;  // for which there is no statement
  std::vector<std::string> dropped;    // tables that were dropped before their turn came
};

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

/// Whether the statements say when cells were written.
enum class DumpedTimes : std::uint8_t { of_writes, none };

/// Writes the statements of a database, each followed by end_statement(), which takes what has been appended to `text`.
template <typename EndStatement>
class Dump {
 public:
  Dump(Connection& connection, const StopToken& stop, DumpedTimes times, std::string& text,
       EndStatement end_statement)
      : connection_(connection),
        stop_(stop),
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
                                                                : write_moved(*table);
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
  bool write_moved(const Table& table) {
    std::optional<MovedStatements> statements;
    try {
      statements.emplace(connection_, table, stop_, text_, [this] { end_statement_(); });
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
  /// `transaction`: null where nobody tells of markers.
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
  EndStatement end_statement_;
  Dumped dumped_;
};

Dumped dump_to_file(const CommandCall& call, const std::string& name, DumpedTimes times) {
  try {
    ExportFiles file(with_home(name, call.context.settings.home), std::nullopt, "", call.context.connection,
                     call.context.settings.stop);
    const auto end_statement = [&] {
      file.begin_row();
      file.end_row();
    };
    const Dumped dumped =
        Dump(call.context.connection, call.context.settings.stop, times, file.rows(), end_statement).write();
    file.publish();
    return dumped;
  } catch (const ExportFault& fault) {
    refuse("dump_unwritten", call.words[1].span,
           {{"file", fault.file}, {"reason", std::generic_category().message(fault.error)}});
  }
}

/// What of the database the script does not keep as it is.
std::string remarks_on(const Dumped& dumped, Language language) {
  const ConsoleWords::Speech say(language);
  std::string text;
  if (dumped.expiring > 0)
    text += say(
        "{rows|row|rows} with a time to live: the script says USING TTL with the seconds that are left now\n",
        {{"rows", std::to_string(dumped.expiring)}});
  if (dumped.mixed > 0)
    text += say(
        "{count|collection|collections} with elements that expire at different times: the script lets all of "
        "them live as long as the last one\n",
        {{"count", std::to_string(dumped.mixed)}});
  if (dumped.mixed_lists > 0)
    text += say(
        "{count|list|lists} with elements of several times: the script writes them as a whole, as new as the "
        "newest element\n",
        {{"count", std::to_string(dumped.mixed_lists)}});
  if (dumped.left_out > 0)
    text += say(
        "{rows|row|rows} left out: a collection there holds an empty value, which no statement can write\n",
        {{"rows", std::to_string(dumped.left_out)}});
  if (dumped.deletions > 0)
    text += say("{count|deletion|deletions} that may not be purged yet: in the script, too\n",
                {{"count", std::to_string(dumped.deletions)}});
  if (dumped.unsaid_deletions > 0)
    text += say("{count|deletion|deletions} left out: all rows of a partition, but not its static columns\n",
                {{"count", std::to_string(dumped.unsaid_deletions)}});
  for (const std::string& table : dumped.dropped)
    text += say("{table} was dropped meanwhile: the script makes it without rows\n", {{"table", table}});
  return text;
}

/// Reads WITH TIMESTAMPS = true | false, which may stand from the word `first` on.
DumpedTimes times_of(const CommandCall& call, std::size_t first) {
  std::string option;
  for (const CommandWord& word : call.words.subspan(first)) option += to_upper(word.text);
  if (option.empty() || option == "WITHTIMESTAMPS=TRUE") return DumpedTimes::of_writes;
  if (option != "WITHTIMESTAMPS=FALSE") call.refuse_usage(first);
  return DumpedTimes::none;
}

void dump(const CommandCall& call) {
  call.context.make_durable();
  const bool has_file = call.words.size() > 1 && call.words[1].quote != 0;
  const DumpedTimes times = times_of(call, has_file ? 2 : 1);
  if (!has_file) {
    call.answer.is_result = true;
    call.answer.draw = [&connection = call.context.connection, stop = call.context.settings.stop,
                        language = call.context.settings.language, times](Output& output) {
      const Dumped dumped =
          Dump(connection, stop, times, output.results(), [&] { output.write_if_full(); }).write();
      if (const std::string remarks = remarks_on(dumped, language); !remarks.empty())
        output.write_diagnostic(remarks);
      return std::vector<Diagnostic>();
    };
    return;
  }
  const CommandWord& file = call.words[1];
  if (file.text.empty()) call.refuse_usage();
  const Dumped dumped = dump_to_file(call, file.text, times);
  const Language language = call.context.settings.language;
  call.answer.remarks = ConsoleWords::say(language, "{rows|row|rows} of {tables|table|tables} in {file}\n",
                                          {{"rows", std::to_string(dumped.rows)},
                                           {"tables", std::to_string(dumped.tables)},
                                           {"file", show_on_terminal(file.text)}}) +
                        remarks_on(dumped, language);
}

constexpr Command kDumpCommands[] = {
    {"DUMP", "", "['file'] [WITH TIMESTAMPS = false]", "the whole database as a script (HELP DUMP)",
     "DUMP 'shop.cql'  writes the statements that make the schema and the rows again; a file of that name "
     "is\n"
     "                 replaced once all are written\n"
     "DUMP             prints them: cellar shop.cellar -e DUMP | gzip > shop.cql.gz\n"
     "To read it: cellar new.cellar -f shop.cql, which is also the way to a cluster: cqlsh -f shop.cql.\n"
     "Each cell keeps its timestamp (USING TIMESTAMP), and what is left of its time to live (AND TTL); a "
     "statement\n"
     "writes the cells of a row that are alike. Deletions that may not be purged yet are DELETE statements. "
     "Counters\n"
     "are added by UPDATE, so run it on a database without these tables. Not kept are the ids of the "
     "elements of\n"
     "lists, and when the row marker of an INSERT USING TTL has expired.\n"
     "Of a cluster CQL tells no deletions and no row markers: a marker is written with the value that "
     "lives\n"
     "longest, and a list as a whole.\n"
     "WITH TIMESTAMPS = false leaves the times of writes and the deletions out: what is written USING TTL "
     "lives for "
     "the\n"
     "seconds that are left, the elements of one collection as long as the last of them, and a row that "
     "UPDATE made\n"
     "with a value that does not expire gets the row marker of an INSERT.\n"
     "Each table is written as it is when its turn comes; one that was dropped meanwhile is made without "
     "rows.\n"
     "A copy that keeps all: copy the file while nobody has it open. COPY moves one table, faster.\n",
     dump, CommandEffect::writes, CommandEnd::line, nullptr, nullptr, has_quoted_word},
};

}  // namespace

std::span<const Command> dump_commands() { return kDumpCommands; }

}  // namespace cellar
