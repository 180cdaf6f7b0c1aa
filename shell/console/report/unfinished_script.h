// Describes what a script that ends too early has left open.
//
// In:      the last, unterminated statement, and what the splitter waits for.
// Out:     a refusal with the span of the comment that was not closed; for a quote, the place that is probably odd, and
//          the lines that were taken in and not run; if there are none, the statement's first word.
// Refused: nothing: the caller reports what is returned.
#pragma once

#include <optional>
#include <string>

#include "parser/script/splitter.h"
#include "refusal/language.h"
#include "refusal/refusal.h"

namespace cellar {

Diagnostic describe_unfinished(const ScriptStatement& statement, Unfinished unfinished);

/// Returns what to say instead of a refusal that lies behind lines which an odd quote has taken in: the next quotes open
/// what they should close, so its place is sound.
struct OddQuote {
  Diagnostic diagnostic;
  std::size_t line;
};
std::optional<OddQuote> odd_quote_before(const Diagnostic& refusal, const ScriptStatement& statement);

/// Returns what to say of a statement behind one with an odd quote in `line`; nothing if it begins as statements do, and
/// so is likely read as it was meant.
std::optional<Diagnostic> behind_odd_quote(const ScriptStatement& statement, std::size_t line);

/// Says which statements a line that begins none has taken in, up to the next `;`: empty if there are none.
std::string lines_taken_in(const Diagnostic& refusal, const ScriptStatement& statement, Language language);

/// Returns a line for the end of a report if the refused statement holds others in a quote and the refusal does not say so.
std::string lines_not_run(const Diagnostic& refusal, const ScriptStatement& statement, Language language);

}  // namespace cellar
