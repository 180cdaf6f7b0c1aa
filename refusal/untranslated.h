// The messages that a language may lack: a language without them says them in English.
//
// Every other message must have its words in each file of refusal/languages/, or refusal/messages.cpp does not
// compile. A message is listed here while its English words are still being written.
#pragma once

#include <array>
#include <string_view>

namespace cellar {

inline constexpr std::array<std::string_view, 0> kUntranslated = {};

}  // namespace cellar
