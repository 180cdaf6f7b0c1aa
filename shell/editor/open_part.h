// What a text that is being typed has left open: whether Enter runs it, and what its continuation prompts say.
//
// In:      the text, of one or several statements and commands.
// Out:     for each line, what is open where it begins; and what is open at the end. Linear in the text.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parser/splitter.h"

namespace cellar {

struct OpenPart {
  Unfinished unfinished = Unfinished::nothing;
  char bracket = 0;  // the innermost that is open in an unfinished statement: ( [ { or none

  bool operator==(const OpenPart&) const = default;
};

/// Returns what is open where each line begins (the first: nothing), and at last what is open behind the last line, as
/// if Enter had been typed there.
std::vector<OpenPart> open_parts(std::string_view text);
/// Returns the last of them.
OpenPart open_at_end(std::string_view text);

/// Returns true if the text holds more than one statement or command.
bool holds_several_statements(std::string_view text);

/// Returns the sign of an open part in a prompt: ' " $$ /* ( batch; empty if a statement lacks its end alone.
std::string_view mark_of(const OpenPart& part);
/// Returns a sentence on how to close it.
std::string_view hint_of(const OpenPart& part);
/// True if the line was meant to end its statement, and a quote or comment that is open keeps it from that.
bool is_caught_in_quotes(std::string_view line, const OpenPart& part);

/// Returns the continuation prompt, as wide as the prompt if the mark lets it: "   '... ".
std::string continuation_prompt(std::string_view prompt, const OpenPart& part);

}  // namespace cellar
