// The pages of HELP about CQL: statements, clauses, types, functions, the rule card.
//
// Each page has examples that run as they are, after another, in the sample schema, under the policy `teach`.
// A test runs them, and refuses a page that proposes what Cellar does not run.
#pragma once

#include <span>
#include <string_view>

namespace cellar {

struct HelpPage {
  std::string_view topic;     // lower case
  std::string_view text;      // lines
  std::string_view examples;  // lines, a statement each
};

/// In the order in which HELP lists them.
std::span<const HelpPage> help_pages();

/// The statements that make the tables of the examples, a line each.
std::string_view sample_schema();

}  // namespace cellar
