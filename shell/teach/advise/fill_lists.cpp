#include "shell/teach/advise/fill_lists.h"

#include "planner/advise/copy_statements.h"

namespace cellar {

bool is_unfrozen_list(const Column& column) {
  return column.type.kind == TypeKind::list && !column.type.frozen && !column.is_key();
}

bool is_unfrozen_set_or_map(const Column& column) {
  const bool has_elements = column.type.kind == TypeKind::set || column.type.kind == TypeKind::map;
  return has_elements && !column.type.frozen && !column.is_key();
}

FillLists::FillLists(Session& session, const Table& copy) : session_(session) {
  for (std::size_t index = 0; index < copy.columns.size(); ++index) {
    const Column& column = copy.columns[index];
    if (!is_unfrozen_list(column)) continue;
    const std::size_t key_size =
        column.kind == ColumnKind::static_ ? copy.partition_key_size : copy.key_size();
    const std::string name = quote_name(column.name);
    std::string text = "SELECT " + name + ", maxwritetime(" + name + ") FROM " + table_text(copy, "");
    for (std::size_t part = 0; part < key_size; ++part)
      text += (part == 0 ? " WHERE " : " AND ") + quote_name(copy.columns[part].name) + " = ?";
    stored_.emplace(index, Stored{session_.prepare(text + " LIMIT 1"), key_size});
  }
}

std::optional<std::int64_t> FillLists::time_to_write(std::size_t column, std::span<const BoundValue> key,
                                                     const Value& list, std::int64_t written) {
  const Stored& stored = stored_.at(column);
  Result result = session_.execute(stored.select, key.first(stored.key_size));
  const ResultRow* row = result.next();
  if (row == nullptr) return written;
  const bool is_same_time = row->get<std::optional<std::int64_t>>(1) == written;
  if (!is_same_time) return written;
  if (row->copy().front() == list) return std::nullopt;
  return written + 1;
}

}  // namespace cellar
