// A refusal or a notice as people and programs read it.
//
// In:      a Diagnostic, where the statement is that it speaks of, what refuses the statement once it is
//          mended, and how many columns the terminal has.
// Out:     text that ends in a newline. For a terminal the full form wraps its words at its width and cuts lines of the
//          statement there, so that the marks stay below what they mark; statements that it proposes are never broken.
//
//     error[E308]: rows cannot be sorted by title
//      --> likes.cql:31:45
//     31 | SELECT id FROM posts WHERE author = 'ann' ORDER BY title;
//        |                                                    ^^^^^
//        = rule: O2 ORDER BY follows the clustering order; columns fixed by = may be skipped
//        = why: Rows come as they are stored, sorted by the clustering columns of ((author), id).
//        = fix: Keep a table with title as clustering column, or sort in the program.
//        = says: Cassandra refuses it as well (invalid).
//        = help: HELP E308
//
// The lines have this order: rule, why, fix, try (the mended statement), what the mended one is refused for,
// says (what Cassandra does), help. Each is there if it has something to say. All together are at most twelve
// lines before they are wrapped, besides a table or a statement that is proposed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "refusal/language.h"
#include "refusal/refusal.h"

namespace cellar {

/// The place of a statement. `file` is empty at the prompt.
struct SourcePlace {
  std::string_view file;
  std::size_t line = 1;    // of the statement's first character, counted from 1
  std::size_t column = 1;  // in characters, counted from 1
  std::string_view statement;
};

struct LineAndColumn {
  std::size_t line;
  std::size_t column;  // in characters
};
/// The place of a byte of the statement.
LineAndColumn locate(const SourcePlace& place, std::size_t offset);

enum class DiagnosticForm { full, one_line, json };

/// A notice may be announced as an error: a lint that somebody has given that level. JSON says its kind all the same.
enum class Announced : std::uint8_t { by_kind, as_error };

/// `columns` are those of the terminal; 0 if the text goes elsewhere.
std::string render_full(const Diagnostic& diagnostic, const SourcePlace& place, bool colour,
                        std::span<const Diagnostic> after = {}, Language language = Language::english,
                        std::size_t columns = 0, Announced announced = Announced::by_kind);
/// `likes.cql:31:8: error[E203]: table posts has no column titel`
std::string render_line(const Diagnostic& diagnostic, const SourcePlace& place,
                        Language language = Language::english, Announced announced = Announced::by_kind);
/// One object on one line (docs/schema/diagnostic.schema.json).
std::string render_json(const Diagnostic& diagnostic, const SourcePlace& place,
                        std::span<const Diagnostic> after = {}, Language language = Language::english);

std::string render(DiagnosticForm form, const Diagnostic& diagnostic, const SourcePlace& place, bool colour,
                   std::span<const Diagnostic> after = {}, Language language = Language::english,
                   std::size_t columns = 0, Announced announced = Announced::by_kind);

/// The texts of a diagnostic without the frame around them, each of one line or several. `attempt` is the mended
/// statement.
struct SaidWords {
  std::string title, why, fix, attempt;
};
SaidWords said_words(const Diagnostic& diagnostic, std::string_view statement, Language language);

/// True of W4xx and L5xx, which come with an answer.
bool is_notice(const Diagnostic& diagnostic);

}  // namespace cellar
