// Names as CQL writes them: bare, or in double quotes.
//
// In:      a name as the schema holds it; a text.
// Out:     its text in a statement; the name without quotes with which the text begins.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cellar {

/// True for the bytes of names without quotes, and of keywords.
constexpr bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Returns the name without quotes, or the keyword, with which the text begins; empty if it begins with neither.
inline std::string_view leading_word(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_name_byte(text[end])) ++end;
  return text.substr(0, end);
}

/// `name` as CQL writes it: bare if lower case and not reserved, else in double quotes.
std::string quote_name(std::string_view name);
/// The same for the name of a user type, which may be called like a type of the language: `"int"`.
std::string quote_type_name(std::string_view name);
/// True for the reserved words of CQL (cannot be used as bare names), any case.
bool is_reserved_word(std::string_view word);

}  // namespace cellar
