#include "executor/write/indexed_values.h"

#include "functions/similarity.h"

namespace cellar {

void check_indexed_value(const Table& table, std::size_t column, ValueView value, Span span) {
  const Column& written = table.columns[column];
  if (!value || written.type.kind != TypeKind::vector) return;
  for (const Index& index : table.indexes) {
    if (index.kind != IndexKind::sai || index.column != written.id) continue;
    if (!can_rank(similarity_of(index), *value))
      refuse("vector_without_direction", span, {{"column", quote_name(written.name)}});
  }
}

}  // namespace cellar
