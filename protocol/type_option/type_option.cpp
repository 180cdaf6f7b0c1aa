#include "protocol/type_option/type_option.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "protocol/type_option/class_text.h"

namespace cellar {

namespace {

constexpr std::uint16_t kCustom = 0x0000;
/// The number of `text` in versions that no longer exist; newer ones send 0x000D for it.
constexpr std::uint16_t kOldText = 0x000A;

struct TypeNumber {
  TypeKind kind;
  std::uint16_t number;
  ProtocolVersion since;
};

constexpr auto kV3 = ProtocolVersion::v3;
constexpr auto kV4 = ProtocolVersion::v4;
constexpr auto kV5 = ProtocolVersion::v5;

constexpr auto kTypeNumbers = std::to_array<TypeNumber>({
    {TypeKind::ascii, 0x01, kV3},     {TypeKind::bigint, 0x02, kV3},   {TypeKind::blob, 0x03, kV3},
    {TypeKind::boolean, 0x04, kV3},   {TypeKind::counter, 0x05, kV3},  {TypeKind::decimal, 0x06, kV3},
    {TypeKind::double_, 0x07, kV3},   {TypeKind::float_, 0x08, kV3},   {TypeKind::int_, 0x09, kV3},
    {TypeKind::timestamp, 0x0B, kV3}, {TypeKind::uuid, 0x0C, kV3},     {TypeKind::text, 0x0D, kV3},
    {TypeKind::varint, 0x0E, kV3},    {TypeKind::timeuuid, 0x0F, kV3}, {TypeKind::inet, 0x10, kV3},
    {TypeKind::date, 0x11, kV4},      {TypeKind::time, 0x12, kV4},     {TypeKind::smallint, 0x13, kV4},
    {TypeKind::tinyint, 0x14, kV4},   {TypeKind::duration, 0x15, kV5}, {TypeKind::list, 0x20, kV3},
    {TypeKind::map, 0x21, kV3},       {TypeKind::set, 0x22, kV3},      {TypeKind::user, 0x30, kV3},
    {TypeKind::tuple, 0x31, kV3},
});

Type read_type_within(MessageReader& reader, int depth);

void read_arguments(MessageReader& reader, Type& type, std::size_t count, int depth) {
  type.arguments.resize(count);
  for (Type& argument : type.arguments) argument = read_type_within(reader, depth + 1);
}

void read_user_type(MessageReader& reader, Type& type, int depth) {
  type.keyspace = reader.read_string("the keyspace of a user type");
  type.name = reader.read_string("the name of a user type");
  const std::size_t fields = reader.read_count(4, "the fields of a user type");
  for (std::size_t i = 0; i < fields; ++i) {
    type.field_names.emplace_back(reader.read_string("the name of a field"));
    type.arguments.push_back(read_type_within(reader, depth + 1));
  }
}

Type read_custom(MessageReader& reader) {
  const std::string_view name = reader.read_string("the class of a custom type");
  return type_of_class_text(name).value_or(native_type(TypeKind::blob));
}

Type read_type_within(MessageReader& reader, int depth) {
  if (depth > kDeepestType) reader.refuse(fmt::format("types contain each other {} times", depth));
  const std::uint16_t number = reader.read_short("a type");
  if (number == kCustom) return read_custom(reader);
  if (number == kOldText) return native_type(TypeKind::text);
  const auto* found = std::ranges::find(kTypeNumbers, number, &TypeNumber::number);
  if (found == kTypeNumbers.end()) reader.refuse(fmt::format("0x{:04X} is no type", number));
  Type type = native_type(found->kind);
  type.frozen = type.kind == TypeKind::tuple;
  if (type.kind == TypeKind::list || type.kind == TypeKind::set) read_arguments(reader, type, 1, depth);
  if (type.kind == TypeKind::map) read_arguments(reader, type, 2, depth);
  if (type.kind == TypeKind::tuple)
    read_arguments(reader, type, reader.read_count(2, "the parts of a tuple"), depth);
  if (type.kind == TypeKind::user) read_user_type(reader, type, depth);
  return type;
}

}  // namespace

void append_type(MessageWriter& writer, const Type& type) {
  const auto* found = std::ranges::find(kTypeNumbers, type.kind, &TypeNumber::kind);
  if (found == kTypeNumbers.end() || writer.version() < found->since) {
    writer.short_integer(kCustom);
    writer.string(class_text(type));
    return;
  }
  writer.short_integer(found->number);
  const bool is_user = type.kind == TypeKind::user;
  if (is_user) {
    writer.string(type.keyspace);
    writer.string(type.name);
  }
  if (is_user || type.kind == TypeKind::tuple) writer.count(type.arguments.size(), "a list of types");
  for (std::size_t i = 0; i < type.arguments.size(); ++i) {
    if (is_user) writer.string(type.field_names[i]);
    append_type(writer, type.arguments[i]);
  }
}

Type read_type(MessageReader& reader) { return read_type_within(reader, 0); }

}  // namespace cellar
