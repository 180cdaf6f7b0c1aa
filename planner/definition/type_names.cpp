#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "planner/definition/class_names.h"
#include "planner/names.h"

namespace cellar {

namespace {

/// Reads types from the outside in: frozen<> also freezes the parts of its type, which therefore need no
/// frozen<> of their own.
class TypeReader {
 public:
  TypeReader(const std::string& keyspace, const PlanContext& context)
      : keyspace_(keyspace), context_(context) {}

  Type read(const TypeName& name, bool frozen) const;

 private:
  Type read_frozen(const TypeName& name) const;
  Type read_collection(const TypeName& name, bool frozen) const;
  Type read_tuple(const TypeName& name) const;
  Type read_vector(const TypeName& name) const;
  Type read_class(const TypeName& name) const;
  Type read_user_type(const TypeName& name, bool frozen) const;
  void check_part(const TypeName& part, const Type& type) const;
  [[noreturn]] void refuse_unknown(const TypeName& name) const;

  const std::string& keyspace_;
  const PlanContext& context_;
};

bool is_word(const TypeName& name, std::string_view word) {
  return !name.quoted && !name.custom && !name.keyspace && name.name == word;
}

bool is_collection_word(const TypeName& name) {
  return is_word(name, "list") || is_word(name, "set") || is_word(name, "map");
}

Type TypeReader::read(const TypeName& name, bool frozen) const {
  if (name.custom) return read_class(name);
  if (is_word(name, "frozen") && !name.arguments.empty()) return read_frozen(name);
  if (is_collection_word(name) && !name.arguments.empty()) return read_collection(name, frozen);
  if (is_word(name, "tuple") && !name.arguments.empty()) return read_tuple(name);
  if (is_word(name, "vector") && !name.arguments.empty()) return read_vector(name);
  if (!name.quoted && !name.keyspace) {
    if (const std::optional<TypeKind> kind = native_kind(name.name)) return native_type(*kind);
  }
  return read_user_type(name, frozen);
}

/// The parser has refused frozen<> of a scalar type.
Type TypeReader::read_frozen(const TypeName& name) const {
  return freeze(read(name.arguments.front(), true));
}

/// In an unfrozen collection each element is one cell, so a part must be a single value.
void TypeReader::check_part(const TypeName& part, const Type& type) const {
  const std::string text = to_cql(type);
  const Fix fix{part.span, "frozen<" + text + ">"};
  if (is_collection(type) && !type.frozen) refuse("nested_collection", part.span, {{"type", text}}, fix);
  if (type.kind == TypeKind::user && !type.frozen)
    refuse("nested_user_type", part.span, {{"type", text}}, fix);
}

Type TypeReader::read_collection(const TypeName& name, bool frozen) const {
  std::vector<Type> parts;
  for (const TypeName& argument : name.arguments) {
    Type part = read(argument, frozen);
    if (part.kind == TypeKind::counter)
      refuse("counter_inside", argument.span, {{"outer", "a " + name.name}});
    const bool is_key = name.name == "set" || (name.name == "map" && parts.empty());
    if (is_key && part.kind == TypeKind::duration) {
      refuse("duration_as_key", argument.span, {{"outer", name.name == "set" ? "set" : "map key"}});
    }
    if (!frozen) check_part(argument, part);
    parts.push_back(std::move(part));
  }
  Type type;
  if (name.name == "list") {
    type = list_of(std::move(parts[0]));
  } else if (name.name == "set") {
    type = set_of(std::move(parts[0]));
  } else {
    type = map_of(std::move(parts[0]), std::move(parts[1]));
  }
  return frozen ? freeze(std::move(type)) : type;
}

Type TypeReader::read_tuple(const TypeName& name) const {
  std::vector<Type> parts;
  for (const TypeName& argument : name.arguments) {
    parts.push_back(read(argument, true));
    if (parts.back().kind == TypeKind::counter)
      refuse("counter_inside", argument.span, {{"outer", "a tuple"}});
  }
  return freeze(tuple_of(std::move(parts)));
}

Type TypeReader::read_vector(const TypeName& name) const {
  if (name.dimension <= 0 || name.dimension > std::numeric_limits<std::int32_t>::max()) {
    refuse("vector_dimension", name.span, {{"dimension", std::to_string(name.dimension)}});
  }
  Type element = read(name.arguments.front(), true);
  return freeze(vector_of(std::move(element), static_cast<std::uint32_t>(name.dimension)));
}

Type TypeReader::read_class(const TypeName& name) const {
  std::optional<Type> type = type_of_class(name.name);
  if (!type) refuse("unknown_class", name.span, {{"class", name.name}});
  return *std::move(type);
}

Type TypeReader::read_user_type(const TypeName& name, bool frozen) const {
  if (name.keyspace && name.keyspace->text != keyspace_) {
    refuse("type_of_other_keyspace", name.keyspace->span,
           {{"type", quote_name(name.name)}, {"keyspace", quote_name(keyspace_)}});
  }
  const Keyspace* home = context_.schema.find_keyspace(keyspace_);
  if (home == nullptr) refuse_unknown(name);
  const auto found = home->user_types.find(name.name);
  if (found == home->user_types.end()) refuse_unknown(name);
  Type type = type_of(found->second);
  return frozen ? freeze(std::move(type)) : type;
}

/// Returns the CQL type for a name that other databases use; empty if there is none.
std::string_view native_equivalent(std::string_view name) {
  using Pair = std::pair<std::string_view, std::string_view>;
  constexpr auto kEquivalents = std::to_array<Pair>({
      {"string", "text"},      {"str", "text"},
      {"char", "text"},        {"nvarchar", "text"},
      {"integer", "int"},      {"int4", "int"},
      {"long", "bigint"},      {"int8", "bigint"},
      {"bool", "boolean"},     {"datetime", "timestamp"},
      {"number", "decimal"},   {"numeric", "decimal"},
      {"real", "float"},       {"bytes", "blob"},
      {"bytea", "blob"},       {"binary", "blob"},
      {"guid", "uuid"},        {"interval", "duration"},
      {"array", "list<text>"}, {"object", "map<text, text>"},
      {"json", "text"},        {"varchar2", "text"},
      {"clob", "text"},        {"serial", "uuid"},
      {"bigserial", "uuid"},   {"money", "decimal"},
  });
  const auto found = std::find_if(kEquivalents.begin(), kEquivalents.end(),
                                  [name](const Pair& pair) { return pair.first == name; });
  return found == kEquivalents.end() ? std::string_view() : found->second;
}

void TypeReader::refuse_unknown(const TypeName& name) const {
  const std::string written = name.custom ? name.name : quote_name(name.name);
  if (is_collection_word(name) || is_word(name, "tuple") || is_word(name, "vector") ||
      is_word(name, "frozen")) {
    refuse("type_without_parts", name.span, {{"type", name.name}});
  }
  std::string nearest(native_equivalent(name.name));
  bool certain = true;
  if (nearest.empty()) {
    std::vector<std::string> candidates;
    for (int kind = 0; kind <= static_cast<int>(TypeKind::varint); ++kind) {
      candidates.push_back(to_cql(native_type(static_cast<TypeKind>(kind))));
    }
    if (const Keyspace* home = context_.schema.find_keyspace(keyspace_)) {
      for (const auto& [type_name, user_type] : home->user_types) candidates.push_back(quote_name(type_name));
    }
    const NearestName found = find_nearest(name.name, candidates);
    nearest = found.name;
    certain = found.certain;
  }
  const Parameters parameters = {
      {"type", written}, {"keyspace", quote_name(keyspace_)}, {"nearest", nearest}};
  const Subject subject{Subject::Kind::type, name.name, keyspace_};
  if (nearest.empty()) refuse("undefined_type", name.span, parameters, std::nullopt, subject);
  const std::optional<Fix> fix = certain ? std::optional(Fix{name.span, nearest}) : std::nullopt;
  refuse("undefined_type_near", name.span, parameters, fix, subject);
}

}  // namespace

Type resolve_type(const TypeName& name, const std::string& keyspace, const PlanContext& context) {
  return TypeReader(keyspace, context).read(name, false);
}

}  // namespace cellar
