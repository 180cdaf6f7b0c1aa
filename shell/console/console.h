// Runs what a person may type, a statement or a command, for every front end.
//
// In:      a text; a database, a session and settings, which commands change; hooks for what a front end provides.
// Out:     an Answer. While a command works, its progress and what it copies to the screen go to the output.
// Refused: nothing: a refusal is an answer. Throws only what the output throws: OutputClosed and OutputFailed.
//
// Nothing of it is process-wide: consoles of one process, on one database or on several, do not know of each other. A
// Console belongs to one thread at a time, as its Session does.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parser/script/splitter.h"
#include "shell/connection/connection.h"
#include "shell/console/answer.h"
#include "shell/console/command.h"
#include "shell/console/settings.h"
#include "shell/render/output.h"

namespace cellar {

/// What a front end does for commands and statements. Null: it cannot.
struct ConsoleHooks {
  RunScript run_script{};                               // SOURCE
  std::function<void()> make_durable{};                 // commits the open group
  std::function<std::vector<std::string>()> history{};  // of what was typed
  std::function<void(std::string)> type{};              // the next prompt begins with a text (EDIT)
  EditOutside edit{};                                   // CommandContext
  /// Reads a line that a person types behind a prompt, for a value that is missing; nothing if it was dropped.
  std::function<std::optional<std::string>(const std::string& prompt)> ask{};
  std::function<void(const Diagnostic& fault, const std::string& typed)> complain{};  // that it was no value
  std::function<bool(std::string& line)> read_line{};  // the lines behind a statement (CommandContext)
  std::function<bool()> lines_are_typed{};             // by a person, as they are read
  Learn learn{};                                       // LEARN and the commands of a lesson
  /// Is told of each statement and command that was typed, and its answer before its rows are pulled; returns what the
  /// lesson that is played says to it.
  std::function<std::string(std::string_view text, const Answer& answer)> follow{};
};

class Console {
 public:
  /// All must outlive the console and the answers that it gives.
  Console(Connection& connection, ShellSettings& settings, Output& output);

  void set_hooks(ConsoleHooks hooks) { hooks_ = std::move(hooks); }
  /// Runs a statement, which may end with a semicolon, or a command. Nobody is asked for the value of a marker in a script.
  Answer answer(std::string_view text, bool in_script = false);

  /// Returns which of the notices that a statement has earned are shown. Lints that a comment in the statement allows, or one
  /// before it (ScriptStatement::annotations), are silenced from now on.
  std::vector<Diagnostic> notices_of(const ScriptStatement& statement, std::vector<Diagnostic> earned);
  /// Ends the trace of a statement, and keeps it for SHOW SESSION; null if statements are not traced. `rows` is null for
  /// one that was refused.
  TracePointer end_trace(Result* rows);
  /// Reads the lines that a statement would read which is not run: those behind COPY ... FROM STDIN.
  void pass_lines(std::string_view text);
  /// The next statement is a COPY FROM that passes over so many rows of its files; another one is refused.
  void skip_rows(std::uint64_t rows) { skipped_rows_ = rows; }
  /// Returns how many rows of its files the last statement, a COPY FROM that has ended early, need not read again.
  std::optional<std::uint64_t> rows_done() const { return rows_done_; }
  /// To be called before the objects of database and session become others for a lesson, and after they are those again.
  void set_database_aside();
  void take_database_back();
  /// To be called when the session has become another one.
  void begin_session();
  bool is_database_aside() const { return aside_.has_value(); }
  /// Returns true if the database is a temporary one and has changed since the last DUMP to a file.
  bool has_unsaved_data() const;

  Connection& connection() { return connection_; }
  ShellSettings& settings() { return settings_; }

 private:
  void run(std::string_view text, bool in_script, Answer& answer);
  void run_command_in(CommandContext& context, std::string_view text, Answer& answer);
  /// Leaves `is_statement` if the text is CQL.
  void run_as_command(std::string_view text, Answer& answer);
  void run_as_statement(std::string_view text, bool in_script, Answer& answer);
  void execute(std::string_view text, bool in_script, Answer& answer);
  void note_in_timeline(std::string_view text);
  bool lines_are_typed() const { return hooks_.lines_are_typed && hooks_.lines_are_typed(); }

  Connection& connection_;
  ShellSettings& settings_;
  Output& output_;
  ConsoleHooks hooks_;
  std::optional<std::uint64_t> skipped_rows_;
  std::optional<std::uint64_t> rows_done_;
  bool is_dumped_ = false;  // all of the database is in a file of DUMP
  struct Aside {
    bool is_dumped, has_unsaved_data;
  };
  std::optional<Aside> aside_;  // of the database that a lesson has taken the place of
};

}  // namespace cellar
