// Brackets, braces and commas around the parts of a value that has parts.
//
// In:      bytes of a type with arguments; what writes marks, names of fields and parts.
// Out:     `[a, b]` of lists and vectors, `{a, b}` of sets, `{k: v}` of maps, `(a, b)` of tuples, `{name: v}` of user
//          types: the writer is called for each piece, in its order.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "types/type.h"
#include "types/value/value.h"

namespace cellar {

/// `Writer` has append_mark(std::string_view), append_name(const std::string&), and append_part(const Type&,
/// ValueView), which is given nothing for null.
template <typename Writer>
void write_composite(const Type& type, std::string_view bytes, Writer&& writer) {
  const bool has_fields = type.kind == TypeKind::tuple || type.kind == TypeKind::user;
  const bool is_bracketed = type.kind == TypeKind::list || type.kind == TypeKind::vector;
  const std::size_t width = has_fields ? 1 : type.arguments.size();
  const std::vector<ValueView> parts = unpack(type, bytes);
  writer.append_mark(is_bracketed ? "[" : type.kind == TypeKind::tuple ? "(" : "{");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) writer.append_mark(i % width == 0 ? ", " : ": ");
    if (type.kind == TypeKind::user) {
      writer.append_name(type.field_names[i]);
      writer.append_mark(": ");
    }
    writer.append_part(type.arguments[has_fields ? i : i % width], parts[i]);
  }
  writer.append_mark(is_bracketed ? "]" : type.kind == TypeKind::tuple ? ")" : "}");
}

}  // namespace cellar
