// The properties of a WITH clause read as text, numbers, truth values and maps.
//
// Refused (class syntax): a property that the statement does not know, and a value of another kind. That
// nothing is given twice is the parser's to see.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parser/statement.h"

namespace cellar {

using PropertyMap = std::map<std::string, std::string>;

/// Refuses names that are not in `known`, and proposes the statement without those that Cassandra no longer
/// has; for that `with` is the clause as it is written.
void check_property_names(const std::vector<Property>& properties, std::span<const std::string_view> known,
                          const WithClause& with = {});
/// Null where there is none.
const Property* find_property(const std::vector<Property>& properties, std::string_view name);

std::string property_text(const Property& property);
PropertyMap property_map(const Property& property);
bool property_boolean(const Property& property);
std::int32_t property_integer(const Property& property);
double property_number(const Property& property);

}  // namespace cellar
