#include <algorithm>

#include "executor/bind.h"
#include "functions/json/json_value.h"
#include "planner/names.h"
#include "planner/plan.h"
#include "refusal/messages.h"

namespace cellar {

namespace {

JsonMembers members_of(const Value& text) {
  JsonValue json = text ? read_json(*text) : JsonValue{};
  auto* members = std::get_if<JsonMembers>(&json.value);
  if (members == nullptr) refuse("json_without_members");
  fold_names(*members);
  return std::move(*members);
}

[[noreturn]] void refuse_column(const std::string& name, const Table& table) {
  std::vector<std::string> known;
  for (const Column& column : table.columns) known.push_back(column.name);
  const std::string nearest = nearest_name(name, known);
  refuse(nearest.empty() ? "json_column_unknown" : "json_column_near", {},
         {{"column", name}, {"table", quote_name(table.name)}, {"nearest", quote_name(nearest)}});
}

Value column_value(const Column& column, const JsonValue& json) {
  try {
    return value_of_json(column.type, json);
  } catch (const Refusal& refusal) {
    refuse("json_column_value", {},
           {{"column", quote_name(column.name)}, {"reason", title_of(refusal.diagnostic)}});
  }
}

}  // namespace

void bind_document(const JsonDocument& document, std::vector<BoundValue>& slots) {
  const std::vector<Column>& columns = document.table->columns;
  for (std::size_t index = 0; index < columns.size(); ++index) {
    slots[document.first + index] = {std::nullopt, document.absent_is_unset};
  }
  for (const auto& [name, json] : members_of(slots[document.slot].value)) {
    const auto column = std::ranges::find(columns, name, &Column::name);
    if (column == columns.end()) {
      refuse_column(name, *document.table);
    }
    const auto index = static_cast<std::size_t>(column - columns.begin());
    slots[document.first + index] = {column_value(*column, json), false};
  }
}

}  // namespace cellar
