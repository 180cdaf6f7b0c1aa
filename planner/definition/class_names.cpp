#include "planner/definition/class_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include "types/text/text.h"

namespace cellar {

namespace {

struct ClassName {
  std::string_view java;
  TypeKind kind;
};

constexpr auto kClassNames = std::to_array<ClassName>({
    {"AsciiType", TypeKind::ascii},
    {"LongType", TypeKind::bigint},
    {"BytesType", TypeKind::blob},
    {"BooleanType", TypeKind::boolean},
    {"CounterColumnType", TypeKind::counter},
    {"SimpleDateType", TypeKind::date},
    {"DecimalType", TypeKind::decimal},
    {"DoubleType", TypeKind::double_},
    {"DurationType", TypeKind::duration},
    {"FloatType", TypeKind::float_},
    {"InetAddressType", TypeKind::inet},
    {"Int32Type", TypeKind::int_},
    {"ShortType", TypeKind::smallint},
    {"UTF8Type", TypeKind::text},
    {"TimeType", TypeKind::time},
    {"TimestampType", TypeKind::timestamp},
    {"TimeUUIDType", TypeKind::timeuuid},
    {"ByteType", TypeKind::tinyint},
    {"UUIDType", TypeKind::uuid},
    {"IntegerType", TypeKind::varint},
});

constexpr std::string_view kMarshalPackage = "org.apache.cassandra.db.marshal.";

/// Returns the types of a list of class names; nothing if one of them is unknown.
std::optional<std::vector<Type>> types_of(std::string_view list) {
  std::vector<Type> types;
  while (!list.empty()) {
    std::size_t end = 0;
    for (int depth = 0; end < list.size() && (depth > 0 || list[end] != ','); ++end) {
      depth += list[end] == '(' ? 1 : list[end] == ')' ? -1 : 0;
    }
    std::optional<Type> type = type_of_class(list.substr(0, end));
    if (!type) return std::nullopt;
    types.push_back(*std::move(type));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return types;
}

std::optional<Type> type_of_parts(std::string_view name, std::vector<Type> parts) {
  if (name == "ListType" && parts.size() == 1) return list_of(std::move(parts[0]));
  if (name == "SetType" && parts.size() == 1) return set_of(std::move(parts[0]));
  if (name == "MapType" && parts.size() == 2) return map_of(std::move(parts[0]), std::move(parts[1]));
  if (name == "FrozenType" && parts.size() == 1) return freeze(std::move(parts[0]));
  if (name == "TupleType" && !parts.empty()) return freeze(tuple_of(std::move(parts)));
  return std::nullopt;
}

/// Reads what is within the parentheses of VectorType: a class, a comma, a number.
std::optional<Type> vector_of_class(std::string_view parts) {
  const std::size_t comma = parts.rfind(',');
  if (comma == parts.npos) return std::nullopt;
  std::optional<Type> element = type_of_class(parts.substr(0, comma));
  const std::string_view digits = trim(parts.substr(comma + 1));
  std::int32_t dimension = 0;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), dimension);
  const bool is_number = fault == std::errc() && end == digits.data() + digits.size();
  if (!element || !is_number || dimension <= 0) return std::nullopt;
  return freeze(vector_of(freeze(*std::move(element)), static_cast<std::uint32_t>(dimension)));
}

}  // namespace

std::optional<Type> type_of_class(std::string_view name) {
  name = trim(name);
  if (name.starts_with(kMarshalPackage)) name.remove_prefix(kMarshalPackage.size());
  const std::size_t open = name.find('(');
  if (open != name.npos) {
    if (!name.ends_with(')')) return std::nullopt;
    if (name.starts_with("VectorType("))
      return vector_of_class(name.substr(open + 1, name.size() - open - 2));
    std::optional<std::vector<Type>> parts = types_of(name.substr(open + 1, name.size() - open - 2));
    return parts ? type_of_parts(name.substr(0, open), *std::move(parts)) : std::nullopt;
  }
  const auto* found = std::find_if(kClassNames.begin(), kClassNames.end(),
                                   [name](const ClassName& candidate) { return candidate.java == name; });
  if (found == kClassNames.end()) return std::nullopt;
  return native_type(found->kind);
}

}  // namespace cellar
