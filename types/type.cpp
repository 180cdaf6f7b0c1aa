#include "types/type.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "types/text/text.h"

namespace cellar {

namespace {

using enum TypeKind;

constexpr std::array<std::pair<std::string_view, TypeKind>, 20> kNativeNames = {{
    {"ascii", ascii},       {"bigint", bigint},   {"blob", blob},       {"boolean", boolean},
    {"counter", counter},   {"date", date},       {"decimal", decimal}, {"double", double_},
    {"duration", duration}, {"float", float_},    {"inet", inet},       {"int", int_},
    {"smallint", smallint}, {"text", text},       {"time", time},       {"timestamp", timestamp},
    {"timeuuid", timeuuid}, {"tinyint", tinyint}, {"uuid", uuid},       {"varint", varint},
}};

std::string_view native_name(TypeKind kind) {
  const auto* found = std::find_if(kNativeNames.begin(), kNativeNames.end(),
                                   [kind](const auto& entry) { return entry.second == kind; });
  assert(found != kNativeNames.end());
  return found->first;
}

Type composite(TypeKind kind, std::vector<Type> arguments, bool frozen) {
  Type type;
  type.kind = kind;
  type.frozen = frozen;
  type.arguments = std::move(arguments);
  return frozen ? freeze(std::move(type)) : type;
}

enum class FrozenWords { outermost, all };

std::string write(const Type& type, FrozenWords words, bool inside_frozen);

std::string write_arguments(const Type& type, FrozenWords words, bool inside_frozen) {
  std::string written;
  for (const Type& argument : type.arguments) {
    if (!written.empty()) written += ", ";
    written += write(argument, words, inside_frozen);
  }
  return written;
}

std::string write_bare(const Type& type, FrozenWords words, bool inside_frozen) {
  switch (type.kind) {
    case list:
      return "list<" + write_arguments(type, words, inside_frozen) + ">";
    case set:
      return "set<" + write_arguments(type, words, inside_frozen) + ">";
    case map:
      return "map<" + write_arguments(type, words, inside_frozen) + ">";
    case tuple:
      return "tuple<" + write_arguments(type, words, true) + ">";
    case vector:
      return "vector<" + write_arguments(type, words, true) + ", " + std::to_string(type.dimension) + ">";
    case user:
      return quote_type_name(type.name);
    default:
      return std::string(native_name(type.kind));
  }
}

std::string write(const Type& type, FrozenWords words, bool inside_frozen) {
  const bool may_freeze = is_collection(type) || type.kind == user;
  const bool says_frozen = words == FrozenWords::all ? (may_freeze && type.frozen) || type.kind == tuple
                                                     : may_freeze && type.frozen && !inside_frozen;
  const std::string bare = write_bare(type, words, inside_frozen || (may_freeze && type.frozen));
  return says_frozen ? "frozen<" + bare + ">" : bare;
}

}  // namespace

Type::Type() = default;
Type::Type(const Type&) = default;
Type::Type(Type&&) noexcept = default;
Type& Type::operator=(const Type&) = default;
Type& Type::operator=(Type&&) noexcept = default;
Type::~Type() = default;
bool Type::operator==(const Type&) const = default;

Type native_type(TypeKind kind) {
  Type type;
  type.kind = kind;
  return type;
}

Type list_of(Type element, bool frozen) { return composite(list, {std::move(element)}, frozen); }

Type set_of(Type element, bool frozen) { return composite(set, {std::move(element)}, frozen); }

Type map_of(Type key, Type value, bool frozen) {
  return composite(map, {std::move(key), std::move(value)}, frozen);
}

Type tuple_of(std::vector<Type> components) { return composite(tuple, std::move(components), true); }

Type vector_of(Type element, std::uint32_t dimension) {
  Type type = composite(vector, {std::move(element)}, true);
  type.dimension = dimension;
  return type;
}

std::optional<TypeKind> native_kind(std::string_view name) {
  const std::string lower = to_lower(name);
  if (lower == "varchar") return text;
  for (const auto& [word, kind] : kNativeNames) {
    if (word == lower) return kind;
  }
  return std::nullopt;
}

bool is_collection(const Type& type) { return type.kind == list || type.kind == set || type.kind == map; }

bool is_multicell(const Type& type) { return !type.frozen && (is_collection(type) || type.kind == user); }

bool is_numeric(TypeKind kind) {
  switch (kind) {
    case tinyint:
    case smallint:
    case int_:
    case bigint:
    case varint:
    case float_:
    case double_:
    case decimal:
    case counter:
      return true;
    default:
      return false;
  }
}

bool contains_kind(const Type& type, TypeKind kind) {
  return type.kind == kind ||
         std::any_of(type.arguments.begin(), type.arguments.end(),
                     [kind](const Type& argument) { return contains_kind(argument, kind); });
}

Type freeze(Type type) {
  if (type.arguments.empty() && type.kind != user) return type;
  type.frozen = true;
  for (Type& argument : type.arguments) argument = freeze(std::move(argument));
  return type;
}

std::string to_cql(const Type& type) { return write(type, FrozenWords::outermost, false); }

std::string to_schema_cql(const Type& type) { return write(type, FrozenWords::all, false); }

}  // namespace cellar
