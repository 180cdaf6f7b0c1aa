#include "protocol/type_option/class_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include "protocol/type_option/type_option.h"
#include "types/text/hex.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::string_view kPackage = "org.apache.cassandra.db.marshal.";

struct TypeClass {
  TypeKind kind;
  std::string_view name;
};

constexpr auto kTypeClasses = std::to_array<TypeClass>({
    {TypeKind::ascii, "AsciiType"},
    {TypeKind::bigint, "LongType"},
    {TypeKind::blob, "BytesType"},
    {TypeKind::boolean, "BooleanType"},
    {TypeKind::counter, "CounterColumnType"},
    {TypeKind::date, "SimpleDateType"},
    {TypeKind::decimal, "DecimalType"},
    {TypeKind::double_, "DoubleType"},
    {TypeKind::duration, "DurationType"},
    {TypeKind::float_, "FloatType"},
    {TypeKind::inet, "InetAddressType"},
    {TypeKind::int_, "Int32Type"},
    {TypeKind::smallint, "ShortType"},
    {TypeKind::text, "UTF8Type"},
    {TypeKind::time, "TimeType"},
    {TypeKind::timestamp, "TimestampType"},
    {TypeKind::timeuuid, "TimeUUIDType"},
    {TypeKind::tinyint, "ByteType"},
    {TypeKind::uuid, "UUIDType"},
    {TypeKind::varint, "IntegerType"},
    {TypeKind::list, "ListType"},
    {TypeKind::set, "SetType"},
    {TypeKind::map, "MapType"},
    {TypeKind::tuple, "TupleType"},
    {TypeKind::user, "UserType"},
    {TypeKind::vector, "VectorType"},
});

std::string_view class_name(TypeKind kind) {
  return std::ranges::find(kTypeClasses, kind, &TypeClass::kind)->name;
}

/// Whether a class says that it is frozen: Cassandra writes this once, at the outermost one, and not within tuples;
/// within vectors only if the statement that made the column did, which no driver needs to know, and gocql cannot read.
enum class FrozenMark : std::uint8_t { as_type, never };

void append_class(std::string& out, const Type& type, FrozenMark mark);

void append_class_arguments(std::string& out, const Type& type, FrozenMark mark) {
  const bool is_user = type.kind == TypeKind::user;
  if (is_user) out += type.keyspace + "," + to_hex(type.name);
  for (std::size_t i = 0; i < type.arguments.size(); ++i) {
    if (is_user || i > 0) out += ",";
    if (is_user) out += to_hex(type.field_names[i]) + ":";
    append_class(out, type.arguments[i], mark);
  }
}

FrozenMark mark_within(const Type& type, FrozenMark mark, bool says_frozen) {
  const bool is_frozen_as_whole = type.kind == TypeKind::tuple || type.kind == TypeKind::vector;
  return says_frozen || is_frozen_as_whole ? FrozenMark::never : mark;
}

void append_class(std::string& out, const Type& type, FrozenMark mark) {
  const bool can_say = is_collection(type) || type.kind == TypeKind::user;
  const bool says_frozen = can_say && mark == FrozenMark::as_type && type.frozen;
  if (says_frozen) out += fmt::format("{}FrozenType(", kPackage);
  out += kPackage;
  out += class_name(type.kind);
  if (!type.arguments.empty() || type.kind == TypeKind::user) {
    out += "(";
    append_class_arguments(out, type, mark_within(type, mark, says_frozen));
    if (type.kind == TypeKind::vector) out += fmt::format(" , {}", type.dimension);
    out += ")";
  }
  if (says_frozen) out += ")";
}

/// Reads the text of a class from left to right.
class ClassTextReader {
 public:
  explicit ClassTextReader(std::string_view text) : text_(text) {}

  std::optional<Type> read_whole() {
    std::optional<Type> type = read(0);
    return trim(text_).empty() ? std::move(type) : std::nullopt;
  }

 private:
  std::optional<Type> read(int depth) {
    if (depth > kDeepestType) return std::nullopt;
    std::string_view name = word();
    if (name.starts_with(kPackage)) name.remove_prefix(kPackage.size());
    // How a clustering column is sorted, and that a type is frozen, is not for clients.
    if (name == "ReversedType" || name == "FrozenType") return read_wrapped(name == "FrozenType", depth);
    const auto* found = std::ranges::find(kTypeClasses, name, &TypeClass::name);
    if (found == kTypeClasses.end()) return std::nullopt;
    Type type = native_type(found->kind);
    type.frozen = type.kind == TypeKind::tuple || type.kind == TypeKind::vector;
    const bool has_parts = is_collection(type) || type.frozen || type.kind == TypeKind::user;
    if (!has_parts) return type;
    if (!take('(') || !read_parts(type, depth) || !take(')')) return std::nullopt;
    return fits(type) ? std::optional(std::move(type)) : std::nullopt;
  }

  std::optional<Type> read_wrapped(bool is_frozen, int depth) {
    if (!take('(')) return std::nullopt;
    std::optional<Type> type = read(depth + 1);
    if (!type || !take(')')) return std::nullopt;
    return is_frozen ? freeze(*std::move(type)) : std::move(type);
  }

  bool read_parts(Type& type, int depth) {
    if (type.kind == TypeKind::user && !read_user_name(type)) return false;
    bool is_first = type.kind != TypeKind::user;
    while (is_first || take(',')) {
      is_first = false;
      if (type.kind == TypeKind::vector && !type.arguments.empty()) return read_dimension(type);
      if (type.kind == TypeKind::user) {
        std::optional<std::string> field = from_hex(word());
        if (!field || !take(':')) return false;
        type.field_names.push_back(*std::move(field));
      }
      std::optional<Type> part = read(depth + 1);
      if (!part) return false;
      type.arguments.push_back(*std::move(part));
    }
    return true;
  }

  bool read_user_name(Type& type) {
    type.keyspace = word();
    if (!take(',')) return false;
    std::optional<std::string> name = from_hex(word());
    if (!name) return false;
    type.name = *std::move(name);
    return true;
  }

  bool read_dimension(Type& type) {
    const std::string_view digits = word();
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), type.dimension);
    return error == std::errc() && end == digits.data() + digits.size() && type.dimension > 0;
  }

  static bool fits(const Type& type) {
    switch (type.kind) {
      case TypeKind::list:
      case TypeKind::set:
        return type.arguments.size() == 1;
      case TypeKind::map:
        return type.arguments.size() == 2;
      case TypeKind::vector:
        return type.arguments.size() == 1 && type.dimension > 0;
      default:
        return !type.arguments.empty() || type.kind == TypeKind::user;
    }
  }

  std::string_view word() {
    skip_blanks();
    const std::string_view found = text_.substr(0, text_.find_first_of(" (),:"));
    text_.remove_prefix(found.size());
    return found;
  }
  bool take(char sign) {
    skip_blanks();
    if (!text_.starts_with(sign)) return false;
    text_.remove_prefix(1);
    return true;
  }
  void skip_blanks() {
    while (text_.starts_with(' ')) text_.remove_prefix(1);
  }

  std::string_view text_;
};

}  // namespace

std::string class_text(const Type& type) {
  std::string text;
  append_class(text, type, FrozenMark::as_type);
  return text;
}

std::optional<Type> type_of_class_text(std::string_view text) { return ClassTextReader(text).read_whole(); }

}  // namespace cellar
