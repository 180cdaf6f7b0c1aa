#include "shell/render/statement_literals.h"

#include "types/names.h"
#include "types/value/value.h"

namespace cellar {

namespace {

/// True of the empty value of a type whose literals never are empty.
bool is_without_literal(const Type& type, std::string_view bytes) {
  const bool is_textual =
      type.kind == TypeKind::ascii || type.kind == TypeKind::text || type.kind == TypeKind::blob;
  return type.arguments.empty() && bytes.empty() && !is_textual;
}

}  // namespace

bool holds_what_has_no_literal(const Type& type, std::string_view bytes) {
  if (type.arguments.empty()) return false;
  const bool has_fields = type.kind == TypeKind::tuple || type.kind == TypeKind::user;
  const std::vector<ValueView> parts = unpack(type, bytes);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i]) continue;
    const Type& part = type.arguments[has_fields ? i : i % type.arguments.size()];
    if (is_without_literal(part, *parts[i]) || holds_what_has_no_literal(part, *parts[i])) return true;
  }
  return false;
}

std::string statement_literal(const Type& type, std::string_view bytes) {
  if (is_without_literal(type, bytes)) return "blob_as_" + to_cql(type) + "(0x)";
  return to_literal(type, bytes);
}

void RowKey::add(const Column& column, const std::string& value) {
  const std::string relation = quote_name(column.name) + " = " + value;
  if (column.kind == ColumnKind::partition_key) {
    partition += (partition.empty() ? "" : " AND ") + relation;
  } else {
    clustering += " AND " + relation;
    has_clustering = true;
  }
}

}  // namespace cellar
