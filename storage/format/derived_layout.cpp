#include "storage/format/derived_layout.h"

#include "storage/format/keys.h"

namespace cellar {

namespace {

ValuePlace place_of(const Table& table, ColumnId id) {
  const std::size_t index = *table.find(id);
  const Column& column = table.columns[index];
  switch (column.kind) {
    case ColumnKind::partition_key:
      return {ValueSource::partition_key, index, &column};
    case ColumnKind::clustering:
      return {ValueSource::clustering, index - table.partition_key_size, &column};
    case ColumnKind::static_:
    case ColumnKind::regular:
      break;
  }
  return {ValueSource::cell, 0, &column};
}

IndexLayout index_layout(const Table& table, const Index& index) {
  IndexLayout layout;
  layout.index = &index;
  layout.prefix = table_prefix(index.id);
  layout.place = place_of(table, index.column);
  const Type& type = layout.place.column->type;
  layout.type = &type;
  layout.keeps_value = index.kind == IndexKind::sai && type.kind == TypeKind::vector;
  layout.of_elements = is_multicell(type);
  if (!layout.of_elements) return layout;
  const bool is_set = type.kind == TypeKind::set;
  layout.holds_path = is_set || index.target == IndexTarget::keys || index.target == IndexTarget::entries;
  layout.holds_element = !is_set && index.target != IndexTarget::keys;
  layout.repeats = !layout.holds_path;
  layout.type = &type.arguments[type.kind == TypeKind::map ? 1 : 0];
  return layout;
}

ViewLayout view_layout(const Table& table, const View& view) {
  ViewLayout layout;
  layout.view = &view;
  layout.layout = std::make_shared<const TableLayout>(view.table);
  layout.key_column = view.table->view_of->key_column;
  const Table& rows = *view.table;
  for (std::size_t i = 0; i < rows.key_size(); ++i) {
    (i < rows.partition_key_size ? layout.partition_key : layout.clustering)
        .push_back(place_of(table, rows.columns[i].id));
  }
  for (const Column& column : table.columns) {
    if (column.kind != ColumnKind::regular) continue;
    const bool is_selected = rows.find(column.id).has_value();
    layout.has_unselected |= !is_selected;
    if (is_multicell(column.type)) {
      if (is_selected)
        layout.has_multicell = true;
      else
        layout.unselected_multicell.push_back(column.id);
    }
  }
  for (const ViewFilter& filter : view.filters) {
    ViewLayout::Filter& bound = layout.filters.emplace_back();
    bound.filter = &filter;
    for (const ColumnId column : filter.columns) bound.places.push_back(place_of(table, column));
  }
  return layout;
}

}  // namespace

DerivedLayout::DerivedLayout(const Table& table) {
  for (const Index& index : table.indexes) indexes.push_back(index_layout(table, index));
  for (const View& view : table.views) views.push_back(view_layout(table, view));
}

DerivedLayout::DerivedLayout(const Table& table, TableId derived) : DerivedLayout(table) {
  std::erase_if(indexes, [&](const IndexLayout& each) { return each.index->id != derived; });
  std::erase_if(views, [&](const ViewLayout& each) { return each.view->table->id != derived; });
}

}  // namespace cellar
