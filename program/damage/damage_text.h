// What verify finds, in each language.
//
// In:      a place or a reason of storage/verify, in English.
// Out:     the same in the language; names, keys and numbers stay. What has no words in the language stays English.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>

#include "refusal/language.h"

namespace cellar {

std::string damage_text(std::string_view english, Language language);

}  // namespace cellar
