// DUMP: the whole database as a script.

#include <fmt/format.h>

#include <system_error>

#include "refusal/counted.h"
#include "schema/system_keyspaces.h"
#include "shell/command/families.h"
#include "shell/configuration/configuration_files.h"
#include "shell/copy/to/export_files.h"
#include "shell/results/row_writer.h"
#include "shell/terminal/interrupt.h"
#include "types/text/names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

struct Dumped {
  std::uint64_t tables = 0, rows = 0;
  std::uint64_t left_out = 0;  // rows for which there is no statement
};

/// Writes the statements of a database, each followed by end_statement(), which takes what has been appended to `text`.
template <typename EndStatement>
class Dump {
 public:
  Dump(const CommandCall& call, std::string& text, EndStatement end_statement)
      : call_(call), text_(text), end_statement_(end_statement) {}

  Dumped write() {
    Result schema = call_.context.session.execute("DESCRIBE SCHEMA");
    while (const ResultRow* row = schema.next()) {
      text_ += row->get<std::string_view>("create_statement");
      text_ += "\n\n";
      end_statement_();
    }
    const SchemaPointer tables = call_.context.session.schema();
    for (const auto& [name, keyspace] : tables->keyspaces) {
      if (is_system_keyspace(name) || is_virtual_keyspace(name)) continue;
      for (const std::string& table : keyspace.tables.names()) {
        if (!keyspace.tables.get(table)->is_view()) write_rows(*keyspace.tables.get(table));
      }
    }
    return dumped_;
  }

 private:
  /// ALLOW FILTERING says under the policy `teach` that the whole table is meant.
  void write_rows(const Table& table) {
    constexpr std::uint64_t kBetweenQuestions = 256;
    Result rows = call_.context.session.execute("SELECT * FROM " + quote_name(table.keyspace) + "." +
                                                quote_name(table.name) + " ALLOW FILTERING");
    const std::unique_ptr<RowWriter> writer = make_insert_writer();
    writer->begin(rows.columns(), call_.context.output);
    ++dumped_.tables;
    while (const ResultRow* row = rows.next()) {
      const std::size_t begin = text_.size();
      writer->add(*row, text_);
      const bool is_comment = std::string_view(text_).substr(begin).starts_with("--");
      ++(is_comment ? dumped_.left_out : dumped_.rows);
      end_statement_();
      if ((dumped_.rows + dumped_.left_out) % kBetweenQuestions == 0 && interrupted()) refuse("interrupted");
    }
  }

  const CommandCall& call_;
  std::string& text_;
  EndStatement end_statement_;
  Dumped dumped_;
};

Dumped dump_to_file(const CommandCall& call, const std::string& name) {
  try {
    ExportFiles file(with_home(name), std::nullopt, "", call.context.database);
    const auto end_statement = [&] {
      file.begin_row();
      file.end_row();
    };
    const Dumped dumped = Dump(call, file.rows(), end_statement).write();
    file.publish();
    return dumped;
  } catch (const ExportFault& fault) {
    refuse("dump_unwritten", call.words[1].span,
           {{"file", fault.file}, {"reason", std::generic_category().message(fault.error)}});
  }
}

std::optional<CommandOutcome> dump(const CommandCall& call) {
  Output& output = call.context.output;
  Dumped dumped;
  if (call.arguments().empty()) {
    Output& results = call.context.results;
    dumped = Dump(call, results.results(), [&] { results.write_if_full(); }).write();
  } else {
    const CommandWord& file = call.words[1];
    if (call.words.size() > 2 || file.quote == 0 || file.text.empty()) call.refuse_usage();
    dumped = dump_to_file(call, file.text);
    output.write_diagnostic(
        fmt::format("{} of {} in {}\n", counted(std::to_string(dumped.rows), "row", "rows"),
                    counted(std::to_string(dumped.tables), "table", "tables"), show_on_terminal(file.text)));
  }
  if (dumped.left_out > 0)
    output.write_diagnostic(
        fmt::format("{} left out: a collection there holds an empty value, which no statement can write\n",
                    counted(std::to_string(dumped.left_out), "row", "rows")));
  return CommandOutcome::done;
}

constexpr Command kDumpCommands[] = {
    {"DUMP", "", "['file']", "the whole database as a script (HELP DUMP)",
     "DUMP 'shop.cql'  writes the statements that make the schema and the rows again; a file of that name "
     "is\n"
     "                 replaced once all are written\n"
     "DUMP             prints them: cellar shop.cellar -e DUMP | gzip > shop.cql.gz\n"
     "To read it: cellar new.cellar -f shop.cql, which is also the way to a cluster: cqlsh -f shop.cql.\n"
     "The rows are INSERT statements, for counters UPDATE, so run it on a database without these tables. "
     "Times\n"
     "to live and timestamps are not kept. Each table is written as it is when its turn comes.\n"
     "A copy that keeps all: copy the file while nobody has it open. COPY moves one table, faster.\n",
     dump, CommandEffect::writes},
};

}  // namespace

std::span<const Command> dump_commands() { return kDumpCommands; }

}  // namespace cellar
