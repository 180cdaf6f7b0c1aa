// Parses a script that contains the answers it expects.
//
// In:      its text.
// Out:     its statements, each with the expected answer after it, and the lines of that answer.
// Refused: nothing. An answer that is malformed is of the kind `unknown`.
//
//     SELECT id, body FROM posts WHERE author = 'ann';
//     --> rows
//     --| id | body
//     --| 7  | 'it''s late'
//
// The other forms: `--> ok`, `--> error CLASS`, `--> refused CODE LINE:COLUMN`, `--> text` with `--:` lines,
// and `--! CODE` for a notice. They start in column one, outside of a statement. A comment that only
// resembles one of them (`-- > ok`) is a fault, and so is a second answer after an answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planner/planner.h"

namespace cellar {

struct ExpectedAnswer {
  enum class Kind : std::uint8_t { ok, error, rows, refused, text, unknown };
  Kind kind = Kind::unknown;
  std::string head;                  // what follows `--> `
  std::string word;                  // error: the class; refused: the code
  std::string place;                 // refused: LINE:COLUMN, relative to the statement
  std::vector<std::string> rows;     // lines after `--|`; the first one has the names
  std::vector<std::string> text;     // lines after `--:`
  std::vector<std::string> notices;  // codes
  std::vector<std::size_t> lines;    // the lines of the answer, counted from 0
};

struct ScriptStep {
  std::string statement;
  std::string annotations;  // the comments before it that hold an `@`
  std::size_t line = 1;     // of its first character, counted from 1
  bool terminated = true;   // false: the script ended before its `;`
  std::optional<ExpectedAnswer> expected;
};
/// Returns the line after the statement, counted from 1.
std::size_t line_after(const ScriptStep& step);

/// A line that resembles a part of an answer but is not one.
struct FormFault {
  std::size_t line = 1;  // counted from 1
  std::string text;
  std::string expected;
};

struct ScriptForm {
  std::vector<std::string> lines;
  std::vector<ScriptStep> steps;
  std::vector<FormFault> faults;
  // From `-- @policy teach` or `cassandra` before the first statement; then every notice is expected.
  std::optional<Policy> policy;
};

ScriptForm read_script_form(std::string_view text);

/// Returns the cells of a `--|` line: split at `|` outside of quotes, and trimmed.
std::vector<std::string> split_cells(std::string_view line);

}  // namespace cellar
