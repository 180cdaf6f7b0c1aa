// Names as CQL writes them: bare, or in double quotes.
//
// In:      a name as the schema holds it; a byte of a text.
// Out:     its text in a statement; whether the byte may be in a name without quotes.
#pragma once

#include <string>
#include <string_view>

namespace cellar {

/// True for the bytes of names without quotes, and of keywords.
constexpr bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// `name` as CQL writes it: bare if lower case and not reserved, else in double quotes.
std::string quote_name(std::string_view name);
/// The same for the name of a user type, which may be called like a type of the language: `"int"`.
std::string quote_type_name(std::string_view name);
/// True for the reserved words of CQL (cannot be used as bare names), any case.
bool is_reserved_word(std::string_view word);

}  // namespace cellar
