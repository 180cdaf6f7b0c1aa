#include "shell/console/report/statement_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "shell/connection/run_end.h"
#include "shell/console/commands.h"
#include "shell/console/report/refusal_report.h"
#include "shell/console/report/unfinished_script.h"
#include "shell/render/timing.h"
#include "shell/teach/trace_text.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// A dry run has no rows: an element of a list that is not there may be there in the database.
bool depends_on_rows(const Diagnostic& refusal) { return refusal.cause() == Cause::list_element; }

}  // namespace

StatementRunner::StatementRunner(Console& console, Output& output)
    : console_(console), connection_(console.connection()), settings_(console.settings()), output_(output) {}

Outcome StatementRunner::run(const ScriptStatement& statement, std::string_view file,
                             RefusedNames* refused_before) {
  const Outcome outcome = run_to_end(statement, file, refused_before);
  if (!lesson_.empty()) output_.write_diagnostic(std::exchange(lesson_, {}));
  return outcome;
}

Outcome StatementRunner::run_to_end(const ScriptStatement& statement, std::string_view file,
                                    RefusedNames* refused_before) {
  in_script_ = refused_before != nullptr;
  try {
    const Outcome outcome = run_with_file(statement, file);
    if (refusal_) {
      const std::optional<Diagnostic> refusal = std::exchange(refusal_, std::nullopt);
      return end_refused(*refusal, statement, file, refused_before);
    }
    if (refused_before != nullptr) refused_before->note_done(statement.text, connection_.keyspace());
    return outcome;
  } catch (...) {
    return end_refused(refusal_of_exception(), statement, file, refused_before);
  }
}

Outcome StatementRunner::end_refused(const Diagnostic& refusal, const ScriptStatement& statement,
                                     std::string_view file, RefusedNames* refused_before) {
  if (settings_.dry_run && depends_on_rows(refusal)) return Outcome::done;
  // A report plans the mended statement, so the trace ends before it.
  const TracePointer trace = begins_command(statement.text) ? nullptr : console_.end_trace(nullptr);
  const Outcome outcome = refuse_statement(refusal, statement, file, refused_before);
  show_trace(trace);
  return outcome;
}

void StatementRunner::show_trace(const TracePointer& trace) {
  if (trace == nullptr) return;
  say(format_trace(*trace, settings_.language));
  answered_ = true;
}

/// If results are JSON for a program, what is said to people is a diagnostic.
void StatementRunner::say(std::string_view text) {
  settings_.commands_answer_rows() ? output_.write_diagnostic(text) : output_.write(text);
}

void StatementRunner::echo(std::string_view part, bool behind_blank_line) {
  if (std::exchange(answered_, false) || behind_blank_line) output_.write("\n");
  output_.write_text(part);
  output_.write("\n");
}

/// Tells a file of OUTPUT that cannot be written from an output that cannot.
Outcome StatementRunner::run_with_file(const ScriptStatement& statement, std::string_view file) {
  try {
    // At the prompt TIMING counts all of it.
    const Clock::time_point begin = settings_.timing ? Clock::now() : Clock::time_point();
    Answer answer = console_.answer(statement.text, in_script_);
    refusal_ = std::move(answer.refusal);
    lesson_ = std::move(answer.lesson);
    if (refusal_) return Outcome::refused;
    const Outcome outcome = answer.is_statement ? show_rows(answer, statement, file, begin)
                                                : show_answer(answer, statement, file);
    output_.end_statement();
    if (settings_.output.file != nullptr && settings_.at_prompt) settings_.output.file->flush();
    return outcome;
  } catch (const OutputFailed& failed) {
    if (settings_.output.file == nullptr || !settings_.output.file->has_failed()) throw;
    give_up_file(failed.reason);
  } catch (const OutputClosed&) {
    if (settings_.output.file == nullptr || !settings_.output.file->has_failed()) throw;
    give_up_file(std::generic_category().message(EPIPE));
  }
}

void StatementRunner::give_up_file(std::string_view reason) {
  const std::shared_ptr<OutputFile> file = std::exchange(settings_.output.file, nullptr);
  file->refuse_writing(reason);
}

Output& StatementRunner::results() {
  return settings_.output.file == nullptr ? output_ : *settings_.output.file;
}

Outcome StatementRunner::run_silently(const ScriptStatement& statement, std::string_view file) {
  is_silent_ = true;
  const Outcome outcome = run(statement, file);
  is_silent_ = false;
  return outcome;
}

/// Shows what a command answers: what is wrong with what was asked first, notices last, as with statements.
Outcome StatementRunner::show_answer(Answer& answer, const ScriptStatement& statement,
                                     std::string_view file) {
  if (is_silent_) return answer.outcome;
  answered_ = true;
  const DiagnosticStyle style{settings_.diagnostic_form, settings_.language, settings_.colour_diagnostics};
  write_placed(answer.placed, false, style, output_);
  const bool in_pages = answer.may_be_paged && settings_.at_prompt && settings_.paging &&
                        !settings_.typed_ahead && output_.is_terminal() && hooks_.show_in_pages;
  if (answer.has_text() && answer.document && settings_.commands_answer_documents()) {
    const bool is_line = settings_.output.mode->reader == ModeReader::program_of_json_lines;
    results().write(is_line ? one_line(answer.document()) + '\n' : answer.document());
  } else if (answer.rows.has_rows() && settings_.commands_answer_rows()) {
    print(answer.rows, false);
  } else if (in_pages) {
    hooks_.show_in_pages(answer.fitted ? answer.fitted : [&answer](std::size_t) { return answer.text; });
  } else if (answer.is_result || !settings_.commands_answer_rows()) {
    write_text(answer, answer.is_result ? results() : output_);
  } else {
    KeptOutput said;
    write_text(answer, said);
    say(said.take_results() + said.take_diagnostics());
  }
  const bool is_told = !answer.has_text() && answer.document && style.form == DiagnosticForm::json;
  if (is_told) output_.write_diagnostic(answer.document());
  if (!is_told && !answer.remarks.empty()) output_.write_diagnostic(answer.remarks);
  write_placed(answer.placed, true, style, output_);
  for (const Diagnostic& notice : answer.notices) report(notice, statement, file);
  return answer.outcome;
}

/// Shows what a statement answers, since `begin`.
Outcome StatementRunner::show_rows(Answer& answer, const ScriptStatement& statement, std::string_view file,
                                   Clock::time_point begin) {
  if (answer.is_dropped) return Outcome::done;
  Result& result = answer.rows;
  if (settings_.dry_run && !answer.is_explanation) return give(result.notices(), statement, file);
  const Clock::duration waited = print(result, answer.is_explanation);
  const Clock::duration taken = settings_.timing ? Clock::now() - begin - waited : Clock::duration();
  const bool says_nothing = result.notices().empty() && statement.annotations.empty();
  const Outcome outcome = says_nothing ? Outcome::done : give(result.notices(), statement, file);
  if (settings_.timing) {
    output_.write_diagnostic(format_timing(taken, result.counters(), result.has_rows(), settings_.language));
  }
  show_trace(console_.end_trace(&result));
  return outcome;
}

/// Shows the notices of a statement. EXPLAIN of one that is refused has its refusal among them, and is then refused, too.
Outcome StatementRunner::give(std::vector<Diagnostic> notices, const ScriptStatement& statement,
                              std::string_view file) {
  Outcome outcome = Outcome::done;
  const DiagnosticForm form = settings_.diagnostic_form;
  const DiagnosticForm in_a_line = form == DiagnosticForm::full ? DiagnosticForm::one_line : form;
  std::string linted;  // the table that LINT tells more about
  for (const Diagnostic& notice : console_.notices_of(statement, std::move(notices))) {
    if (!is_notice(notice)) {
      settings_.note_refused(statement.text);
      outcome = report(notice, statement, file);
      continue;
    }
    const RepeatedNotices::Show shown = repeated_notices_.note(notice, !in_script_);
    if (shown == RepeatedNotices::Show::nothing) continue;
    show(is_lint(notice) || shown == RepeatedNotices::Show::line ? in_a_line : form, notice, statement, file);
    if (is_lint(notice)) linted = table_of(notice);
  }
  if (!linted.empty() && form == DiagnosticForm::full)
    output_.write_diagnostic(
        ConsoleWords::say(settings_.language, "-- LINT {table} tells more\n", {{"table", linted}}));
  return outcome;
}

void StatementRunner::give(const LateNotice& earned, const ScriptStatement& statement,
                           std::string_view file) {
  give(std::vector{earned.notice}, statement, file);
  repeated_notices_.count(earned.notice, earned.times - 1);
}

void StatementRunner::end_script() {
  const std::string counts =
      repeated_notices_.take_counts(connection_.take_untold_notices(), settings_.language);
  if (settings_.diagnostic_form != DiagnosticForm::json) output_.write_diagnostic(counts);
}

PrintOptions StatementRunner::print_options(Result& result, bool to_the_left) {
  const OutputSettings& output = settings_.output;
  // As in cqlsh, what a conditional write answers is not counted.
  PrintOptions options{.mode = output.mode,
                       .format = output.format,
                       .colour = settings_.colour_results && output.file == nullptr,
                       .to_the_left = to_the_left,
                       .counts_rows = !is_conditional_answer(result.columns()),
                       .at_terminal = results().terminal_columns().has_value(),
                       .wrap = output.wrap,
                       .stop = settings_.stop,
                       .language = settings_.language};
  options.columns = columns_to_fit();
  return options;
}

std::optional<std::size_t> StatementRunner::columns_to_fit() {
  const OutputSettings& output = settings_.output;
  const std::optional<std::size_t> columns = results().terminal_columns();
  if (!columns || output.fit_to == FitTo::values) return std::nullopt;
  return output.fit_to == FitTo::columns ? output.columns : columns;
}

/// Sets how much of a result the window shows at once, with the header and the pager's question.
void StatementRunner::fit_page(PrintOptions& options) {
  options.columns = columns_to_fit();
  options.page_size = settings_.page_rows.value_or(PrintOptions().page_size);
  if (settings_.page_rows) return;
  const std::size_t lines = output_.terminal_rows().value_or(options.page_size);
  options.page_size = std::max<std::size_t>(1, lines - std::min(lines, options.mode->lines_around));
  options.window_columns = results().terminal_columns().value_or(0);
}

StatementRunner::Clock::duration StatementRunner::print(Result& result, bool to_the_left) {
  if (!result.has_rows()) return {};
  answered_ = true;
  Clock::duration waited{};
  PrintOptions options = print_options(result, to_the_left);
  options.repeat_header = settings_.at_prompt && settings_.paging && !settings_.typed_ahead &&
                          settings_.output.file == nullptr && hooks_.wants_more;
  if (options.repeat_header) {
    fit_page(options);
    options.next_page = [&] {
      result.pause();
      const Clock::time_point begin = Clock::now();
      const bool wanted = hooks_.wants_more();
      waited += Clock::now() - begin;
      // The window may have got another size meanwhile.
      fit_page(options);
      return wanted;
    };
  }
  printer_.print(result, options, results());
  return waited;
}

Outcome StatementRunner::report(const Diagnostic& diagnostic, const ScriptStatement& statement,
                                std::string_view file) {
  return show(settings_.diagnostic_form, diagnostic, statement, file);
}

/// A refusal that follows from an earlier one takes one line.
Outcome StatementRunner::refuse_statement(const Diagnostic& refusal, const ScriptStatement& statement,
                                          std::string_view file, RefusedNames* refused_before) {
  settings_.note_refused(statement.text);
  if (refused_before != nullptr) {
    const RefusedNames::Explained explained = refused_before->explain(refusal, file);
    refused_before->note_refused(refusal, statement, file, connection_.keyspace());
    if (explained.by_earlier) {
      const bool full = settings_.diagnostic_form == DiagnosticForm::full;
      return show(full ? DiagnosticForm::one_line : settings_.diagnostic_form, explained.diagnostic,
                  statement, file);
    }
  }
  if (refused_before != nullptr && !file.empty()) {
    if (const std::optional<Diagnostic> fault = refused_before->fault_of_quotes(refusal, statement))
      return show(settings_.diagnostic_form, *fault, statement, file);
  }
  const RefusalReport full_report = report_of(refusal, statement.text, connection_);
  return show(settings_.diagnostic_form, full_report.refusal, statement, file, full_report.after);
}

void StatementRunner::summarize(const RefusedNames& refused_before, std::string_view file) {
  if (settings_.diagnostic_form == DiagnosticForm::full) {
    output_.write_diagnostic(refused_before.summary(file, settings_.language));
  }
}

Outcome StatementRunner::show(DiagnosticForm form, const Diagnostic& diagnostic,
                              const ScriptStatement& statement, std::string_view file,
                              std::span<const Diagnostic> after) {
  settings_.note_met(diagnostic, statement.text);
  const SourcePlace place{file, statement.line, statement.column, statement.text};
  const Announced how =
      is_lint(diagnostic) ? announced(settings_.lint_levels.level_of(diagnostic)) : Announced::by_kind;
  output_.write_diagnostic(render(form, diagnostic, place, settings_.colour_diagnostics, after,
                                  settings_.language, output_.diagnostic_columns(), how));
  if (form == DiagnosticForm::full && !is_notice(diagnostic)) {
    const std::string taken_in = lines_taken_in(diagnostic, statement, settings_.language);
    output_.write_diagnostic(file.empty() || !taken_in.empty()
                                 ? taken_in
                                 : lines_not_run(diagnostic, statement, settings_.language));
  }
  answered_ = true;
  may_have_run_ = cellar::may_have_run(diagnostic);
  return ends_the_run(diagnostic) ? Outcome::broken : Outcome::refused;
}

}  // namespace cellar
