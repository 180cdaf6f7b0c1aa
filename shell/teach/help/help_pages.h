// The pages of HELP about CQL: statements, clauses, types, functions, the rule card.
//
// In:      nothing.
// Out:     the pages as they are written in pages/, with lines of any length (help_lines.h fits them). The examples of a
//          page run one after another in the sample schema, under the policy `teach`, and behind those of the pages before
//          it. A test runs them, and fails on a page that proposes what Cellar does not run. cmake/help_pages.cmake writes
//          the source of these functions.
// Refused: nothing.
#pragma once

#include <span>
#include <string_view>

namespace cellar {

struct HelpPage {
  std::string_view topic;     // in lower case
  std::string_view text;      // lines
  std::string_view examples;  // one statement per line
};

/// In the order in which HELP lists them, and proposes to read them.
std::span<const HelpPage> help_pages();

/// The line before the examples of a page.
inline constexpr std::string_view kExampleHeading = "Example (EXAMPLES makes the tables):";

/// Returns the statements that create the tables of the examples, and their rows, one per line. They may run again.
std::string_view sample_schema();

}  // namespace cellar
