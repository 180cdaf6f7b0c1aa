#include "storage/format/table_layout.h"

#include <algorithm>

#include "storage/format/derived_layout.h"
#include "storage/format/keys.h"

namespace cellar {

namespace {

ValueForm form_of(const Column& column) {
  if (!is_multicell(column.type)) return ValueForm(column.type);
  switch (column.type.kind) {
    case TypeKind::list:
      return ValueForm(column.type.arguments[0]);
    case TypeKind::map:
      return ValueForm(column.type.arguments[1]);
    default:
      return {};
  }
}

}  // namespace

TableLayout::TableLayout(TablePointer of)
    : table(std::move(of)),
      fixed_key_size(cellar::fixed_key_size(*table)),
      may_lack_clustering(table->may_lack_clustering()),
      grace(table->gc_grace_seconds()) {
  for (std::size_t i = 0; i < table->partition_key_size; ++i)
    partition_key_forms.emplace_back(table->columns[i].type);
  for (std::size_t i = table->partition_key_size; i < table->columns.size(); ++i) {
    const Column& column = table->columns[i];
    if (column.kind == ColumnKind::clustering) {
      clustering.push_back(&column);
      clustering_forms.emplace_back(column.type, column.descending);
      continue;
    }
    ColumnLayout layout{column.id, i, column.kind == ColumnKind::static_, is_multicell(column.type),
                        column.type.kind == TypeKind::counter};
    if (layout.is_multicell && (column.type.kind == TypeKind::set || column.type.kind == TypeKind::map)) {
      layout.path_type = &column.type.arguments[0];
    }
    if (column.dropped_before) layout.dropped_before = *column.dropped_before;
    layout.form = form_of(column);
    last_drop = std::max(last_drop, layout.dropped_before);
    columns.push_back(layout);
  }
  for (const DroppedColumn& column : table->dropped_columns) {
    dropped.push_back({column.id, 0, column.kind == ColumnKind::static_, is_multicell(column.type),
                       column.type.kind == TypeKind::counter, nullptr, column.timestamp});
  }
  std::ranges::sort(columns, {}, &ColumnLayout::id);
  std::ranges::sort(dropped, {}, &ColumnLayout::id);
  has_strict_liveness = table->is_view() && table->view_of->key_column != 0;
  if (!table->indexes.empty() || !table->views.empty())
    derived = std::make_shared<const DerivedLayout>(*table);
}

namespace {

const ColumnLayout* find_in(const std::vector<ColumnLayout>& columns, ColumnId id) {
  const auto found = std::ranges::lower_bound(columns, id, {}, &ColumnLayout::id);
  return found != columns.end() && found->id == id ? &*found : nullptr;
}

}  // namespace

const ColumnLayout* TableLayout::find(ColumnId id) const { return find_in(columns, id); }

const ColumnLayout* TableLayout::find_dropped(ColumnId id) const { return find_in(dropped, id); }

std::int64_t TableLayout::dropped_before(ColumnId id) const {
  const ColumnLayout* found = find(id);
  if (found == nullptr) found = find_dropped(id);
  return found == nullptr ? INT64_MIN : found->dropped_before;
}

}  // namespace cellar
