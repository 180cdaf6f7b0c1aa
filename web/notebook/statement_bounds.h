// How large what a statement says may become, before it is run: a short text may name more than any memory holds.
//
// In:      a statement, and the schema that it changes or reads.
// Out:     nothing, if it may run.
// Refused: types within types, each of which is a copy, beyond ten thousand parts; IN lists that name more than a hundred
//          thousand rows (E536). A text that is no CQL is for the engine to refuse.
#pragma once

#include <string_view>

#include "schema/schema.h"

namespace cellar {

void refuse_boundless(std::string_view statement, const Schema& schema, std::string_view keyspace);

}  // namespace cellar
