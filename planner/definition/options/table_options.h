// The options of a table: their names, initial values and the values that they accept.
//
// In:      the properties of WITH.
// Out:     every option with a canonical value ('99PERCENTILE' is 99p).
// Refused: unknown names and wrong kinds (class syntax), values out of range (class config).
//
// Sources: table_options.cpp; table_option_maps.cpp for the options that are maps, and read_retry.
#pragma once

#include <optional>

#include "planner/definition/options/properties.h"
#include "schema/option_set.h"

namespace cellar {

/// The largest TTL and default_time_to_live in seconds: 20 years of 365 days.
inline constexpr std::int32_t kLongestTimeToLive = 630'720'000;

/// Return the options after CREATE TABLE and after ALTER TABLE.
TableOptions new_table_options(const std::vector<Property>& properties, const WithClause& with);
TableOptions changed_table_options(TableOptions options, const std::vector<Property>& properties,
                                   const WithClause& with);
/// Returns the 16 bytes of `id = uuid`; nothing if it is not given.
std::optional<std::string> table_uuid(const std::vector<Property>& properties);

struct OptionChoices {
  std::string_view name;
  std::string_view values;  // words or usual values, by `|`; empty: a number, text or a map
};
/// Returns every option that a table may be given, in the order of their names, without its id.
std::vector<OptionChoices> table_option_choices();

/// Return canonical maps of the options that are maps.
PropertyMap read_compaction(const Property& property);
PropertyMap read_compression(const Property& property);
PropertyMap read_caching(const Property& property);
/// Returns the canonical text of speculative_retry and additional_write_policy.
std::string read_retry(const Property& property);

}  // namespace cellar
