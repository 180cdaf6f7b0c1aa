// COPY: values between files and tables.

#include <fmt/format.h>

#include "shell/console/commands/families.h"
#include "shell/console/configuration/configuration_files.h"
#include "shell/copy/from/copy_from.h"
#include "shell/copy/to/copy_to.h"
#include "shell/files/database_files.h"
#include "shell/files/home.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::string_view kConfigurationOption = "CONFIGFILE";

/// Returns the configuration of the file that CONFIGFILE names, else that of the shell, whose faults were told when it was
/// read.
Configuration configuration_for(const CopyStatement& statement, const CommandCall& call) {
  CommandContext& context = call.context;
  for (const CopyOptionText& option : statement.options) {
    if (option.name != kConfigurationOption) continue;
    const std::filesystem::path file = with_home(option.value, context.settings.home);
    refuse_reading_database_file(file, context.connection);
    Configuration configuration = read_configuration_file(file, option.value_span);
    const std::vector<ConfigurationFault> faults = configuration.faults();
    if (!faults.empty()) {
      const ConfigurationFault& first = faults.front();
      call.answer.notices.push_back({"configuration_ignored",
                                     option.value_span,
                                     {{"place", fmt::format("{}:{}", first.file, first.line)},
                                      {"count", std::to_string(faults.size())},
                                      {"text", first.text}},
                                     std::nullopt});
    }
    return configuration;
  }
  return context.settings.configuration;
}

/// Returns the defaults that the configuration sets, the later ones winning, as cqlsh orders them.
std::vector<CopyDefault> defaults_for(const CopyStatement& statement, const Table& table,
                                      const CommandCall& call) {
  const Configuration configuration = configuration_for(statement, call);
  const std::string direction = statement.direction == CopyDirection::from ? "copy-from" : "copy-to";
  const std::string of_table = fmt::format(":{}.{}", table.keyspace, table.name);
  std::vector<CopyDefault> defaults;
  for (const std::string& section :
       {std::string("copy"), direction, "copy" + of_table, direction + of_table}) {
    const Configuration::Section* const found = configuration.section(section);
    if (found == nullptr) continue;
    for (const auto& [key, value] : *found)
      defaults.push_back({{to_upper(key), value.text, {}, {}}, fmt::format("{}:{}", value.file, value.line)});
  }
  return defaults;
}

CopyContext copy_context(const CommandCall& call, std::optional<CopyReport>& report) {
  CommandContext& context = call.context;
  ShellSettings& settings = context.settings;
  return {.connection = context.connection,
          .output = context.output,
          .stop = settings.stop,
          .home = settings.home,
          .command = call.words[0].span,
          .at_prompt = settings.at_prompt,
          .lines_are_typed = context.lines_are_typed,
          .colour_diagnostics = settings.colour_diagnostics,
          .diagnostic_form = settings.diagnostic_form,
          .language = settings.language,
          .make_durable = context.make_durable,
          .read_line = context.read_line,
          .has_read_lines = context.has_read_lines,
          .skipped_rows = context.skipped_rows,
          .notices = call.answer.notices,
          .report = report,
          .files_of_dry_run = settings.files_of_dry_run};
}

void copy(const CommandCall& call) {
  const CopyStatement statement = parse_copy(call.text);
  CopyTarget target = resolve_copy(statement, call.context.connection);
  const CopyOptions options = read_copy_options(statement, defaults_for(statement, *target.table, call));
  if (options.timestamps.value_or(false)) add_times(target);
  if (!options.unneeded.empty()) {
    call.answer.notices.push_back({"copy_options_unneeded",
                                   {},
                                   {{"options", fmt::format("{}", fmt::join(options.unneeded, ", "))}},
                                   std::nullopt});
  }
  std::optional<CopyReport> report;
  CopyContext context = copy_context(call, report);
  if (call.context.settings.dry_run) {
    statement.direction == CopyDirection::from ? check_copy_from(context, statement, target, options)
                                               : check_copy_to(context, statement, options);
    call.answer.remarks = ConsoleWords::say(call.context.settings.language,
                                            "-- dry run: {command} was not run\n", {{"command", "COPY"}});
    return;
  }
  const CopyOutcome outcome = statement.direction == CopyDirection::from
                                  ? copy_from(context, statement, target, options)
                                  : copy_to(context, statement, target, options);
  if (outcome == CopyOutcome::refused) call.answer.outcome = Outcome::refused;
  if (!report) return;
  call.answer.remarks = copy_text(*report, call.context.settings.language);
  call.answer.remarks_vary = true;
  call.answer.document = [report = *report] { return copy_json(report); };
}

/// Also COPY FROM STDIN writes a file of the rows that are refused, and CONFIGFILE names one.
bool copies_files(std::span<const CommandWord> /*words*/) { return true; }

constexpr Command kCopyCommands[] = {
    {"COPY", "", "table [(columns)] FROM|TO 'file' [WITH ...];",
     "a file of values into a table, or a table into a file",
     "COPY t FROM 'a.csv';                     the rows of a file into table t: a value for each column of "
     "t, first\n"
     "                                         the partition key, then the clustering columns, then the "
     "others by\n"
     "                                         name\n"
     "COPY t (id, name) FROM 'a*.csv,b.csv';   the file has these columns, in this order; several files\n"
     "COPY t FROM 'a.csv' WITH HEADER = true;  the first line names the columns, in any order\n"
     "COPY t TO 'a.csv' WITH HEADER = true AND DELIMITER = ';';\n"
     "FROM STDIN reads the rows that follow, up to a line \\. or the end; TO STDOUT shows them.\n"
     "It ends with a semicolon, and may have several lines. Options, with their defaults:\n"
     "  FORMAT = 'csv'            or 'jsonl': an object of JSON a line, as SELECT JSON gives\n"
     "  HEADER = false            the first line of each file names the columns\n"
     "  TIMESTAMPS                true: with the fields writetime(v), ttl(v) and expires(v) of each value, "
     "and with "
     "a\n"
     "                            header; false: FROM leaves such fields out, which it else reads if they "
     "are "
     "there\n"
     "  DELIMITER = ',' QUOTE = '\"' ESCAPE = '\\'    '\\t' is a tab; ESCAPE = '\"' doubles quotes\n"
     "  NULL = ''                 the text for null\n"
     "  BOOLSTYLE = 'True,False'  DECIMALSEP = '.'  THOUSANDSSEP = ''\n"
     "  DATETIMEFORMAT = '%Y-%m-%d %H:%M:%S.%f%z'\n"
     "FROM: SKIPROWS = 0, MAXROWS = -1 (all), SKIPCOLS = 'a,b' (columns of the file that are left out), TTL "
     "in\n"
     "  seconds, CHUNKSIZE (rows that become durable together at most; without it any number),\n"
     "  ERRFILE = 'import_ks_t.err' (gets the rows that are refused), MAXPARSEERRORS = -1 and\n"
     "  MAXINSERTERRORS = 1000 (more of them end the COPY)\n"
     "TO: MAXOUTPUTSIZE = -1 (rows of a file), BEGINTOKEN, ENDTOKEN (tokens; the first is left out), "
     "FLOATPRECISION\n"
     "  and DOUBLEPRECISION (digits; without them as many as it takes to read the same number back)\n"
     "The sections [copy], [copy-from], [copy-to], each also as [copy:ks.t], of a configuration file set "
     "other\n"
     "defaults; CONFIGFILE = 'file' names one. cqlsh's options for its cluster, such as NUMPROCESSES, change "
     "nothing.\n",
     copy, CommandEffect::writes, CommandEnd::semicolon, nullptr, nullptr, copies_files},
};

}  // namespace

std::span<const Command> copy_commands() { return kCopyCommands; }

}  // namespace cellar
