#include "planner/definition/views_of_table.h"

#include "planner/definition/definition_checks.h"
#include "planner/definition/view_filters.h"

namespace cellar {

void add_to_views(Table& base, const Column& added) {
  if (added.kind == ColumnKind::static_) return;
  for (View& view : base.views) {
    if (!view.includes_all_columns) continue;
    Table table = *view.table;
    Column column = added;
    column.dropped_before.reset();
    table.columns.push_back(std::move(column));
    sort_columns(table);
    view.table = std::make_shared<const Table>(std::move(table));
  }
}

void require_no_views(const Table& base, const Name& dropped) {
  if (base.views.empty()) return;
  std::vector<std::string> names;
  for (const View& view : base.views) names.push_back(view.table->name);
  refuse("drop_beside_views", dropped.span,
         {{"column", quote_name(dropped.text)},
          {"table", quote_name(base.name)},
          {"views", list_of_names(names)}});
}

void rename_in_views(Table& base, const std::vector<std::pair<Name, Name>>& renamed) {
  for (View& view : base.views) {
    const Table before = *view.table;
    Table table = before;
    for (const auto& [from, to] : renamed) {
      if (const auto column = before.find(from.text)) table.columns[*column].name = to.text;
    }
    view.where_clause = renamed_where_clause(view.where_clause, renamed);
    view.table = std::make_shared<const Table>(std::move(table));
  }
}

}  // namespace cellar
