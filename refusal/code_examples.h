// An example for every code of a message, and how it is mended, which HELP shows.
//
// In:      a code: "E301".
// Out:     a statement that is answered with the code in the sample schema (shell/teach/help/help_pages.h) under the
//          policy `teach`, or the circumstances if no statement alone causes it; the statements that do what was meant,
//          and when one might want what the rule forbids. A test runs all statements. The examples are beside the
//          messages, in refusal/catalogue/.
// Refused: nothing.
#pragma once

#include <string_view>

namespace cellar {

struct CodeExample {
  std::string_view code;
  std::string_view example{};        // empty: see circumstances
  std::string_view circumstances{};  // empty: see example
  std::string_view mended{};         // statements; may be empty
  std::string_view when{};           // one might want it anyway; may be empty
};

/// Returns null if there is no such code.
const CodeExample* find_example(std::string_view code);

}  // namespace cellar
