#include "shell/teach/chebotko/chebotko.h"

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

/// The box of each query; nothing for those that no table serves.
using QueryBoxes = std::vector<std::optional<std::size_t>>;

QueryBoxes boxes_of(const ChebotkoDiagram& diagram) {
  QueryBoxes boxes(diagram.queries.size());
  for (std::size_t box = 0; box < diagram.boxes.size(); ++box) {
    for (const std::size_t query : diagram.boxes[box].queries) boxes[query] = box;
  }
  return boxes;
}

void add_arrow(ChebotkoDiagram& diagram, std::optional<std::size_t> from, std::size_t to, std::size_t query) {
  auto arrow = std::ranges::find_if(
      diagram.arrows, [&](const ChebotkoArrow& each) { return each.from == from && each.to == to; });
  if (arrow == diagram.arrows.end()) arrow = diagram.arrows.insert(arrow, {from, to, {}});
  if (std::ranges::find(arrow->queries, query) == arrow->queries.end()) arrow->queries.push_back(query);
}

/// A query comes from outside if none that a table serves leads to it.
void add_arrows(ChebotkoDiagram& diagram, const MatrixReport& matrix) {
  const QueryBoxes boxes = boxes_of(diagram);
  for (std::size_t query = 0; query < matrix.queries.size(); ++query) {
    if (!boxes[query]) continue;
    bool is_led_to = false;
    for (const std::size_t before : matrix.queries[query].after) {
      if (!boxes[before]) continue;
      add_arrow(diagram, boxes[before], *boxes[query], query);
      is_led_to = true;
    }
    if (!is_led_to) add_arrow(diagram, std::nullopt, *boxes[query], query);
  }
}

}  // namespace

ChebotkoDiagram draw_diagram(const MatrixReport& matrix) {
  ChebotkoDiagram diagram;
  for (std::size_t i = 0; i < matrix.tables.size(); ++i)
    diagram.boxes.push_back(box_of(*matrix.tables[i], matrix.names[i]));
  for (std::size_t i = 0; i < matrix.queries.size(); ++i) {
    const MatrixQuery& query = matrix.queries[i];
    diagram.queries.push_back({query.name, query.text});
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
  add_arrows(diagram, matrix);
  return diagram;
}

std::string ChebotkoDiagram::names(const std::vector<std::size_t>& of) const {
  std::string text;
  for (const std::size_t query : of) text += (text.empty() ? "" : ", ") + queries[query].name;
  return text;
}

std::string diagram_json(const ChebotkoDiagram& diagram) {
  using nlohmann::ordered_json;
  ordered_json object = {{"queries", ordered_json::array()}, {"unserved", diagram.unserved}};
  for (const ChebotkoQuery& query : diagram.queries)
    object["queries"].push_back({{"name", query.name}, {"query", query.text}});
  object["tables"] = ordered_json::array();
  for (const ChebotkoBox& box : diagram.boxes) {
    ordered_json columns = ordered_json::array();
    for (const ChebotkoColumn& column : box.columns)
      columns.push_back({{"name", column.name}, {"type", column.type}, {"mark", column.mark}});
    object["tables"].push_back(
        {{"name", box.name}, {"queries", box.queries}, {"columns", std::move(columns)}});
  }
  object["arrows"] = ordered_json::array();
  for (const ChebotkoArrow& arrow : diagram.arrows) {
    const ordered_json from = arrow.from ? ordered_json(*arrow.from) : ordered_json();
    object["arrows"].push_back({{"from", from}, {"to", arrow.to}, {"queries", arrow.queries}});
  }
  object["svg"] = diagram_svg(diagram);
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace cellar
