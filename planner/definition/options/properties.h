// Reads the properties of a WITH clause as text, numbers, booleans and maps.
//
// In:      properties as the parser delivers them; it has refused duplicates.
// Out:     values of one kind.
// Refused: (class syntax) a property that the statement does not know, and a value of another kind.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parser/statement/statement.h"

namespace cellar {

using PropertyMap = std::map<std::string, std::string>;

/// Refuses names that are not in `known`; for an option that Cassandra has removed, proposes the `fix`.
void check_property_names(const std::vector<Property>& properties, std::span<const std::string_view> known,
                          const std::optional<Fix>& fix = {});
/// Returns the clause as it is written, without the options that Cassandra has removed; nothing if nothing is
/// left of an ALTER.
std::optional<Fix> without_removed_options(const WithClause& with);
/// Returns null if the property is not given.
const Property* find_property(const std::vector<Property>& properties, std::string_view name);

bool is_one_of(const std::string& text, std::initializer_list<std::string_view> words);
std::string property_text(const Property& property);
PropertyMap property_map(const Property& property);
bool property_boolean(const Property& property);
std::int32_t property_integer(const Property& property);
double property_number(const Property& property);

}  // namespace cellar
