#include "planner/definition/options/replication.h"

#include <charconv>
#include <optional>

#include "schema/system_keyspaces.h"

namespace cellar {

namespace {

constexpr std::string_view kLocatorPackage = "org.apache.cassandra.locator.";
constexpr std::string_view kFactor = "replication_factor";

std::optional<std::string> value_of(const PropertyMap& map, std::string_view key) {
  const auto found = map.find(std::string(key));
  if (found == map.end()) return std::nullopt;
  return found->second;
}

bool is_replica_count(const std::string& text) {
  return text.find_first_not_of("0123456789") == text.npos && text.find_first_not_of('0') != text.npos;
}

/// Returns an integer as Java reads it, with a sign before it or none; nothing for any other text.
std::optional<std::int32_t> java_integer(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Returns the copies that "<replicas>" or "<replicas>/<transient>" says. Transient copies are disabled
/// unless a node's configuration says otherwise, so only 0 of them are accepted.
std::int32_t read_factor(const Property& property, const std::string& key, const std::string& value) {
  const std::size_t slash = value.find('/');
  const std::optional<std::int32_t> factor = java_integer(std::string_view(value).substr(0, slash));
  const bool is_whole = slash == value.npos || java_integer(std::string_view(value).substr(slash + 1)) == 0;
  if (factor && *factor >= 0 && is_whole) return *factor;
  refuse("replication_factor", property.span, {{"key", key}, {"value", value}});
}

PropertyMap read_simple(const Property& property, PropertyMap map, const PropertyMap& previous) {
  const std::string factor(kFactor);
  for (const auto& [key, value] : map) {
    if (key != "class" && key != factor) {
      refuse("unknown_replication", property.span,
             {{"key", key}, {"class", "SimpleStrategy"}, {"known", factor}});
    }
  }
  map.emplace(factor, value_of(previous, kFactor).value_or("1"));
  read_factor(property, factor, map.at(factor));
  return map;
}

/// `own` is what the map says of this database's datacenter.
[[noreturn]] void refuse_datacenter(const Property& property, const std::string& key,
                                    const std::string& value, const std::string& datacenter,
                                    const std::optional<std::string>& own) {
  const std::string& offered = own && is_replica_count(*own) ? *own : value;
  refuse("unknown_datacenter", property.span, {{"key", key}, {"datacenter", datacenter}},
         Fix{property.span, "replication = {'class': 'NetworkTopologyStrategy', '" + datacenter +
                                "': " + (is_replica_count(offered) ? offered : "1") + "}"});
}

/// `replication_factor` applies to every datacenter that is not named. If neither is given, uses the
/// keyspace's previous factor, or 1. Datacenters without a copy are left out, whether they exist or not.
PropertyMap read_by_datacenter(const Property& property, PropertyMap map, const PropertyMap& previous,
                               const std::string& datacenter) {
  std::optional<std::string> every = value_of(map, kFactor);
  map.erase(std::string(kFactor));
  if (every) {
    if (const auto kept = value_of(previous, datacenter)) map.emplace(datacenter, *kept);
  } else if (map.size() == 1) {
    every = value_of(previous, kFactor).value_or("1");
  }
  if (every) {
    map.emplace(datacenter, std::to_string(read_factor(property, std::string(kFactor), *every)));
  }
  std::erase_if(map, [](const auto& entry) { return entry.first != "class" && entry.second == "0"; });
  for (const auto& [key, value] : map) {
    if (key == "class") continue;
    if (key != datacenter) refuse_datacenter(property, key, value, datacenter, value_of(map, datacenter));
    read_factor(property, key, value);
  }
  if (map.size() == 1) refuse("no_datacenter", property.span);
  return map;
}

/// Returns how many copies of a row the keyspace keeps in the one datacenter.
std::int64_t replica_count(const Keyspace& keyspace, const std::string& datacenter) {
  for (const std::string_view key : {kFactor, std::string_view(datacenter)}) {
    const std::optional<std::string> text = value_of(keyspace.replication, key);
    if (text) return java_integer(text->substr(0, text->find('/'))).value_or(0);
  }
  return 0;
}

}  // namespace

PropertyMap read_replication(const Property& property, const PropertyMap& previous,
                             const std::string& datacenter) {
  PropertyMap map = property_map(property);
  const std::optional<std::string> written = value_of(map, "class");
  if (!written) refuse("missing_strategy", property.span);
  std::string name = *written;
  if (name.starts_with(kLocatorPackage)) name.erase(0, kLocatorPackage.size());
  map["class"] = std::string(kLocatorPackage) + name;
  if (name == "SimpleStrategy") return read_simple(property, std::move(map), previous);
  if (name == "NetworkTopologyStrategy")
    return read_by_datacenter(property, std::move(map), previous, datacenter);
  if (name == "LocalStrategy") refuse("local_strategy", property.span);
  refuse("unknown_strategy", property.span, {{"class", *written}});
}

void warn_of_replicas(const Keyspace& keyspace, const std::string& datacenter, Span span,
                      std::vector<Diagnostic>& notices) {
  const std::int64_t count = replica_count(keyspace, datacenter);
  if (count <= 1) return;
  const bool is_simple = keyspace.replication.contains(std::string(kFactor));
  const std::string of_datacenter = is_simple ? "" : " for datacenter " + datacenter;
  notices.push_back({"replicas_above_nodes",
                     span,
                     {{"factor", std::to_string(count)},
                      {"keyspace", quote_name(keyspace.name)},
                      {"of_datacenter", of_datacenter}},
                     std::nullopt});
}

void warn_of_more_replicas(const Keyspace& before, const Keyspace& after, const std::string& datacenter,
                           Span span, std::vector<Diagnostic>& notices) {
  if (replica_count(before, datacenter) >= replica_count(after, datacenter)) return;
  notices.push_back({"replicas_increased", span, {{"keyspace", quote_name(after.name)}}, std::nullopt});
}

}  // namespace cellar
