#include "shell/console/console.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "parser/markers.h"
#include "schema/system_keyspaces.h"
#include "shell/console/commands.h"
#include "shell/console/parameters/bound_statement.h"
#include "shell/copy/from/typed_rows.h"
#include "shell/teach/timeline/timeline.h"
#include "types/text/text.h"

namespace cellar {

namespace {

bool is_import(std::string_view text) {
  if (!is_same_word(first_word(text), "COPY")) return false;
  const auto words = split_command(text);
  return std::ranges::any_of(words, [](const CommandWord& word) { return says(word, "FROM"); });
}

/// The rows of EXPLAIN are sentences.
bool begins_explain(std::string_view text) {
  constexpr std::string_view kExplain = "explain";
  return text.size() > kExplain.size() &&
         std::equal(kExplain.begin(), kExplain.end(), text.begin(),
                    [](char word, char written) { return word == (written | 0x20); });
}

}  // namespace

Console::Console(Connection& connection, ShellSettings& settings, Output& output)
    : connection_(connection), settings_(settings), output_(output) {
  begin_session();
}

void Console::begin_session() {
  connection_.set_language(settings_.language);
  connection_.set_wait(
      {.waiting =
           [&output = output_, &settings = settings_] {
             output.write_diagnostic(ConsoleWords::say(
                 settings.language,
                 "-- another process writes to this database; waiting for it (Ctrl-C ends the wait)\n"));
           },
       .interrupted = settings_.stop,
       .limit = {}});
}

void Console::set_database_aside() {
  aside_ = Aside{is_dumped_, has_unsaved_data()};
  is_dumped_ = false;
}

void Console::take_database_back() {
  is_dumped_ = aside_->is_dumped;
  aside_.reset();
}

Answer Console::answer(std::string_view text, bool in_script) {
  Answer answer;
  try {
    run(text, in_script, answer);
  } catch (...) {
    refuse_in(answer, refusal_of_exception());
  }
  if (hooks_.follow && !in_script) answer.lesson = hooks_.follow(text, answer);
  return answer;
}

void Console::run(std::string_view text, bool in_script, Answer& answer) {
  rows_done_.reset();
  if (skipped_rows_ && !is_import(text)) {
    skipped_rows_.reset();
    refuse("skip_rows_unfit");
  }
  answer.is_statement = !begins_command(text);
  if (!answer.is_statement) run_as_command(text, answer);
  if (answer.is_statement) run_as_statement(text, in_script, answer);
}

std::vector<Diagnostic> Console::notices_of(const ScriptStatement& statement,
                                            std::vector<Diagnostic> earned) {
  if (!statement.annotations.empty() || std::ranges::any_of(earned, is_lint))
    settings_.silenced_lints.read_comments(statement.annotations, statement.text, connection_.keyspace());
  return notices_to_show(std::move(earned), settings_.silenced_lints, settings_.lint_levels);
}

TracePointer Console::end_trace(Result* rows) {
  if (!connection_.tracing()) return nullptr;
  TracePointer trace = connection_.end_trace(rows);
  if (trace) settings_.keep_trace(trace);
  return trace;
}

void Console::pass_lines(std::string_view text) {
  if (lines_are_typed() || !hooks_.read_line || !has_typed_rows(text)) return;
  for (std::string line; hooks_.read_line(line) && !ends_typed_rows(line);) {
  }
}

/// The lines behind a command that was refused before it read them are no statements.
void Console::run_command_in(CommandContext& context, std::string_view text, Answer& answer) {
  try {
    run_command(text, context, answer);
  } catch (const Refusal&) {
    rows_done_ = context.skipped_rows;
    if (!context.has_read_lines) pass_lines(text);
    throw;
  }
  if (!context.has_read_lines) pass_lines(text);
  if (answer.outcome == Outcome::refused) rows_done_ = context.skipped_rows;
}

void Console::run_as_command(std::string_view text, Answer& answer) {
  const bool writes = effect_of(text) == CommandEffect::writes;
  const std::string_view word = first_word(text);
  // COPY looks whether it would run.
  if (settings_.dry_run && writes && !is_same_word(word, "COPY")) {
    answer.remarks = ConsoleWords::say(settings_.language, "-- dry run: {command} was not run\n",
                                       {{"command", to_upper(word)}});
    return;
  }
  // A front end without scripts has no group that it could have opened, and reads none.
  const auto make_durable = hooks_.make_durable ? hooks_.make_durable : std::function<void()>([] {});
  const auto run_script = hooks_.run_script ? hooks_.run_script : RunScript([](const auto&, const auto&) {
    refuse("command_absent", {}, {{"command", "SOURCE here"}});
  });
  CommandContext context{.connection = connection_,
                         .output = output_,
                         .settings = settings_,
                         .run_script = run_script,
                         .make_durable = make_durable,
                         .read_line = hooks_.read_line,
                         .lines_are_typed = lines_are_typed(),
                         .skipped_rows = std::exchange(skipped_rows_, std::nullopt),
                         .history = hooks_.history ? hooks_.history() : std::vector<std::string>(),
                         .type = hooks_.type,
                         .edit = hooks_.edit,
                         .learn = hooks_.learn,
                         .columns = output_.terminal_columns().value_or(settings_.text_columns)};
  const bool is_dump = is_same_word(word, "DUMP");
  // Also a command that is refused or interrupted may have written.
  if (!is_dump && writes) is_dumped_ = false;
  run_command_in(context, text, answer);
  if (connection_.tracing()) connection_.end_trace(nullptr);  // that of a statement which the command ran
  if (is_dump && answer.outcome == Outcome::done && !answer.draw) is_dumped_ = true;
}

void Console::run_as_statement(std::string_view text, bool in_script, Answer& answer) {
  settings_.clock->begin_statement();
  execute(text, in_script, answer);
  if (answer.refusal) return;
  const Result& rows = answer.rows;
  const bool may_write = !rows.has_rows() || is_conditional_answer(rows.columns());
  if (settings_.timeline && may_write) note_in_timeline(text);
  if (is_dumped_ && may_write && effect_of(text) == CommandEffect::none) is_dumped_ = false;
  answer.is_explanation = rows.has_rows() && begins_explain(text);
}

void Console::note_in_timeline(std::string_view text) {
  const Database* const database = connection_.database();
  if (database == nullptr || aside_) return;
  if (connection_.in_group() && hooks_.make_durable) hooks_.make_durable();
  settings_.timeline->note(*database, text);
}

void Console::execute(std::string_view text, bool in_script, Answer& answer) {
  if (!may_have_markers(text)) {
    Reply reply = connection_.attempt(text);
    if (auto* const refusal = std::get_if<Refusal>(&reply)) {
      refuse_in(answer, std::move(refusal->diagnostic));
    } else {
      answer.rows = std::move(std::get<Result>(reply));
    }
    return;
  }
  // A person may drop the statement.
  const auto execute_asking = [&] {
    const ParameterPrompt prompt{.ask = hooks_.ask, .complain = hooks_.complain};
    return execute_bound(connection_, settings_.parameters, text, &prompt);
  };
  std::optional<Result> result = hooks_.ask && !in_script
                                     ? execute_asking()
                                     : execute_bound(connection_, settings_.parameters, text, nullptr);
  answer.is_dropped = !result;
  if (result) answer.rows = *std::move(result);
}

bool Console::has_unsaved_data() const {
  if (aside_) return aside_->has_unsaved_data;
  const Database* const database = connection_.database();
  if (database == nullptr || !settings_.database_name.empty() || is_dumped_) return false;
  const SchemaPointer schema = database->schema();
  for (const auto& [name, keyspace] : schema->keyspaces) {
    if (!is_system_keyspace(name) && !is_virtual_keyspace(name)) return true;
  }
  return false;
}

}  // namespace cellar
