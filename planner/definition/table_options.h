// The options of a table: which there are, what they are without being set, which values they take.
//
// In:      the properties of WITH.
// Out:     every option with a canonical value ('99PERCENTILE' is 99p).
// Refused: class syntax for unknown names and wrong kinds, class config for values out of range.
#pragma once

#include <optional>

#include "planner/definition/properties.h"
#include "schema/schema.h"

namespace cellar {

TableOptions default_table_options();
/// The options after CREATE TABLE, and those after ALTER TABLE.
TableOptions new_table_options(const std::vector<Property>& properties, const WithClause& with);
TableOptions changed_table_options(TableOptions options, const std::vector<Property>& properties,
                                   const WithClause& with);
/// The 16 bytes of `id = uuid`; nothing where it is not given.
std::optional<std::string> table_uuid(const std::vector<Property>& properties);

/// Canonical maps of the options that are maps.
PropertyMap read_compaction(const Property& property);
PropertyMap read_compression(const Property& property);
PropertyMap read_caching(const Property& property);
/// Canonical text of speculative_retry and additional_write_policy.
std::string read_retry(const Property& property);

}  // namespace cellar
