// The statements of a text, for a page.
//
// In:      a text, as a script has it: a command ends with its line.
// Out:     {"statements":[{"line":1,"column":1,"text":"SELECT ..."}]}, in which lines and columns are those of the text; a write
//          has "is_write":true.
// Refused: nothing: what is no statement is one, and is refused when it is run.
#pragma once

#include <string>
#include <string_view>

namespace cellar {

std::string split_json(std::string_view text);

}  // namespace cellar
