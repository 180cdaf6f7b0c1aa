// A JSON text as a tree of values.
//
// In:      UTF-8 text. What follows the document is not read.
// Out:     its values; numbers stay texts, so that none loses digits.
// Refused: a text that is not JSON, or is nested too deeply (`json_not_readable`).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cellar {

struct JsonValue;

struct JsonNumber {
  std::string text;
  bool is_integer = false;  // neither a point nor an exponent
};
using JsonList = std::vector<JsonValue>;
/// The members in the order of the text; a name may occur more than once.
using JsonMembers = std::vector<std::pair<std::string, JsonValue>>;

/// std::monostate is null.
struct JsonValue {
  std::variant<std::monostate, bool, JsonNumber, std::string, JsonList, JsonMembers> value;

  bool is_null() const { return value.index() == 0; }
};

JsonValue read_json(std::string_view text);

/// Removes all but the last of members with the same name.
void keep_last_members(JsonMembers& members);
/// Gives the members the names of columns or fields: those in quotes of their own keep their case, others are
/// folded. One of each name is kept: the last, but rather one whose name changes.
void fold_names(JsonMembers& members);

}  // namespace cellar
