// Which places of the grammar have which source of candidates: one table.
//
// In:      the tokens of a statement around the cursor, the schema.
// Out:     candidates, in the offers.
// Refused: nothing.
#pragma once

#include "shell/completion/typed_place.h"

namespace cellar {

/// What may come next in a statement of CQL.
void offer_next(const TypedTokens& typed, const NameScope& scope, Offers& offers);

}  // namespace cellar
