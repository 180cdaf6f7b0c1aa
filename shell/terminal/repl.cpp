#include "shell/terminal/repl.h"

#include "parser/splitter.h"
#include "shell/command/commands.h"
#include "shell/interrupt.h"
#include "types/type.h"

namespace cellar {

namespace {

constexpr std::string_view kBanner =
    "Cellar " CELLAR_VERSION ", CQL 3.4.7. HELP shows the way, EXIT or Ctrl-D leaves.\n";
constexpr int kEmptyLinesBeforeHint = 3;

std::string_view hint_for(Unfinished unfinished) {
  switch (unfinished) {
    case Unfinished::batch:
      return "-- a batch ends with APPLY BATCH;  (Ctrl-C drops it)\n";
    case Unfinished::comment:
      return "-- a comment ends with */  (Ctrl-C drops it)\n";
    case Unfinished::string:
      return "-- a single quote is still open: ' closes it; inside text it is doubled, ''  (Ctrl-C drops it "
             "all)\n";
    case Unfinished::quoted_name:
      return "-- a double quote is still open: \" closes it; inside text ' is doubled, ''  (Ctrl-C drops it "
             "all)\n";
    case Unfinished::dollar_string:
      return "-- a text in $$ is still open: $$ closes it  (Ctrl-C drops it all)\n";
    default:
      return "-- a statement ends with ;  (Ctrl-C drops it)\n";
  }
}

/// Whether a line was meant to end its statement, and a quote that is open keeps it from that.
bool is_caught_in_quotes(std::string_view line, Unfinished unfinished) {
  const bool in_quotes = unfinished == Unfinished::string || unfinished == Unfinished::quoted_name ||
                         unfinished == Unfinished::dollar_string || unfinished == Unfinished::comment;
  const std::size_t last = line.find_last_not_of(" \t");
  return in_quotes && last != line.npos && line[last] == ';';
}

}  // namespace

std::string Repl::prompt(bool continuation) const {
  if (continuation) return "   ... ";
  if (session_.keyspace().empty()) return "cellar> ";
  return "cellar:" + quote_name(session_.keyspace()) + "> ";
}

void Repl::run() {
  output_.write(kBanner);
  Splitter reader(begins_line_command);
  int empty_lines = 0;
  for (;;) {
    output_.flush();
    const bool continuation = reader.unfinished() != Unfinished::nothing;
    if (!continuation && !reader.has_annotations())
      reader = Splitter(begins_line_command);  // lines are counted from each statement's first line
    const TypedLine typed = editor_.read(prompt(continuation));
    if (typed.kind == TypedLine::Kind::end) break;
    if (typed.kind == TypedLine::Kind::dropped) {
      reader.clear();
      output_.write("^C\n");
      continue;
    }
    editor_.remember(typed.text);
    empty_lines = typed.text.empty() && continuation ? empty_lines + 1 : 0;
    if (empty_lines == kEmptyLinesBeforeHint) output_.write(hint_for(reader.unfinished()));
    reader.feed(typed.text + '\n');
    while (const std::optional<ScriptStatement> statement = reader.next()) {
      if (runner_.run(*statement, {}) == Outcome::leave) return;
      if (interrupted()) reader.clear();
    }
    if (is_caught_in_quotes(typed.text, reader.unfinished())) output_.write(hint_for(reader.unfinished()));
  }
  if (reader.unfinished() != Unfinished::nothing) output_.write("\n-- the unfinished statement was not run");
  output_.write("\n");
}

}  // namespace cellar
