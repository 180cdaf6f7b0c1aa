// The page of HELP about a code of refusals and notices.
//
// In:      a code in capitals: "E301"; the case of it that was just met, if there was one.
// Out:     its rules, the messages with their reasons and fixes, an example, and how the example is mended. The case that was
//          met comes first, with the names of its statement.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>

#include "refusal/language.h"
#include "refusal/refusal.h"

namespace cellar {

/// A refusal or a notice that a person has met.
struct MetCase {
  Diagnostic diagnostic;
  std::string statement;  // empty: it is too long to be shown
};

/// Returns an empty text if there is no such code.
std::string page_of_code(std::string_view code, const MetCase* met = nullptr,
                         Language language = Language::english);

}  // namespace cellar
