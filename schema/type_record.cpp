#include "schema/type_record.h"

#include <array>
#include <optional>

namespace cellar {

namespace {

constexpr unsigned kWord = 2, kFrozen = 4, kArgument = 6, kDimension = 8, kUserType = 10;

/// The parser lets types nest less deep.
constexpr int kMostLevels = 2'500;
constexpr std::size_t kAnyNumber = 0;

struct Composite {
  TypeKind kind;
  std::string_view word;
  std::size_t arguments;
};
constexpr auto kComposites = std::to_array<Composite>({{TypeKind::list, "list", 1},
                                                       {TypeKind::set, "set", 1},
                                                       {TypeKind::map, "map", 2},
                                                       {TypeKind::tuple, "tuple", kAnyNumber},
                                                       {TypeKind::vector, "vector", 1},
                                                       {TypeKind::user, "user", kAnyNumber}});

const Composite* find_composite(TypeKind kind) {
  for (const Composite& composite : kComposites) {
    if (composite.kind == kind) return &composite;
  }
  return nullptr;
}

const Composite* find_composite(std::string_view word) {
  for (const Composite& composite : kComposites) {
    if (composite.word == word) return &composite;
  }
  return nullptr;
}

Type decode(FieldReader fields, const TypeScope& scope, int level);

struct TypeFields {
  std::string word;
  std::string user_type;
  Type type;
};

TypeFields read_fields(FieldReader& fields, const TypeScope& scope, int level) {
  TypeFields read;
  while (fields.next()) {
    switch (fields.tag()) {
      case kWord:
        read.word = fields.text();
        break;
      case kFrozen:
        read.type.frozen = true;
        break;
      case kArgument:
        read.type.arguments.push_back(decode(fields.fields(), scope, level + 1));
        break;
      case kDimension:
        read.type.dimension = fields.number32();
        break;
      case kUserType:
        read.user_type = fields.text();
        break;
      default:
        fields.refuse_if_needed();
    }
  }
  return read;
}

Type user_type_named(const TypeFields& read, const TypeScope& scope, const FieldReader& fields) {
  const std::shared_ptr<const UserType> definition = scope.find(read.user_type);
  if (!definition || !read.type.arguments.empty()) fields.refuse_record();
  Type type = type_of(*definition);
  return read.type.frozen ? freeze(std::move(type)) : type;
}

Type decode(FieldReader fields, const TypeScope& scope, int level) {
  if (level > kMostLevels) fields.refuse_record();
  TypeFields read = read_fields(fields, scope, level);
  const Composite* composite = find_composite(read.word);
  if (composite == nullptr) {
    const std::optional<TypeKind> kind = native_kind(read.word);
    if (!kind || !read.type.arguments.empty()) fields.refuse_record();
    read.type.kind = *kind;
    return std::move(read.type);
  }
  if (composite->kind == TypeKind::user) return user_type_named(read, scope, fields);
  const std::size_t given = read.type.arguments.size();
  if (given == 0 || (composite->arguments != kAnyNumber && given != composite->arguments)) {
    fields.refuse_record();
  }
  if ((composite->kind == TypeKind::vector) != (read.type.dimension > 0)) fields.refuse_record();
  read.type.kind = composite->kind;
  return std::move(read.type);
}

}  // namespace

std::string encode_type(const Type& type) {
  FieldWriter fields;
  const Composite* composite = find_composite(type.kind);
  fields.put(kWord, composite != nullptr ? composite->word : std::string_view(to_cql(type)));
  if (type.frozen) fields.put_flag(kFrozen);
  if (type.kind == TypeKind::user) {
    fields.put(kUserType, type.name);
    return fields.take();
  }
  for (const Type& argument : type.arguments) fields.put(kArgument, encode_type(argument));
  if (type.dimension > 0) fields.put_number(kDimension, type.dimension);
  return fields.take();
}

Type decode_type(FieldReader fields, const TypeScope& scope) { return decode(fields, scope, 0); }

}  // namespace cellar
