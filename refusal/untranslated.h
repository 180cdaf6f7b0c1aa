// The messages that are still being written: they may be in the catalogue without words in every language, which then
// says them in English, or have words in a language before they are in the catalogue.
//
// Every other message has its words in each file of refusal/languages/, and these have no others, or
// refusal/messages.cpp does not compile.
#pragma once

#include <array>
#include <string_view>

namespace cellar {

inline constexpr std::array<std::string_view, 0> kUntranslated = {};

}  // namespace cellar
