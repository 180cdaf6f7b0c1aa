// Runs one statement or shell command and shows its answer.
//
// In:      a statement with its place.
// Out:     results on the output, refusals and notices as diagnostics, and the outcome.
// Refused: nothing: a refusal is shown, and is an outcome. Throws only OutputClosed and OutputFailed.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parser/script/splitter.h"
#include "shell/connection/connection.h"
#include "shell/connection/late_writes.h"
#include "shell/console/console.h"
#include "shell/console/report/refused_names.h"
#include "shell/console/report/repeated_notices.h"
#include "shell/console/settings.h"
#include "shell/render/output.h"
#include "shell/render/printer.h"

namespace cellar {

/// What a person at a terminal does for the answers that are shown. Null: nobody is asked.
struct RunnerHooks {
  std::function<bool()> wants_more{};                           // between two pages of a result
  std::function<void(const FittedText& text)> show_in_pages{};  // instead of writing it as a whole
};

class StatementRunner {
 public:
  /// Both must outlive it.
  StatementRunner(Console& console, Output& output);

  void set_hooks(RunnerHooks hooks) { hooks_ = std::move(hooks); }
  Console& console() { return console_; }
  /// `refused_before`, if not null, explains a refusal by that of an earlier CREATE.
  Outcome run(const ScriptStatement& statement, std::string_view file,
              RefusedNames* refused_before = nullptr);
  /// As above, for a command that sets something, without its answer.
  Outcome run_silently(const ScriptStatement& statement, std::string_view file);
  bool is_at_prompt() const { return settings_.at_prompt; }
  /// Prints a part of a script, after a blank line if it follows an answer or the script has one there.
  void echo(std::string_view part, bool behind_blank_line);
  /// Returns true if the last statement was interrupted, and may have run all the same: it is not to be run again.
  bool may_have_run() const { return may_have_run_; }
  /// Prints a refusal that was not raised by run().
  Outcome report(const Diagnostic& diagnostic, const ScriptStatement& statement, std::string_view file);
  /// Prints a notice that writes have earned since they were run; the first of them is that of `statement`.
  void give(const LateNotice& earned, const ScriptStatement& statement, std::string_view file);
  /// Prints how often notices were given again, and counts anew. To be called after a script.
  void end_script();
  /// At the end of a script: says how many refusals followed from an earlier one.
  void summarize(const RefusedNames& refused_before, std::string_view file);

 private:
  using Clock = std::chrono::steady_clock;

  Outcome run_to_end(const ScriptStatement& statement, std::string_view file, RefusedNames* refused_before);
  void show_trace(const TracePointer& trace);
  void say(std::string_view text);
  Outcome give(std::vector<Diagnostic> notices, const ScriptStatement& statement, std::string_view file);
  Outcome run_with_file(const ScriptStatement& statement, std::string_view file);
  Outcome show_answer(Answer& answer, const ScriptStatement& statement, std::string_view file);
  Outcome show_rows(Answer& answer, const ScriptStatement& statement, std::string_view file,
                    Clock::time_point begin);
  /// The screen, or the file of OUTPUT and CAPTURE.
  Output& results();
  /// The file cannot be written: results go to the screen again.
  [[noreturn]] void give_up_file(std::string_view reason);
  PrintOptions print_options(Result& result, bool to_the_left);
  /// Returns how wide tables may be, which follows the window; nothing if they need not fit.
  std::optional<std::size_t> columns_to_fit();
  void fit_page(PrintOptions& options);
  /// Returns the time for which it waited for a person.
  Clock::duration print(Result& result, bool to_the_left);
  Outcome end_refused(const Diagnostic& refusal, const ScriptStatement& statement, std::string_view file,
                      RefusedNames* refused_before);
  Outcome refuse_statement(const Diagnostic& refusal, const ScriptStatement& statement, std::string_view file,
                           RefusedNames* refused_before);
  Outcome show(DiagnosticForm form, const Diagnostic& diagnostic, const ScriptStatement& statement,
               std::string_view file, std::span<const Diagnostic> after = {});

  Console& console_;
  Connection& connection_;
  ShellSettings& settings_;
  Output& output_;
  Printer printer_;
  RunnerHooks hooks_;
  RepeatedNotices repeated_notices_;
  std::optional<Diagnostic> refusal_;  // of the running statement, if it was not thrown
  std::string lesson_;                 // Answer::lesson of the running statement
  bool in_script_ = false;
  bool may_have_run_ = false;
  bool is_silent_ = false;  // commands answer nothing
  bool answered_ = false;   // something was printed since the last statement was echoed
};

}  // namespace cellar
