#include "functions/json/json_value.h"

#include <algorithm>

#include "functions/family.h"
#include "functions/number/number.h"
#include "refusal/refusal.h"
#include "types/number/number.h"
#include "types/text/text.h"
#include "types/value/literal.h"
#include "types/value/value.h"

namespace cellar {

namespace {

std::string what_is(const JsonValue& json) {
  struct Words {
    std::string operator()(std::monostate) const { return "null"; }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(const JsonNumber& number) const { return shorten(number.text); }
    std::string operator()(const std::string& text) const { return '"' + shorten(text) + '"'; }
    std::string operator()(const JsonList&) const { return "a list"; }
    std::string operator()(const JsonMembers&) const { return "an object"; }
  };
  return std::visit(Words{}, json.value);
}

[[noreturn]] void refuse_value(const Type& type, const JsonValue& json) {
  refuse("json_value_unfit", {}, {{"value", what_is(json)}, {"type", to_cql(type)}});
}

/// Java reads every number with a point or an exponent as a double.
std::string decimal_text(const JsonNumber& number) {
  if (number.is_integer) return number.text;
  return java_text(TypeKind::double_, encode_double(parse_double(number.text).value_or(0)));
}

std::string boolean_of_text(const Type& type, const JsonValue& json, std::string text) {
  text = to_lower(text);
  if (text != "true" && text != "false" && !text.empty()) refuse_value(type, json);
  return encode_literal(LiteralKind::boolean, text.empty() ? "false" : text, type);
}

bool is_integer_text(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

bool is_number_text(std::string_view text) {
  if (text == "NaN" || text == "Infinity" || text == "-Infinity") return true;
  return text.find_first_of("0123456789") != text.npos &&
         text.find_first_not_of("+-.eE0123456789") == text.npos && parse_double(text).has_value();
}

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

std::string number_of_text(const Type& type, const JsonValue& json, std::string_view text) {
  if (text.empty() && type.kind != TypeKind::varint) return {};
  const bool is_whole = is_integer(type.kind) || type.kind == TypeKind::varint;
  // Java reads these two, and no other numbers, with blanks around them.
  if (type.kind == TypeKind::double_ || type.kind == TypeKind::float_) text = without_blanks(text);
  if (is_whole ? !is_integer_text(text) : !is_number_text(text)) refuse_value(type, json);
  if (text.starts_with('+')) text.remove_prefix(1);
  if (type.kind == TypeKind::double_) return encode_double(*parse_double(text));
  if (type.kind == TypeKind::float_) return encode_float(parse_float(text).value_or(0));
  return encode_literal(is_integer_text(text) ? LiteralKind::integer : LiteralKind::float_, text, type);
}

std::string value_of_number(const Type& type, const JsonValue& json, const JsonNumber& number) {
  switch (type.kind) {
    case TypeKind::double_:
    case TypeKind::float_:
      return number_of_text(type, json, number.text);
    case TypeKind::decimal:
      return number_of_text(type, json, decimal_text(number));
    case TypeKind::tinyint:
    case TypeKind::smallint:
    case TypeKind::int_:
    case TypeKind::bigint:
    case TypeKind::varint:
      if (!number.is_integer) refuse_value(type, json);
      return number_of_text(type, json, number.text);
    case TypeKind::timestamp: {
      // A number within the range of int is no timestamp in Cassandra, since Java reads it as an Integer.
      if (!number.is_integer) refuse_value(type, json);
      const std::string bytes =
          encode_literal(LiteralKind::integer, number.text, native_type(TypeKind::bigint));
      const std::int64_t milliseconds = decode_integer(bytes);
      if (milliseconds >= INT32_MIN && milliseconds <= INT32_MAX) refuse_value(type, json);
      return bytes;
    }
    default:
      refuse_value(type, json);
  }
}

std::string value_of_text(const Type& type, const JsonValue& json, const std::string& text) {
  if (is_numeric(type.kind)) return number_of_text(type, json, text);
  switch (type.kind) {
    case TypeKind::boolean:
      return boolean_of_text(type, json, text);
    case TypeKind::blob:
      if (!text.starts_with("0x")) refuse_value(type, json);
      return encode_literal(LiteralKind::blob, text, type);
    case TypeKind::uuid:
    case TypeKind::timeuuid:
      return text.empty() ? std::string() : encode_literal(LiteralKind::uuid, text, type);
    case TypeKind::duration:
      return encode_literal(LiteralKind::duration, text, type);
    default:
      return encode_literal(LiteralKind::string, text, type);
  }
}

struct ScalarOfJson {
  const Type& type;
  const JsonValue& json;

  std::string operator()(bool value) const {
    if (type.kind != TypeKind::boolean) refuse_value(type, json);
    return encode_literal(LiteralKind::boolean, value ? "true" : "false", type);
  }
  std::string operator()(const JsonNumber& number) const { return value_of_number(type, json, number); }
  std::string operator()(const std::string& text) const { return value_of_text(type, json, text); }
  std::string operator()(std::monostate) const { refuse_value(type, json); }
  std::string operator()(const JsonList&) const { refuse_value(type, json); }
  std::string operator()(const JsonMembers&) const { refuse_value(type, json); }
};

std::string scalar_of(const Type& type, const JsonValue& json) {
  try {
    return std::visit(ScalarOfJson{type, json}, json.value);
  } catch (const Refusal& refusal) {
    if (refusal.diagnostic.cause() == Cause::unfit_json) throw;
    if (type.kind == TypeKind::duration) refuse("json_duration_unfit", {}, {{"value", what_is(json)}});
    refuse_value(type, json);
  }
}

Value element_of(const Type& type, const Type& element, const JsonValue& json) {
  if (json.is_null()) refuse("json_null_element", {}, {{"type", to_cql(type)}});
  return value_of_json(element, json);
}

const JsonList& items_of(const Type& type, const JsonValue& json) {
  const auto* list = std::get_if<JsonList>(&json.value);
  if (list == nullptr) refuse_value(type, json);
  return *list;
}

std::vector<Value> elements_of(const Type& type, const JsonValue& json) {
  std::vector<Value> elements;
  for (const JsonValue& part : items_of(type, json)) {
    elements.push_back(element_of(type, type.arguments[0], part));
  }
  if (type.kind == TypeKind::vector && elements.size() != type.dimension) refuse_value(type, json);
  return elements;
}

std::vector<Value> entries_of(const Type& type, const JsonValue& json) {
  const auto* written = std::get_if<JsonMembers>(&json.value);
  if (written == nullptr) refuse_value(type, json);
  JsonMembers members = *written;
  keep_last_members(members);
  std::vector<Value> elements;
  for (const auto& [name, value] : members) {
    elements.push_back(value_of_json(type.arguments[0], {name}));
    elements.push_back(element_of(type, type.arguments[1], value));
  }
  return elements;
}

std::vector<Value> components_of(const Type& type, const JsonValue& json) {
  const JsonList& list = items_of(type, json);
  if (list.size() != type.arguments.size()) refuse_value(type, json);
  std::vector<Value> components;
  for (std::size_t index = 0; index < list.size(); ++index) {
    components.push_back(value_of_json(type.arguments[index], list[index]));
  }
  return components;
}

std::vector<Value> fields_of(const Type& type, const JsonValue& json) {
  const auto* written = std::get_if<JsonMembers>(&json.value);
  if (written == nullptr) refuse_value(type, json);
  JsonMembers members = *written;
  fold_names(members);
  std::vector<Value> fields(type.arguments.size());
  for (const auto& [name, value] : members) {
    const auto field = std::ranges::find(type.field_names, name);
    if (field == type.field_names.end()) {
      refuse("json_field_unknown", {}, {{"field", name}, {"type", to_cql(type)}});
    }
    const auto index = static_cast<std::size_t>(field - type.field_names.begin());
    fields[index] = value_of_json(type.arguments[index], value);
  }
  return fields;
}

std::vector<Value> parts_of(const Type& type, const JsonValue& json) {
  switch (type.kind) {
    case TypeKind::map:
      return entries_of(type, json);
    case TypeKind::tuple:
      return components_of(type, json);
    case TypeKind::user:
      return fields_of(type, json);
    default:
      return elements_of(type, json);
  }
}

/// Reads a text inside a document that holds the parts of a value.
JsonValue value_in_text(const Type& type, const JsonValue& json, const std::string& text) {
  try {
    return read_json(text);
  } catch (const Refusal& refusal) {
    if (refusal.diagnostic.cause() != Cause::unreadable_json) throw;
    refuse_value(type, json);
  }
}

}  // namespace

Value value_of_json(const Type& type, const JsonValue& json) {
  if (json.is_null()) return std::nullopt;
  if (type.arguments.empty()) return scalar_of(type, json);
  // A text is read as JSON of its own: "[1, 2]" is a list.
  const auto* text = std::get_if<std::string>(&json.value);
  std::vector<Value> parts = parts_of(type, text != nullptr ? value_in_text(type, json, *text) : json);
  if (type.kind == TypeKind::set || type.kind == TypeKind::map) sort_elements(type, parts);
  return pack(type, parts);
}

}  // namespace cellar
