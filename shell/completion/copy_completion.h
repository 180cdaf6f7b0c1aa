// Tab within COPY, which the grammar does not hold: its form is that of shell/copy/copy_statement.h.
//
// In:      the tokens before the cursor; COPY is the first.
// Out:     tables, then the columns that its list does not name yet, files, options and their values.
// Refused: nothing.
#pragma once

#include "shell/completion/typed_place.h"

namespace cellar {

void offer_copy(const TypedTokens& typed, const NameScope& scope, Offers& offers);

}  // namespace cellar
