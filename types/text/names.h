// Names as CQL writes them: bare, or in double quotes.
//
// In:      a name as the schema holds it.
// Out:     its text in a statement.
#pragma once

#include <string>
#include <string_view>

namespace cellar {

/// `name` as CQL writes it: bare if lower case and not reserved, else in double quotes.
std::string quote_name(std::string_view name);
/// The same for the name of a user type, which may be called like a type of the language: `"int"`.
std::string quote_type_name(std::string_view name);
/// True for the reserved words of CQL (cannot be used as bare names), any case.
bool is_reserved_word(std::string_view word);

}  // namespace cellar
