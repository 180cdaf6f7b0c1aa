// What a statement or a command answers, as data for every front end.
//
// In:      what Console::answer() found out.
// Out:     rows, which are pulled by whoever shows them; text for people; the same as JSON; notices; a refusal.
// Refused: nothing. Pulling rows and drawing refuse what reading refuses.
//
// Only one of rows, text and drawing is what people are shown: rows that have a text or a drawing beside them (DESCRIBE)
// are for programs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "database/database.h"
#include "refusal/render.h"
#include "shell/render/output.h"

namespace cellar {

/// `refused`: the refusal, or a remark, says why. `broken`: the database cannot continue (a full disk, a damaged file), so
/// no later statement can succeed.
enum class Outcome : std::uint8_t { done, refused, broken, leave };

/// A diagnostic of a text other than the statement: of a file that ADVISE reads, of a table that LINT looks at.
struct PlacedDiagnostic {
  Diagnostic diagnostic;
  std::string file;  // or the name of what the text defines
  std::size_t line = 1;
  std::size_t column = 1;
  std::string text;  // that the spans are in
};

/// A text for a terminal of so many columns; all its texts differ in blanks and ends of lines alone.
using FittedText = std::function<std::string(std::size_t columns)>;

struct Answer {
  /// Whether there is a text, or a drawing, for people.
  bool has_text() const { return !text.empty() || draw; }

  Outcome outcome = Outcome::done;
  Result rows;
  std::string text;
  /// Writes text piece by piece, as it is read: that of CELLS and DUMP has no bound. Returns notices about what it left
  /// out. Null: there is none.
  std::function<std::vector<Diagnostic>(Output&)> draw;
  /// Returns the text as it fits a terminal of so many columns, if it may be paged. Null: its lines are the same for all.
  FittedText fitted;
  /// Returns the answer as a JSON value, with more than the text has place for. Null: the rows or the text say all.
  std::function<std::string()> document;
  std::string remarks;              // lines about what was done, for people: "-- 3 rows ..."
  std::string lesson;               // what the lesson that is played says to it, for people; shown last
  std::vector<Diagnostic> notices;  // those of rows are Result::notices(), once all rows were pulled
  std::vector<PlacedDiagnostic> placed;
  std::optional<Diagnostic> refusal;

  bool remarks_vary = false;    // from run to run: they say how long it took
  bool is_statement = false;    // of CQL; its trace and its cost are the session's
  bool is_dropped = false;      // by the person who was asked for a value
  bool is_result = false;       // the text is what was asked for, and goes where rows go (OUTPUT)
  bool is_styled = false;       // the text has colours, or steers the terminal, and is shown unchanged
  bool may_be_paged = false;    // a person may read the text a page at a time
  bool is_explanation = false;  // the rows are sentences
};

/// Makes the answer a refusal. If no later statement can succeed, its outcome is `broken`.
void refuse_in(Answer& answer, Diagnostic refusal);

/// JSON as a line of its own: no text in it holds a newline.
std::string one_line(std::string json);

/// How diagnostics are shown.
struct DiagnosticStyle {
  DiagnosticForm form = DiagnosticForm::full;
  Language language = Language::english;
  bool colour = false;
};

/// Writes those that are notices, or the others.
void write_placed(const std::vector<PlacedDiagnostic>& placed, bool notices, const DiagnosticStyle& style,
                  Output& output);
/// Writes the text, and draws; notices about what was left out become the answer's.
void write_text(Answer& answer, Output& output);

/// To be called in a handler: returns the refusal that says what was thrown. Throws OutputClosed and OutputFailed again.
Diagnostic refusal_of_exception();

}  // namespace cellar
