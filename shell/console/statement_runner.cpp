#include "shell/console/statement_runner.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include "parser/markers.h"
#include "schema/system_keyspaces.h"
#include "shell/connection/run_end.h"
#include "shell/console/commands.h"
#include "shell/console/parameters/bound_statement.h"
#include "shell/console/report/refusal_report.h"
#include "shell/console/script/unfinished_script.h"
#include "shell/copy/from/typed_rows.h"
#include "shell/render/timing.h"
#include "shell/teach/trace_text.h"
#include "types/text/text.h"

namespace cellar {

namespace {

std::size_t terminal_columns() {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsualColumns;
  return size.ws_col;
}

/// An output that nobody sees.
struct Unseen {
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file{std::fopen("/dev/null", "w")};
  Output output{file.get(), file.get()};
};

/// A dry run has no rows: an element of a list that is not there may be there in the database.
bool depends_on_rows(const Diagnostic& refusal) { return refusal.cause() == Cause::list_element; }

bool is_import(std::string_view text) {
  if (!is_keyword(first_word(text), "COPY")) return false;
  const auto words = split_command(text);
  return std::ranges::any_of(words, [](const CommandWord& word) { return says(word, "FROM"); });
}

Outcome outcome_of(CommandOutcome outcome) {
  switch (outcome) {
    case CommandOutcome::leave:
      return Outcome::leave;
    case CommandOutcome::refused:
      return Outcome::refused;
    case CommandOutcome::done:
      break;
  }
  return Outcome::done;
}

/// The rows of EXPLAIN are sentences.
bool begins_explain(std::string_view text) {
  constexpr std::string_view kExplain = "explain";
  return text.size() > kExplain.size() &&
         std::equal(kExplain.begin(), kExplain.end(), text.begin(),
                    [](char word, char written) { return word == (written | 0x20); });
}

}  // namespace

StatementRunner::StatementRunner(const Database& database, Session& session, ShellSettings& settings,
                                 Output& output)
    : database_(database), session_(session), settings_(settings), output_(output) {
  session_.set_wait(
      {.waiting =
           [this] {
             output_.write_diagnostic(
                 "-- another process writes to this database; waiting for it (Ctrl-C ends the wait)\n");
           },
       .interrupted = settings_.stop,
       .limit = {}});
}

Outcome StatementRunner::run(const ScriptStatement& statement, std::string_view file,
                             RefusedNames* refused_before) {
  in_script_ = refused_before != nullptr;
  try {
    const Outcome outcome = run_with_file(statement, file);
    if (refusal_) {
      const std::optional<Diagnostic> refusal = std::exchange(refusal_, std::nullopt);
      return end_refused(*refusal, statement, file, refused_before);
    }
    if (refused_before != nullptr) refused_before->note_done(statement.text, session_.keyspace());
    return outcome;
  } catch (const Refusal& refusal) {
    return end_refused(refusal.diagnostic, statement, file, refused_before);
  } catch (const OutputClosed&) {
    throw;
  } catch (const OutputFailed&) {
    throw;
  } catch (const std::bad_alloc&) {
    return report({"memory_used_up", {}, {}, std::nullopt}, statement, file);
  } catch (const std::length_error&) {
    return report({"memory_used_up", {}, {}, std::nullopt}, statement, file);
  } catch (const std::exception& fault) {
    return report({"program_fault", {}, {{"what", fault.what()}}, std::nullopt}, statement, file);
  }
}

Outcome StatementRunner::end_refused(const Diagnostic& refusal, const ScriptStatement& statement,
                                     std::string_view file, RefusedNames* refused_before) {
  if (settings_.dry_run && depends_on_rows(refusal)) return Outcome::done;
  // A report plans the mended statement, so the trace ends before it.
  const bool is_traced = session_.tracing() && !begins_command(statement.text);
  const TracePointer trace = is_traced ? session_.end_trace() : nullptr;
  const Outcome outcome = refuse_statement(refusal, statement, file, refused_before);
  show_trace(trace);
  return outcome;
}

void StatementRunner::show_trace(const TracePointer& trace) {
  if (trace == nullptr) return;
  output_.write(format_trace(*trace));
  answered_ = true;
  settings_.keep_trace(trace);
}

void StatementRunner::echo(std::string_view part, bool behind_blank_line) {
  if (std::exchange(answered_, false) || behind_blank_line) output_.write("\n");
  output_.write_text(part);
  output_.write("\n");
}

/// Tells a file of OUTPUT that cannot be written from an output that cannot.
Outcome StatementRunner::run_with_file(const ScriptStatement& statement, std::string_view file) {
  try {
    const Outcome outcome = run_statement(statement, file);
    output_.end_statement();
    if (settings_.output.file != nullptr && settings_.at_prompt) settings_.output.file->output().flush();
    return outcome;
  } catch (const OutputFailed& failed) {
    if (settings_.output.file == nullptr || !settings_.output.file->output().has_failed()) throw;
    give_up_file(failed.reason);
  } catch (const OutputClosed&) {
    if (settings_.output.file == nullptr || !settings_.output.file->output().has_failed()) throw;
    give_up_file("its reader has gone");
  }
}

void StatementRunner::give_up_file(std::string_view reason) {
  const std::shared_ptr<OutputFile> file = std::exchange(settings_.output.file, nullptr);
  file->refuse_writing(reason);
}

Output& StatementRunner::results() {
  return settings_.output.file == nullptr ? output_ : settings_.output.file->output();
}

Outcome StatementRunner::run_silently(const ScriptStatement& statement, std::string_view file) {
  is_silent_ = true;
  const Outcome outcome = run(statement, file);
  is_silent_ = false;
  return outcome;
}

void StatementRunner::pass_lines(const ScriptStatement& statement) {
  if (lines_are_typed() || !hooks_.read_line || !has_typed_rows(statement.text)) return;
  for (std::string line; hooks_.read_line(line) && !ends_typed_rows(line);) {
  }
}

bool StatementRunner::is_left_out(const ScriptStatement& statement) {
  if (!settings_.dry_run || effect_of(statement.text) != CommandEffect::writes) return false;
  if (is_keyword(first_word(statement.text), "COPY")) return false;  // which looks whether it would run
  output_.write_diagnostic(fmt::format("-- dry run: {} was not run\n", to_upper(first_word(statement.text))));
  return true;
}

/// The lines behind a command that was refused before it read them are no statements.
std::optional<CommandOutcome> StatementRunner::run_command_in(CommandContext& context,
                                                              const ScriptStatement& statement) {
  try {
    const std::optional<CommandOutcome> outcome = run_command(statement.text, context);
    if (!context.has_read_lines) pass_lines(statement);
    if (outcome == CommandOutcome::refused) rows_done_ = context.skipped_rows;
    return outcome;
  } catch (const Refusal&) {
    rows_done_ = context.skipped_rows;
    if (!context.has_read_lines) pass_lines(statement);
    throw;
  }
}

std::optional<Outcome> StatementRunner::run_as_command(const ScriptStatement& statement,
                                                       std::string_view file) {
  rows_done_.reset();
  if (skipped_rows_ && !is_import(statement.text)) {
    skipped_rows_.reset();
    refuse("skip_rows_unfit");
  }
  if (!begins_command(statement.text)) return std::nullopt;
  if (is_left_out(statement)) return Outcome::done;
  std::optional<Unseen> unseen;
  if (is_silent_) unseen.emplace();
  CommandContext context{.database = database_,
                         .session = session_,
                         .output = unseen ? unseen->output : output_,
                         .results = unseen ? unseen->output : results(),
                         .settings = settings_,
                         .run_script = hooks_.run_script,
                         .make_durable = hooks_.make_durable,
                         .read_line = hooks_.read_line,
                         .lines_are_typed = lines_are_typed(),
                         .skipped_rows = std::exchange(skipped_rows_, std::nullopt),
                         .history = hooks_.history ? hooks_.history() : std::vector<std::string>(),
                         .type = hooks_.type,
                         .edit = hooks_.edit,
                         .show_in_pages = hooks_.show_in_pages,
                         .columns = terminal_columns(),
                         .notices = {},
                         .result = {}};
  const bool is_dump = is_keyword(first_word(statement.text), "DUMP");
  // Also a command that is refused or interrupted may have written.
  if (!is_dump && effect_of(statement.text) == CommandEffect::writes) is_dumped_ = false;
  const std::optional<CommandOutcome> outcome = run_command_in(context, statement);
  if (session_.tracing()) session_.end_trace();  // that of a statement which the command ran
  if (!outcome) return std::nullopt;
  if (is_dump && outcome == CommandOutcome::done && split_command(statement.text).size() > 1)
    is_dumped_ = true;
  if (!unseen) {
    answered_ = true;
    for (const Diagnostic& notice : context.notices) report(notice, statement, file);
  }
  return outcome_of(*outcome);
}

bool StatementRunner::has_unsaved_data() const {
  if (!settings_.database_name.empty() || is_dumped_) return false;
  const SchemaPointer schema = database_.schema();
  for (const auto& [name, keyspace] : schema->keyspaces) {
    if (!is_system_keyspace(name) && !is_virtual_keyspace(name)) return true;
  }
  return false;
}

/// Returns nothing if the statement has no result: a person dropped it, or it was refused (`refusal_`).
std::optional<Result> StatementRunner::execute(std::string_view statement) {
  if (!may_have_markers(statement)) {
    Reply reply = session_.attempt(statement);
    if (auto* const refusal = std::get_if<Refusal>(&reply)) {
      refusal_ = std::move(refusal->diagnostic);
      return std::nullopt;
    }
    return std::move(std::get<Result>(reply));
  }
  if (in_script_ || !settings_.at_prompt || !hooks_.ask)
    return execute_bound(session_, settings_.parameters, statement);
  const ParameterPrompt prompt{
      .ask = hooks_.ask,
      .complain = [this](const Diagnostic& fault,
                         const std::string& typed) { report(fault, {.text = typed}, {}); },
  };
  return execute_bound(session_, settings_.parameters, statement, &prompt);
}

Outcome StatementRunner::run_statement(const ScriptStatement& statement, std::string_view file) {
  if (const std::optional<Outcome> outcome = run_as_command(statement, file)) return *outcome;
  settings_.clock->begin_statement();
  const Clock::time_point begin = settings_.timing ? Clock::now() : Clock::time_point();
  std::optional<Result> executed = execute(statement.text);
  if (!executed) return refusal_ ? Outcome::refused : Outcome::done;
  Result& result = *executed;
  const bool may_write = !result.has_rows() || result.columns().front().name == "[applied]";
  if (is_dumped_ && may_write && effect_of(statement.text) == CommandEffect::none) is_dumped_ = false;
  const bool is_explanation = result.has_rows() && begins_explain(statement.text);
  if (settings_.dry_run && !is_explanation) return give(result.notices(), statement, file);
  const Clock::duration waited = print(result, is_explanation);
  const Clock::duration taken = settings_.timing ? Clock::now() - begin - waited : Clock::duration();
  if (!statement.annotations.empty()) {
    settings_.silenced_lints.read_comments(statement.annotations, statement.text);
  }
  const Outcome outcome = result.notices().empty() ? Outcome::done : give(result.notices(), statement, file);
  if (settings_.timing) {
    output_.write_diagnostic(format_timing(taken, result.counters(), result.has_rows()));
  }
  if (session_.tracing()) show_trace(session_.end_trace(&result));
  return outcome;
}

/// Shows the notices of a statement. EXPLAIN of one that is refused has its refusal among them, and is then refused, too.
Outcome StatementRunner::give(std::vector<Diagnostic> notices, const ScriptStatement& statement,
                              std::string_view file) {
  Outcome outcome = Outcome::done;
  const DiagnosticForm form = settings_.diagnostic_form;
  const DiagnosticForm in_a_line = form == DiagnosticForm::full ? DiagnosticForm::one_line : form;
  if (std::ranges::any_of(notices, is_lint)) settings_.silenced_lints.read_comments({}, statement.text);
  std::string linted;  // the table that LINT tells more about
  for (const Diagnostic& notice : shown_notices(std::move(notices), settings_.silenced_lints)) {
    if (!is_notice(notice)) {
      settings_.note_refused(statement.text);
      outcome = report(notice, statement, file);
      continue;
    }
    const ToldNotices::Show told = told_.note(notice, !in_script_);
    if (told == ToldNotices::Show::nothing) continue;
    show(is_lint(notice) || told == ToldNotices::Show::line ? in_a_line : form, notice, statement, file);
    if (is_lint(notice)) linted = table_of(notice);
  }
  if (!linted.empty() && form == DiagnosticForm::full)
    output_.write_diagnostic(fmt::format("-- LINT {} tells more\n", linted));
  return outcome;
}

void StatementRunner::end_script() {
  const std::string counts = told_.take_counts(session_.take_untold_notices());
  if (settings_.diagnostic_form != DiagnosticForm::json) output_.write_diagnostic(counts);
}

PrintOptions StatementRunner::print_options(Result& result, bool to_the_left) {
  const OutputSettings& output = settings_.output;
  // As in cqlsh, what a conditional write answers is not counted.
  const bool is_answer = result.has_rows() && result.columns().front().name == "[applied]";
  PrintOptions options{.mode = output.mode,
                       .format = output.format,
                       .colour = settings_.colour_results && output.file == nullptr,
                       .to_the_left = to_the_left,
                       .counts_rows = !is_answer,
                       .at_terminal = results().terminal_columns().has_value(),
                       .wrap = output.wrap,
                       .stop = settings_.stop};
  options.columns = columns_to_fit();
  return options;
}

std::optional<std::size_t> StatementRunner::columns_to_fit() {
  const OutputSettings& output = settings_.output;
  const std::optional<std::size_t> columns = results().terminal_columns();
  if (!columns || output.fit_to == FitTo::values) return std::nullopt;
  return output.fit_to == FitTo::columns ? output.columns : columns;
}

/// Returns how many rows of a result the window shows at once, with their header and the pager's question.
std::size_t StatementRunner::rows_of_window(Result& result, OutputMode mode) const {
  const std::size_t lines = output_.terminal_rows().value_or(PrintOptions().page_rows);
  const bool is_vertical = mode == OutputMode::vertical && result.has_rows();
  const std::size_t of_a_row = is_vertical ? result.columns().size() + 3 : 1;
  const std::size_t around = mode == OutputMode::table ? 4 : mode == OutputMode::box ? 6 : 2;
  return std::max<std::size_t>(1, (lines - std::min(lines, around)) / of_a_row);
}

StatementRunner::Clock::duration StatementRunner::print(Result& result, bool to_the_left) {
  answered_ = answered_ || result.has_rows();
  Clock::duration waited{};
  PrintOptions options = print_options(result, to_the_left);
  options.repeat_header = settings_.at_prompt && settings_.paging && !settings_.typed_ahead &&
                          settings_.output.file == nullptr && hooks_.wants_more;
  // Called by next_page, which outlives the block below.
  const auto page_rows = [&] { return settings_.page_rows.value_or(rows_of_window(result, options.mode)); };
  if (options.repeat_header) {
    options.page_rows = page_rows();
    if (!settings_.page_rows) options.window_columns = results().terminal_columns().value_or(0);
    options.next_page = [&] {
      result.pause();
      const Clock::time_point begin = Clock::now();
      const bool wanted = hooks_.wants_more();
      waited += Clock::now() - begin;
      // The window may have got another size meanwhile.
      options.page_rows = page_rows();
      options.columns = columns_to_fit();
      if (options.window_columns > 0) options.window_columns = results().terminal_columns().value_or(0);
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
    refused_before->note_refused(refusal, statement, file, session_.keyspace());
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
  const RefusalReport full_report = report_of(refusal, statement.text, session_);
  return show(settings_.diagnostic_form, full_report.refusal, statement, file, full_report.after);
}

void StatementRunner::summarize(const RefusedNames& refused_before, std::string_view file) {
  if (settings_.diagnostic_form == DiagnosticForm::full) {
    output_.write_diagnostic(refused_before.summary(file));
  }
}

Outcome StatementRunner::show(DiagnosticForm form, const Diagnostic& diagnostic,
                              const ScriptStatement& statement, std::string_view file,
                              std::span<const Diagnostic> after) {
  const SourcePlace place{file, statement.line, statement.column, statement.text};
  output_.write_diagnostic(render(form, diagnostic, place, settings_.colour_diagnostics, after,
                                  settings_.language, output_.diagnostic_columns()));
  if (form == DiagnosticForm::full && !file.empty() && !is_notice(diagnostic))
    output_.write_diagnostic(lines_not_run(diagnostic, statement));
  answered_ = true;
  return ends_the_run(diagnostic) ? Outcome::broken : Outcome::refused;
}

}  // namespace cellar
