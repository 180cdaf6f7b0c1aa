// An example for every code of a message, which HELP shows.
//
// In:      a code: "E301".
// Out:     a statement that is answered with the code in the sample schema (shell/teach/help/help_pages.h) under the
//          policy `teach`, or the circumstances if no statement alone causes it. A test runs the statements.
// Refused: nothing.
#pragma once

#include <string_view>

namespace cellar {

struct CodeExample {
  std::string_view code;
  std::string_view statement;  // empty: see circumstances
  std::string_view circumstances;
};

/// Returns null if there is no such code.
const CodeExample* find_example(std::string_view code);

}  // namespace cellar
