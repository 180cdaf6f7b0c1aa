// What a text that is being typed has left open: whether Enter runs it, and what its continuation prompts say.
//
// In:      the text, of one or several statements and commands.
// Out:     for each line, what is open where it begins; and what is open at the end. Nothing is open in a text that
//          begins no statement and no command: Enter runs it, to be refused. Linear in the text.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parser/script/splitter.h"
#include "refusal/language.h"

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

/// Returns how many statements and commands Enter runs if nothing is open in the text.
std::size_t count_statements(std::string_view text);

/// Returns the sign of an open part in a prompt: ' " $$ /* ( batch; empty if a statement lacks its end alone.
std::string_view mark_of(const OpenPart& part);
/// Returns a sentence on how to close it.
std::string_view hint_of(const OpenPart& part, Language language);
/// True if what is open behind a line is worth saying: the line is blank, or it was meant to end its statement, and a
/// quote or comment keeps it from that.
bool wants_hint(std::string_view line, const OpenPart& part);
/// Returns what to say below a text into which some was pasted: that Enter runs it, or what is open. Empty for a word.
std::string note_after_paste(std::string_view text, std::string_view pasted,
                             Language language = Language::english);

/// Returns the continuation prompt, as wide as the prompt if the mark lets it: "   '... ".
std::string continuation_prompt(std::string_view prompt, const OpenPart& part);

}  // namespace cellar
