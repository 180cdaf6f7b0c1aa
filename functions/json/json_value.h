// A JSON value as a value of a CQL type, and back.
//
// In:      a type, and a value of a JSON text; or native-protocol bytes.
// Out:     native-protocol bytes, null for null; or the text of to_json.
// Refused: what the type does not take (`json_value_unfit`, `json_duration_unfit`).
#pragma once

#include "functions/json/json_document.h"
#include "types/type.h"

namespace cellar {

Value value_of_json(const Type& type, const JsonValue& json);
std::string json_text_of_value(const Type& type, const ValueView& value);
/// A column of SELECT JSON: unlike above, the empty value of a type without texts is an empty text.
std::string json_text_of_column(const Type& type, const ValueView& value);
/// As json_text_of_column(), but what INSERT JSON would read as another value is a string that it reads as the same
/// one: NaN and Infinity, decimals that are no double, timestamps before 1583 and after 9999.
std::string json_text_of_same(const Type& type, const ValueView& value);
/// The name of a column in SELECT JSON: a JSON string, in which names with capitals are quoted as in CQL.
std::string json_name(const std::string& name);
/// A text as a JSON string.
std::string json_string(std::string_view text);

}  // namespace cellar
