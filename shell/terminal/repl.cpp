#include "shell/terminal/repl.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "refusal/width.h"
#include "shell/console/commands.h"
#include "shell/editor/interrupt.h"
#include "shell/terminal/words/terminal_words.h"
#include "types/text/text.h"
#include "types/type.h"

namespace cellar {

namespace {

constexpr std::size_t kShownColumns = 76;  // of each statement of several

/// The statements of a text, kept as their text: the reader's own lasts until it is asked for the next one.
struct ReadStatement {
  std::string text;
  std::string annotations;
  std::size_t line = 1;
  std::size_t column = 1;

  ScriptStatement view() const { return {text, line, column, true, annotations}; }
};

std::vector<ReadStatement> read_statements(Splitter& reader, std::string_view text) {
  std::vector<ReadStatement> statements;
  const auto take = [&statements](const ScriptStatement& found) {
    statements.push_back({std::string(found.text), std::string(found.annotations), found.line, found.column});
  };
  reader.feed(std::string(text) + '\n');
  reader.end();
  while (const std::optional<ScriptStatement> found = reader.next()) take(*found);
  // Enter runs a text that begins no statement, to refuse it.
  if (reader.unfinished() == Unfinished::nothing) return statements;
  if (const std::optional<ScriptStatement> rest = reader.finish()) take(*rest);
  return statements;
}

}  // namespace

std::string Repl::prompt() const {
  if (connection_.keyspace().empty()) return "cellar> ";
  return "cellar:" + show_on_terminal(quote_name(connection_.keyspace())) + "> ";
}

/// One row, so that the answers of many statements can be read.
void Repl::show_statement(std::string_view statement) {
  const std::string shown = expand(statement.substr(0, statement.find('\n')));
  const std::string_view part = fit(shown, kShownColumns);
  const bool is_whole = part.size() == shown.size() && statement.find('\n') == statement.npos;
  output_.write(fmt::format("{}{}{}\n", prompt(), part, is_whole ? "" : " ..."));
}

/// On the terminal, wherever results go.
void Repl::say(std::string_view text) {
  output_.terminal_columns() ? output_.write(text) : output_.write_diagnostic(text);
}

bool Repl::run_typed(const TypedText& typed) {
  const std::vector<ReadStatement> statements = read_statements(reader_, typed.text);
  if (!typed.several) editor_.remember(typed.text);
  settings_.typed_ahead = typed.more_follows;
  std::size_t ran = 0;
  for (const ReadStatement& statement : statements) {
    if (typed.several) {
      show_statement(statement.text);
      editor_.remember(statement.text);
    }
    ++ran;
    const Outcome outcome = runner_.run(statement.view(), {});
    if (outcome == Outcome::leave) return false;
    if (interrupted() || outcome == Outcome::broken) break;
  }
  if (ran < statements.size()) {
    output_.write_diagnostic(TerminalWords::say(settings_.language,
                                                "-- {statements|statement|statements} did not run\n",
                                                {{"statements", std::to_string(statements.size() - ran)}}));
  }
  return true;
}

void Repl::run() {
  editor_.set_language(settings_.language);
  if (const std::optional<std::string> fault = editor_.history_fault()) {
    output_.write_diagnostic("-- " + *fault + '\n');
  }
  bool was_warned = false;  // the last answer of the editor was the end of input
  for (;;) {
    output_.flush();
    // Lines are counted from each statement's first line. A comment may say something of the statement after it.
    if (!reader_.has_annotations()) reader_ = Splitter(begins_line_command);
    if (!settings_.line_before_prompt.empty()) {
      output_.write_text(settings_.line_before_prompt + '\n');
      output_.flush();
    }
    editor_.set_language(settings_.language);
    const TypedText typed = editor_.read(prompt());
    if (typed.kind != TypedText::Kind::end) was_warned = false;
    switch (typed.kind) {
      case TypedText::Kind::text:
        if (!run_typed(typed)) return;
        break;
      case TypedText::Kind::dropped:
        reader_ = Splitter(begins_line_command);
        break;
      case TypedText::Kind::end:
        say(trim(typed.text).empty()
                ? "\n"
                : TerminalWords::say(settings_.language, "\n-- the unfinished statement was not run\n"));
        if (runner_.console().is_database_aside()) {
          runner_.run({.text = "LEARN OFF"}, {});
          break;
        }
        if (std::exchange(was_warned, true) || !runner_.console().has_unsaved_data()) return;
        say(TerminalWords::say(
            settings_.language,
            "-- what is here is in no file: DUMP 'shop.cql' keeps it; Ctrl-D again leaves\n"));
        break;
    }
  }
}

}  // namespace cellar
