// Scripts: statement after statement as they are read, writes made durable in groups.
//
// In:      files, standard input, or text of the command line.
// Out:     how many statements ran and were refused, and how it ended. A refused statement does not end a
//          script unless it was told to. Memory does not grow with a script.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "database/database.h"
#include "shell/coarse_clock.h"
#include "shell/script_file.h"
#include "shell/statement_runner.h"

namespace cellar {

struct ScriptOptions {
  bool stop_on_error = false;
  bool report_commits = false;
  bool echo = false;      // statements are printed before their answers, with the comments before them
  bool in_groups = true;  // false: each statement is durable before the next one runs
};

class ScriptRunner {
 public:
  ScriptRunner(Session& session, StatementRunner& runner, Output& output, bool read_only,
               const ScriptOptions& options);

  void run_file(const std::filesystem::path& path);
  /// Text that a person wrote as an argument: a last statement needs no `;`.
  void run_text(std::string_view name, std::string_view text);
  /// Makes what was written so far durable, and says so.
  void make_durable();

  /// Why no more statements may run.
  enum class End : std::uint8_t { none, refused, broken, interrupted };
  End end() const { return end_; }
  std::size_t statements() const { return statements_; }
  std::size_t refused() const { return refused_; }
  std::size_t ran() const { return statements_ - refused_; }
  /// How many of those that ran stand before the last commit.
  std::size_t durable() const { return durable_; }
  /// After a script that was run from a prompt: ready for the next one.
  void start_anew();

 private:
  struct Script;

  void read_all(ScriptFile& file, Script& script);
  void feed(Script& script, std::string_view piece);
  void echo(Script& script);
  bool run_ready(Script& script);
  bool run_one(const ScriptStatement& statement, Script& script);
  void note(Outcome outcome);
  void look_at_group(CoarseClock::time_point now);
  bool must_make_way(CoarseClock::time_point now);
  void end_group();
  void note_durable(std::size_t statements);
  void run_rest(Script& script, bool end_is_optional);
  void leave_script();

  Session& session_;
  StatementRunner& runner_;
  Output& output_;
  ScriptOptions options_;
  bool read_only_;
  End end_ = End::none;
  std::size_t depth_ = 0;
  std::size_t statements_ = 0;
  std::size_t refused_ = 0;
  RefusedNames refused_names_;
  std::size_t handed_over_ = 0;          // of those that ran, how many stand before the last group's end
  std::size_t durable_ = 0;              // of these
  std::size_t bytes_not_looked_at_ = 0;  // of statements' text
  CoarseClock::time_point group_start_;
  CoarseClock::time_point next_look_;  // whether somebody waits to write
};

}  // namespace cellar
