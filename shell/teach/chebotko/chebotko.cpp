#include "shell/teach/chebotko/chebotko.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace cellar {

namespace {

std::string name_in_signs(const Column& column) {
  const std::string name = quote_name(column.name);
  switch (column.type.kind) {
    case TypeKind::list:
      return '[' + name + ']';
    case TypeKind::set:
      return '{' + name + '}';
    case TypeKind::map:
      return '<' + name + '>';
    case TypeKind::user:
      return '*' + name + '*';
    default:
      return name;
  }
}

std::string mark_of(const Column& column, const Table& table) {
  std::string mark;
  switch (column.kind) {
    case ColumnKind::partition_key:
      mark = "K";
      break;
    case ColumnKind::clustering:
      mark = column.descending ? "C↓" : "C↑";
      break;
    case ColumnKind::static_:
      mark = "S";
      break;
    case ColumnKind::regular:
      break;
  }
  if (column.type.kind == TypeKind::counter) mark = "++";
  if (table.has_index_on(column.id)) mark += mark.empty() ? "IDX" : " IDX";
  return mark;
}

ChebotkoBox box_of(const Table& table, const std::string& name) {
  ChebotkoBox box{name, {}, {}};
  for (const Column& column : table.columns)
    box.columns.push_back({name_in_signs(column), to_cql(column.type), mark_of(column, table)});
  return box;
}

}  // namespace

ChebotkoDiagram draw_diagram(const MatrixReport& matrix) {
  ChebotkoDiagram diagram;
  for (std::size_t i = 0; i < matrix.tables.size(); ++i)
    diagram.boxes.push_back(box_of(*matrix.tables[i], matrix.names[i]));
  for (std::size_t i = 0; i < matrix.queries.size(); ++i) {
    const MatrixQuery& query = matrix.queries[i];
    diagram.queries.push_back(query.text);
    std::optional<std::size_t> at;
    for (std::size_t table = 0; table < matrix.tables.size(); ++table) {
      if (!serves(query.cells[table].fit)) continue;
      if (!at || matrix.tables[table] == query.own) at = table;
    }
    (at ? diagram.boxes[*at].queries : diagram.unserved).push_back(i);
  }
  // The boxes that queries lead to come first, in the order of the queries.
  std::ranges::stable_sort(diagram.boxes, {}, [&](const ChebotkoBox& box) {
    return box.queries.empty() ? diagram.queries.size() : box.queries.front();
  });
  return diagram;
}

std::string query_names(const std::vector<std::size_t>& queries) {
  std::string text;
  for (const std::size_t query : queries) text += fmt::format("{}Q{}", text.empty() ? "" : ", ", query + 1);
  return text;
}

std::string diagram_json(const ChebotkoDiagram& diagram) {
  using nlohmann::ordered_json;
  ordered_json object = {{"queries", diagram.queries}, {"unserved", diagram.unserved}};
  object["tables"] = ordered_json::array();
  for (const ChebotkoBox& box : diagram.boxes) {
    ordered_json columns = ordered_json::array();
    for (const ChebotkoColumn& column : box.columns)
      columns.push_back({{"name", column.name}, {"type", column.type}, {"mark", column.mark}});
    object["tables"].push_back(
        {{"name", box.name}, {"queries", box.queries}, {"columns", std::move(columns)}});
  }
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace cellar
