#include <algorithm>

#include "executor/write/write_run.h"
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

  /// A long collection takes the memory for its cells once.
  void expect(std::size_t cells) {
    if (write.cells.empty()) write.cells.reserve(cells);
  }
  void put(std::string path, Value value) {
    if (path.size() > kLongestKey)
      refuse("key_too_long", span, {{"what", "element"}, {"size", std::to_string(path.size())}});
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

/// The list as it is stored.
std::vector<ListElement> stored_list(const TargetRow& target, std::size_t column, const WriteRun& run) {
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

void replay(const CellWrite& cell, std::vector<ListElement>& list) {
  const auto place = std::lower_bound(
      list.begin(), list.end(), cell.path,
      [](const ListElement& element, const std::string& path) { return element.path < path; });
  const bool is_there = place != list.end() && place->path == cell.path;
  if (is_there && place->timestamp > cell.liveness.timestamp) return;
  if (!cell.value) {
    if (is_there) list.erase(place);
  } else if (is_there) {
    *place = {cell.path, *cell.value, cell.liveness.timestamp};
  } else {
    list.insert(place, {cell.path, *cell.value, cell.liveness.timestamp});
  }
}

/// Returns the list as the earlier assignments of the same statement leave it.
std::vector<ListElement> read_list(const ElementWriter& writer, std::size_t column) {
  std::vector<ListElement> list = stored_list(writer.target, column, writer.run);
  for (const ColumnDeletion& deletion : writer.write.column_deletions) {
    if (deletion.column != writer.column.id) continue;
    std::erase_if(list, [&](const ListElement& element) { return element.timestamp <= deletion.timestamp; });
  }
  for (const CellWrite& cell : writer.write.cells) {
    if (cell.column == writer.column.id) replay(cell, list);
  }
  return list;
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
  std::uint32_t index = 0;
  const auto elements = unpack(type, bytes);
  writer.expect(elements.size());
  for (const auto& element : elements) {
    writer.put(list_position(in_front ? -tick : tick, index++), Value(element));
  }
}

void discard_from_list(ElementWriter& writer, const Type& type, std::size_t column, std::string_view bytes) {
  const auto unwanted = unpack(type, bytes);
  for (const ListElement& element : read_list(writer, column)) {
    const bool matches = std::any_of(unwanted.begin(), unwanted.end(),
                                     [&](const auto& value) { return value && *value == element.value; });
    if (matches) writer.erase(element.path);
  }
}

void write_list(ElementWriter& writer, const BoundAssignment& assignment) {
  const AssignmentPlan& plan = *assignment.plan;
  const Type& type = plan.value.type;
  switch (plan.kind) {
    case Assignment::Kind::element: {
      const auto list = read_list(writer, plan.column);
      writer.put(path_at(list, assignment.key, writer.column, plan.span), assignment.value);
      return;
    }
    case Assignment::Kind::set:
      writer.erase_all_before();
      break;
    default:
      break;
  }
  if (!assignment.value) return;
  if (plan.kind == Assignment::Kind::subtract) {
    discard_from_list(writer, type, plan.column, *assignment.value);
  } else {
    add_to_list(writer, type, *assignment.value, plan.kind == Assignment::Kind::prepend);
  }
}

/// Adds the elements of a set, or the keys and values of a map.
void add_elements(ElementWriter& writer, const Type& type, std::string_view bytes) {
  const auto parts = unpack(type, bytes);
  const bool is_map = type.kind == TypeKind::map;
  writer.expect(is_map ? parts.size() / 2 : parts.size());
  for (std::size_t index = 0; index < parts.size(); index += is_map ? 2 : 1) {
    writer.put(std::string(parts[index].value_or("")), is_map ? Value(parts[index + 1]) : Value(""));
  }
}

void write_set_or_map(ElementWriter& writer, const BoundAssignment& assignment) {
  const AssignmentPlan& plan = *assignment.plan;
  if (plan.kind == Assignment::Kind::element) {
    writer.put(*assignment.key, assignment.value);
    return;
  }
  if (plan.kind == Assignment::Kind::set) writer.erase_all_before();
  if (!assignment.value) return;
  if (plan.kind == Assignment::Kind::subtract) {
    for (const auto& key : unpack(plan.value.type, *assignment.value))
      writer.erase(std::string(key.value_or("")));
  } else {
    add_elements(writer, plan.value.type, *assignment.value);
  }
}

void write_user_type(ElementWriter& writer, const BoundAssignment& assignment) {
  const AssignmentPlan& plan = *assignment.plan;
  if (plan.kind == Assignment::Kind::field) {
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
