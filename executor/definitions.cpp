#include "executor/definitions.h"

#include <algorithm>
#include <random>

#include "schema/record.h"
#include "storage/store.h"
#include "types/uuid.h"

namespace cellar {

namespace {

std::string fresh_table_uuid(Timestamp now) {
  std::random_device random;
  const std::uint64_t node = (std::uint64_t{random()} << 32) | random();
  return make_timeuuid(ticks_of_microseconds(now), node);
}

/// Ids of columns are counted within their table: small ones make small entries. An id that was given once is
/// never given again, so those of dropped columns count, too. Key columns need no id in the file and come
/// last.
void give_column_ids(Table& table) {
  ColumnId largest = 0;
  for (const Column& column : table.columns) largest = std::max(largest, column.id);
  for (const DroppedColumn& column : table.dropped_columns) largest = std::max(largest, column.id);
  for (const bool of_key : {false, true}) {
    for (Column& column : table.columns) {
      if (column.id == 0 && column.is_key() == of_key) column.id = ++largest;
    }
  }
}

std::vector<TableId> derived_ids(const Table& table) {
  std::vector<TableId> ids;
  for (const Index& index : table.indexes) ids.push_back(index.id);
  for (const View& view : table.views) ids.push_back(view.table->id);
  return ids;
}

/// The columns of a view have the ids of its base's columns, which have the same names.
void give_ids_of_base(Table& view, const Table& base) {
  for (Column& column : view.columns) {
    if (column.id != 0) continue;
    if (const auto index = base.find(column.name)) column.id = base.columns[*index].id;
  }
}

ViewFilter::Operator filter_operator(RelationOperator op) {
  switch (op) {
    case RelationOperator::less:
      return ViewFilter::Operator::less;
    case RelationOperator::less_or_equal:
      return ViewFilter::Operator::less_equal;
    case RelationOperator::greater:
      return ViewFilter::Operator::greater;
    case RelationOperator::greater_or_equal:
      return ViewFilter::Operator::greater_equal;
    case RelationOperator::in:
      return ViewFilter::Operator::in;
    case RelationOperator::contains:
      return ViewFilter::Operator::contains;
    case RelationOperator::contains_key:
      return ViewFilter::Operator::contains_key;
    default:
      return ViewFilter::Operator::equal;
  }
}

ViewFilter view_filter(const ViewFilterPlan& plan, const Table& base, const Evaluation& evaluation) {
  ViewFilter filter;
  for (const std::size_t column : plan.columns) filter.columns.push_back(base.columns[column].id);
  filter.op = filter_operator(plan.op);
  for (const std::vector<Node>& nodes : plan.alternatives) {
    std::vector<std::string>& values = filter.alternatives.emplace_back();
    for (const Node& node : nodes) {
      Value value = evaluate(node, evaluation);
      if (!value) refuse("view_filter_null", plan.span);
      values.push_back(std::move(*value));
    }
  }
  return filter;
}

/// The number of entries of the table that are visited in one transaction.
constexpr std::uint64_t kStepsOfBuild = 20'000;

std::optional<TableId> first_unbuilt(const Table& table) {
  for (const Index& index : table.indexes) {
    if (!index.is_built) return index.id;
  }
  for (const View& view : table.views) {
    if (!view.is_built) return view.table->id;
  }
  return std::nullopt;
}

Table with_built(Table table, TableId derived) {
  for (Index& index : table.indexes) index.is_built |= index.id == derived;
  for (View& view : table.views) view.is_built |= view.table->id == derived;
  return table;
}

/// Makes the same changes in the records and in the schema in memory.
struct DefinitionRun {
  Schema schema;  // as it is after the changes so far
  WriteTransaction& transaction;
  const Evaluation& evaluation;
  bool has_changed = false;

  void put(const std::string& name, const std::string& record) {
    transaction.put_schema_record(name, record);
    has_changed = true;
  }
  void erase(const std::string& name) {
    transaction.erase_schema_record(name);
    has_changed = true;
  }
  void put(TablePointer table) {
    transaction.note_grace(table->id, table->gc_grace_seconds());
    for (const View& view : table->views) {
      transaction.note_grace(view.table->id, view.table->gc_grace_seconds());
    }
    const std::string name = record_name(*table);
    drop_derived_data_but(*table);
    follow_views(*table);
    put(name, schema.keyspaces.edit(table->keyspace).tables.put(std::move(table)));
  }

  /// Drops the data of indexes and views that the table had before under ids that it does not have any more.
  void drop_derived_data_but(const Table& table) {
    const Keyspace* keyspace = schema.find_keyspace(table.keyspace);
    const TablePointer before = keyspace == nullptr ? nullptr : keyspace->tables.get(table.name);
    if (!before) return;
    const std::vector<TableId> kept = derived_ids(table);
    for (const TableId id : derived_ids(*before)) {
      if (std::ranges::find(kept, id) == kept.end()) transaction.drop_data(id);
    }
  }

  /// Keeps the records of the names of views, which are read without decoding their tables.
  void follow_views(const Table& table) {
    Keyspace& keyspace = schema.keyspaces.edit(table.keyspace);
    if (const TablePointer before = keyspace.tables.get(table.name)) {
      for (const View& view : before->views) {
        if (table.find_view(view.table->name) == nullptr) erase_view_name(keyspace, view.table->name);
      }
    }
    for (const View& view : table.views) {
      const std::string& name = view.table->name;
      if (keyspace.views.contains(name)) continue;
      const ViewName place{name, table.name};
      put(view_record_name(keyspace.name, name), encode(place));
      keyspace.views.put(std::make_shared<const ViewName>(place));
    }
  }
  void erase_view_name(Keyspace& keyspace, const std::string& view) {
    erase(view_record_name(keyspace.name, view));
    keyspace.views.erase(view);
  }
  /// The data of a table whose record is damaged stay in the file, out of sight: the id in such a record may
  /// be that of another table, and no table to come is given the same one.
  void erase_with_data(const std::string& keyspace, const StoredTable& stored) {
    erase(table_record_name(keyspace, stored.name));
    erase_view_names(keyspace, stored.name);
    if (!stored.is_readable()) return;
    transaction.drop_data(stored.table()->id);
    for (const TableId id : derived_ids(*stored.table())) transaction.drop_data(id);
  }
  void erase_view_names(const std::string& keyspace, const std::string& base) {
    const NameMap<ViewName> views = schema.find_keyspace(keyspace)->views;
    for (const auto& [name, view] : views) {
      if (view.base == base) erase_view_name(schema.keyspaces.edit(keyspace), name);
    }
  }

  /// A column that comes back has the id that it had: what was written after its drop shows again.
  void keep_dropped_ids(Table& table) {
    const TablePointer before = schema.find_table(table.keyspace, table.name);
    for (DroppedColumn& dropped : table.dropped_columns) {
      if (dropped.id != 0 || !before) continue;
      if (const auto index = before->find(dropped.name)) dropped.id = before->columns[*index].id;
      dropped.type = without_user_types(std::move(dropped.type));
    }
    for (Column& column : table.columns) {
      if (column.id != 0 || !column.dropped_before) continue;
      const auto same =
          std::find_if(table.dropped_columns.begin(), table.dropped_columns.end(),
                       [&](const DroppedColumn& dropped) { return dropped.name == column.name; });
      if (same != table.dropped_columns.end()) column.id = same->id;
    }
  }

  void operator()(const PutKeyspace& change) {
    Keyspace& keyspace = schema.keyspaces.edit(change.keyspace.name);
    keyspace.replication = change.keyspace.replication;
    keyspace.durable_writes = change.keyspace.durable_writes;
    put(record_name(keyspace), encode(keyspace));
  }

  void operator()(const DropKeyspace& change) {
    const std::shared_ptr<const Keyspace> keyspace = schema.keyspaces.get(change.keyspace);
    if (!keyspace) return;
    for (const auto& [name, stored] : keyspace->tables.stored()) erase_with_data(keyspace->name, stored);
    for (const auto& [name, user_type] : keyspace->user_types) erase(record_name(user_type));
    erase(record_name(*keyspace));
    schema.keyspaces.erase(change.keyspace);
  }

  void operator()(const PutTable& change) {
    Table table = change.table;
    keep_dropped_ids(table);
    if (table.id == 0) table.id = transaction.fresh_id();
    if (table.uuid.empty()) table.uuid = fresh_table_uuid(transaction.next_timestamp());
    give_column_ids(table);
    give_derived_ids(table);
    if (first_unbuilt(table)) transaction.may_derive_data();
    put(std::make_shared<const Table>(table));
    DerivedBuild build{table.keyspace, table.name, 0, ""};
    while (build_some(build)) {
    }
  }

  /// Builds the first index or view that is not built, and returns true if it is complete. A small table takes one
  /// call.
  bool build_some(DerivedBuild& build) {
    const TablePointer table = schema.find_table(build.keyspace, build.table);
    const std::optional<TableId> derived = table ? first_unbuilt(*table) : std::nullopt;
    if (!derived) return false;
    if (build.derived != *derived) build.position.clear();
    build.derived = *derived;
    if (!transaction.derive_existing(table, *derived, build.position, kStepsOfBuild)) return false;
    put(std::make_shared<const Table>(with_built(*table, *derived)));
    return true;
  }

  void give_derived_ids(Table& table) {
    for (Index& index : table.indexes) {
      if (index.id == 0) index.id = transaction.fresh_id();
    }
    for (View& view : table.views) {
      Table rows = *view.table;
      if (rows.id == 0) rows.id = transaction.fresh_id();
      if (rows.uuid.empty()) rows.uuid = fresh_table_uuid(transaction.next_timestamp());
      give_ids_of_base(rows, table);
      if (rows != *view.table) view.table = std::make_shared<const Table>(std::move(rows));
    }
  }

  void operator()(const DropTable& change) {
    const Keyspace* keyspace = schema.find_keyspace(change.keyspace);
    const auto stored = keyspace == nullptr ? nullptr : keyspace->tables.stored().get(change.table);
    if (!stored) return;
    erase_with_data(change.keyspace, *stored);
    schema.keyspaces.edit(change.keyspace).tables.erase(change.table);
  }

  void operator()(const PutView& change) {
    Table base = *schema.find_table(change.view.table->keyspace, change.base);
    View view = change.view;
    for (const ViewFilterPlan& filter : change.filters)
      view.filters.push_back(view_filter(filter, base, evaluation));
    put_view(base, std::move(view));
    (*this)(PutTable{std::move(base)});
  }

  // Records name a user type and do not repeat it: those of what uses it stay.
  void operator()(const PutUserType& change) {
    put(record_name(change.user_type), encode(change.user_type));
    put_user_type(schema.keyspaces.edit(change.user_type.keyspace), change.user_type);
  }

  void operator()(const DropUserType& change) {
    erase(record_name(UserType{change.keyspace, change.name, {}, {}}));
    schema.keyspaces.edit(change.keyspace).user_types.erase(change.name);
  }

  SchemaPointer result() {
    // The commit counts the version up by one, however many changes there are.
    if (has_changed) schema.version = transaction.schema_version() + 1;
    return std::make_shared<const Schema>(std::move(schema));
  }
};

}  // namespace

SchemaPointer run_definition(const SchemaPlan& plan, const Schema& schema, WriteTransaction& transaction,
                             const Evaluation& evaluation) {
  DefinitionRun run{schema, transaction, evaluation};
  for (const SchemaEdit& change : plan.changes) std::visit(run, change);
  return run.result();
}

bool has_unbuilt(const Table& table) { return first_unbuilt(table).has_value(); }

SchemaPointer run_build_step(DerivedBuild& build, const Schema& schema, WriteTransaction& transaction) {
  const TablePointer table = schema.find_table(build.keyspace, build.table);
  if (!table || !first_unbuilt(*table)) return nullptr;
  DefinitionRun run{schema, transaction, {}};
  run.build_some(build);
  return run.result();
}

SchemaPointer run_build_end(const DerivedBuild& build, const Schema& schema, WriteTransaction& transaction) {
  const TablePointer table = schema.find_table(build.keyspace, build.table);
  if (!table) return nullptr;
  Table left = *table;
  const std::size_t ended =
      std::erase_if(left.indexes,
                    [&](const Index& each) { return each.id == build.derived && !each.is_built; }) +
      std::erase_if(left.views,
                    [&](const View& each) { return each.table->id == build.derived && !each.is_built; });
  if (ended == 0) return nullptr;
  DefinitionRun run{schema, transaction, {}};
  run.put(std::make_shared<const Table>(std::move(left)));
  return run.result();
}

/// The table goes on under a fresh id, and so do its indexes and views; the data of the old ones are out of
/// sight at once. An empty index or view of an empty table is complete.
SchemaPointer run_truncate(const TruncatePlan& plan, const Schema& schema, WriteTransaction& transaction) {
  DefinitionRun run{schema, transaction, {}};
  Table table = *plan.table;
  transaction.drop_data(table.id);
  table.id = transaction.fresh_id();
  for (Index& index : table.indexes) {
    index.id = transaction.fresh_id();
    index.is_built = true;
  }
  for (View& view : table.views) {
    Table rows = *view.table;
    rows.id = transaction.fresh_id();
    view.table = std::make_shared<const Table>(std::move(rows));
    view.is_built = true;
  }
  run.put(std::make_shared<const Table>(std::move(table)));
  return run.result();
}

}  // namespace cellar
