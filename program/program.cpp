#include "program/program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <utility>

#include "program/cluster.h"
#include "program/environment.h"
#include "program/options.h"
#include "program/script_run.h"
#include "program/subcommands/check_command.h"
#include "program/subcommands/class_command.h"
#include "program/subcommands/cqlsh_command.h"
#include "program/subcommands/grade_command.h"
#include "program/subcommands/lint_command.h"
#include "program/subcommands/move_command.h"
#include "program/subcommands/readiness_command.h"
#include "program/subcommands/serve_command.h"
#include "program/subcommands/verify_command.h"
#include "program/words/program_words.h"
#include "shell/check/lesson/lesson_player.h"
#include "shell/completion/completer.h"
#include "shell/connection/database_connection.h"
#include "shell/console/configuration/configuration_files.h"
#include "shell/console/script/script_runner.h"
#include "shell/console/statement_runner.h"
#include "shell/editor/external_editor.h"
#include "shell/editor/interrupt.h"
#include "shell/editor/line_editor.h"
#include "shell/files/home.h"
#include "shell/terminal/greeting.h"
#include "shell/terminal/pager.h"
#include "shell/terminal/repl.h"
#include "shell/terminal/start_keyspace.h"
#include "shell/terminal/stream_output.h"
#include "shell/terminal/wrong_database.h"
#include "storage/map/fault_report.h"
#include "types/text/text.h"

namespace cellar {

namespace {

bool wants_colour(const Options& options, int descriptor, std::optional<bool> configured = {}) {
  return options.color.value_or(cellar::wants_colour(descriptor, configured));
}

bool asks_for_statements(const Options& options) {
  return options.sources.empty() && (options.tty || isatty(STDIN_FILENO) != 0);
}

ShellSettings settings_of(const Options& options) {
  ShellSettings settings;
  const PersonalFolders folders = personal_folders();
  settings.home = folders.home;
  std::optional<std::filesystem::path> cqlshrc = options.cqlshrc;
  if (cqlshrc) cqlshrc = with_home(*cqlshrc, folders.home);
  settings.configuration =
      read_configuration(asks_for_statements(options) ? std::optional(folders) : std::nullopt, cqlshrc);
  const std::optional<bool> colour = settings.configuration.switch_of("ui", "color");
  settings.colour_results = wants_colour(options, STDOUT_FILENO, colour);
  settings.colour_diagnostics = wants_colour(options, STDERR_FILENO, colour);
  settings.diagnostic_form = options.diagnostic_form;
  settings.language = options.language;
  settings.keeps_history =
      !options.disable_history && !settings.configuration.switch_of("history", "disabled").value_or(false);
  if (const char* line = std::getenv("CQLSH_PROMPT")) settings.line_before_prompt = line;
  settings.stop = interrupt_token();
  settings.input_is_typed = isatty(STDIN_FILENO) != 0;
  settings.dry_run = options.dry_run;
  if (options.database) settings.database_name = options.database->string();
  for (const std::string& parameter : options.parameters) settings.parameters.set_argument(parameter);
  if (asks_for_statements(options)) take_output_environment(settings.output);
  take_output_settings(settings.configuration, settings.output);
  settings.output.mode = options.mode;
  settings.consistency = options.connect.consistency;
  if (!options.connect.serial_consistency.empty())
    settings.serial_consistency = options.connect.serial_consistency;
  return settings;
}

Database open_database(const Options& options, const std::shared_ptr<LessonClock>& clock) {
  if (options.dry_run) return open_for_dry_run(options.database, clock);
  const StoreOptions store{.read_only = options.read_only,
                           .sync = options.sync != SyncMode::off,
                           .clock = [clock] { return clock->now(); },
                           .clock_is_set = [clock] { return clock->stands(); }};
  if (!options.database) return Database::open_temporary(store);
  try {
    return Database::open(*options.database, store);
  } catch (const Refusal& refusal) {
    if (refusal.diagnostic.cause() == Cause::not_a_database) refuse_text_as_database(*options.database);
    throw;
  }
}

/// Asked before it is opened.
bool is_new_file(const Options& options) {
  std::error_code unknown;
  return options.database && !std::filesystem::exists(*options.database, unknown);
}

/// What the prompt and the scripts of a run share.
struct Shell {
  Connection& connection;
  DatabaseConnection* database;  // the same; null: a cluster
  ShellSettings& settings;
  Output& output;
  Console& console;
  StatementRunner& runner;
  ScriptRunner& scripts;
};

void add_lessons(ConsoleHooks& hooks, LessonPlayer& lessons, const Shell& shell) {
  const auto take_columns = [&lessons, &output = shell.output, &settings = shell.settings] {
    lessons.set_columns(output.terminal_columns().value_or(settings.text_columns));
  };
  hooks.learn = [&lessons, &scripts = shell.scripts, take_columns](const LearnWish& wish, Answer& answer) {
    if (scripts.is_running()) refuse("lessons_at_prompt");
    take_columns();
    lessons.learn(wish, answer);
  };
  hooks.follow = [&lessons, take_columns](std::string_view text, const Answer& answer) {
    take_columns();
    return lessons.follow(text, answer);
  };
}

void run_prompt(const Shell& shell, ConsoleHooks hooks) {
  auto& [connection, database, settings, output, console, runner, scripts] = shell;
  settings.at_prompt = true;
  const std::filesystem::path history = settings.keeps_history ? default_history_file() : "";
  LineEditor editor({.history_file = history,
                     .colour = settings.colour_results,
                     .can_place_cursor = can_place_cursor(),
                     .external_editor = preferred_editor(),
                     .complete = Completer(connection, settings.home)});
  hooks.history = [&editor] { return editor.history(); };
  hooks.type = [&editor](std::string text) { editor.begin_with(std::move(text)); };
  hooks.edit = [editor_of_person = preferred_editor(), &settings = shell.settings](
                   const std::string& file, std::string_view text, std::string& fault) {
    std::variant<std::string, EditorFailure> saved =
        file.empty() ? edit_outside(text, editor_of_person, settings.language)
                     : edit_file(file, editor_of_person, settings.language);
    if (const auto* const failure = std::get_if<EditorFailure>(&saved)) {
      fault = failure->reason;
      return std::optional<std::string>();
    }
    return std::optional(std::get<std::string>(std::move(saved)));
  };
  hooks.ask = [&editor, &output](const std::string& prompt) -> std::optional<std::string> {
    output.flush();
    TypedText typed = editor.read_line(prompt);
    if (typed.kind == TypedText::Kind::end)
      output.write("\n");  // Ctrl-D leaves the cursor behind the question
    if (typed.kind != TypedText::Kind::text) return std::nullopt;
    return std::move(typed.text);
  };
  hooks.read_line = [&editor, &scripts, &output](std::string& line) {
    if (scripts.is_running()) return scripts.read_line(line);
    output.flush();
    TypedText typed = editor.read_line("[copy] ");
    line = std::move(typed.text);
    return typed.kind == TypedText::Kind::text;
  };
  hooks.complain = [&runner](const Diagnostic& fault, const std::string& typed) {
    runner.report(fault, {.text = typed}, {});
  };
  LessonProgressFile progress(lessons_beside(history));
  std::optional<LessonPlayer> lessons;  // in a database of their own
  if (database != nullptr) {
    lessons.emplace(console, *database, progress);
    add_lessons(hooks, *lessons, shell);
  } else {
    hooks.learn = [](const LearnWish&, Answer&) {
      refuse("needs_database_file", {}, {{"command", "LEARN"}});
    };
  }
  console.set_hooks(std::move(hooks));
  runner.set_hooks({.wants_more = [&output] { return ask_for_more(output); },
                    .show_in_pages = [&output](const FittedText& text) { write_in_pages(text, output); }});
  Repl(connection, settings, runner, editor, output).run();
}

/// To be called when everybody has taken their settings from the configuration.
void show_faults(const ShellSettings& settings, Output& output) {
  const DiagnosticForm form =
      settings.diagnostic_form == DiagnosticForm::full ? DiagnosticForm::one_line : settings.diagnostic_form;
  constexpr std::size_t kMostShown = 10;
  const std::vector<ConfigurationFault> faults = settings.configuration.faults();
  for (std::size_t index = 0; index < std::min(faults.size(), kMostShown); ++index) {
    const ConfigurationFault& fault = faults[index];
    const SourcePlace place{fault.file, fault.line, 1, fault.text};
    output.write_diagnostic(render(form, fault.diagnostic, place, settings.colour_diagnostics, {},
                                   settings.language, output.diagnostic_columns()));
  }
  if (faults.size() > kMostShown && form != DiagnosticForm::json)
    output.write_diagnostic(ProgramWords::say(settings.language,
                                              "-- and {count} further faults of the configuration\n",
                                              {{"count", std::to_string(faults.size() - kMostShown)}}));
}

/// [authentication] keyspace, as in cqlsh. The file of a cluster is read here, too, where its keyspace may be missing.
void use_configured_keyspace(Connection& connection, const ShellSettings& settings, Output& output) {
  const std::optional<std::string_view> named = settings.configuration.value("authentication", "keyspace");
  if (!named || named->empty()) return;
  const std::string keyspace(*named);
  if (connection.schema()->keyspaces.contains(keyspace)) return connection.use(keyspace);
  output.write_diagnostic(ProgramWords::say(
      settings.language, "-- there is no keyspace {keyspace} here, which the configuration puts in use\n",
      {{"keyspace", show_on_terminal(keyspace)}}));
}

/// Refuses if what went to a file could not be written.
void end_output(ShellSettings& settings) {
  const std::shared_ptr<OutputFile> file = std::exchange(settings.output.file, nullptr);
  if (file != nullptr) file->close();
}

/// Refuses what is about the file of a database.
void refuse_options_of_files(const Options& options) {
  const auto refuse_option = [](bool is_given, const char* option) {
    if (is_given) refuse("cluster_option", {}, {{"option", option}});
  };
  refuse_option(options.database.has_value(), "DATABASE");
  refuse_option(options.dry_run, "--dry-run");
  refuse_option(options.read_only, "--read-only");
  refuse_option(options.sync == SyncMode::off, "--sync off");
}

/// What statements run on, and the database of this process that it is; null: a cluster.
struct OpenedConnection {
  std::unique_ptr<Connection> connection;
  DatabaseConnection* database = nullptr;
};

OpenedConnection open_connection(const Options& options, const ShellSettings& settings) {
  OpenedConnection opened;
  if (options.connect.nodes) {
    refuse_options_of_files(options);
    opened.connection =
        connect_to_cluster(options.connect, options.policy, options.language, options.cqlshrc);
  } else {
    auto database =
        std::make_unique<DatabaseConnection>(open_database(options, settings.clock), options.policy);
    database->session().set_path(options.path);
    opened.database = database.get();
    opened.connection = std::move(database);
  }
  // A dry run has no rows that a write could be compared with.
  if (options.notices && !options.dry_run) opened.connection->set_notices(*options.notices);
  return opened;
}

/// Greets a person, and uses the keyspace that the options or the configuration name.
void begin_session(Connection& connection, const ShellSettings& settings, const Options& options, bool is_new,
                   Output& output) {
  const bool at_prompt = asks_for_statements(options);
  if (at_prompt) {
    const std::string text = greeting(connection, options.database, is_new, settings.language);
    output.terminal_columns() ? output.write(text) : output.write_diagnostic(text);
  }
  if (at_prompt && options.keyspace.empty()) use_configured_keyspace(connection, settings, output);
  if (!options.keyspace.empty())
    use_start_keyspace(connection, options.keyspace, at_prompt, settings.language, output);
}

int run_shell(Options options, Output& output) {
  const bool asks = asks_for_statements(options);
  asks ? outlast_interrupts() : watch_requests_to_end();
  if (!asks && options.sources.empty()) options.sources.push_back({.is_file = true, .text = "-"});
  ShellSettings settings = settings_of(options);
  show_faults(settings, output);
  const bool is_new = is_new_file(options);
  const OpenedConnection opened = open_connection(options, settings);
  Connection& connection = *opened.connection;
  begin_session(connection, settings, options, is_new, output);
  Console console(connection, settings, output);
  StatementRunner runner(console, output);
  ScriptRunner scripts(connection, runner, output, connection.read_only(),
                       {.stop_on_error = options.stop_on_error,
                        .report_commits = options.report_commits,
                        .echo = options.echo,
                        .in_groups = options.sync != SyncMode::each,
                        .dry_run = options.dry_run,
                        .from = place_to_begin(options),
                        .stop = settings.stop});
  const ConsoleHooks hooks{
      .run_script = [&](const std::filesystem::path& path,
                        const ScriptStart& start) { source_script(path, start, scripts, runner, output); },
      .make_durable = [&] { scripts.make_durable(); },
      .read_line = [&](std::string& line) { return scripts.read_line(line); },
      .lines_are_typed = [&] { return scripts.lines_are_typed(); },
  };
  console.set_hooks(hooks);
  if (asks) {
    if (!options.notices) connection.set_notices(Notices::all);
    run_prompt({connection, opened.database, settings, output, console, runner, scripts}, hooks);
    end_output(settings);
    return 0;
  }
  const int status = run_scripts(options, scripts, runner, output);
  end_output(settings);
  return status;
}

int run_wish(const Options& options, Output& output) {
  try {
    const int status =
        options.check
            ? run_check(*options.check, wants_colour(options, STDOUT_FILENO), options.language, output)
        : options.grade
            ? run_grade(*options.grade,
                        {options.diagnostic_form, options.language, wants_colour(options, STDERR_FILENO)},
                        output)
        : options.lint ? run_lint(*options.lint, options.language, output)
        : options.move
            ? run_move(*options.move,
                       {options.diagnostic_form, options.language, wants_colour(options, STDERR_FILENO)},
                       output)
        : options.readiness ? run_readiness(*options.readiness, options.language, output)
        : options.verify    ? run_verify(*options.verify, options.language, output)
        : options.cqlsh     ? run_cqlsh(*options.cqlsh, options.language, output)
        : options.of_class
            ? run_class(*options.of_class,
                        {options.diagnostic_form, options.language, wants_colour(options, STDERR_FILENO)},
                        wants_colour(options, STDOUT_FILENO), output)
        : options.serve
            ? run_serve(*options.serve,
                        {options.diagnostic_form, options.language, wants_colour(options, STDERR_FILENO)},
                        output)
            : run_shell(options, output);
    output.flush();
    return status;
  } catch (const Refusal& refusal) {
    if (refusal.diagnostic.cause() == Cause::interrupted) return 128 + interrupting_signal();
    output.write_diagnostic(render(options.diagnostic_form, refusal.diagnostic, {},
                                   wants_colour(options, STDERR_FILENO), {}, options.language,
                                   output.diagnostic_columns()));
  } catch (const OutputClosed&) {
    // The reader of the results has closed its end, which is not an error.
  } catch (const std::bad_alloc&) {
    std::fputs(ProgramWords::Text("cellar: there is not enough memory\n").in(options.language).data(),
               stderr);
  } catch (const std::exception& failure) {
    std::fputs(fmt::format("cellar: {}\n", show_on_terminal(failure.what())).c_str(), stderr);
  }
  return kFailed;
}

}  // namespace

int run_program(int argument_count, const char* const* arguments) {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit then fails as one on a full disk does
  StreamOutput output;
  const std::variant<Options, LeaveNow> wish = read_options(argument_count, arguments);
  if (const auto* leave = std::get_if<LeaveNow>(&wish)) {
    std::fputs(leave->text.c_str(), leave->status == 0 ? stdout : stderr);
    return leave->status;
  }
  const Options& options = std::get<Options>(wish);
  const bool colour = wants_colour(options, STDERR_FILENO);
  report_faults(
      [form = options.diagnostic_form, language = options.language, colour](const std::string& path) {
        return render(form, {"file_damaged", {}, {{"path", path}}, std::nullopt}, {}, colour, {}, language);
      });
  return run_wish(options, output);
}

}  // namespace cellar
