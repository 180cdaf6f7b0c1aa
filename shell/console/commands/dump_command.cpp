// DUMP: the whole database as a script.

#include <system_error>

#include "shell/console/commands/families.h"
#include "shell/copy/dump/dump.h"
#include "shell/copy/to/export_files.h"
#include "shell/files/home.h"
#include "types/text/text.h"

namespace cellar {

namespace {

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

Dumped dump_to_named_file(const CommandCall& call, const std::string& name, DumpedTimes times) {
  const CommandContext& context = call.context;
  try {
    const StopToken& stop = context.settings.stop;
    return dump_to_file(context.connection, stop, times, with_home(name, context.settings.home));
  } catch (const ExportFault& fault) {
    refuse("dump_unwritten", call.words[1].span,
           {{"file", fault.file}, {"reason", std::generic_category().message(fault.error)}});
  }
}

void run_dump(const CommandCall& call) {
  call.context.make_durable();
  const bool has_file = call.words.size() > 1 && call.words[1].quote != 0;
  const DumpedTimes times = times_of(call, has_file ? 2 : 1);
  if (!has_file) {
    call.answer.is_result = true;
    call.answer.draw = [&connection = call.context.connection, stop = call.context.settings.stop,
                        language = call.context.settings.language, times](Output& output) {
      const Dumped dumped =
          dump(connection, stop, times, output.results(), [&output] { output.write_if_full(); });
      if (const std::string remarks = remarks_on(dumped, language); !remarks.empty())
        output.write_diagnostic(remarks);
      return std::vector<Diagnostic>();
    };
    return;
  }
  const CommandWord& file = call.words[1];
  if (file.text.empty()) call.refuse_usage();
  const Dumped dumped = dump_to_named_file(call, file.text, times);
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
     run_dump, CommandEffect::writes, CommandEnd::line, nullptr, nullptr, has_quoted_word},
};

}  // namespace

std::span<const Command> dump_commands() { return kDumpCommands; }

}  // namespace cellar
