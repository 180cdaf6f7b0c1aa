#include "planner/definition/options/option_words.h"

#include <algorithm>

#include "planner/definition/index_class.h"
#include "planner/definition/options/sub_options.h"
#include "planner/definition/options/table_options.h"
#include "schema/system_keyspaces.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Returns the words of "none|row|cell"; nothing for a pattern that is more than a list of words.
std::vector<std::string> words_of(std::string_view pattern) {
  std::vector<std::string> words;
  if (pattern.find_first_of("[(*+?.") != pattern.npos) return words;
  while (!pattern.empty()) {
    const std::size_t end = std::min(pattern.find('|'), pattern.size());
    words.emplace_back(pattern.substr(0, end));
    pattern.remove_prefix(std::min(end + 1, pattern.size()));
  }
  return words;
}

std::vector<std::string> quoted(const std::vector<std::string>& words) {
  std::vector<std::string> result;
  for (const std::string& word : words) result.push_back(quote_text(word));
  return result;
}

template <typename Names>
std::vector<std::string> class_maps(const Names& names) {
  std::vector<std::string> maps;
  for (const auto& name : names) maps.push_back("{'class': " + quote_text(name) + "}");
  return maps;
}

std::vector<std::string> strategy_names() {
  std::vector<std::string> names;
  for (const StrategyName& strategy : kStrategies) names.emplace_back(strategy.name);
  return names;
}

std::vector<std::string> compressor_names() { return {kCompressors.begin(), kCompressors.end()}; }

std::string_view without_package(std::string_view class_name) {
  return class_name.substr(class_name.rfind('.') == class_name.npos ? 0 : class_name.rfind('.') + 1);
}

unsigned strategies_of(std::string_view class_name) {
  for (const StrategyName& strategy : kStrategies)
    if (strategy.name == without_package(class_name)) return strategy.strategy;
  return kEvery;
}

const SubOption* find_compaction_option(std::string_view name, unsigned strategies) {
  const auto* found = std::find_if(
      kCompactionOptions.begin(), kCompactionOptions.end(),
      [&](const SubOption& option) { return option.name == name && (option.strategies & strategies) != 0; });
  return found == kCompactionOptions.end() ? nullptr : found;
}

std::vector<std::string> compaction_keys(std::string_view class_name) {
  std::vector<std::string> keys = {"class"};
  for (const SubOption& option : kCompactionOptions) {
    const bool is_known = std::find(keys.begin(), keys.end(), option.name) != keys.end();
    if ((option.strategies & strategies_of(class_name)) != 0 && !is_known) keys.emplace_back(option.name);
  }
  return keys;
}

std::vector<std::string> compression_keys(std::string_view class_name) {
  std::vector<std::string> keys = {"class", "enabled"};
  for (const CompressionOption& option : kCompressionOptions) {
    if (option.compressor.empty() || option.compressor == without_package(class_name))
      keys.emplace_back(option.name);
  }
  return keys;
}

std::vector<std::string> compression_values(std::string_view sub_option) {
  if (sub_option == "class") return compressor_names();
  if (sub_option == "enabled") return words_of(kBooleans);
  for (const CompressionOption& option : kCompressionOptions)
    if (option.name == sub_option) return words_of(option.pattern);
  return {};
}

std::vector<std::string> replication_maps() {
  const std::string datacenter(kDatacenter);
  return {"{'class': 'SimpleStrategy', 'replication_factor': 1}",
          "{'class': 'NetworkTopologyStrategy', '" + datacenter + "': 1}"};
}

std::vector<std::string> table_option_values(std::string_view option) {
  if (option == "compaction") return class_maps(strategy_names());
  if (option == "compression") return class_maps(compressor_names());
  if (option == "caching")
    return {"{'keys': 'ALL', 'rows_per_partition': 'NONE'}",
            "{'keys': 'NONE', 'rows_per_partition': 'NONE'}"};
  for (const OptionChoices& choices : table_option_choices()) {
    if (choices.name != option) continue;
    return choices.values == kBooleans ? words_of(kBooleans) : quoted(words_of(choices.values));
  }
  return {};
}

}  // namespace

std::vector<std::string> option_names(OptionHolder holder) {
  switch (holder) {
    case OptionHolder::keyspace:
      return {"replication", "durable_writes"};
    case OptionHolder::index:
      return {"OPTIONS"};
    case OptionHolder::table:
    case OptionHolder::view:
      break;
  }
  std::vector<std::string> names;
  for (const OptionChoices& choices : table_option_choices()) {
    const bool is_refused = holder == OptionHolder::view && choices.name == "default_time_to_live";
    if (!is_refused) names.emplace_back(choices.name);
  }
  return names;
}

std::vector<std::string> option_values(OptionHolder holder, std::string_view option) {
  switch (holder) {
    case OptionHolder::keyspace:
      if (option == "replication") return replication_maps();
      return option == "durable_writes" ? words_of(kBooleans) : std::vector<std::string>();
    case OptionHolder::index:
      return {};
    case OptionHolder::table:
    case OptionHolder::view:
      break;
  }
  return table_option_values(option);
}

std::vector<std::string> sub_option_names(OptionHolder holder, std::string_view option,
                                          std::string_view class_name) {
  if (holder == OptionHolder::keyspace) {
    if (option != "replication") return {};
    if (class_name.empty()) return {"'class'"};
    return without_package(class_name) == "SimpleStrategy"
               ? std::vector<std::string>{"'class'", "'replication_factor'"}
               : std::vector<std::string>{"'class'", "'replication_factor'", quote_text(kDatacenter)};
  }
  if (holder == OptionHolder::index) return quoted(index_option_names());
  if (option == "compaction") return quoted(compaction_keys(class_name));
  if (option == "compression") return quoted(compression_keys(class_name));
  return option == "caching" ? std::vector<std::string>{"'keys'", "'rows_per_partition'"}
                             : std::vector<std::string>();
}

std::vector<std::string> sub_option_values(OptionHolder holder, std::string_view option,
                                           std::string_view class_name, std::string_view sub_option) {
  if (holder == OptionHolder::keyspace)
    return option == "replication" && sub_option == "class"
               ? std::vector<std::string>{"'SimpleStrategy'", "'NetworkTopologyStrategy'"}
               : std::vector<std::string>();
  if (holder == OptionHolder::index) return quoted(index_option_values(sub_option));
  if (option == "compression") return quoted(compression_values(sub_option));
  if (option == "caching") return {"'ALL'", "'NONE'"};
  if (option != "compaction") return {};
  if (sub_option == "class") return quoted(strategy_names());
  const SubOption* found = find_compaction_option(sub_option, strategies_of(class_name));
  return found == nullptr ? std::vector<std::string>() : quoted(words_of(found->pattern));
}

}  // namespace cellar
