// The pages of HELP about CQL: statements, clauses, types, functions, the rule card.
//
// In:      nothing.
// Out:     the pages as they are written in pages/, with lines of any length (help_lines.h fits them). The examples of a
//          page run one after another in the sample schema, under the policy `teach`. A test runs them, and fails on a
//          page that proposes what Cellar does not run. cmake/help_pages.cmake writes the source of these functions.
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

/// In the order in which HELP lists them.
std::span<const HelpPage> help_pages();

/// Returns the statements that create the tables of the examples, one per line.
std::string_view sample_schema();

}  // namespace cellar
