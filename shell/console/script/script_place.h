// Places in scripts: where an interrupted run goes on (--from, SOURCE ... FROM), and the command that does it.
//
// In:      the words of --from or FROM; the arguments of the program.
// Out:     a place, through all scripts that SOURCE has opened; the command to type, quoted for a shell.
// Refused: words that are no place (E657).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cellar {

/// A statement of one script.
struct ScriptLine {
  std::string script;    // its name; "-" for standard input
  std::size_t line = 1;  // both counted from 1
  std::size_t column = 1;

  /// "load.cql:120", with the column if the statement does not begin its line: "load.cql:120:31".
  std::string text() const;
};

/// A statement, and the SOURCE commands that lead to its script: the outermost script is the first.
struct ScriptPlace {
  static constexpr std::size_t kAnySource = static_cast<std::size_t>(-1);
  std::size_t source = 0;  // index among the -f and -e of the command line
  std::vector<ScriptLine> lines;
  std::uint64_t rows = 0;  // of its files that the statement, a COPY FROM, passes over
};

/// Reads FILE:LINE or FILE:LINE:COLUMN.
ScriptLine read_script_line(const std::string& text);
std::vector<ScriptLine> read_script_lines(const std::vector<std::string>& texts);

/// Returns the command that was typed, with --from (and --skip-rows) for this place. `arguments` begin with the program's name.
std::string command_from(const std::vector<std::string>& arguments, const ScriptPlace& place);

/// Returns the command of the prompt that goes on there: SOURCE 'a.cql' FROM 'a.cql:12'.
std::string source_from(const ScriptPlace& place);

/// Returns a word that every POSIX shell reads as `text`.
std::string quote_for_shell(std::string_view text);

}  // namespace cellar
