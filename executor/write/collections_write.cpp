#include <algorithm>
#include <iterator>
#include <unordered_set>

#include "executor/write/write_run.h"
#include "planner/plan/write_plan.h"
#include "storage/format/row_cells.h"
#include "types/key_limit.h"
#include "types/number/number.h"

namespace cellar {

namespace {

/// One assignment on its way into cells of one row.
struct ElementWriter {
  const Column& column;
  const TargetRow& target;
  const Liveness& liveness;
  const WriteRun& run;
  RowWrite& write;
  Span span;

  void check_path(std::string_view path) const {
    if (path.size() > kLongestKey)
      refuse("key_too_long", span, {{"what", "element"}, {"size", std::to_string(path.size())}});
  }
  /// Adds the elements of a set or list, or the keys and values of a map. `order` is that of list_position().
  void put_all(const Type& type, std::string_view collection, std::int64_t order = 0) {
    ElementReader reader(type.kind, collection);
    const std::size_t size = reader.left();
    ValueView part;
    for (std::size_t index = 0; reader.next(part); ++index) {
      const bool is_path = type.kind == TypeKind::set || (type.kind == TypeKind::map && index % 2 == 0);
      if (is_path) check_path(part.value_or(""));
    }
    if (!reader.is_whole()) unpack(type, collection);  // refuses it
    if (size > 0) write.elements.push_back({column.id, type.kind, std::string(collection), liveness, order});
  }
  void put(std::string path, Value value) {
    check_path(path);
    const Liveness lives = value ? liveness : Liveness{liveness.timestamp, 0, 0};
    write.cells.push_back({column.id, std::move(path), std::move(value), lives});
  }
  void erase(std::string path) {
    write.cells.push_back({column.id, std::move(path), std::nullopt, {liveness.timestamp, 0, 0}});
  }
  /// Deletes all elements that there are. What this statement writes stays, since it is younger by a
  /// microsecond.
  void erase_all_before() { write.column_deletions.push_back({column.id, liveness.timestamp - 1}); }
};

struct ListElement {
  std::string path;
  std::string value;
  Timestamp timestamp = 0;
};

/// The list as it is stored; empty if the statement does not see it.
std::vector<ListElement> stored_list(const TargetRow& target, std::size_t column, const WriteRun& run) {
  if (run.lists != nullptr && !run.lists->shows(target.table->columns[column], column)) return {};
  PartitionReader reader =
      run.transaction.partition(target.table, target.partition_key, {column}, run.evaluation.now);
  const StoredRow* row = nullptr;
  if (target.is_static) {
    row = reader.static_row();
  } else {
    reader.select({Slice{{target.clustering, false}, {target.clustering, true}}}, false);
    row = reader.next();
  }
  std::vector<ListElement> list;
  if (!row) return list;
  for (const StoredElement& element : row->elements[column]) {
    list.push_back({element.path, std::string(element.cell.value), element.cell.liveness.timestamp});
  }
  return list;
}

/// An element that the statement has written so far. A null value: it is deleted.
struct ListCell {
  std::string path;
  Value value;
  Timestamp timestamp = 0;
};

/// Returns the list after the cells, in their order. The list is sorted by path.
std::vector<ListElement> replay(std::vector<ListCell> cells, std::vector<ListElement> list) {
  if (cells.empty()) return list;
  std::ranges::stable_sort(cells, {}, &ListCell::path);
  std::vector<ListElement> after;
  auto element = list.begin();
  for (auto cell = cells.begin(); cell != cells.end();) {
    const std::string& path = cell->path;
    for (; element != list.end() && element->path < path; ++element) after.push_back(std::move(*element));
    std::optional<ListElement> here;
    if (element != list.end() && element->path == path) here = std::move(*element++);
    for (; cell != cells.end() && cell->path == path; ++cell) {
      if (here && here->timestamp > cell->timestamp) continue;
      here.reset();
      if (cell->value) here = ListElement{path, *cell->value, cell->timestamp};
    }
    if (here) after.push_back(*std::move(here));
  }
  std::move(element, list.end(), std::back_inserter(after));
  return after;
}

/// Returns the list as the earlier assignments of the same statement leave it.
std::vector<ListElement> read_list(const ElementWriter& writer, std::size_t column) {
  std::vector<ListElement> list = stored_list(writer.target, column, writer.run);
  for (const ColumnDeletion& deletion : writer.write.column_deletions) {
    if (deletion.column != writer.column.id) continue;
    std::erase_if(list, [&](const ListElement& element) { return element.timestamp <= deletion.timestamp; });
  }
  std::vector<ListCell> cells;
  each_cell(writer.write, [&](const CellView& cell) {
    if (cell.column != writer.column.id) return;
    cells.push_back(
        {std::string(cell.path), cell.value ? Value(*cell.value) : Value(), cell.liveness.timestamp});
  });
  return replay(std::move(cells), std::move(list));
}

std::string path_at(const std::vector<ListElement>& list, const Value& index, const Column& column,
                    Span span) {
  if (list.empty()) refuse("null_list", span, {{"column", quote_name(column.name)}});
  const std::int64_t position = index->empty() ? -1 : decode_integer(*index);
  if (position < 0 || position >= static_cast<std::int64_t>(list.size())) {
    refuse("list_index", span, {{"index", std::to_string(position)}, {"size", std::to_string(list.size())}});
  }
  return list[static_cast<std::size_t>(position)].path;
}

/// Positions come from the database's clock, so that a later append comes after an earlier one and a later
/// prepend before it, whatever timestamps the statements have.
void add_to_list(ElementWriter& writer, const Type& type, std::string_view bytes, bool in_front) {
  const std::int64_t tick = writer.run.transaction.next_timestamp();
  writer.put_all(type, bytes, in_front ? -tick : tick);
}

void discard_from_list(ElementWriter& writer, const Type& type, std::size_t column, std::string_view bytes) {
  std::unordered_set<std::string_view> unwanted;
  for (const ValueView& value : unpack(type, bytes)) {
    if (value) unwanted.insert(*value);
  }
  for (const ListElement& element : read_list(writer, column)) {
    if (unwanted.contains(element.value)) writer.erase(element.path);
  }
}

void write_list(ElementWriter& writer, const BoundAssignment& assignment) {
  const AssignmentPlan& plan = *assignment.plan;
  const Type& type = plan.value.type;
  switch (plan.kind) {
    case AssignmentKind::element: {
      const auto list = read_list(writer, plan.column);
      writer.put(path_at(list, assignment.key, writer.column, plan.span), assignment.value);
      return;
    }
    case AssignmentKind::set:
      writer.erase_all_before();
      break;
    default:
      break;
  }
  if (!assignment.value) return;
  if (plan.kind == AssignmentKind::subtract) {
    discard_from_list(writer, type, plan.column, *assignment.value);
  } else {
    add_to_list(writer, type, *assignment.value, plan.kind == AssignmentKind::prepend);
  }
}

void write_set_or_map(ElementWriter& writer, const BoundAssignment& assignment) {
  const AssignmentPlan& plan = *assignment.plan;
  if (plan.kind == AssignmentKind::element) {
    writer.put(*assignment.key, assignment.value);
    return;
  }
  if (plan.kind == AssignmentKind::set) writer.erase_all_before();
  if (!assignment.value) return;
  if (plan.kind == AssignmentKind::subtract) {
    for (const auto& key : unpack(plan.value.type, *assignment.value))
      writer.erase(std::string(key.value_or("")));
  } else {
    writer.put_all(plan.value.type, *assignment.value);
  }
}

void write_user_type(ElementWriter& writer, const BoundAssignment& assignment) {
  const AssignmentPlan& plan = *assignment.plan;
  if (plan.kind == AssignmentKind::field) {
    writer.put(field_path(static_cast<std::uint16_t>(plan.field)), assignment.value);
    return;
  }
  writer.erase_all_before();
  if (!assignment.value) return;
  const auto fields = unpack(plan.value.type, *assignment.value);
  for (std::size_t field = 0; field < fields.size(); ++field) {
    if (fields[field]) writer.put(field_path(static_cast<std::uint16_t>(field)), Value(fields[field]));
  }
}

}  // namespace

void write_multicell(const BoundAssignment& assignment, const TargetRow& target, const Liveness& liveness,
                     const WriteRun& run, RowWrite& write) {
  const Column& column = target.table->columns[assignment.plan->column];
  ElementWriter writer{column, target, liveness, run, write, assignment.plan->span};
  if (column.type.kind == TypeKind::list) {
    write_list(writer, assignment);
  } else if (column.type.kind == TypeKind::user) {
    write_user_type(writer, assignment);
  } else {
    write_set_or_map(writer, assignment);
  }
}

void delete_multicell(const DeletionPlan& deletion, const Value& key, const TargetRow& target,
                      Timestamp timestamp, const WriteRun& run, RowWrite& write) {
  const Column& column = target.table->columns[deletion.column];
  const Liveness liveness{timestamp, 0, 0};
  ElementWriter writer{column, target, liveness, run, write, deletion.span};
  if (deletion.field) {
    writer.erase(field_path(static_cast<std::uint16_t>(*deletion.field)));
  } else if (!deletion.key) {
    write.column_deletions.push_back({column.id, timestamp});
  } else if (column.type.kind == TypeKind::list) {
    writer.erase(path_at(read_list(writer, deletion.column), key, column, deletion.span));
  } else {
    writer.erase(*key);
  }
}

}  // namespace cellar
