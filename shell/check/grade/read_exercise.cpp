#include "shell/check/grade/read_exercise.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "shell/check/grade/attempt.h"
#include "types/text/fold.h"
#include "types/text/similar_names.h"
#include "types/text/text.h"
#include "types/time/time.h"

namespace cellar {

namespace {

constexpr std::uint64_t kMostRepeated = 100'000;

/// Splits `name=value`; refuses a word of another form.
std::pair<std::string_view, std::string_view> setting_of(std::string_view word, const DirectiveWords& words) {
  const std::size_t equals = word.find('=');
  if (equals == word.npos || equals + 1 == word.size()) words.refuse();
  return {word.substr(0, equals), word.substr(equals + 1)};
}

Timestamp time_of(std::string_view text, const DirectiveWords& words) {
  try {
    return parse_timestamp(text) * 1000;
  } catch (const Refusal&) {
    words.refuse();
  }
}

/// What a setting may be: digits with `unit` behind them, which may be left out.
struct SettingBounds {
  std::string_view unit;
  std::uint64_t least = 0, most = std::numeric_limits<std::uint64_t>::max();
};
constexpr SettingBounds kLevels{"", 1, 5}, kRows{"", 1, 1'000'000}, kSeconds{"s", 1, 600},
    kMebibytes{"MiB", 1, 4'096};

std::uint64_t count_with(std::string_view text, const SettingBounds& bounds, const DirectiveWords& words) {
  if (text.ends_with(bounds.unit)) text.remove_suffix(bounds.unit.size());
  const std::optional<std::uint64_t> count = count_of(text);
  if (!count || *count < bounds.least || *count > bounds.most) words.refuse();
  return *count;
}

class ExerciseReader {
 public:
  explicit ExerciseReader(Exercise& exercise) : exercise_(exercise) {}

  void read(const Directive& directive) {
    const DirectivePlace place{exercise_.file, directive};
    const std::string& word = directive.word;
    if (word == "exercise") return read_head(place);
    if (word == "given") return exercise_.given.push_back(directive.body);
    if (word == "data") return read_data_of(place);
    if (word == "task") return read_task(place);
    if (word == "query") return read_query(place);
    if (word == "expect") return read_expect(place);
    if (word == "hint") return read_hint(place);
    if (word == "broken") return read_broken(place);
    if (word == "answer") {
      task_of(place, DirectiveWords(place, "-- @answer TASK").next());
      return;
    }
    refuse_directive(place, "exercise_directive_unknown",
                     {{"directive", "@" + word},
                      {"nearest", "@" + nearest_name(word, {"exercise", "given", "data", "task", "query",
                                                            "expect", "hint", "broken", "answer"})}});
  }

 private:
  void read_head(const DirectivePlace& place) {
    DirectiveWords words(place,
                         "-- @exercise ID \"title\" points=N [level=1..5] [clock=TIME] [rng=N] "
                         "[time=1..600s] [rows=1..1000000] [memory=1..4096MiB]");
    if (!exercise_.id.empty()) refuse_directive(place, "exercise_head_again", {});
    exercise_.id = words.next();
    exercise_.title = words.next_text();
    while (!words.at_end()) read_setting(words.next(), words);
  }
  void read_setting(std::string_view word, const DirectiveWords& words) {
    const auto [name, value] = setting_of(word, words);
    if (name == "points") {
      exercise_.points = hundredths_of(value).value_or(0);
      if (exercise_.points == 0) words.refuse();
    } else if (name == "level") {
      exercise_.level = static_cast<int>(count_with(value, kLevels, words));
    } else if (name == "clock") {
      exercise_.clock = time_of(value, words);
    } else if (name == "rng") {
      exercise_.random_seed = count_with(value, SettingBounds(), words);
    } else if (name == "time") {
      exercise_.limits.time = std::chrono::seconds(count_with(value, kSeconds, words));
    } else if (name == "rows") {
      exercise_.limits.rows = count_with(value, kRows, words);
    } else if (name == "memory") {
      exercise_.limits.memory = count_with(value, kMebibytes, words) << 20;
    } else if (name != "seed" && name != "ring" && name != "rf") {
      words.refuse();
    }
  }
  void read_data_of(const DirectivePlace& place) {
    DataSet data = read_data(place);
    if (exercise_.find_data(data.name) != nullptr) refuse_again(place, "data", data.name);
    exercise_.data.push_back(std::move(data));
  }
  void read_task(const DirectivePlace& place) {
    DirectiveWords words(
        place,
        "-- @task TASK design|query|predict|repair|layout|size|place POINTSpt \"text\" [weights=RULE:N,...]");
    Task task;
    task.line = place.directive.line;
    task.id = words.next();
    if (exercise_.find_task(task.id) != nullptr) refuse_again(place, "task", task.id);
    const std::optional<TaskKind> kind = find_task_kind(words.next());
    if (!kind) words.refuse();
    task.kind = *kind;
    task.points = hundredths_of(words.next()).value_or(0);
    if (task.points == 0) words.refuse();
    task.title = words.next_text();
    while (!words.at_end()) read_weights(words.next(), words, task);
    exercise_.tasks.push_back(std::move(task));
  }
  static void read_weights(std::string_view word, const DirectiveWords& words, Task& task) {
    auto [name, value] = setting_of(word, words);
    if (name != "weights") words.refuse();
    while (!value.empty()) {
      const std::string_view one = value.substr(0, value.find(','));
      value.remove_prefix(std::min(one.size() + 1, value.size()));
      const std::size_t colon = one.find(':');
      const auto weight = colon == one.npos ? std::nullopt : count_of(one.substr(colon + 1));
      if (!weight || *weight == 0 || *weight > 1000) words.refuse();
      if (find_graded_rule(one.substr(0, colon)) == nullptr) words.refuse();
      task.weights[std::string(one.substr(0, colon))] = static_cast<int>(*weight);
    }
  }
  void read_query(const DirectivePlace& place) {
    DirectiveWords words(place, "-- @query TASK.NAME SELECT ...");
    const auto [task, name] = query_name(place, words.next());
    if (name.empty()) words.refuse();
    if (words.at_end()) words.refuse_next();
    if (find_query(*task, name)) refuse_again(place, "query", task->id + "." + name);
    task->queries.push_back(
        {name, {std::string(words.rest()), place.directive.line}, place.directive.first_line});
  }
  void read_expect(const DirectivePlace& place) {
    DirectiveWords words(
        place,
        "-- @expect TASK[.QUERY] plan|rows|unique|lint|types|static|size|verdict|number|node|layout ...");
    const std::string_view target = words.next();
    const auto [task, name] = query_name(place, target);
    // A number has a name alone.
    if (!name.empty() && task->kind != TaskKind::size && !find_query(*task, name))
      refuse_name(place, "query", target);
    task->expectations.push_back(read_expectation(place, words, name, exercise_));
  }
  void read_hint(const DirectivePlace& place) {
    DirectiveWords words(place, "-- @hint TASK [POINTSpt|RULE] \"text\"");
    Task& task = task_of(place, words.next());
    Hint hint;
    for (const GradedRule& rule : kGradedRules)
      if (words.take(rule.name)) hint.rule = rule.name;
    if (hint.rule.empty() && !place.directive.arguments.substr(task.id.size()).starts_with(" \"")) {
      const std::optional<int> cost = hundredths_of(words.next());
      if (!cost) words.refuse();
      hint.cost = *cost;
    }
    hint.text = words.next_text();
    task.hints.push_back(std::move(hint));
  }
  void read_broken(const DirectivePlace& place) {
    DirectiveWords words(place, "-- @broken TASK STATEMENT");
    Task& task = task_of(place, words.next());
    if (words.at_end()) words.refuse_next();
    task.broken = {std::string(words.rest()), place.directive.line};
  }

  Task& task_of(const DirectivePlace& place, std::string_view id) {
    const auto task = std::ranges::find(exercise_.tasks, id, &Task::id);
    if (task == exercise_.tasks.end()) refuse_name(place, "task", id);
    return *task;
  }
  /// "T1.Q1" as the task and the name behind the point, which may be empty.
  std::pair<Task*, std::string> query_name(const DirectivePlace& place, std::string_view text) {
    const std::size_t point = text.find('.');
    Task& task = task_of(place, text.substr(0, point));
    return {&task, point == text.npos ? std::string() : std::string(text.substr(point + 1))};
  }
  static bool find_query(const Task& task, const std::string& name) {
    return std::ranges::find(task.queries, name, &TaskQuery::name) != task.queries.end();
  }
  [[noreturn]] static void refuse_again(const DirectivePlace& place, std::string_view what,
                                        std::string name) {
    refuse_directive(place, "exercise_name_again", {{"what", std::string(what)}, {"name", std::move(name)}});
  }

  Exercise& exercise_;
};

/// Returns true if a task of its kind can be judged by the expectation.
bool suits(const Task& task, const TaskExpectation& expectation) {
  const auto* rows = std::get_if<RowsExpected>(&expectation.what);
  const bool is_of_query = rows != nullptr || std::holds_alternative<PlanExpected>(expectation.what);
  const bool is_verdict = std::holds_alternative<VerdictExpected>(expectation.what);
  const bool is_number = std::holds_alternative<NumberExpected>(expectation.what);
  const bool is_node = std::holds_alternative<NodeExpected>(expectation.what);
  const bool is_layout = std::holds_alternative<LayoutExpected>(expectation.what);
  if (task.kind == TaskKind::layout || is_layout)
    return task.kind == TaskKind::layout && is_layout && expectation.query.empty();
  if (task.asks_for_words()) {
    const bool fits = task.kind == TaskKind::size    ? is_number
                      : task.kind == TaskKind::place ? is_node
                                                     : is_verdict;
    return fits && !expectation.query.empty();
  }
  if (!task.asks_for_table())
    return is_of_query && expectation.query.empty() && (rows == nullptr || rows->data.empty());
  return !is_verdict && !is_number && !is_node && is_of_query != expectation.query.empty() &&
         (rows == nullptr || !rows->data.empty());
}

/// Returns the data that is loaded for an expectation, if any. A table is tried with one set of rows.
std::string_view loaded_by(const TaskExpectation& expectation) {
  if (const auto* rows = std::get_if<RowsExpected>(&expectation.what)) return rows->data;
  if (const auto* unique = std::get_if<UniqueExpected>(&expectation.what)) return unique->data;
  return {};
}

/// Refuses a task that lacks what its kind needs, at its directive.
void check_needs(const Task& task, const DirectivePlace& place) {
  const auto require = [&](bool has, std::string_view fault) {
    if (!has) refuse_directive(place, fault, {{"task", task.id}});
  };
  require(!task.expectations.empty(), "exercise_expects_nothing");
  require(task.kind != TaskKind::layout || task.expectations.size() == 1, "exercise_several_layouts");
  require(task.kind != TaskKind::repair || !task.broken.text.empty(), "exercise_nothing_broken");
}

/// Refuses the weight of a rule by which the task is not judged.
void check_weights(const Exercise& exercise, const Task& task, const DirectivePlace& place) {
  const std::vector<TaskCheck> checks =
      task.weights.empty() ? std::vector<TaskCheck>() : checks_of(exercise, task);
  for (const auto& [rule, weight] : task.weights)
    if (std::ranges::find(checks, rule, &TaskCheck::rule) == checks.end())
      refuse_directive(place, "exercise_weight", {{"task", task.id}, {"rule", rule}});
}

/// Refuses what each directive by itself does not show.
void check_whole(const Exercise& exercise, const DirectiveText& split) {
  const auto directive_of = [&](std::string_view word, std::size_t line) -> const Directive& {
    return *std::ranges::find_if(split.directives, [&](const Directive& each) {
      return each.word == word && (line == 0 || each.line == line);
    });
  };
  int sum = 0;
  for (const Task& task : exercise.tasks) {
    sum += task.points;
    std::string_view loaded;
    for (const TaskExpectation& expectation : task.expectations) {
      const std::string_view data = loaded_by(expectation);
      if (loaded.empty()) loaded = data;
      if (suits(task, expectation) && (data.empty() || data == loaded)) continue;
      refuse_directive({exercise.file, directive_of("expect", expectation.directive.line)},
                       "exercise_unsuited", {{"task", task.id}, {"task_kind", std::string(name(task.kind))}});
    }
    const DirectivePlace place{exercise.file, directive_of("task", task.line)};
    check_needs(task, place);
    check_weights(exercise, task, place);
  }
  if (sum != exercise.points) {
    refuse_directive({exercise.file, directive_of("exercise", 0)}, "exercise_points",
                     {{"points", fmt::format("{:g}", exercise.points / 100.0)},
                      {"sum", fmt::format("{:g}", sum / 100.0)}});
  }
}

/// A cell of a row that is written once for many: `{i}` is its number.
std::string numbered(std::string cell, std::uint64_t number) {
  constexpr std::string_view kMark = "{i}";
  const std::string digits = std::to_string(number);
  for (std::size_t at = 0; (at = cell.find(kMark, at)) != cell.npos; at += digits.size())
    cell.replace(at, kMark.size(), digits);
  return cell;
}

void add_rows(const DirectivePlace& place, const PlacedText& written, DataSet& data) {
  std::string_view row = written.text;
  std::uint64_t times = 1;
  if (row.starts_with('*')) {
    const std::size_t blank = std::min(row.find(' '), row.size());
    times = count_of(row.substr(1, blank - 1)).value_or(0);
    row.remove_prefix(blank);
  }
  const std::vector<std::string> cells = cells_of(row);
  if (times == 0 || times > kMostRepeated || cells.size() != data.columns.size()) {
    refuse_row(place, written, data.columns.size());
  }
  for (std::uint64_t number = 1; number <= times; ++number) {
    std::vector<std::string>& added = data.rows.emplace_back(cells);
    if (times > 1)
      std::ranges::transform(added, added.begin(),
                             [&](const std::string& cell) { return numbered(cell, number); });
  }
}

}  // namespace

DataSet read_data(const DirectivePlace& place) {
  DirectiveWords words(place, "-- @data NAME (COLUMN TYPE, ...), then rows: -- | value, value");
  DataSet data;
  data.directive = {place.directive.first_line, place.directive.line};
  data.name = words.next();
  std::string_view columns = words.rest();
  if (!columns.starts_with('(') || !columns.ends_with(')')) words.refuse();
  columns = columns.substr(1, columns.size() - 2);
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= columns.size(); ++i) {
    if (i < columns.size()) depth += columns[i] == '<' ? 1 : columns[i] == '>' ? -1 : 0;
    if (i < columns.size() && (columns[i] != ',' || depth > 0)) continue;
    const std::string_view column = trim(columns.substr(begin, i - begin));
    const bool is_quoted = column.starts_with('"');
    const std::size_t blank = column.find(' ', is_quoted ? std::min(column.find('"', 1), column.size()) : 0);
    if (blank == column.npos) words.refuse();
    const std::string_view name = column.substr(0, blank);
    if (is_quoted && (name.size() < 3 || !name.ends_with('"'))) words.refuse();
    data.columns.push_back({is_quoted ? std::string(name.substr(1, name.size() - 2)) : to_lower(name),
                            std::string(trim(column.substr(blank)))});
    begin = i + 1;
  }
  for (const PlacedText& row : place.directive.rows) add_rows(place, row, data);
  return data;
}

void refuse_row(const DirectivePlace& place, const PlacedText& row, std::size_t columns) {
  refuse_directive(
      place, "exercise_row",
      {{"row", row.text}, {"line", std::to_string(row.line)}, {"columns", std::to_string(columns)}});
}

void refuse_name(const DirectivePlace& place, std::string_view what, std::string_view name) {
  refuse_directive(place, "exercise_name", {{"what", std::string(what)}, {"name", std::string(name)}});
}

Exercise read_exercise(std::string file, std::string text) {
  Exercise exercise;
  exercise.file = std::move(file);
  exercise.text = std::move(text);
  const DirectiveText split = split_directives(exercise.text);
  if (split.directives.empty() || split.directives.front().word != "exercise")
    throw WrongExercise(
        {{"exercise_absent", {}, {{"file", exercise.file}}, std::nullopt}, exercise.file, 1, 1, ""});
  ExerciseReader reader(exercise);
  for (const Directive& directive : split.directives) reader.read(directive);
  check_whole(exercise, split);
  return exercise;
}

}  // namespace cellar
