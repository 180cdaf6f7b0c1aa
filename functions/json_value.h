// A JSON value as a value of a CQL type.
//
// In:      a type, a value of a JSON text.
// Out:     native-protocol bytes; null for null.
// Refused: what the type does not take (`json_value_unfit`, `json_duration_unfit`).
#pragma once

#include "functions/json_document.h"
#include "types/type.h"

namespace cellar {

Value value_of_json(const Type& type, const JsonValue& json);

}  // namespace cellar
