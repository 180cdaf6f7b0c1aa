#include "program/options/options.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <utility>

#include "program/options/cqlsh_habits.h"
#include "program/options/described_options.h"
#include "program/options/environment.h"
#include "program/options/option_kinds.h"
#include "program/options/option_words.h"
#include "program/options/subcommand_options.h"
#include "shell/console/settings.h"
#include "types/text/similar_names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

const Choices<DiagnosticForm> kForms(std::begin(kDiagnosticForms), std::end(kDiagnosticForms));
const Choices<std::optional<Notices>> kNotices = {{"on", Notices::all}, {"off", Notices::off}};
const Choices<SyncMode> kSyncModes = {
    {"each", SyncMode::each}, {"group", SyncMode::group}, {"off", SyncMode::off}};

constexpr const char* kFooter =
    "Without DATABASE the data are gone at the end. Without -f and -e the shell asks for statements, or "
    "reads them\nfrom standard input where that is no terminal.\n"
    "Exit status: 0 all went well, 1 wrong usage, a file or disk error, a failed check, lint or verify, 2 a "
    "statement was refused or an answer lost points, 130 Ctrl-C.";

void add_sources(CLI::App& program, Options& options) {
  const auto add = [&](const char* name, bool is_file, const char* value, const char* text) {
    program
        .add_option_function<std::string>(
            name,
            [&options, is_file](const std::string& source) {
              options.sources.push_back({is_file, source});
            },
            text)
        ->trigger_on_parse()
        ->type_name(value);
  };
  add("-f,--file", true, "FILE", "Run a script; - is standard input. May be given several times");
  add("-e,--execute", false, "CQL", "Run statements. May be given several times");
}

void add_database(CLI::App& program, Options& options, std::string& port) {
  program.add_option("DATABASE", options.database, "A file; it is made where there is none");
  const auto take_port = [&port](const std::string& text) {
    if (text.find_first_not_of("0123456789") != text.npos)
      throw CLI::ValidationError("DATABASE", "one is enough; a script is run by -f " + text);
    port = text;
  };
  program.add_option_function<std::string>("PORT", take_port)->group("");
}

void add_colours(CLI::App& program, Options& options) {
  program.add_flag_callback(
      "-C,--color", [&options] { options.color = true; }, "Colours, also into a file or pipe");
  program.add_flag_callback(
      "--no-color", [&options] { options.color = false; }, "No colours (nor with NO_COLOR set)");
}

void add_from(CLI::App& program, Options& options) {
  program
      .add_option_function<std::string>(
          "--from",
          [&options](const std::string& place) {
            options.from.push_back(place);
            options.from_behind = options.sources.size();
          },
          "Go on in a script at this line; before it only settings are run")
      ->trigger_on_parse()
      ->type_name("FILE:LINE");
  program
      .add_option("--skip-rows", options.skip_rows,
                  "The COPY FROM at the place of --from passes over the first N rows of its files")
      ->type_name("N")
      ->needs("--from");
  program.add_flag("--dry-run", options.dry_run, "Plan the statements of scripts, and write nothing");
}

const Choices<const OutputMode*>& mode_choices() {
  static const Choices<const OutputMode*> choices = [] {
    Choices<const OutputMode*> all;
    for (const OutputMode& each : kOutputModes) all.emplace_back(each.word, &each);
    return all;
  }();
  return choices;
}

/// Adds what decides about refusals and notices.
void add_messages(CLI::App& program, Options& options) {
  add_choice(program, "--diagnostics", options.diagnostic_form, kForms,
             "How refusals and notices are shown: full (default), short, json");
  add_choice(program, "--diag", options.diagnostic_form, kForms, "An older name of --diagnostics")->group("");
  options.language = language_of_environment();
  add_language(program, options.language);
  add_choice(
      program, "--notices", options.notices, kNotices,
      "on or off: what is said beside an answer (default: at the prompt on, in scripts what costs nothing)");
}

/// Adds what only prints something.
void add_manual(CLI::App& program, Options& options) {
  program.set_help_flag("-h,--help", "Print the most used options and leave");
  program.set_help_all_flag("--help-all", "Print all options and leave");
  program.add_option("--completion", options.completion, "Print what completes these options in a shell")
      ->type_name("bash|zsh|fish");
  program.add_flag("--man", options.man_page, "Print the manual page")->group("");
}

void add_all(CLI::App& program, Options& options, std::string& port) {
  program.footer(kFooter);
  program.set_version_flag("-v,--version", "cellar " CELLAR_VERSION " (CQL 3.4.7)",
                           "Print the version and leave");
  add_manual(program, options);
  add_database(program, options, port);
  add_sources(program, options);
  add_from(program, options);
  program.add_option("-k,--keyspace", options.keyspace, "The keyspace in use at the start");
  program
      .add_option("--parameter", options.parameters, "A value for the markers :name, or 1 for the first ?")
      ->type_name("NAME=LITERAL")
      ->allow_extra_args(false);
  add_choice(program, "--policy", options.policy, kPolicies,
             "teach (default) or cassandra: which reads are refused");
  add_messages(program, options);
  add_choice(program, "--sync", options.sync, kSyncModes,
             "When what a script writes is on the disk: after each statement, after each group of them "
             "(default), or off: at the end, and a power failure before that may damage the file");
  program.add_flag("--stop-on-error", options.stop_on_error, "End at the first statement that is refused");
  program.add_flag("--echo", options.echo,
                   "Print each statement of a script before its answer, with the comments before it");
  program.add_flag("--read-only", options.read_only, "Refuse all that writes");
  add_choice(program, "--mode", options.mode, mode_choices(), "The form of results (HELP MODE)");
  add_colours(program, options);
  program.add_flag("-t,--tty", options.tty, "Ask for statements, whatever standard input is");
  program.add_flag("--disable-history", options.disable_history, "Keep nothing of what is typed");
  program.add_flag("--report-commits", options.report_commits,
                   "Say on standard error how many of the statements that ran are durable");
  program.add_option("--cqlshrc", options.cqlshrc, "Settings in the form of cqlsh's cqlshrc")
      ->type_name("FILE");
  if (asks_for_cluster(options.arguments)) add_connect(program, options.connect);
  add_options_of_cqlsh(program, options.arguments);
  add_general_path(program, options.path);
  add_subcommands(program, options);
}

constexpr const char* kDescription = "CQL in one small program: a shell and an engine over one file.";

/// Returns what to say to somebody who has mistyped a command, which would else make a database of that name. Whoever means
/// the file writes ./server.
std::optional<LeaveNow> explain_mistyped(const Options& options, const CLI::App& program, Language language) {
  if (!options.database) return std::nullopt;
  const std::string word = options.database->string();
  std::error_code unknown;
  if (word.find_first_of("./") != word.npos || std::filesystem::exists(word, unknown)) return std::nullopt;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    if (edit_distance(word, command->get_name()) != 1) continue;
    return LeaveNow{
        1, CommandLineWords::say(language,
                                 "cellar: there is no command {word}; did you mean `cellar {nearest}`? To "
                                 "open or make a file of that name, write ./{word}.\n",
                                 {{"word", show_on_terminal(word)}, {"nearest", command->get_name()}})};
  }
  return std::nullopt;
}

std::variant<Options, LeaveNow> wish_of(Options& options, Language language) {
  if (options.man_page) return LeaveNow{0, man_page(describe_command_line())};
  if (!options.completion.empty()) {
    const std::string script = shell_completion(describe_command_line(), options.completion);
    if (!script.empty()) return LeaveNow{0, script};
    return LeaveNow{1, CommandLineWords::say(language, "cellar: --completion takes bash, zsh or fish\n")};
  }
  // Nobody means a file of that name, unless there is one.
  std::error_code unknown;
  if (options.database == "help" && !std::filesystem::exists("help", unknown))
    return LeaveNow{0, short_help(language)};
  return std::move(options);
}

}  // namespace

CommandLine describe_command_line() {
  Options options;
  std::string port;
  CLI::App program(kDescription, "cellar");
  add_all(program, options, port);
  return command_line_of(program);
}

std::variant<Options, LeaveNow> read_options(int argument_count, const char* const* arguments) {
  std::vector<const char*> words(arguments, arguments + argument_count);
  // A link to the program that is called cqlsh is `cellar cqlsh`.
  if (!words.empty() && std::filesystem::path(words[0]).filename() == "cqlsh")
    words.insert(words.begin() + 1, "cqlsh");
  Options options;
  options.arguments.assign(words.begin(), words.end());
  std::string port;
  CLI::App program(kDescription, "cellar");
  const Language language = language_of(options.arguments);
  program.formatter(std::make_shared<ProgramHelp>(language));
  add_all(program, options, port);
  const auto wrong = [language](const std::string& fault) {
    return LeaveNow{1,
                    CommandLineWords::say(language, "cellar: {fault}\nRun cellar --help for the options.\n",
                                          {{"fault", fault}})};
  };
  try {
    program.parse(static_cast<int>(words.size()), words.data());
  } catch (const CLI::Success& wish) {
    if (language != Language::english) translate(program, language);
    std::ostringstream text, unused;
    program.exit(wish, text, unused);
    return LeaveNow{0, text.str()};
  } catch (const CLI::ExtrasError&) {
    if (const std::optional<LeaveNow> explained = explain_mistyped(options, program, language))
      return *explained;
    const std::vector<CLI::App*> commands = program.get_subcommands();
    const CommandLine command = command_line_of(commands.empty() ? program : *commands.front());
    return wrong(unexpected_words(command, program.remaining(true), language));
  } catch (const CLI::ParseError& error) {
    if (const std::optional<LeaveNow> explained = explain_mistyped(options, program, language))
      return *explained;
    return wrong(show_on_terminal(fault_in(error, language)));
  }
  if (const std::optional<LeaveNow> explained = explain_host(options, port, language)) return *explained;
  if (const std::optional<LeaveNow> explained = explain_mistyped(options, program, language))
    return *explained;
  return wish_of(options, language);
}

}  // namespace cellar
