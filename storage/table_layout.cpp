#include "storage/table_layout.h"

#include <algorithm>

namespace cellar {

TableLayout::TableLayout(TablePointer of) : table(std::move(of)), grace(table->gc_grace_seconds()) {
  for (std::size_t i = table->partition_key_size; i < table->columns.size(); ++i) {
    const Column& column = table->columns[i];
    if (column.kind == ColumnKind::clustering) {
      clustering.push_back(&column);
      continue;
    }
    ColumnLayout layout{column.id, i, column.kind == ColumnKind::static_, is_multicell(column.type)};
    if (layout.is_multicell && (column.type.kind == TypeKind::set || column.type.kind == TypeKind::map)) {
      layout.path_type = &column.type.arguments[0];
    }
    if (column.dropped_before) layout.dropped_before = *column.dropped_before;
    last_drop = std::max(last_drop, layout.dropped_before);
    columns.push_back(layout);
  }
  std::ranges::sort(columns, {}, &ColumnLayout::id);
}

const ColumnLayout* TableLayout::find(ColumnId id) const {
  const auto found = std::ranges::lower_bound(columns, id, {}, &ColumnLayout::id);
  return found != columns.end() && found->id == id ? &*found : nullptr;
}

}  // namespace cellar
