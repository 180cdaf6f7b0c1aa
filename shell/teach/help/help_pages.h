// The pages of HELP about CQL: statements, clauses, types, functions, the rule card.
//
// In:      nothing.
// Out:     the pages as they are written in pages/, with lines of any length (help_lines.h fits them). The examples of a
//          page run one after another in the sample schema, under the policy `teach`, and behind those of the pages before
//          it. A test runs them, and fails on a page that proposes what Cellar does not run. cmake/help_pages.cmake writes
//          the source of these functions.
//
// A language besides English has a folder in languages/ with the text of each page, command, word of SQL, term and function.
// Without one of its pages it is not built; a test asks for all the others.
// Refused: nothing.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "refusal/language.h"

namespace cellar {

struct HelpPage {
  std::string_view topic;     // in lower case
  std::string_view text;      // lines
  std::string_view examples;  // one statement per line
};

/// In the order in which HELP lists them, and proposes to read them.
std::span<const HelpPage> help_pages();

/// The parts of HELP, each a file of languages/<language>/: a line `== name`, then what the language says of it.
enum class HelpPart : std::uint8_t { pages, commands, words, terms, functions };
struct HelpTexts {
  std::array<std::string_view, 5> parts;
};
/// Those of languages besides English, in the order of languages().
std::span<const HelpTexts> help_texts();

/// Returns the lines that a language has for a name of a part; empty for English, and for a name that it lacks.
std::string_view help_text(HelpPart part, std::string_view name, Language language);
/// Returns the lines of a page, without its examples.
std::string_view text_of(const HelpPage& page, Language language);

/// The line before the examples of a page.
std::string_view example_heading(Language language);
/// Returns whether a line is that, in any language.
bool is_example_heading(std::string_view line);

/// Returns the statements that create the tables of the examples, and their rows, one per line. They may run again.
std::string_view sample_schema();

}  // namespace cellar
