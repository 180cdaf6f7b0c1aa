#include "types/value/composite_text.h"

#include <utility>

#include "types/value/value.h"

namespace cellar {

namespace {

using enum TypeKind;

std::pair<char, char> brackets(TypeKind kind) {
  if (kind == list || kind == vector) return {'[', ']'};
  if (kind == tuple) return {'(', ')'};
  return {'{', '}'};
}

}  // namespace

std::string composite_text(const Type& type, std::string_view bytes, PartText part_text) {
  const auto [open, close] = brackets(type.kind);
  const bool has_fields = type.kind == tuple || type.kind == user;
  const std::size_t width = has_fields ? 1 : type.arguments.size();
  const auto parts = unpack(type, bytes);
  std::string written(1, open);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) written += i % width == 0 ? ", " : ": ";
    if (type.kind == user) written += quote_name(type.field_names[i]) + ": ";
    written += part_text(type.arguments[has_fields ? i : i % width], parts[i]);
  }
  return written + close;
}

}  // namespace cellar
