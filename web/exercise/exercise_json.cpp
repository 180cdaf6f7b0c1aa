#include "web/exercise/exercise_json.h"

#include <fmt/format.h>

#include <algorithm>

#include "functions/json/json_list.h"
#include "shell/check/grade/directives.h"
#include "shell/check/grade/grade.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kMostRowsShown = 30;

/// What comments say, without their signs.
std::string prose(std::string_view body) {
  std::string text;
  while (!body.empty()) {
    std::string_view line = body.substr(0, body.find('\n'));
    body.remove_prefix(std::min(line.size() + 1, body.size()));
    if (!line.starts_with("--")) continue;
    line.remove_prefix(line.starts_with("-- ") ? 3 : 2);
    text.append(line).append("\n");
  }
  return std::string(trim(text));
}

std::string data_json(const DataSet& data) {
  const std::string columns = json_list(
      data.columns, [](const DataColumn& column) { return json_string(column.name + " " + column.type); });
  const std::vector<std::vector<std::string>> shown(
      data.rows.begin(),
      data.rows.begin() + static_cast<std::ptrdiff_t>(std::min(kMostRowsShown, data.rows.size())));
  const std::string rows = json_list(shown, [](const auto& row) { return json_list(row, json_string); });
  return fmt::format(R"({{"data":{},"columns":{},"rows":{},"count":{}}})", json_string(data.name), columns,
                     rows, data.rows.size());
}

std::string task_json(const Task& task, const std::string& text, const ExerciseMark& mark) {
  const std::string queries = json_list(task.queries, [](const TaskQuery& query) {
    return "[" + json_string(query.name) + "," + json_string(query.text.text) + "]";
  });
  std::vector<const Hint*> hints = asked_hints(task);
  const auto asked = mark.hints.find(task.id);
  const std::size_t taken = std::min(asked == mark.hints.end() ? 0 : asked->second, hints.size());
  const std::string next = taken == hints.size() ? "" : R"(,"next_hint":)" + points_text(hints[taken]->cost);
  hints.resize(taken);
  return fmt::format(
      R"({{"task":{},"title":{},"points":{},"text":{},"queries":{},"broken":{},"hints":{}{}}})",
      json_string(task.id), json_string(task.title), points_text(task.points), json_string(text), queries,
      json_string(task.broken.text),
      json_list(hints, [](const Hint* hint) { return json_string(hint->text); }), next);
}

/// Returns nothing for what is no part of the exercise's text.
std::string part_json(const Directive& directive, const Exercise& exercise, const ExerciseMark& mark) {
  const std::string_view arguments = directive.arguments;
  const std::string_view name = arguments.substr(0, arguments.find_first_of(" \t"));
  if (directive.word == "exercise") {
    const std::string text = prose(directive.body.text);
    return text.empty() ? text : R"({"text":)" + json_string(text) + "}";
  }
  if (directive.word == "given") return R"({"given":)" + json_string(trim(directive.body.text)) + "}";
  if (directive.word == "data") {
    const DataSet* const data = exercise.find_data(name);
    return data == nullptr ? std::string() : data_json(*data);
  }
  if (directive.word == "task") {
    const Task* const task = exercise.find_task(name);
    return task == nullptr ? std::string() : task_json(*task, prose(directive.body.text), mark);
  }
  return {};
}

/// The members without their braces.
std::string head_members(const Exercise& exercise, const ExerciseMark& mark) {
  return fmt::format(R"("id":{},"title":{},"points":{},"level":{}{})", json_string(exercise.id),
                     json_string(exercise.title), points_text(exercise.points), exercise.level,
                     mark.best ? R"(,"best":)" + points_text(*mark.best) : "");
}

}  // namespace

std::vector<const Hint*> asked_hints(const Task& task) {
  std::vector<const Hint*> hints;
  for (const Hint& hint : task.hints)
    if (hint.rule.empty()) hints.push_back(&hint);
  return hints;
}

std::string exercise_head_json(const Exercise& exercise, const ExerciseMark& mark) {
  return "{" + head_members(exercise, mark) + "}";
}

std::string exercise_json(const Exercise& exercise, const ExerciseMark& mark, std::string_view further) {
  std::string parts, answer;
  for (const Directive& directive : split_directives(exercise.text).directives) {
    const std::string part = part_json(directive, exercise, mark);
    if (!part.empty()) add_json(parts, part);
    if (directive.word == "answer")
      answer += fmt::format("-- @answer {}\n{}\n\n", directive.arguments, trim(directive.body.text));
  }
  return fmt::format(R"({{{},"answer":{},"parts":[{}]{}}})", head_members(exercise, mark),
                     json_string(answer), parts, further);
}

}  // namespace cellar
