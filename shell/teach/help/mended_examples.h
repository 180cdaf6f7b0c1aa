// How the example of a code (shell/teach/help/code_examples.h) is mended, and when one might want what the rule
// forbids. HELP shows both; a test runs the mended statements.
//
// In:      a code.
// Out:     the mended statements, and when one might want what the rule forbids.
// Refused: nothing.
#pragma once

#include <string_view>

namespace cellar {

struct MendedExample {
  std::string_view code;
  std::string_view statements;  // run in the sample schema under `teach`
  std::string_view when{};      // one might want it anyway; may be empty
};

/// Returns null if there is none.
const MendedExample* find_mended(std::string_view code);

}  // namespace cellar
