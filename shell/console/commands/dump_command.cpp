// DUMP: the whole database as a script.

#include <fmt/format.h>

#include <system_error>

#include "refusal/counted.h"
#include "schema/system_keyspaces.h"
#include "shell/console/commands/families.h"
#include "shell/copy/to/export_files.h"
#include "shell/files/home.h"
#include "shell/render/row_statements.h"
#include "types/number/byte_order.h"
#include "types/text/names.h"
#include "types/text/text.h"
#include "types/value/value.h"

namespace cellar {

namespace {

struct Dumped {
  std::uint64_t tables = 0, rows = 0;
  std::uint64_t left_out = 0;  // rows for which there is no statement
  std::uint64_t expiring = 0;  // rows with a time to live
  std::uint64_t mixed = 0;     // collections whose elements expire at different times
};

/// "SELECT "p", "v", ttl("v") ...": the columns, then the time to live of each that may have one. ALLOW FILTERING says
/// under the policy `teach` that the whole table is meant.
std::string select_of_all(const Table& table) {
  std::string columns, times;
  for (const Column& column : table.columns) {
    columns += (columns.empty() ? "" : ", ") + quote_name(column.name);
    if (!column.is_key() && !table.is_counter()) times += ", ttl(" + quote_name(column.name) + ")";
  }
  return "SELECT " + columns + times + " FROM " + quote_name(table.keyspace) + "." + quote_name(table.name) +
         " ALLOW FILTERING";
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

/// Writes the statements of a database, each followed by end_statement(), which takes what has been appended to `text`.
template <typename EndStatement>
class Dump {
 public:
  Dump(Session& session, const StopToken& stop, std::string& text, EndStatement end_statement)
      : session_(session), stop_(stop), text_(text), end_statement_(end_statement) {}

  Dumped write() {
    Result schema = session_.execute("DESCRIBE SCHEMA");
    while (const ResultRow* row = schema.next()) {
      text_ += row->get<std::string_view>("create_statement");
      text_ += "\n\n";
      end_statement_();
    }
    const SchemaPointer tables = session_.schema();
    for (const auto& [name, keyspace] : tables->keyspaces) {
      if (is_system_keyspace(name) || is_virtual_keyspace(name)) continue;
      for (const std::string& table : keyspace.tables.names()) {
        if (!keyspace.tables.get(table)->is_view()) write_rows(*keyspace.tables.get(table));
      }
    }
    return dumped_;
  }

 private:
  void write_rows(const Table& table) {
    constexpr std::uint64_t kBetweenQuestions = 256;
    Result rows = session_.execute(select_of_all(table));
    RowStatements statements(std::span(rows.columns()).first(table.columns.size()));
    ++dumped_.tables;
    while (const ResultRow* row = rows.next()) {
      const std::size_t begin = text_.size();
      statements.append(*row, text_, times_of(table, rows.columns(), *row));
      const bool is_comment = std::string_view(text_).substr(begin).starts_with("--");
      ++(is_comment ? dumped_.left_out : dumped_.rows);
      end_statement_();
      if ((dumped_.rows + dumped_.left_out) % kBetweenQuestions == 0 && stop_.stop_requested())
        refuse("interrupted");
    }
  }

  /// Behind the columns come their times to live.
  const TimesToLive& times_of(const Table& table, const std::vector<ResultColumn>& columns,
                              const ResultRow& row) {
    times_.assign(table.columns.size(), std::nullopt);
    bool expires = false;
    std::size_t next = table.columns.size();
    for (std::size_t i = 0; i < table.columns.size() && next < columns.size(); ++i) {
      if (table.columns[i].is_key()) continue;
      bool is_mixed = false;
      if (row[i]) times_[i] = time_to_live(columns[i].type, *row[i], columns[next].type, row[next], is_mixed);
      expires = expires || times_[i];
      if (is_mixed) ++dumped_.mixed;
      ++next;
    }
    if (expires) ++dumped_.expiring;
    return times_;
  }

  Session& session_;
  StopToken stop_;
  std::string& text_;
  TimesToLive times_;
  EndStatement end_statement_;
  Dumped dumped_;
};

Dumped dump_to_file(const CommandCall& call, const std::string& name) {
  try {
    ExportFiles file(with_home(name, call.context.settings.home), std::nullopt, "", call.context.database,
                     call.context.settings.stop);
    const auto end_statement = [&] {
      file.begin_row();
      file.end_row();
    };
    const Dumped dumped =
        Dump(call.context.session, call.context.settings.stop, file.rows(), end_statement).write();
    file.publish();
    return dumped;
  } catch (const ExportFault& fault) {
    refuse("dump_unwritten", call.words[1].span,
           {{"file", fault.file}, {"reason", std::generic_category().message(fault.error)}});
  }
}

/// What of the database the script does not keep as it is.
std::string remarks_on(const Dumped& dumped) {
  std::string text;
  if (dumped.expiring > 0)
    text +=
        fmt::format("{} with a time to live: the script says USING TTL with the seconds that are left now\n",
                    counted(std::to_string(dumped.expiring), "row", "rows"));
  if (dumped.mixed > 0)
    text += fmt::format(
        "{} with elements that expire at different times: the script lets all of them live as long as the "
        "last one\n",
        counted(std::to_string(dumped.mixed), "collection", "collections"));
  if (dumped.left_out > 0)
    text +=
        fmt::format("{} left out: a collection there holds an empty value, which no statement can write\n",
                    counted(std::to_string(dumped.left_out), "row", "rows"));
  return text;
}

void dump(const CommandCall& call) {
  if (call.arguments().empty()) {
    call.answer.is_result = true;
    call.answer.draw = [&session = call.context.session, stop = call.context.settings.stop](Output& output) {
      const Dumped dumped = Dump(session, stop, output.results(), [&] { output.write_if_full(); }).write();
      if (const std::string remarks = remarks_on(dumped); !remarks.empty()) output.write_diagnostic(remarks);
      return std::vector<Diagnostic>();
    };
    return;
  }
  const CommandWord& file = call.words[1];
  if (call.words.size() > 2 || file.quote == 0 || file.text.empty()) call.refuse_usage();
  const Dumped dumped = dump_to_file(call, file.text);
  call.answer.remarks =
      fmt::format("{} of {} in {}\n", counted(std::to_string(dumped.rows), "row", "rows"),
                  counted(std::to_string(dumped.tables), "table", "tables"), show_on_terminal(file.text)) +
      remarks_on(dumped);
}

constexpr Command kDumpCommands[] = {
    {"DUMP", "", "['file']", "the whole database as a script (HELP DUMP)",
     "DUMP 'shop.cql'  writes the statements that make the schema and the rows again; a file of that name "
     "is\n"
     "                 replaced once all are written\n"
     "DUMP             prints them: cellar shop.cellar -e DUMP | gzip > shop.cql.gz\n"
     "To read it: cellar new.cellar -f shop.cql, which is also the way to a cluster: cqlsh -f shop.cql.\n"
     "The rows are INSERT statements, for counters UPDATE, so run it on a database without these tables. "
     "Values\n"
     "that expire are written USING TTL with the seconds that are left. Not kept are the times of writes, "
     "the time\n"
     "to live of a row without values, and that a row was made by UPDATE: it gets the row marker of an "
     "INSERT.\n"
     "Each table is written as it is when its turn comes.\n"
     "A copy that keeps all: copy the file while nobody has it open. COPY moves one table, faster.\n",
     dump, CommandEffect::writes},
};

}  // namespace

std::span<const Command> dump_commands() { return kDumpCommands; }

}  // namespace cellar
