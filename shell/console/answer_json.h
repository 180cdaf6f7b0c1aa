// An answer as the message to a front end that is no terminal: one object of JSON.
//
// In:      a console and a statement, which is run, with the comments before it; bounds.
// Out:     the object that docs/schema/answer.schema.json describes, in one line.
// Refused: nothing: what reading rows refuses is the refusal of the answer, beside the rows before it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "shell/console/console.h"

namespace cellar {

struct AnswerBounds {
  std::size_t rows = 1000;                  // that are shown; of a longer result the answer says `has_more`
  std::size_t text = std::size_t{1} << 20;  // bytes of text that are kept
  /// Bytes of rows: the row that exceeds them is the last one. 0: any number.
  std::size_t row_bytes = 0;
  /// What refuses a statement that was interrupted. Nothing: that it was.
  std::optional<Diagnostic> interruption{};
  /// What refuses a statement to which memory was refused (refusal/memory_account.h). Nothing: that memory is used up.
  std::optional<Diagnostic> exhaustion{};
  /// Name of the database in refusals, in the place of its path, which says where it is. Empty: the path.
  std::string file_name{};
};

/// What an answer was, in short.
struct AnswerFacts {
  Outcome outcome = Outcome::done;
  std::string code, title;  // of the refusal; empty: there is none
  std::size_t rows = 0;     // that are shown
  bool has_rows = false, has_more = false;
};

/// `facts`: are filled, if somebody asks for them. `output` is the console's: what is written there while a command works is part of the text.
std::string answer_json(Console& console, KeptOutput& output, const ScriptStatement& statement,
                        const AnswerBounds& bounds = {}, AnswerFacts* facts = nullptr);
/// The answer to a statement that was not run, or has ended halfway.
std::string refusal_json(Console& console, KeptOutput& output, std::string_view statement, Diagnostic refusal,
                         AnswerFacts* facts = nullptr);

}  // namespace cellar
