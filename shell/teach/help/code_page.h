// The page of HELP about a code of refusals and notices.
//
// In:      a code in capitals: "E301".
// Out:     its rules, the messages with their reasons and fixes, an example, and how the example is mended.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>

namespace cellar {

/// Returns an empty text if there is no such code.
std::string page_of_code(std::string_view code);

}  // namespace cellar
