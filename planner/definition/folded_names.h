// W411: names that a definition writes with capitals, and that are kept in lower case.
//
// In:      a statement and its text.
// Out:     the notice about the names that it defines; nothing if none of them changes.
// Refused: nothing.
#pragma once

#include <optional>
#include <string_view>

#include "parser/statement/statement.h"
#include "refusal/refusal.h"

namespace cellar {

std::optional<Diagnostic> folded_name(const Statement& statement, std::string_view text);

}  // namespace cellar
