#include "executor/row_view.h"

namespace cellar {

namespace {

const StoredRow* home_of(const RowView& view, std::size_t column) {
  return view.table->columns[column].kind == ColumnKind::static_ ? view.static_row : view.row;
}

Value pack_fields(const Type& type, const std::vector<StoredElement>& elements) {
  std::vector<Value> fields(type.arguments.size());
  for (const StoredElement& element : elements) {
    const std::size_t field = field_of_path(element.path);
    if (field < fields.size()) fields[field] = std::string(element.cell.value);
  }
  return pack(type, fields);
}

}  // namespace

const StoredCell* cell_of(const RowView& view, std::size_t column) {
  const StoredRow* home = home_of(view, column);
  if (!home || !home->cells[column]) return nullptr;
  return &*home->cells[column];
}

const std::vector<StoredElement>* elements_of(const RowView& view, std::size_t column) {
  const StoredRow* home = home_of(view, column);
  if (!home || home->elements[column].empty()) return nullptr;
  return &home->elements[column];
}

ValueView simple_value(const RowView& view, std::size_t column) {
  const Table& table = *view.table;
  if (column < table.partition_key_size) {
    if (!view.partition_key) return std::nullopt;
    return (*view.partition_key)[column];
  }
  if (column < table.key_size()) {
    if (!view.row) return std::nullopt;
    return clustering_value(*view.row, column - table.partition_key_size);
  }
  const StoredCell* cell = cell_of(view, column);
  if (!cell) return std::nullopt;
  return cell->value;
}

Value pack_elements(const Type& type, const std::vector<StoredElement>& elements) {
  if (elements.empty()) return std::nullopt;
  if (type.kind == TypeKind::user) return pack_fields(type, elements);
  std::vector<Value> values;
  values.reserve(elements.size() * 2);
  for (const StoredElement& element : elements) {
    if (type.kind != TypeKind::list) values.emplace_back(element.path);
    if (type.kind != TypeKind::set) values.emplace_back(std::string(element.cell.value));
  }
  return pack(type, values);
}

void read_column(const RowView& view, std::size_t column, Value& value) {
  const Type& type = view.table->columns[column].type;
  if (is_multicell(type)) {
    const std::vector<StoredElement>* elements = elements_of(view, column);
    value = elements ? pack_elements(type, *elements) : std::nullopt;
    return;
  }
  const ValueView bytes = simple_value(view, column);
  if (!bytes) {
    value.reset();
    return;
  }
  if (!value) value.emplace();
  value->assign(*bytes);
}

std::optional<SimpleColumn> SimpleColumn::of(const Table& table, std::size_t column) {
  if (is_multicell(table.columns[column].type)) return std::nullopt;
  switch (table.columns[column].kind) {
    case ColumnKind::partition_key:
      return SimpleColumn(Home::partition_key, column);
    case ColumnKind::clustering:
      return SimpleColumn(Home::clustering, column - table.partition_key_size);
    case ColumnKind::static_:
      return SimpleColumn(Home::static_row, column);
    case ColumnKind::regular:
      break;
  }
  return SimpleColumn(Home::row, column);
}

bool SimpleColumns::add(const Table& table, std::size_t column, std::size_t place) {
  if (is_multicell(table.columns[column].type)) return false;
  switch (table.columns[column].kind) {
    case ColumnKind::partition_key:
      partition_key_.push_back({column, place});
      break;
    case ColumnKind::clustering:
      clustering_.push_back({column - table.partition_key_size, place});
      break;
    case ColumnKind::static_:
      static_.push_back({column, place});
      break;
    case ColumnKind::regular:
      regular_.push_back({column, place});
      break;
  }
  return true;
}

void SimpleColumns::show(const RowView& view, ResultRow& row) const {
  const auto show_keys = [&](const std::vector<Way>& ways, const std::vector<std::string>* values) {
    for (const Way& way : ways) {
      if (values != nullptr && way.from < values->size()) {
        row.show(way.to, std::string_view((*values)[way.from]));
      } else {
        row.show_null(way.to);
      }
    }
  };
  const auto show_cells = [&](const std::vector<Way>& ways, const StoredRow* stored) {
    for (const Way& way : ways) {
      if (stored != nullptr && stored->cells[way.from]) {
        row.show(way.to, stored->cells[way.from]->value);
      } else {
        row.show_null(way.to);
      }
    }
  };
  show_keys(partition_key_, view.partition_key);
  show_keys(clustering_, view.row != nullptr ? &view.row->clustering : nullptr);
  show_cells(static_, view.static_row);
  show_cells(regular_, view.row);
}

KeptRow::KeptRow(const RowView& view) {
  if (view.partition_key) partition_key = *view.partition_key;
  if (view.static_row) static_row = *view.static_row;
  if (view.row) row = *view.row;
  for (std::optional<StoredRow>* kept : {&static_row, &row}) {
    if (*kept) (*kept)->marker = nullptr;  // it ends with the row
  }
}

RowView KeptRow::view(const Table& table) const {
  return {&table, &partition_key, static_row ? &*static_row : nullptr, row ? &*row : nullptr};
}

}  // namespace cellar
