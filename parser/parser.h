// From text to a statement.
//
// In:      UTF-8 text of one statement, with or without its `;`.
// Out:     a Statement, literals untyped, with byte positions counted from the text's first byte.
// Refused: text that is not CQL 3.4.7 (class syntax), with the token that offends and what was
//          expected in words; invalid UTF-8; nesting deeper than kMaximumDepth. A fix mends all faults
//          of the text, if that is not a long one; if it cannot, there is none.
//
// Several threads may parse at once.
#pragma once

#include <optional>
#include <string_view>

#include "refusal/refusal.h"

namespace cellar {

struct Statement;
Statement parse(std::string_view text);

struct LookedAt;
/// As parse(), but the fix of a refusal is that of its fault alone. `looked_at` is told what a refusal depends on.
Statement parse_unmended(std::string_view text, LookedAt& looked_at);

/// Returns what parse() refuses, with the fix of that fault alone: the mended text may have others.
std::optional<Diagnostic> find_syntax_fault(std::string_view text);

/// Returns the fault of a text that begins with a comment as other languages have them; nothing for any other text. The
/// grammar is not asked: a script may have such a comment on each line.
std::optional<Diagnostic> find_hash_comment(std::string_view text);

}  // namespace cellar
