#include "schema/derived_record.h"

#include <algorithm>
#include <set>

#include "schema/record.h"
#include "schema/table_record.h"

namespace cellar {

namespace {

// Tags. Those within a field of fields are its own.
constexpr unsigned kIndexId = 2, kIndexName = 4, kIndexColumn = 6, kIndexTarget = 8, kIndexKind = 10,
                   kIndexOption = 12, kIndexIsBuilt = 14;
constexpr unsigned kViewTable = 2, kWhereClause = 4, kFilter = 6, kAllColumns = 8, kViewIsBuilt = 10;
constexpr unsigned kFilterColumn = 2, kFilterOperator = 4, kAlternative = 8, kValue = 2;
constexpr unsigned kBaseName = 2, kKeyColumn = 4;

/// Numbers in the file begin with 1.
template <typename Enum>
void put_enum(FieldWriter& out, unsigned tag, Enum value) {
  out.put_number(tag, static_cast<std::uint64_t>(value) + 1);
}

template <typename Enum>
Enum read_enum(const FieldReader& field, Enum last) {
  const std::uint64_t number = field.number();
  if (number < 1 || number > static_cast<std::uint64_t>(last) + 1) field.refuse_record();
  return static_cast<Enum>(number - 1);
}

std::string encode_filter(const ViewFilter& filter) {
  FieldWriter fields;
  for (const ColumnId column : filter.columns) fields.put_number(kFilterColumn, column);
  put_enum(fields, kFilterOperator, filter.op);
  for (const std::vector<std::string>& values : filter.alternatives) {
    FieldWriter alternative;
    for (const std::string& value : values) alternative.put(kValue, value);
    fields.put(kAlternative, alternative.bytes());
  }
  return fields.take();
}

std::vector<std::string> read_alternative(FieldReader fields) {
  std::vector<std::string> values;
  while (fields.next()) {
    if (fields.tag() == kValue)
      values.push_back(fields.text());
    else
      fields.refuse_if_needed();
  }
  return values;
}

ViewFilter read_filter(FieldReader fields) {
  ViewFilter filter;
  bool has_operator = false;
  while (fields.next()) {
    switch (fields.tag()) {
      case kFilterColumn:
        filter.columns.push_back(fields.number32());
        break;
      case kFilterOperator:
        filter.op = read_enum(fields, ViewFilter::Operator::contains_key);
        has_operator = true;
        break;
      case kAlternative:
        filter.alternatives.push_back(read_alternative(fields.fields()));
        break;
      default:
        fields.refuse_if_needed();
    }
  }
  const bool fits = std::ranges::all_of(
      filter.alternatives, [&](const auto& values) { return values.size() == filter.columns.size(); });
  const bool is_one = filter.op == ViewFilter::Operator::in || filter.alternatives.size() == 1;
  if (!has_operator || filter.columns.empty() || !fits || !is_one) fields.refuse_record();
  return filter;
}

}  // namespace

std::string encode_index(const Index& index) {
  FieldWriter fields;
  fields.put_number(kIndexId, index.id);
  fields.put(kIndexName, index.name);
  fields.put_number(kIndexColumn, index.column);
  put_enum(fields, kIndexTarget, index.target);
  put_enum(fields, kIndexKind, index.kind);
  put_entries(fields, kIndexOption, index.options);
  if (index.is_built) fields.put_flag(kIndexIsBuilt);
  return fields.take();
}

Index decode_index(FieldReader fields) {
  Index index;
  bool has_target = false, has_kind = false;
  while (fields.next()) {
    switch (fields.tag()) {
      case kIndexId:
        index.id = fields.number32();
        break;
      case kIndexName:
        index.name = fields.text();
        break;
      case kIndexColumn:
        index.column = fields.number32();
        break;
      case kIndexTarget:
        index.target = read_enum(fields, IndexTarget::full);
        has_target = true;
        break;
      case kIndexKind:
        index.kind = read_enum(fields, IndexKind::sai);
        has_kind = true;
        break;
      case kIndexOption:
        read_entry(fields.fields(), index.options);
        break;
      case kIndexIsBuilt:
        index.is_built = true;
        break;
      default:
        fields.refuse_if_needed();
    }
  }
  if (!has_target || !has_kind) fields.refuse_record();
  return index;
}

std::string encode_view(const View& view) {
  FieldWriter fields;
  fields.put(kViewTable, table_fields(*view.table).bytes());
  fields.put(kWhereClause, view.where_clause);
  for (const ViewFilter& filter : view.filters) fields.put(kFilter, encode_filter(filter));
  if (view.includes_all_columns) fields.put_flag(kAllColumns);
  if (view.is_built) fields.put_flag(kViewIsBuilt);
  return fields.take();
}

View decode_view(FieldReader fields, const TypeScope& scope) {
  View view;
  while (fields.next()) {
    switch (fields.tag()) {
      case kViewTable:
        view.table =
            std::make_shared<const Table>(decode_table_fields(fields.fields(), scope, TableOf::view));
        break;
      case kWhereClause:
        view.where_clause = fields.text();
        break;
      case kFilter:
        view.filters.push_back(read_filter(fields.fields()));
        break;
      case kAllColumns:
        view.includes_all_columns = true;
        break;
      case kViewIsBuilt:
        view.is_built = true;
        break;
      default:
        fields.refuse_if_needed();
    }
  }
  if (!view.table) fields.refuse_record();
  return view;
}

std::string encode_view_source(const ViewSource& source) {
  FieldWriter fields;
  fields.put(kBaseName, source.base);
  if (source.key_column != 0) fields.put_number(kKeyColumn, source.key_column);
  return fields.take();
}

ViewSource decode_view_source(FieldReader fields) {
  ViewSource source;
  while (fields.next()) {
    if (fields.tag() == kBaseName)
      source.base = fields.text();
    else if (fields.tag() == kKeyColumn)
      source.key_column = fields.number32();
    else
      fields.refuse_if_needed();
  }
  return source;
}

void collect_index_id(FieldReader fields, std::vector<TableId>& ids) {
  while (fields.next()) {
    if (fields.tag() == kIndexId) return ids.push_back(fields.number32());
  }
}

void collect_view_id(FieldReader fields, std::vector<TableId>& ids) {
  while (fields.next()) {
    if (fields.tag() != kViewTable) continue;
    if (const TableId id = id_in_table_fields(fields.fields())) ids.push_back(id);
  }
}

void check_derived(const Table& table, const std::string& record) {
  std::set<TableId> ids = {table.id};
  std::set<std::string_view> index_names, view_names;
  const auto refuse_unless = [&record](bool holds) {
    if (!holds) refuse_damaged_record(record);
  };
  for (const Index& index : table.indexes) {
    refuse_unless(index.id != 0 && ids.insert(index.id).second && index_names.insert(index.name).second);
    refuse_unless(table.find(index.column).has_value());
  }
  for (const View& view : table.views) {
    const Table& rows = *view.table;
    refuse_unless(ids.insert(rows.id).second && view_names.insert(rows.name).second);
    refuse_unless(rows.keyspace == table.keyspace && rows.view_of->base == table.name);
    refuse_unless(rows.indexes.empty());
    for (const Column& column : rows.columns) refuse_unless(table.find(column.id).has_value());
    for (const ViewFilter& filter : view.filters) {
      for (const ColumnId column : filter.columns) refuse_unless(table.find(column).has_value());
    }
  }
}

std::string encode(const ViewName& view) {
  FieldWriter fields;
  fields.put(kBaseName, view.base);
  return record_of(fields);
}

ViewName decode_view_name(const std::string& keyspace, const std::string& name, std::string_view record) {
  ViewName view{name, ""};
  const std::string place = view_record_name(keyspace, name);
  FieldReader fields = open_record(place, record);
  while (fields.next()) {
    if (fields.tag() == kBaseName)
      view.base = fields.text();
    else
      fields.refuse_if_needed();
  }
  if (view.base.empty()) fields.refuse_record();
  return view;
}

}  // namespace cellar
