// Runs one statement or shell command and prints its answer.
//
// In:      a statement with its place.
// Out:     results on the output, refusals and notices as diagnostics, and the outcome.
// Refused: nothing: a refusal is printed, and is an outcome. Throws only OutputClosed and OutputFailed.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "database/database.h"
#include "parser/script/splitter.h"
#include "shell/console/command.h"
#include "shell/console/report/refused_names.h"
#include "shell/console/report/told_notices.h"
#include "shell/console/settings.h"
#include "shell/render/output.h"
#include "shell/render/printer.h"

namespace cellar {

/// `broken`: the database cannot continue (a full disk, a damaged file), so no later statement can succeed.
enum class Outcome : std::uint8_t { done, refused, broken, leave };

/// What the owner of the runner does for a statement.
struct RunnerHooks {
  std::function<void(const std::filesystem::path&, const ScriptStart&)> run_script;
  std::function<void()> make_durable;  // commits the open group
  std::function<std::vector<std::string>()> history;
  std::function<void(std::string)> type{};                     // the next prompt begins with a text (EDIT)
  EditOutside edit{};                                          // CommandContext
  std::function<bool()> wants_more{};                          // asks a person between two pages of a result
  std::function<void(std::string_view text)> show_in_pages{};  // CommandContext
  /// Reads a line that a person types behind a prompt, for a value that is missing; nothing if it was dropped.
  std::function<std::optional<std::string>(const std::string& prompt)> ask;
  std::function<bool(std::string& line)> read_line{};  // the lines behind a statement (CommandContext)
  std::function<bool()> lines_are_typed{};             // by a person, as they are read
};

class StatementRunner {
 public:
  StatementRunner(const Database& database, Session& session, ShellSettings& settings, Output& output);

  void set_hooks(RunnerHooks hooks) { hooks_ = std::move(hooks); }
  /// `refused_before`, if not null, explains a refusal by that of an earlier CREATE.
  Outcome run(const ScriptStatement& statement, std::string_view file,
              RefusedNames* refused_before = nullptr);
  /// As above, for a command that sets something, without its answer.
  Outcome run_silently(const ScriptStatement& statement, std::string_view file);
  /// Reads the lines that a statement would read which is not run: those behind COPY ... FROM STDIN.
  void pass_lines(const ScriptStatement& statement);
  /// The next statement is a COPY FROM that passes over so many rows of its files; another one is refused.
  void skip_rows(std::uint64_t rows) { skipped_rows_ = rows; }
  /// Returns how many rows of its files the last statement, a COPY FROM that has ended early, need not read again.
  std::optional<std::uint64_t> rows_done() const { return rows_done_; }
  const Database& database() const { return database_; }
  /// Returns true if the database is a temporary one and has changed since the last DUMP to a file.
  bool has_unsaved_data() const;
  bool is_at_prompt() const { return settings_.at_prompt; }
  /// Prints a part of a script, after a blank line if it follows an answer or the script has one there.
  void echo(std::string_view part, bool behind_blank_line);
  /// Prints a refusal that was not raised by run().
  Outcome report(const Diagnostic& diagnostic, const ScriptStatement& statement, std::string_view file);
  /// Prints how often notices were given again, and counts anew. To be called after a script.
  void end_script();
  /// At the end of a script: says how many refusals followed from an earlier one.
  void summarize(const RefusedNames& refused_before, std::string_view file);

 private:
  using Clock = std::chrono::steady_clock;

  /// Tells of a command that a dry run does not run.
  bool is_left_out(const ScriptStatement& statement);
  bool lines_are_typed() const { return hooks_.lines_are_typed && hooks_.lines_are_typed(); }
  std::optional<CommandOutcome> run_command_in(CommandContext& context, const ScriptStatement& statement);
  /// Returns nothing if the text is CQL.
  std::optional<Outcome> run_as_command(const ScriptStatement& statement, std::string_view file);
  void show_trace(const TracePointer& trace);
  Outcome give(std::vector<Diagnostic> notices, const ScriptStatement& statement, std::string_view file);
  Outcome run_statement(const ScriptStatement& statement, std::string_view file);
  std::optional<Result> execute(std::string_view statement);
  Outcome run_with_file(const ScriptStatement& statement, std::string_view file);
  /// The screen, or the file of OUTPUT and CAPTURE.
  Output& results();
  /// The file cannot be written: results go to the screen again.
  [[noreturn]] void give_up_file(std::string_view reason);
  PrintOptions print_options(Result& result, bool to_the_left);
  /// Returns how wide tables may be, which follows the window; nothing if they need not fit.
  std::optional<std::size_t> columns_to_fit();
  std::size_t rows_of_window(Result& result, OutputMode mode) const;
  /// Returns the time for which it waited for a person.
  Clock::duration print(Result& result, bool to_the_left);
  Outcome end_refused(const Diagnostic& refusal, const ScriptStatement& statement, std::string_view file,
                      RefusedNames* refused_before);
  Outcome refuse_statement(const Diagnostic& refusal, const ScriptStatement& statement, std::string_view file,
                           RefusedNames* refused_before);
  Outcome show(DiagnosticForm form, const Diagnostic& diagnostic, const ScriptStatement& statement,
               std::string_view file, std::span<const Diagnostic> after = {});

  const Database& database_;
  Session& session_;
  ShellSettings& settings_;
  Output& output_;
  Printer printer_;
  RunnerHooks hooks_;
  ToldNotices told_;
  std::optional<std::uint64_t> skipped_rows_;
  std::optional<std::uint64_t> rows_done_;
  std::optional<Diagnostic> refusal_;  // of the running statement, if it was not thrown
  bool is_dumped_ = false;             // all of the database is in a file of DUMP
  bool in_script_ = false;
  bool is_silent_ = false;  // commands answer nothing
  bool answered_ = false;   // something was printed since the last statement was echoed
};

}  // namespace cellar
