#include "types/value/tuple_text.h"

#include <vector>

#include "refusal/refusal.h"
#include "types/text/text.h"
#include "types/value/literal.h"
#include "types/value/value.h"

namespace cellar {

namespace {

using enum TypeKind;

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != ':' || (i > 0 && text[i - 1] == '\\')) continue;
    parts.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

std::string without_escapes(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == ':' || text[i + 1] == '@');
    if (!escape) plain += text[i];
  }
  return plain;
}

[[noreturn]] void refuse_text(std::string_view text, const Type& type) {
  refuse("not_of_component_type", {}, {{"literal", shorten(text)}, {"type", to_cql(type)}});
}

LiteralKind kind_for(std::string_view text, const Type& type) {
  switch (type.kind) {
    case boolean:
      if (to_lower(text) != "true" && to_lower(text) != "false") refuse_text(text, type);
      return LiteralKind::boolean;
    case uuid:
    case timeuuid:
      return LiteralKind::uuid;
    case duration:
      return LiteralKind::duration;
    case float_:
    case double_:
    case decimal:
      return LiteralKind::float_;
    default:
      return is_numeric(type.kind) ? LiteralKind::integer : LiteralKind::string;
  }
}

std::string encode_component(std::string_view text, const Type& type) {
  if (type.kind == tuple || type.kind == user) return encode_tuple_text(text, type);
  if (!type.arguments.empty()) refuse_text(text, type);
  if (text.empty()) return type.kind == boolean ? std::string(1, '\0') : std::string();
  if (type.kind == blob) return encode_literal(LiteralKind::blob, "0x" + std::string(text), type);
  return encode_literal(kind_for(text, type), text, type);
}

}  // namespace

std::string encode_tuple_text(std::string_view text, const Type& type) {
  if (text.empty()) return {};
  const std::vector<std::string_view> parts = split(text);
  if (parts.size() > type.arguments.size()) {
    refuse("tuple_text_too_long", {},
           {{"literal", shorten(text)},
            {"type", to_cql(type)},
            {"wanted", std::to_string(type.arguments.size())},
            {"provided", std::to_string(parts.size())}});
  }
  std::vector<Value> values;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] == "@") {
      values.emplace_back();
    } else {
      values.emplace_back(encode_component(without_escapes(parts[i]), type.arguments[i]));
    }
  }
  return pack(type, values);
}

}  // namespace cellar
