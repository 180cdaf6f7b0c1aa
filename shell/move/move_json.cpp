#include <nlohmann/json.hpp>

#include "refusal/render.h"
#include "shell/move/move.h"

namespace cellar {

namespace {

using nlohmann::ordered_json;

std::string_view word_of(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::missing_row:
      return "missing_row";
    case DifferenceKind::further_row:
      return "further_row";
    case DifferenceKind::value:
      return "value";
    case DifferenceKind::written:
      return "written";
    case DifferenceKind::expiry:
      return "expiry";
  }
  return "";
}

ordered_json text_or_null(const std::string& text) {
  return text.empty() ? ordered_json() : ordered_json(text);
}

ordered_json cell_json(const DifferingCell& cell) {
  return {{"value", cell.value ? ordered_json(*cell.value) : ordered_json()},
          {"written", text_or_null(cell.written)},
          {"expires", text_or_null(cell.expires)}};
}

ordered_json difference_json(const MoveDifference& difference) {
  ordered_json object = {
      {"kind", word_of(difference.kind)}, {"table", difference.table}, {"row", difference.row}};
  if (difference.column.empty()) return object;
  object["column"] = difference.column;
  object["source"] = cell_json(difference.source);
  object["target"] = cell_json(difference.target);
  return object;
}

ordered_json moved_table_json(const MovedTable& table) {
  return {{"table", table.name},
          {"rows", table.rows},
          {"values", table.cells},
          {"expired", table.expired},
          {"mixed_lists", table.mixed_lists},
          {"kept", table.kept},
          {"checked", table.is_checked},
          {"checked_rows", table.checked_rows},
          {"checked_ranges", table.checked_ranges},
          {"differences", table.differences}};
}

}  // namespace

std::string move_json(const MoveReport& report, Language language) {
  ordered_json object = {{"source", report.source},
                         {"target", report.target},
                         {"complete", !report.ended_by.has_value()},
                         {"interrupted", report.is_interrupted()},
                         {"can_go_on", report.can_go_on},
                         {"definitions_made", report.made},
                         {"left_out", report.left_out}};
  object["ended_by"] = ordered_json();
  if (report.ended_by) {
    const SaidWords said = said_words(*report.ended_by, {}, language);
    object["ended_by"] = {{"code", report.ended_by->code()},
                          {"id", report.ended_by->id},
                          {"title", said.title},
                          {"why", said.why},
                          {"fix", said.fix}};
  }
  object["tables"] = ordered_json::array();
  for (const MovedTable& table : report.tables) object["tables"].push_back(moved_table_json(table));
  object["difference_count"] = report.difference_count;
  object["differences"] = ordered_json::array();
  for (const MoveDifference& difference : report.differences)
    object["differences"].push_back(difference_json(difference));
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace cellar
