// Runs scripts: executes each statement as it is read, and makes writes durable in groups.
//
// In:      files, standard input, or text of the command line.
// Out:     the numbers of statements that ran and were refused, how it ended, and where to go on. A refused
//          statement does not end a script unless the options say so. Memory does not grow with the length of a script.
// Refused: a script that SOURCE opens while it is running; a place to begin (--from) that no script has.
//
// Sources: script_runner.cpp; script_places.cpp for where a run begins and ends; late_statements.cpp for writes that a
// cluster answers late.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/connection/connection.h"
#include "shell/connection/durable_progress.h"
#include "shell/connection/group_limits.h"
#include "shell/console/report/statement_runner.h"
#include "shell/console/script/script_place.h"
#include "shell/files/script_file.h"

namespace cellar {

struct ScriptOptions {
  bool stop_on_error = false;
  bool report_commits = false;
  bool echo = false;      // print each statement, with the comments before it, before its answer
  bool in_groups = true;  // false: each statement is durable before the next one runs
  bool dry_run = false;   // what is written is dropped
  /// A statement that is longer ends the run: it is kept in memory. A blob of 256 MiB has half as many digits.
  std::size_t longest_statement = std::size_t{1} << 30;
  /// The statement to begin at; nothing: the first one. Before it only settings are run.
  std::optional<ScriptPlace> from{};
  StopToken stop{};  // ends the run
};

class ScriptRunner {
 public:
  ScriptRunner(Connection& connection, StatementRunner& runner, Output& output, bool read_only,
               const ScriptOptions& options);
  ~ScriptRunner();

  /// Which -f or -e of the command line the next script is.
  void begin_source(std::size_t source) { source_ = source; }
  /// Runs a script of the command line, or at the prompt; within a script, the one that SOURCE names: relative to the
  /// folder of that script, else to the current one.
  void run_file(const std::filesystem::path& path);
  /// Runs text from the command line: its last statement needs no `;`.
  void run_text(std::string_view name, std::string_view text);
  /// Puts the next line of the script that is running into `line`, behind the statement that is running; of text from
  /// the command line, and if no script is running, it is a line of standard input. Returns false at the end.
  bool read_line(std::string& line);
  /// Returns true if read_line() waits for a person.
  bool lines_are_typed() const;
  bool is_running() const { return !open_.empty(); }
  /// Makes all writes so far durable, and reports it.
  void make_durable();

  /// Why no more statements may run.
  enum class End : std::uint8_t { none, refused, broken, interrupted };
  End end() const { return end_; }
  std::size_t statements() const { return statements_; }
  std::size_t refused() const { return refused_; }
  std::size_t ran() const { return statements_ - refused_; }
  /// Returns how many of the statements that ran are durable.
  std::size_t durable() const { return std::max(progress_.durable(), settled_); }
  /// Returns the first statement that is not known to be durable, after a run that has ended early; nothing if all of
  /// the script was run.
  std::optional<ScriptPlace> goes_on_at() const;
  /// Returns true if the place to begin was not reached: nothing but settings was run.
  bool awaits_start() const { return options_.from.has_value(); }
  /// Refuses if the place to begin was not found.
  void require_begun() const;
  /// Prepares for the next script after one that was run from the prompt. `from` is where that one begins.
  void start_anew(std::optional<ScriptPlace> from = {});

 private:
  struct Script;
  struct LinesBehind;
  struct StandardInput;

  // script_places.cpp
  std::filesystem::path resolve(const std::filesystem::path& path) const;
  void refuse_cycle(const std::filesystem::path& path) const;
  ScriptPlace here() const;
  bool is_before_start(const ScriptStatement& statement);
  bool run_setting(const ScriptStatement& statement, const Script& script);
  void note_stop(Outcome outcome, Script& script);
  void note_next(Script& script);
  void note_pending(Outcome outcome);

  // late_statements.cpp
  void note_late(const ScriptStatement& statement);
  void report_late(const Script& script);
  void await_late(const Script& script);
  void await_late();

  void read_all(ScriptFile& file, Script& script);
  void feed(Script& script, std::string_view piece);
  void echo(Script& script);
  bool run_ready(Script& script);
  void refuse_endless(Script& script);
  bool run_one(const ScriptStatement& statement, Script& script);
  void go_on_behind_lines(Script& script) const;
  void note_outcome(Outcome outcome);
  /// `bytes` is the length of the statement that ran.
  void check_group(std::size_t bytes);
  void end_group();
  void report_commits();
  void run_rest(Script& script, bool end_is_optional);
  void leave_script();

  Connection& connection_;
  std::unique_ptr<StandardInput> standard_input_;  // of statements of the command line
  StatementRunner& runner_;
  Output& output_;
  ScriptOptions options_;
  bool read_only_;
  End end_ = End::none;
  std::vector<Script*> open_;  // the outermost first
  std::size_t source_ = 0;
  std::size_t statements_ = 0;
  std::size_t refused_ = 0;
  RefusedNames refused_names_;
  std::string file_;                             // the script that ended last
  std::uint64_t first_skips_ = 0;                // rows that the first statement, a COPY FROM, passes over
  std::size_t entered_ = 0;                      // of the scripts that `from` names, those that are open
  std::optional<ScriptPlace> stopped_at_;        // the next statement
  std::optional<ScriptPlace> group_begins_at_;   // the first write of the open group
  std::optional<ScriptPlace> handed_begins_at_;  // the first write of the group that is being committed
  DurableProgress<std::size_t> progress_;        // of the statements that ran
  std::size_t reported_ = 0;                     // of these, those that were reported as committed
  std::size_t settled_ = 0;          // those that ran when nothing was left to commit, as after a definition
  std::uint64_t early_commits_ = 0;  // of the connection, when the last statement ended
  GroupLimits group_limits_;
  /// A statement of the innermost script whose write is not done yet.
  struct LateStatement {
    std::string text;
    std::size_t line, column;
  };
  OriginsOfWrites<LateStatement> late_;
  std::optional<std::uint64_t>
      goes_on_before_;  // the first write that is not done, if all behind it are repeated
};

}  // namespace cellar
