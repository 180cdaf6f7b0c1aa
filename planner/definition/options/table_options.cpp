#include "planner/definition/options/table_options.h"

#include <algorithm>
#include <array>
#include <limits>

#include "types/number/number.h"
#include "types/text/text.h"
#include "types/uuid.h"
#include "types/value/literal.h"

namespace cellar {

namespace {

// With a smaller chance the filter would need more bits per entry than it can have.
constexpr double kLeastFalsePositiveChance = 6.71e-5;

[[noreturn]] void refuse_range(const Property& property, const std::string& wanted) {
  refuse("option_range", property.span,
         {{"option", property.name.text}, {"value", property_text(property)}, {"wanted", wanted}});
}

OptionValue read_integer(const Property& property, std::int32_t least, std::int32_t most) {
  const std::int32_t value = property_integer(property);
  if (value >= least && value <= most) return std::to_string(value);
  const bool bounded = most != std::numeric_limits<std::int32_t>::max();
  refuse_range(property, bounded ? std::to_string(least) + " to " + std::to_string(most)
                                 : std::to_string(least) + " or more");
}

OptionValue read_text(const Property& property) { return property_text(property); }

OptionValue read_boolean(const Property& property) {
  return std::string(property_boolean(property) ? "true" : "false");
}

OptionValue read_not_negative(const Property& property) {
  return read_integer(property, 0, std::numeric_limits<std::int32_t>::max());
}

OptionValue read_positive(const Property& property) {
  return read_integer(property, 1, std::numeric_limits<std::int32_t>::max());
}

OptionValue read_time_to_live(const Property& property) {
  return read_integer(property, 0, kLongestTimeToLive);
}

OptionValue read_false_positive_chance(const Property& property) {
  const double value = property_number(property);
  if (!(value > kLeastFalsePositiveChance && value <= 1))
    refuse_range(property, "more than 0.0000671, at most 1");
  return to_string(value);
}

OptionValue read_chance(const Property& property) {
  const double value = property_number(property);
  if (!(value >= 0 && value <= 1)) refuse_range(property, "0 to 1");
  return to_string(value);
}

OptionValue read_memtable(const Property& property) {
  const std::string text = property_text(property);
  if (text != "default") refuse_range(property, "'default'");
  return text;
}

OptionValue read_read_repair(const Property& property) {
  std::string text = to_upper(property_text(property));
  if (text != "BLOCKING" && text != "NONE") refuse_range(property, "'BLOCKING' or 'NONE'");
  return text;
}

OptionValue read_retry_value(const Property& property) { return read_retry(property); }
OptionValue read_caching_value(const Property& property) { return read_caching(property); }
OptionValue read_compaction_value(const Property& property) { return read_compaction(property); }
OptionValue read_compression_value(const Property& property) { return read_compression(property); }
/// Accepted and not stored, as in Cassandra.
OptionValue read_overflows(const Property& property) {
  property_map(property);
  return PropertyMap{};
}

struct TableOption {
  std::string_view name;
  OptionValue (*read)(const Property&);
  std::string_view choices = {};  // the values that are words or usual, by `|`; empty: a number or text
};

constexpr auto kTableOptions = std::to_array<TableOption>({
    {"additional_write_policy", read_retry_value, "99p|50ms|ALWAYS|NEVER"},
    {"allow_auto_snapshot", read_boolean, "true|false"},
    {"bloom_filter_fp_chance", read_false_positive_chance},
    {"caching", read_caching_value},
    {"cdc", read_boolean, "true|false"},
    {"comment", read_text},
    {"compaction", read_compaction_value},
    {"compression", read_compression_value},
    {"crc_check_chance", read_chance},
    {"default_time_to_live", read_time_to_live},
    {"extensions", read_overflows},
    {"gc_grace_seconds", read_not_negative},
    {"incremental_backups", read_boolean, "true|false"},
    {"max_index_interval", read_positive},
    {"memtable", read_memtable, "default"},
    {"memtable_flush_period_in_ms", read_not_negative},
    {"min_index_interval", read_positive},
    {"read_repair", read_read_repair, "BLOCKING|NONE"},
    {"speculative_retry", read_retry_value, "99p|50ms|ALWAYS|NEVER"},
});

std::vector<std::string_view> known_names() {
  std::vector<std::string_view> names = {"id"};
  for (const TableOption& option : kTableOptions) names.push_back(option.name);
  return names;
}

/// Leveled compaction leaves a read few SSTables to look at, so its filters may be coarser.
void follow_compaction(TableOptions& options, const std::vector<Property>& properties) {
  if (find_property(properties, "bloom_filter_fp_chance") != nullptr) return;
  const auto& compaction = std::get<PropertyMap>(options.at("compaction"));
  if (compaction.at("class").ends_with(".LeveledCompactionStrategy")) {
    options["bloom_filter_fp_chance"] = std::string("0.1");
  }
}

void check_index_intervals(const TableOptions& options, const std::vector<Property>& properties) {
  const auto value = [&options](const char* name) {
    return std::stoi(std::get<std::string>(options.at(name)));
  };
  if (value("max_index_interval") >= value("min_index_interval")) return;
  const Property* blamed = find_property(properties, "max_index_interval");
  const bool blames_largest = blamed != nullptr;
  if (!blames_largest) blamed = find_property(properties, "min_index_interval");
  refuse_range(*blamed, blames_largest
                            ? "at least min_index_interval, " + std::to_string(value("min_index_interval"))
                            : "at most max_index_interval, " + std::to_string(value("max_index_interval")));
}

}  // namespace

std::vector<OptionChoices> table_option_choices() {
  std::vector<OptionChoices> choices;
  for (const TableOption& option : kTableOptions) choices.push_back({option.name, option.choices});
  return choices;
}

TableOptions changed_table_options(TableOptions options, const std::vector<Property>& properties,
                                   const WithClause& with) {
  check_property_names(properties, known_names(), without_removed_options(with));
  for (const TableOption& option : kTableOptions) {
    const Property* property = find_property(properties, option.name);
    if (property != nullptr) options[std::string(option.name)] = option.read(*property);
  }
  check_index_intervals(options, properties);
  return options;
}

TableOptions new_table_options(const std::vector<Property>& properties, const WithClause& with) {
  TableOptions options = changed_table_options(default_table_options(), properties, with);
  follow_compaction(options, properties);
  return options;
}

std::optional<std::string> table_uuid(const std::vector<Property>& properties) {
  const Property* property = find_property(properties, "id");
  if (property == nullptr) return std::nullopt;
  const auto* literal = std::get_if<Literal>(&property->value);
  const bool fits =
      literal != nullptr && (literal->kind == LiteralKind::uuid || literal->kind == LiteralKind::string);
  if (!fits)
    refuse("option_range", property->span,
           {{"option", "id"}, {"value", property_text(*property)}, {"wanted", "a uuid"}});
  std::optional<std::string> bytes = parse_uuid(literal->text);
  if (!bytes) refuse_range(*property, "a uuid");
  return bytes;
}

}  // namespace cellar
