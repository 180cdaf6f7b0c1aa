#include "program/subcommands/serve_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "program/awaited_signals.h"
#include "program/script_run.h"
#include "program/subcommands/ready_file.h"
#include "program/words/program_words.h"
#include "refusal/width.h"
#include "server/server.h"
#include "shell/connection/database_connection.h"
#include "shell/console/console.h"
#include "shell/console/report/statement_runner.h"
#include "shell/console/script/script_runner.h"
#include "shell/terminal/wrong_database.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr int kRefusedScript = 2;
constexpr std::chrono::milliseconds kPatience{1500};  // for the answers that are under way at the end

/// Shows diagnostics where they go, and no results: the only line on standard output says that the server is ready.
class DiagnosticOutput final : public Output {
 public:
  explicit DiagnosticOutput(Output& to) : to_(to) {}

 private:
  int put_results(std::string_view) override { return 0; }
  void put_diagnostic(std::string_view text) override { to_.write_diagnostic(text); }

  Output& to_;
};

/// Hidden files are not meant: an editor, or a system that copies files, has put them beside the scripts.
bool is_script(const std::filesystem::path& path) {
  return path.extension() == ".cql" && !path.filename().string().starts_with('.');
}

/// A folder stands for its scripts, in the order of their names.
std::vector<std::filesystem::path> scripts_of(const std::vector<std::filesystem::path>& named) {
  std::vector<std::filesystem::path> scripts;
  for (const std::filesystem::path& path : named) {
    if (!std::filesystem::is_directory(path)) {
      scripts.push_back(path);
      continue;
    }
    std::vector<std::filesystem::path> within;
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
      if (is_script(entry.path())) within.push_back(entry.path());
    }
    std::ranges::sort(within);
    scripts.insert(scripts.end(), within.begin(), within.end());
  }
  return scripts;
}

/// Runs the scripts; returns 0, or the status with which the program ends.
int run_init(const ServeOptions& options, const ServeReport& report, const Database& database, StopToken stop,
             Output& output) {
  DatabaseConnection connection(database, options.policy);
  ShellSettings settings;
  settings.diagnostic_form = report.form;
  settings.language = report.language;
  settings.colour_diagnostics = report.colour;
  settings.stop = stop;
  DiagnosticOutput diagnostics(output);
  Console console(connection, settings, diagnostics);
  StatementRunner runner(console, diagnostics);
  ScriptRunner scripts(connection, runner, diagnostics, false, {.stop_on_error = true, .stop = stop});
  console.set_hooks({
      .run_script =
          [&](const std::filesystem::path& path, const ScriptStart& start) {
            source_script(path, start, scripts, runner, diagnostics);
          },
      .make_durable = [&] { scripts.make_durable(); },
      .read_line = [&](std::string& line) { return scripts.read_line(line); },
      .lines_are_typed = [] { return false; },
  });
  for (const std::filesystem::path& script : scripts_of(options.init)) {
    scripts.run_file(script);
    if (scripts.end() == ScriptRunner::End::interrupted) return 0;
    if (scripts.end() == ScriptRunner::End::broken) return kFailed;
    if (scripts.refused() > 0) return kRefusedScript;
  }
  return 0;
}

Database open_served(const ServeOptions& options) {
  const DatabaseOptions database{.limits = {}, .threads = {}, .node = options.node};
  return options.database
             ? open_named_database(*options.database, {.read_only = options.is_read_only}, database)
             : Database::open_temporary({}, database);
}

ServerOptions server_options(const ServeOptions& options) {
  ServerOptions server;
  for (const std::string& host : options.listen) server.addresses.push_back({host, options.port});
  if (server.addresses.empty()) server.addresses.push_back({ListenAddress().host, options.port});
  server.policy = options.policy;
  server.is_insecure = options.is_insecure;
  server.is_strict_about_consistency = options.is_strict_about_consistency;
  server.faults = options.faults;
  return server;
}

/// Says why scripts that have run once may be refused: they run at each start.
void explain_kept(const ServeOptions& options, const ServeReport& report, Output& output) {
  if (report.form == DiagnosticForm::json) return;
  output.write_diagnostic(
      ProgramWords::say(report.language,
                        "-- {database} was there before, and the scripts of --init run at each start: they "
                        "must be repeatable, as CREATE TABLE IF NOT EXISTS is\n",
                        {{"database", show_on_terminal(options.database->string())}}));
}

/// Tests of programs read the address out of it, so it is the same in each language.
std::string ready_line(const ServeOptions& options, const Server& server) {
  return fmt::format("cellar serves {} on {}\n",
                     options.database ? show_on_terminal(options.database->string()) : "a temporary database",
                     fmt::join(server.addresses(), ", "));
}

/// SIGUSR1 asks for it; what refuses it is said, and the server goes on.
void reset(Server& server, const ServeReport& report, Output& output) {
  try {
    server.reset();
  } catch (const Refusal& refusal) {
    output.write_diagnostic(render(report.form, refusal.diagnostic, {}, report.colour, {}, report.language));
  }
}

}  // namespace

int run_serve(const ServeOptions& options, const ServeReport& report, Output& output) {
  AwaitedSignals signals;
  std::optional<ReadyFile> ready;
  if (options.ready_file) ready.emplace(*options.ready_file);
  const bool is_kept = options.database && std::filesystem::exists(*options.database);
  const Database database = open_served(options);
  if (const int status = run_init(options, report, database, signals.stop(), output)) {
    if (status == kRefusedScript && is_kept) explain_kept(options, report, output);
    return status;
  }
  if (signals.stop().stop_requested()) return 0;
  if (!options.database) database.mark_baseline();
  Server server(database, server_options(options));
  output.write(ready_line(options, server));
  output.flush();
  if (ready) ready->write(fmt::format("{}\n", fmt::join(server.addresses(), "\n")));
  signals.await([&] { reset(server, report, output); });
  server.stop(kPatience);
  return 0;
}

}  // namespace cellar
