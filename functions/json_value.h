// A JSON value as a value of a CQL type, and back.
//
// In:      a type, and a value of a JSON text; or native-protocol bytes.
// Out:     native-protocol bytes, null for null; or the text of to_json.
// Refused: what the type does not take (`json_value_unfit`, `json_duration_unfit`).
#pragma once

#include "functions/json_document.h"
#include "types/type.h"

namespace cellar {

Value value_of_json(const Type& type, const JsonValue& json);
std::string json_text_of_value(const Type& type, const ValueView& value);
/// A text as a JSON string.
std::string json_string(std::string_view text);

}  // namespace cellar
