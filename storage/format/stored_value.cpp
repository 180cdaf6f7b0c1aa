#include "storage/format/stored_value.h"

#include "storage/format/bytes.h"
#include "storage/format/element_type.h"
#include "storage/format/row_format.h"
#include "storage/format/row_text.h"
#include "types/names.h"

namespace cellar {

namespace {

/// Refuses without the row if its key is damaged, too.
std::string text_of_row(const TableLayout& layout, std::string_view key) {
  try {
    return row_text(layout, key);
  } catch (const Refusal&) {
    refuse_damaged_bytes();
  }
}

}  // namespace

void refuse_value(const TableLayout& layout, std::string_view key, std::string_view column,
                  const Type& type) {
  refuse("row_damaged", {},
         {{"path", "the database"},
          {"table", quote_name(layout.table->name)},
          {"row", text_of_row(layout, key)},
          {"column", quote_name(column)},
          {"type", to_cql(type)}});
}

void refuse_value(const TableLayout& layout, std::string_view key, std::size_t column) {
  const Column& of = layout.table->columns[column];
  refuse_value(layout, key, of.name, of.type);
}

void check_stored_element(const TableLayout& layout, std::string_view key, const ColumnLayout& column,
                          std::string_view path, std::string_view value) {
  const Type& type = layout.table->columns[column.index].type;
  const Type* const field = type.kind == TypeKind::user ? element_type(type, path) : nullptr;
  const bool holds = field != nullptr ? has_form(*field, value) : column.form.holds(value);
  const bool path_holds = column.path_type == nullptr || has_form(*column.path_type, path);
  if (!holds || !path_holds) refuse_value(layout, key, column.index);
}

void read_kept_clustering(const TableLayout& layout, std::string_view key, std::string_view kept,
                          std::vector<std::string>& values) {
  decode_values(kept, values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Column& column = *layout.clustering[i];
    if (!has_form(column.type, values[i])) refuse_value(layout, key, column.name, column.type);
  }
}

}  // namespace cellar
