#include <algorithm>
#include <sstream>

#include "shell/check/grade/exercise_database.h"
#include "shell/check/grade/prediction.h"
#include "shell/check/grade/read_exercise.h"
#include "types/text/similar_names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// True for a line of comment in which a student who was handed it has filled in nothing: `a:`, `b: node`, `partition ...`.
bool is_unfilled(TaskKind kind, std::string_view line) {
  if (trim(line).empty() || line.ends_with("...")) return true;
  if (kind == TaskKind::layout) return line == "static" || line == "静态行";
  const auto prediction = read_prediction(line);
  return !prediction || prediction->second.words.empty() ||
         prediction->second.words == std::vector<std::string>{"node"};
}

/// True for a part with neither a statement nor, where comments are the answer, a line that is filled in.
bool says_nothing(const Task& task, const PlacedText& part) {
  if (!split_script(part).empty()) return false;
  if (!task.asks_for_words()) return true;
  std::istringstream lines(part.text);
  for (std::string line; std::getline(lines, line);) {
    std::string_view words = trim(line);
    while (words.starts_with('-')) words.remove_prefix(1);
    if (!is_unfilled(task.kind, trim(words))) return false;
  }
  return true;
}

/// Reads the teacher's file.
class AnswersReader {
 public:
  AnswersReader(TeacherAnswers& answers, const Exercise& exercise) : answers_(answers), exercise_(exercise) {}

  void read(const Directive& directive) {
    const DirectivePlace place{answers_.file, directive};
    const std::string& word = directive.word;
    if (word == "hidden") return read_hidden(place);
    if (word == "data") return read_hidden_data(place);
    if (word == "right" || word == "wrong") return read_sample(place, word == "right");
    if (word == "answer") return read_part(place);
    refuse_directive(place, "exercise_directive_unknown",
                     {{"directive", "@" + word},
                      {"nearest", "@" + nearest_name(word, {"hidden", "data", "right", "wrong", "answer"})}});
  }

 private:
  void read_hidden(const DirectivePlace& place) {
    DirectiveWords words(place, "-- @hidden \"what is special in these rows\"");
    if (std::ranges::all_of(exercise_.tasks, &Task::asks_for_words))
      refuse_directive(place, "exercise_rows_of_no_task", {});
    answers_.hidden.push_back({std::string(words.next_text()), answers_.file, {}});
  }
  void read_hidden_data(const DirectivePlace& place) {
    DataSet data = read_data(place);
    const DataSet* replaced = exercise_.find_data(data.name);
    if (replaced == nullptr) refuse_name(place, "data", data.name);
    if (answers_.hidden.empty()) refuse_directive(place, "exercise_rows_astray", {});
    const auto same_name = [](const DataColumn& left, const DataColumn& right) {
      return left.name == right.name && left.type == right.type;
    };
    if (!std::ranges::equal(data.columns, replaced->columns, same_name))
      refuse_directive(place, "exercise_other_columns", {{"data", data.name}});
    answers_.hidden.back().data.push_back(std::move(data));
  }
  void read_sample(const DirectivePlace& place, bool is_right) {
    DirectiveWords words(place, is_right ? "-- @right \"why\"" : "-- @wrong \"why\" loses TASK.RULE, ...");
    SampleAnswer sample;
    sample.why = words.next_text();
    sample.is_right = is_right;
    sample.line = place.directive.line;
    if (!is_right) {
      if (!words.take("loses")) words.refuse_next();
      sample.losses = words.list();
      std::ranges::sort(sample.losses);
    }
    if (!words.at_end()) words.refuse_next();
    answers_.samples.push_back(std::move(sample));
  }
  void read_part(const DirectivePlace& place) {
    DirectiveWords words(place, "-- @answer TASK");
    const std::string_view id = words.next();
    const Task* const task = exercise_.find_task(id);
    if (task == nullptr) refuse_name(place, "task", id);
    if (answers_.samples.empty()) refuse_directive(place, "exercise_part_astray", {});
    if (answers_.samples.back().is_right && says_nothing(*task, place.directive.body))
      refuse_directive(place, "exercise_nothing_answered", {{"task", task->id}});
    answers_.samples.back().parts[std::string(id)] = place.directive.body;
  }

  TeacherAnswers& answers_;
  const Exercise& exercise_;
};

/// A wrong answer names the parts in which it is wrong; the rest is as in the first right one.
void complete_samples(TeacherAnswers& answers) {
  const auto right = std::ranges::find(answers.samples, true, &SampleAnswer::is_right);
  if (right == answers.samples.end()) return;
  for (SampleAnswer& sample : answers.samples)
    for (const auto& [task, part] : right->parts) sample.parts.try_emplace(task, part);
}

}  // namespace

TeacherAnswers read_teacher_answers(std::string file, std::string text, const Exercise& exercise) {
  TeacherAnswers answers;
  answers.file = std::move(file);
  answers.text = std::move(text);
  AnswersReader reader(answers, exercise);
  for (const Directive& directive : split_directives(answers.text).directives) reader.read(directive);
  complete_samples(answers);
  return answers;
}

StudentAnswer read_student_answer(std::string_view text, const Exercise& exercise) {
  StudentAnswer answer;
  const DirectiveText split = split_directives(text);
  if (split.directives.empty() && exercise.tasks.size() == 1) {
    answer.parts[exercise.tasks.front().id] = {split.before, 1};
    return answer;
  }
  for (const Directive& directive : split.directives) {
    const std::string_view arguments = directive.arguments;
    const std::string id(arguments.substr(0, arguments.find(' ')));
    const Task* const task = exercise.find_task(id);
    if (task == nullptr) continue;
    // The lines that were handed out may be left below those that the student has written.
    if (directive.word == "answer" && !(answer.parts.contains(id) && says_nothing(*task, directive.body)))
      answer.parts[id] = directive.body;
    // The exercise's own hints have a text; a student asks for one by the bare words.
    if (directive.word == "hint" && arguments == id) ++answer.hints[id];
  }
  return answer;
}

}  // namespace cellar
