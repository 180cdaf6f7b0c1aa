#include <regex.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <initializer_list>

#include "functions/family.h"
#include "planner/definition/options/sub_options.h"
#include "planner/definition/options/table_options.h"
#include "planner/names.h"
#include "types/number/number.h"
#include "types/text/text.h"

namespace cellar {

namespace {

bool takes_fraction(std::string_view name) {
  return name == "tombstone_threshold" || name == "bucket_low" || name == "bucket_high";
}

/// The groups of a POSIX extended pattern that matches all of the text. The C library's matcher is used since
/// <regex> takes seconds to compile.
std::optional<std::vector<std::string>> groups_of(const std::string& text, std::string_view pattern) {
  if (text.find('\0') != text.npos)
    return std::nullopt;  // it would end there, and no pattern has such a byte
  regex_t compiled;
  [[maybe_unused]] const int error =
      regcomp(&compiled, ("^(" + std::string(pattern) + ")$").c_str(), REG_EXTENDED);
  assert(error == 0);
  std::array<regmatch_t, 6> found;
  const bool matched = regexec(&compiled, text.c_str(), found.size(), found.data(), 0) == 0;
  regfree(&compiled);
  if (!matched) return std::nullopt;
  std::vector<std::string> groups;
  for (std::size_t index = 2; index < found.size() && found[index].rm_so >= 0; ++index)
    groups.push_back(text.substr(found[index].rm_so, found[index].rm_eo - found[index].rm_so));
  return groups;
}

bool matches(const std::string& text, std::string_view pattern) {
  const bool exact =
      std::any_of(pattern.begin(), pattern.end(), [](unsigned char c) { return std::isupper(c); });
  return groups_of(exact ? text : to_lower(text), pattern).has_value();
}

/// Returns "a or b" for "a|b".
std::string choice_of(std::string_view pattern) {
  std::string text;
  for (const char letter : pattern) text += letter == '|' ? std::string(" or ") : std::string(1, letter);
  return text;
}

/// Prints whole numbers without a fraction.
std::string number_text(double value) {
  std::string text = to_string(value);
  if (text.ends_with(".0")) text.erase(text.size() - 2);
  return text;
}

std::optional<double> number_of(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

[[noreturn]] void refuse_value(const Property& property, std::string_view sub_option,
                               const std::string& value, const std::string& wanted) {
  refuse("sub_option_range", property.span,
         {{"option", property.name.text},
          {"sub_option", std::string(sub_option)},
          {"value", value},
          {"wanted", wanted}});
}

[[noreturn]] void refuse_unknown(const Property& property, const std::string& sub_option,
                                 const std::vector<std::string>& known) {
  std::string list;
  for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
  refuse("unknown_sub_option", property.span,
         {{"option", property.name.text}, {"sub_option", sub_option}, {"known", list}});
}

struct OldSubOption {
  std::string_view option;
  std::string_view name;
  std::string_view instead;
  bool of_table = false;  // it has become an option of the table
};
// Sub-options of Cassandra 1 and 2, which occur in old scripts.
constexpr OldSubOption kOldSubOptions[] = {
    {"compression", "sstable_compression", "class"},
    {"compression", "chunk_length_kb", "chunk_length_in_kb"},
    {"compression", "crc_check_chance", "crc_check_chance", true},
    {"compaction", "compaction_strategy_class", "class"},
    {"compaction", "min_compaction_threshold", "min_threshold"},
    {"compaction", "max_compaction_threshold", "max_threshold"},
};

const OldSubOption* find_old_key(const Property& property, std::string_view key) {
  const auto* found = std::ranges::find_if(kOldSubOptions, [&](const OldSubOption& old) {
    return old.option == property.name.text && old.name == key;
  });
  return found == std::end(kOldSubOptions) ? nullptr : found;
}

std::string string_literal(std::string_view text) {
  std::string result = "'";
  for (const char letter : text) result += letter == '\'' ? std::string("''") : std::string(1, letter);
  return result + "'";
}

/// Returns the option with old sub-options replaced by their successors.
Fix with_new_keys(const Property& property) {
  std::string map, beside;
  for (const auto& [key, value] : std::get<std::vector<std::pair<Literal, Literal>>>(property.value)) {
    const OldSubOption* old = find_old_key(property, key.text);
    const std::string text = value.kind == LiteralKind::string ? string_literal(value.text) : value.text;
    if (old != nullptr && old->of_table) {
      beside += " AND " + std::string(old->instead) + " = " + text;
      continue;
    }
    map += (map.empty() ? "" : ", ") + string_literal(old == nullptr ? key.text : old->instead) + ": " + text;
  }
  return {property.span, property.name.text + " = {" + map + "}" + beside};
}

void check_old_keys(const Property& property, const PropertyMap& map) {
  for (const auto& [key, value] : map) {
    const OldSubOption* old = find_old_key(property, key);
    if (old == nullptr) continue;
    refuse(old->of_table ? "moved_sub_option" : "old_sub_option", property.span,
           {{"option", property.name.text}, {"sub_option", key}, {"instead", std::string(old->instead)}},
           with_new_keys(property));
  }
}

/// Returns the class without its package. Refuses a map without a class, and old sub-options. `usual` is the
/// class that the refusal proposes.
std::string class_of(const Property& property, const PropertyMap& map, std::string_view package,
                     std::string_view usual) {
  check_old_keys(property, map);
  const auto found = map.find("class");
  if (found == map.end())
    refuse("missing_class", property.span, {{"option", property.name.text}, {"usual", std::string(usual)}});
  std::string name = found->second;
  if (name.starts_with(package)) name.erase(0, package.size());
  return name;
}

void check_compaction_option(const Property& property, Strategy strategy, const std::string& key,
                             const std::string& value) {
  std::vector<std::string> known = {"class"};
  for (const SubOption& option : kCompactionOptions) {
    if ((option.strategies & strategy) == 0) continue;
    known.emplace_back(option.name);
    if (option.name != key) continue;
    if (!option.pattern.empty()) {
      if (matches(value, option.pattern)) return;
      refuse_value(property, key, value,
                   option.wanted.empty() ? choice_of(option.pattern) : std::string(option.wanted));
    }
    const std::optional<double> number = number_of(value);
    const bool whole = number && (takes_fraction(key) || *number == std::floor(*number));
    if (whole && *number >= option.least) return;
    refuse_value(property, key, value, "a number of at least " + number_text(option.least));
  }
  refuse_unknown(property, key, known);
}

double number_or(const PropertyMap& map, const char* name, double otherwise) {
  const auto found = map.find(name);
  return found == map.end() ? otherwise : number_of(found->second).value_or(otherwise);
}

void check_ascending(const Property& property, const PropertyMap& map, const char* low, double low_default,
                     const char* high, double high_default, bool may_be_equal) {
  const double low_value = number_or(map, low, low_default);
  const double high_value = number_or(map, high, high_default);
  if (high_value > low_value || (may_be_equal && high_value == low_value)) return;
  refuse_value(
      property, high, number_text(high_value),
      std::string(may_be_equal ? "at least " : "more than ") + low + ", which is " + number_text(low_value));
}

bool is_power_of_two(double value) {
  int exponent = 0;
  return std::frexp(value, &exponent) == 0.5;
}

void check_compression_option(const Property& property, const std::string& compressor, const std::string& key,
                              const std::string& value) {
  std::vector<std::string> known = {"class"};
  for (const CompressionOption& option : kCompressionOptions) {
    if (!option.compressor.empty() && option.compressor != compressor) continue;
    known.emplace_back(option.name);
    if (option.name != key) continue;
    if (!option.pattern.empty()) {
      if (matches(value, option.pattern)) return;
      refuse_value(property, key, value, choice_of(option.pattern));
    }
    const std::optional<double> number = number_of(value);
    if (!number || *number < option.least || *number > option.most) {
      refuse_value(property, key, value, number_text(option.least) + " to " + number_text(option.most));
    }
    if (key == "chunk_length_in_kb" && !is_power_of_two(*number))
      refuse_value(property, key, value, "a power of two");
    if (key == "min_compress_ratio" && *number > 0 && *number < 1)
      refuse_value(property, key, value, "0, or at least 1");
    return;
  }
  refuse_unknown(property, key, known);
}

/// Returns the canonical form of "99p", "50ms", "ALWAYS" and the like; nothing for other text.
std::optional<std::string> canonical_retry(const std::string& text) {
  const std::string word = to_upper(text);
  if (word == "ALWAYS") return word;
  if (word == "NEVER" || word == "NONE") return "NEVER";
  if (const auto percentile = groups_of(word, "([0-9.]+)P(ERCENTILE)?")) {
    const std::optional<double> value = number_of(percentile->front());
    if (!value || *value <= 0 || *value >= 100) return std::nullopt;
    return number_text(*value) + "p";
  }
  if (const auto milliseconds = groups_of(word, "([0-9.]+)MS")) {
    const std::optional<double> value = number_of(milliseconds->front());
    if (!value || *value > 2147483647) return std::nullopt;
    return std::to_string(static_cast<std::int32_t>(*value)) + "ms";
  }
  return std::nullopt;
}

}  // namespace

PropertyMap read_compaction(const Property& property) {
  constexpr std::string_view kPackage = "org.apache.cassandra.db.compaction.";
  PropertyMap map = property_map(property);
  const std::string name = class_of(property, map, kPackage, "SizeTieredCompactionStrategy");
  const auto found = std::find_if(kStrategies.begin(), kStrategies.end(),
                                  [&name](const StrategyName& candidate) { return candidate.name == name; });
  if (found == kStrategies.end()) {
    refuse_value(property, "class", name,
                 "SizeTieredCompactionStrategy, LeveledCompactionStrategy, TimeWindowCompactionStrategy or "
                 "UnifiedCompactionStrategy");
  }
  for (const auto& [key, value] : map) {
    if (key != "class") check_compaction_option(property, found->strategy, key, value);
  }
  check_ascending(property, map, "min_threshold", 4, "max_threshold", 32, true);
  check_ascending(property, map, "bucket_low", 0.5, "bucket_high", 1.5, false);
  map["class"] = std::string(kPackage) + name;
  if ((found->strategy & kClassic) != 0) {
    map.emplace("min_threshold", "4");
    map.emplace("max_threshold", "32");
  }
  return map;
}

/// The ratio is kept as Java writes a double, and 0, which is the default, is left out.
void write_ratio(PropertyMap& map) {
  const auto ratio = map.find("min_compress_ratio");
  if (ratio == map.end()) return;
  const double number = number_of(ratio->second).value_or(0);
  if (number == 0)
    map.erase(ratio);
  else
    ratio->second = java_text(TypeKind::double_, encode_double(number));
}

PropertyMap read_compression(const Property& property) {
  constexpr std::string_view kPackage = "org.apache.cassandra.io.compress.";
  PropertyMap map = property_map(property);
  if (map.empty()) return {{"enabled", "false"}};
  const auto enabled = map.find("enabled");
  if (enabled != map.end() && to_lower(enabled->second) != "true") {
    if (map.size() > 1) refuse("compression_off", property.span);
    return {{"enabled", "false"}};
  }
  if (enabled != map.end()) map.erase(enabled);
  const std::string name = class_of(property, map, kPackage, "LZ4Compressor");
  if (std::find(kCompressors.begin(), kCompressors.end(), name) == kCompressors.end()) {
    refuse_value(property, "class", name,
                 "LZ4Compressor, SnappyCompressor, DeflateCompressor, ZstdCompressor or NoopCompressor");
  }
  for (const auto& [key, value] : map) {
    if (key != "class") check_compression_option(property, name, key, value);
  }
  map["class"] = std::string(kPackage) + name;
  write_ratio(map);
  map.emplace("chunk_length_in_kb", "16");
  return map;
}

/// Kinds that the map leaves out are not cached.
PropertyMap read_caching(const Property& property) {
  PropertyMap map = {{"keys", "NONE"}, {"rows_per_partition", "NONE"}};
  for (const auto& [key, value] : property_map(property)) {
    const std::string word = to_upper(value);
    if (!map.contains(key)) refuse_unknown(property, key, {"keys", "rows_per_partition"});
    const bool is_number = key == "rows_per_partition" && matches(value, "[0-9]{1,9}");
    if (!is_number && word != "ALL" && word != "NONE") {
      refuse_value(property, key, value,
                   key == "keys" ? "'ALL' or 'NONE'" : "'ALL', 'NONE' or a number of rows");
    }
    map[key] = is_number ? std::to_string(std::stoi(value)) : word;
  }
  return map;
}

/// If two policies are given, the percentile comes first.
std::string read_retry(const Property& property) {
  const std::string text = property_text(property);
  if (const std::optional<std::string> canonical = canonical_retry(text)) return *canonical;
  if (const auto match = groups_of(
          to_upper(text), "(MIN|MAX)\\(([0-9.]+[A-Z]+)[[:space:]]*,[[:space:]]*([0-9.]+[A-Z]+)\\)")) {
    const std::optional<std::string> first = canonical_retry(match->at(1));
    const std::optional<std::string> second = canonical_retry(match->at(2));
    if (first && second && first->ends_with("ms") != second->ends_with("ms")) {
      const bool in_order = second->ends_with("ms");
      return match->at(0) + "(" + (in_order ? *first + "," + *second : *second + "," + *first) + ")";
    }
  }
  refuse("option_range", property.span,
         {{"option", property.name.text},
          {"value", text},
          {"wanted", "a percentile such as 99p, a time such as 50ms, MIN(99p,50ms), ALWAYS or NEVER"}});
}

}  // namespace cellar
