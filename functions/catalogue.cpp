#include "functions/catalogue.h"

#include <algorithm>
#include <array>
#include <string>

#include "functions/family.h"

namespace cellar {

namespace {

struct OldName {
  std::string_view old_name;
  std::string_view name;
};

constexpr OldName kOldNames[] = {
    {"countrows", "count_rows"},
    {"currentdate", "current_date"},
    {"currenttime", "current_time"},
    {"currenttimestamp", "current_timestamp"},
    {"currenttimeuuid", "current_timeuuid"},
    {"maxtimeuuid", "max_timeuuid"},
    {"mintimeuuid", "min_timeuuid"},
    {"todate", "to_date"},
    {"totimestamp", "to_timestamp"},
    {"tounixtimestamp", "to_unix_timestamp"},
};

// `blobasint` is blob_as_int, `intasblob` is int_as_blob, `castasint` is cast_as_int.
std::string canonical_name(std::string_view name) {
  const auto* old = std::find_if(std::begin(kOldNames), std::end(kOldNames),
                                 [name](const OldName& candidate) { return candidate.old_name == name; });
  if (old != std::end(kOldNames)) return std::string(old->name);
  if (name.starts_with("blobas")) return "blob_as_" + std::string(name.substr(6));
  if (name.starts_with("castas")) return "cast_as_" + std::string(name.substr(6));
  if (name.ends_with("asblob")) return std::string(name.substr(0, name.size() - 6)) + "_as_blob";
  return std::string(name);
}

constexpr std::array kFamilies = {
    arithmetic_functions, cast_functions, time_functions, aggregate_functions, key_functions,
    math_functions,       blob_functions, mask_functions, vector_functions,    collection_functions,
};

}  // namespace

std::vector<Function> find_functions(std::string_view name, std::span<const std::optional<Type>> arguments,
                                     const std::optional<Type>& receiver) {
  const std::string canonical = canonical_name(name);
  for (const auto& family : kFamilies) {
    std::vector<Function> functions = family({canonical, arguments, receiver});
    if (!functions.empty()) return functions;
  }
  return {};
}

}  // namespace cellar
