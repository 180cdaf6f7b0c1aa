#include "program/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <utility>

#include "program/environment.h"
#include "program/manual/command_line.h"
#include "shell/console/settings.h"
#include "types/text/text.h"

namespace cellar {

namespace {

template <typename Value>
using Choices = std::vector<std::pair<std::string, Value>>;

const Choices<Policy> kPolicies = {{"cassandra", Policy::cassandra}, {"teach", Policy::teach}};
const Choices<DiagnosticForm> kForms(std::begin(kDiagnosticForms), std::end(kDiagnosticForms));
const Choices<std::optional<Notices>> kNotices = {{"on", Notices::all}, {"off", Notices::off}};
const Choices<SyncMode> kSyncModes = {
    {"each", SyncMode::each}, {"group", SyncMode::group}, {"off", SyncMode::off}};

constexpr const char* kFooter =
    "Without DATABASE the data are gone at the end. Without -f and -e the shell asks for statements, or "
    "reads them\nfrom standard input where that is no terminal.\n"
    "Exit status: 0 all went well, 1 wrong usage, a file or disk error, a failed check, lint or verify, 2 a "
    "statement was refused or an answer lost points, 130 Ctrl-C.";

/// An option whose value is one of a few words, in any case.
template <typename Value>
CLI::Option* add_choice(CLI::App& program, const std::string& name, Value& value,
                        const Choices<Value>& choices, const std::string& text) {
  std::string words;
  for (const auto& choice : choices) words += (words.empty() ? "" : "|") + choice.first;
  const auto choose = [&value, &choices, name, words](const std::string& given) {
    for (const auto& [word, meaning] : choices) {
      if (word == to_lower(given)) return static_cast<void>(value = meaning);
    }
    throw CLI::ValidationError(name, "takes " + words + ", and not \"" + given + "\"");
  };
  return program.add_option_function<std::string>(name, choose, text)->type_name(words);
}

CLI::Option* add_port(CLI::App& command, const std::string& name, std::uint16_t& port,
                      const std::string& text) {
  const auto read = [&port, name](const std::string& given) {
    const char* const end = given.data() + given.size();
    const auto [read_to, fault] = std::from_chars(given.data(), end, port);
    if (fault != std::errc() || read_to != end)
      throw CLI::ValidationError(name, "takes a number from 0 to 65535, and not \"" + given + "\"");
  };
  return command.add_option_function<std::string>(name, read, text);
}

void add_path(CLI::App& program, StatementPath& path) {
  program.add_flag_callback(
      "--general-path", [&path] { path = StatementPath::general; },
      "Run each statement by the general path alone, to compare the answers with those of the short ones");
}

// A DATABASE that is called as a command is written ./check, ./grade ...
void add_check(CLI::App& program, Options& options, CheckOptions& check) {
  CLI::App* command =
      program.add_subcommand("check", "Run scripts and compare their answers with those they hold");
  command->add_option("PATH", check.paths, "Scripts, or folders of them")->required();
  add_choice(*command, "--policy", check.policy, kPolicies, "cassandra (default) or teach");
  add_path(*command, check.path);
  command->add_flag("--update", check.update, "Write the answers of this run into the scripts");
  command->add_flag("--summary", check.summary, "End with a table of the folders");
  command
      ->add_option("--only", check.only,
                   "Only scripts whose path contains the pattern, with * and ?; may be given several times")
      ->type_name("PATTERN")
      ->allow_extra_args(false);
  command->add_flag("--tap", check.tap, "Print the outcome in the Test Anything Protocol");
  command->add_option("--junit", check.junit, "Also write the outcome into a file, as JUnit's XML")
      ->type_name("FILE");
  command->add_option("--known", check.known, "A list of differences that are decisions");
  command->callback([&options, &check] { options.check = check; });
}

const Choices<GradeReport> kGradeReports = {{"text", GradeReport::text},
                                            {"tap", GradeReport::tap},
                                            {"junit", GradeReport::junit},
                                            {"json", GradeReport::json},
                                            {"csv", GradeReport::csv}};

void add_grade(CLI::App& program, Options& options, GradeOptions& grade) {
  CLI::App* command = program.add_subcommand("grade", "Grade answers to an exercise");
  command->add_option("EXERCISE", grade.exercise, "An exercise; with --test also a folder of them")
      ->required();
  CLI::Option* answer =
      command->add_option("ANSWER", grade.answer, "An answer, or a folder of those of a class");
  add_choice(*command, "--report", grade.report, kGradeReports,
             "The form of the grades: text (default), tap, junit, json, csv");
  command
      ->add_option(
          "--answers", grade.teacher,
          "The teacher's answers and hidden rows; by default EXERCISE.answers.cql beside the exercise")
      ->type_name("FILE");
  command->add_option("--reports", grade.reports, "Also write a text for each answer into a folder")
      ->type_name("FOLDER");
  CLI::Option* test = command->add_flag("--test", grade.test,
                                        "Grade the teacher's own answers, and name those that are misjudged");
  test->excludes(answer);
  command->callback([&options, &grade] {
    if (!grade.test && !grade.answer) throw CLI::RequiredError("ANSWER");
    if (grade.test && grade.report == GradeReport::csv)
      throw CLI::ValidationError("--report csv", "is for the answers of a class, and --test has none");
    options.grade = grade;
  });
}

void add_lint(CLI::App& program, Options& options) {
  const auto lint = std::make_shared<LintOptions>();
  CLI::App* command = program.add_subcommand("lint", "Name what a script will make you regret");
  command->add_option("PATH", lint->paths, "Scripts")->required();
  add_choice(*command, "--policy", lint->policy, kPolicies, "cassandra (default) or teach");
  command->add_flag("--json", lint->json, "Print an object for each script");
  command->add_option("--level", lint->given, "Of a code or of all: off, info, warn or error (status 1)")
      ->type_name("CODE=LEVEL")
      ->allow_extra_args(false)
      ->check([](const std::string& level) { return LintLevels().set(level) ? "" : "takes L503=error ..."; });
  command->callback([&options, lint] { options.lint = *lint; });
}

void add_verify(CLI::App& program, Options& options) {
  CLI::App* command = program.add_subcommand(
      "verify", "Read a whole database and name what is damaged in it, without changing it");
  command
      ->add_option_function<std::filesystem::path>(
          "FILE", [&options](const std::filesystem::path& file) { options.verify = file; }, "A database")
      ->required();
}

void add_node_names(CLI::App& command, NodeNames& node) {
  // The environment is that of Cassandra's container image.
  command.add_option("--cluster-name", node.cluster, "The name of the cluster that drivers see")
      ->type_name("NAME")
      ->envname("CASSANDRA_CLUSTER_NAME");
  command.add_option("--datacenter", node.datacenter, "Its datacenter (default datacenter1)")
      ->type_name("NAME")
      ->envname("CASSANDRA_DC");
  command.add_option("--rack", node.rack, "Its rack (default rack1)")
      ->type_name("NAME")
      ->envname("CASSANDRA_RACK");
}

void add_serve(CLI::App& program, Options& options) {
  const auto serve = std::make_shared<ServeOptions>();
  CLI::App* command = program.add_subcommand("serve", "Let drivers of Cassandra connect");
  command->footer(
      "Exit status: 0 after SIGINT, SIGTERM or SIGHUP, 1 wrong usage or the server cannot start, 2 a\n"
      "statement of --init was refused.");
  CLI::Option* database =
      command->add_option("DATABASE", serve->database, "A file; without one the data are gone at the end");
  command
      ->add_option("--listen", serve->listen,
                   "An address (default 127.0.0.1), or the path of a unix socket; may be given several times")
      ->type_name("ADDRESS")
      ->allow_extra_args(false);
  add_port(*command, "--port", serve->port, "The port of all addresses (default 9042); 0 takes a free one")
      ->type_name("N");
  command
      ->add_option("--init", serve->init,
                   "A script, or a folder of them, to run first; may be given several times")
      ->type_name("FILE|FOLDER")
      ->allow_extra_args(false)
      ->check(CLI::ExistingPath);
  command
      ->add_option("--ready-file", serve->ready_file,
                   "Write the addresses into a file once clients can connect; it is removed at the end")
      ->type_name("FILE");
  add_node_names(*command, serve->node);
  add_choice(*command, "--policy", serve->policy, kPolicies, "cassandra (default) or teach");
  command->add_flag("--read-only", serve->is_read_only, "Refuse all that writes")->needs(database);
  command->add_flag("--insecure", serve->is_insecure,
                    "Also listen where other machines can connect, without any login");
  command->add_flag("--strict-consistency", serve->is_strict_about_consistency,
                    "Answer UNAVAILABLE where a consistency level needs more replicas than one");
  command
      ->add_option("--fault", serve->faults,
                   "Make errors for a test: 'unavailable: 1 in 100'; may be given several times")
      ->type_name("FAULT")
      ->allow_extra_args(false);
  command->callback([&options, serve] { options.serve = *serve; });
}

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

/// Options of cqlsh that mean nothing to a file, nor to a server without logins: whoever types them out of habit gets what
/// they want without.
/// They are no part of any help, and each costs a start as much as the parse of a name: only those are added
/// that an argument begins with.
void add_options_of_cqlsh(CLI::App& program, const std::vector<std::string>& arguments) {
  constexpr const char* kFlags[] = {"--ssl", "--debug", "--coverage", "--insecure-password-without-warning"};
  constexpr const char* kValues[] = {"-u,--username",      "-p,--password",     "--browser",
                                     "--credentials",      "--cqlversion",      "--encoding",
                                     "--protocol-version", "--connect-timeout", "--request-timeout"};
  // Short options may be written together, as in -Cu.
  const auto is_given = [&](std::string_view names) {
    const bool has_letter = !names.starts_with("--");
    const std::string_view word = has_letter ? names.substr(names.find(',') + 1) : names;
    return std::ranges::any_of(arguments, [&](const std::string& argument) {
      if (argument.starts_with("--")) return argument.starts_with(word);
      return has_letter && argument.starts_with('-') && argument.find(names[1]) != argument.npos;
    });
  };
  for (const char* flag : kFlags) {
    if (is_given(flag)) program.add_flag(flag)->group("");
  }
  const auto ignore = [](const std::string&) {};
  for (const char* name : kValues) {
    if (is_given(name)) program.add_option_function<std::string>(name, ignore)->group("");
  }
}

void add_cqlsh(CLI::App& program, Options& options) {
  const auto cqlsh = std::make_shared<CqlshOptions>();
  CLI::App* command =
      program.add_subcommand("cqlsh", "Send statements to a running server, as cqlsh does without a prompt");
  command
      ->add_option("HOST", cqlsh->host, "A numeric address (default 127.0.0.1), or the path of a unix socket")
      ->envname("CQLSH_HOST");
  add_port(*command, "PORT", cqlsh->port, "Its port (default 9042)")->envname("CQLSH_PORT");
  command->add_option("-e,--execute", cqlsh->statements, "Statements; may be given several times")
      ->type_name("CQL")
      ->allow_extra_args(false);
  command->add_option("-f,--file", cqlsh->file, "A script; - is standard input, as without -e")
      ->type_name("FILE");
  command->add_option("-k,--keyspace", cqlsh->keyspace, "The keyspace in use at the start");
  command->add_flag("-C,--color,--no-color")->group("");
  add_options_of_cqlsh(*command, options.arguments);
  command->callback([&options, cqlsh] { options.cqlsh = *cqlsh; });
}

bool is_address(const std::string& name) {
  if (name == "localhost" || name == "::1") return true;
  return std::ranges::count(name, '.') == 3 && name.find_first_not_of("0123456789.") == name.npos;
}

/// Somebody who is used to cqlsh types the host and the port of a server.
std::optional<LeaveNow> explain_host(const Options& options, const std::string& port) {
  if (!options.database) return std::nullopt;
  const std::string name = options.database->string();
  std::error_code ignored;
  if ((!is_address(name) && port.empty()) || std::filesystem::exists(*options.database, ignored))
    return std::nullopt;
  return LeaveNow{1, "cellar: " + show_on_terminal(name + (port.empty() ? "" : " " + port)) +
                         " reads like a server. Cellar opens a file, and makes one where there is none.\n"
                         "Run cellar shop.cellar, or cellar alone for a database that is gone at the "
                         "end. `cellar cqlsh HOST PORT -e ...` sends statements to a server.\n"};
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

const Choices<Language>& language_choices() {
  static const Choices<Language> choices = [] {
    Choices<Language> all;
    for (const LanguageName& each : languages()) all.emplace_back(each.code, *find_language(each.code));
    return all;
  }();
  return choices;
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
  add_choice(program, "--language", options.language, language_choices(),
             "The language of refusals, notices and grades; by default that of LC_ALL or LANG");
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

void add_all(CLI::App& program, Options& options, CheckOptions& check, GradeOptions& grade,
             std::string& port) {
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
  add_options_of_cqlsh(program, options.arguments);
  add_path(program, options.path);
  add_check(program, options, check);
  add_grade(program, options, grade);
  add_lint(program, options);
  add_verify(program, options);
  add_serve(program, options);
  add_cqlsh(program, options);
}

OptionDescription description_of(const CLI::Option& option) {
  OptionDescription description{.names = {}, .value = {}, .text = option.get_description(), .choices = {}};
  for (const std::string& name : option.get_snames()) description.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) description.names.push_back("--" + name);
  if (description.names.empty()) description.value = option.get_single_name();
  if (option.get_items_expected_max() == 0 || !description.value.empty()) return description;
  description.value = option.get_type_name();
  std::istringstream words(description.value);
  for (std::string word;
       description.value.find('|') != std::string::npos && std::getline(words, word, '|');) {
    description.choices.push_back(word);
  }
  return description;
}

CommandLine command_line_of(const CLI::App& program) {
  CommandLine command_line{
      .name = program.get_name(), .text = program.get_description(), .options = {}, .commands = {}};
  for (const CLI::Option* option : program.get_options()) {
    if (!option->get_group().empty()) command_line.options.push_back(description_of(*option));
  }
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) command_line.commands.push_back(command_line_of(*command));
  }
  return command_line;
}

constexpr const char* kDescription = "CQL in one small program: a shell and an engine over one file.";

/// The pages of --help and --help-all for the program itself; those of a command are made from its options.
class ProgramHelp : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* program, std::string name, CLI::AppFormatMode mode) const override {
    if (mode == CLI::AppFormatMode::Normal && program->get_parent() == nullptr) return short_help();
    return CLI::Formatter::make_help(program, std::move(name), mode);
  }
  // CLI11 would show hidden words (PORT) as an empty pair of brackets.
  std::string make_usage(const CLI::App* program, std::string name) const override {
    if (program->get_parent() != nullptr) return CLI::Formatter::make_usage(program, std::move(name));
    return "Usage: cellar [OPTIONS] [DATABASE]\n       cellar check|cqlsh|grade|lint|serve|verify [OPTIONS] "
           "...\n";
  }
};

std::variant<Options, LeaveNow> wish_of(Options& options) {
  if (options.man_page) return LeaveNow{0, man_page(describe_command_line())};
  if (!options.completion.empty()) {
    const std::string script = shell_completion(describe_command_line(), options.completion);
    if (!script.empty()) return LeaveNow{0, script};
    return LeaveNow{1, "cellar: --completion takes bash, zsh or fish\n"};
  }
  // Nobody means a file of that name, unless there is one.
  std::error_code unknown;
  if (options.database == "help" && !std::filesystem::exists("help", unknown))
    return LeaveNow{0, short_help()};
  return std::move(options);
}

}  // namespace

CommandLine describe_command_line() {
  Options options;
  CheckOptions check;
  GradeOptions grade;
  std::string port;
  CLI::App program(kDescription, "cellar");
  add_all(program, options, check, grade, port);
  return command_line_of(program);
}

std::variant<Options, LeaveNow> read_options(int argument_count, const char* const* arguments) {
  std::vector<const char*> words(arguments, arguments + argument_count);
  // A link to the program that is called cqlsh is `cellar cqlsh`.
  if (!words.empty() && std::filesystem::path(words[0]).filename() == "cqlsh")
    words.insert(words.begin() + 1, "cqlsh");
  Options options;
  options.arguments.assign(words.begin(), words.end());
  CheckOptions check;
  GradeOptions grade;
  std::string port;
  CLI::App program(kDescription, "cellar");
  program.formatter(std::make_shared<ProgramHelp>());
  add_all(program, options, check, grade, port);
  constexpr const char* kWhereOptionsAre = "\nRun cellar --help for the options.\n";
  try {
    program.parse(static_cast<int>(words.size()), words.data());
  } catch (const CLI::Success& wish) {
    std::ostringstream text, unused;
    program.exit(wish, text, unused);
    return LeaveNow{0, text.str()};
  } catch (const CLI::ExtrasError&) {
    const std::vector<CLI::App*> commands = program.get_subcommands();
    const CommandLine command = command_line_of(commands.empty() ? program : *commands.front());
    return LeaveNow{1, "cellar: " + unexpected_words(command, program.remaining(true)) + kWhereOptionsAre};
  } catch (const CLI::ParseError& error) {
    return LeaveNow{1, "cellar: " + show_on_terminal(error.what()) + kWhereOptionsAre};
  }
  if (const std::optional<LeaveNow> explained = explain_host(options, port)) return *explained;
  return wish_of(options);
}

}  // namespace cellar
