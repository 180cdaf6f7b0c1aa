#include "shell/check/grade/exercise.h"

#include <algorithm>

namespace cellar {

std::optional<std::size_t> find_column(const DataSet& data, std::string_view name) {
  const auto column = std::ranges::find(data.columns, name, &DataColumn::name);
  if (column == data.columns.end()) return std::nullopt;
  return static_cast<std::size_t>(column - data.columns.begin());
}

std::string_view name(TaskKind kind) {
  switch (kind) {
    case TaskKind::design:
      return "design";
    case TaskKind::query:
      return "query";
    case TaskKind::predict:
      return "predict";
    case TaskKind::repair:
      return "repair";
    case TaskKind::layout:
      return "layout";
    case TaskKind::size:
      return "size";
    case TaskKind::place:
      return "place";
  }
  return "";
}

std::optional<TaskKind> find_task_kind(std::string_view wanted) {
  for (const TaskKind kind : {TaskKind::design, TaskKind::query, TaskKind::predict, TaskKind::repair,
                              TaskKind::layout, TaskKind::size, TaskKind::place})
    if (name(kind) == wanted) return kind;
  return std::nullopt;
}

const GradedRule* find_graded_rule(std::string_view wanted) {
  const auto* const rule = std::ranges::find(kGradedRules, wanted, &GradedRule::name);
  return rule == std::end(kGradedRules) ? nullptr : rule;
}

bool Task::asks_for_table() const {
  return kind == TaskKind::design || (kind == TaskKind::repair && !queries.empty());
}

bool Task::asks_for_words() const {
  return kind == TaskKind::predict || kind == TaskKind::layout || kind == TaskKind::size ||
         kind == TaskKind::place;
}

bool Task::asks_type_of(std::string_view column) const {
  return std::ranges::any_of(expectations, [&](const TaskExpectation& expectation) {
    const auto* types = std::get_if<TypesExpected>(&expectation.what);
    return types != nullptr &&
           std::ranges::any_of(types->types, [&](const auto& type) { return type.first == column; });
  });
}

const Task* Exercise::find_task(std::string_view wanted) const {
  const auto task = std::ranges::find(tasks, wanted, &Task::id);
  return task == tasks.end() ? nullptr : &*task;
}

const DataSet* Exercise::find_data(std::string_view wanted) const {
  const auto found = std::ranges::find(data, wanted, &DataSet::name);
  return found == data.end() ? nullptr : &*found;
}

}  // namespace cellar
