#include "planner/definition/options/properties.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "planner/names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

[[noreturn]] void refuse_kind(const Property& property, std::string wanted) {
  refuse("option_kind", property.span, {{"option", property.name.text}, {"wanted", std::move(wanted)}});
}

struct OldOption {
  std::string_view name;
  std::string_view instead;  // empty: there is no replacement
};
// Options of Cassandra 1 to 3, which occur in old scripts.
constexpr OldOption kOldOptions[] = {
    {"read_repair_chance", ""},
    {"dclocal_read_repair_chance", ""},
    {"index_interval", "min_index_interval"},
    {"replicate_on_write", ""},
    {"populate_io_cache_on_flush", ""},
    {"row_cache_size", ""},
    {"key_cache_size", ""},
    {"rows_per_partition_to_cache", "'rows_per_partition' of caching"},
    {"min_compaction_threshold", "'min_threshold' of compaction"},
    {"max_compaction_threshold", "'max_threshold' of compaction"},
    {"strategy_class", "'class' of replication"},
    {"strategy_options", "a part of replication"},
    {"compaction_strategy_class", "'class' of compaction"},
    {"compaction_strategy_options", "a part of compaction"},
    {"compression_parameters", "compression"},
};

const OldOption* find_old_option(std::string_view name) {
  const auto* found = std::ranges::find(kOldOptions, name, &OldOption::name);
  return found == std::end(kOldOptions) ? nullptr : found;
}

}  // namespace

std::optional<Fix> without_removed_options(const WithClause& with) {
  std::string text;
  for (const WithClause::Part& part : with.parts) {
    if (find_old_option(part.option) != nullptr) continue;
    text += (text.empty() ? with.parts.front().separator : part.separator) + part.text;
  }
  const bool can_go = with.is_optional && !with.parts.empty();
  if (text.empty() && !can_go) return std::nullopt;
  return Fix{with.span, text};
}

void check_property_names(const std::vector<Property>& properties, std::span<const std::string_view> known,
                          const std::optional<Fix>& fix) {
  for (const Property& property : properties) {
    const Name& name = property.name;
    if (std::find(known.begin(), known.end(), name.text) != known.end()) continue;
    if (const OldOption* old = find_old_option(name.text)) {
      refuse(old->instead.empty() ? "old_option" : "renamed_option", name.span,
             {{"option", name.text}, {"instead", std::string(old->instead)}}, fix);
    }
    const NearestName nearest = find_nearest(name.text, {known.begin(), known.end()});
    if (!nearest.certain) {
      std::string options;
      for (const std::string_view option : known) options.append(options.empty() ? "" : ", ").append(option);
      refuse("unknown_option", name.span, {{"option", name.text}, {"known", options}});
    }
    refuse("unknown_option_near", name.span, {{"option", name.text}, {"nearest", nearest.name}},
           fix_of(nearest, name.span));
  }
}

const Property* find_property(const std::vector<Property>& properties, std::string_view name) {
  const auto found = std::find_if(properties.begin(), properties.end(),
                                  [name](const Property& property) { return property.name.text == name; });
  return found == properties.end() ? nullptr : &*found;
}

std::string property_text(const Property& property) {
  if (const auto* literal = std::get_if<Literal>(&property.value)) return literal->text;
  if (const auto* word = std::get_if<Name>(&property.value)) return word->text;
  refuse_kind(property, "one value, not a map");
}

PropertyMap property_map(const Property& property) {
  const auto* pairs = std::get_if<std::vector<std::pair<Literal, Literal>>>(&property.value);
  if (pairs == nullptr) refuse_kind(property, "a map, {'name': 'value', ...}");
  PropertyMap map;
  for (const auto& [key, value] : *pairs) map.emplace(key.text, value.text);
  return map;
}

bool property_boolean(const Property& property) {
  const std::string text = to_lower(property_text(property));
  if (is_one_of(text, {"1", "true", "yes"})) return true;
  if (is_one_of(text, {"0", "false", "no"})) return false;
  refuse_kind(property, "true or false");
}

std::int32_t property_integer(const Property& property) {
  std::string text = property_text(property);
  if (text.starts_with("+")) text.erase(0, 1);
  std::int32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) refuse_kind(property, "a whole number");
  return value;
}

double property_number(const Property& property) {
  const std::string text = property_text(property);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) refuse_kind(property, "a number");
  return value;
}

bool is_one_of(const std::string& text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&text](std::string_view word) { return word == text; });
}

}  // namespace cellar
