#include "derived_tables.h"

#include "store_fixture.h"

namespace cellar::test {

namespace {

Table view_rows(const Table& base, TableId id, const std::vector<std::string>& key,
                const std::vector<std::string>& others, ColumnId key_column) {
  Table rows;
  rows.id = id;
  rows.keyspace = base.keyspace;
  rows.name = "v" + std::to_string(id);
  rows.uuid = base.uuid;
  rows.options["gc_grace_seconds"] = std::string("10");
  rows.partition_key_size = 1;
  rows.clustering_size = key.size() - 1;
  for (std::size_t i = 0; i < key.size() + others.size(); ++i) {
    Column column = base.columns[*base.find(i < key.size() ? key[i] : others[i - key.size()])];
    column.kind = i == 0           ? ColumnKind::partition_key
                  : i < key.size() ? ColumnKind::clustering
                                   : ColumnKind::regular;
    column.descending = false;
    rows.columns.push_back(column);
  }
  rows.view_of = ViewSource{base.name, key_column};
  return rows;
}

}  // namespace

TablePointer table_with_indexes() {
  const Type int_type = native_type(TypeKind::int_);
  Table table = *TableBuilder(1)
                     .partition("k", int_type)
                     .partition("j", int_type)
                     .clustering("c", int_type, true)
                     .fixed("s", int_type)
                     .regular("a", native_type(TypeKind::text))
                     .regular("b", int_type)
                     .regular("l", list_of(int_type))
                     .regular("m", map_of(int_type, native_type(TypeKind::text)))
                     .regular("t", set_of(int_type))
                     .grace(10)
                     .build();
  TableId next = 10;
  const auto add = [&](const std::string& column, IndexTarget target) {
    const ColumnId id = table.columns[*table.find(column)].id;
    put_index(table, {next, column + std::to_string(next), id, target, IndexKind::sai, {}, true});
    ++next;
  };
  for (const char* column : {"a", "b", "c", "k", "s"}) add(column, IndexTarget::value);
  for (const IndexTarget target : {IndexTarget::keys, IndexTarget::values, IndexTarget::entries}) {
    add("m", target);
  }
  add("l", IndexTarget::values);
  add("t", IndexTarget::values);
  return std::make_shared<const Table>(table);
}

TablePointer with_views(const TablePointer& table) {
  Table base = *table;
  const ColumnId a = base.columns[*base.find("a")].id;
  const ColumnId c = base.columns[*base.find("c")].id;
  put_view(base,
           {std::make_shared<const Table>(view_rows(base, 30, {"a", "k", "j", "c"}, {"b", "l", "m", "t"}, a)),
            "",
            {},
            true,
            true});
  const ViewFilter filter{{c}, ViewFilter::Operator::greater, {{int_bytes(1)}}};
  put_view(base, {std::make_shared<const Table>(view_rows(base, 31, {"c", "j", "k"}, {"b", "t"}, 0)),
                  "",
                  {filter},
                  false,
                  true});
  return std::make_shared<const Table>(base);
}

}  // namespace cellar::test
