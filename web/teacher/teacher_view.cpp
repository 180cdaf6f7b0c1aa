#include "web/teacher/teacher_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "functions/json/json_list.h"
#include "shell/check/grade/grade.h"
#include "shell/check/report_text.h"

namespace cellar {

namespace {

constexpr std::chrono::seconds kAway{15};  // without a word from the page
constexpr std::chrono::minutes kLongAtStep{5};
constexpr std::size_t kRefusedAgain = 3;
constexpr std::size_t kMostMissed = 12;

std::int64_t seconds_between(ClassTime from, ClassTime to) {
  return std::chrono::duration_cast<std::chrono::seconds>(to - from).count();
}

bool is_here(const StudentView& view, ClassTime now) { return view.seen && now - *view.seen < kAway; }

/// True of who has come and gone, and left nothing.
bool is_nobody(const StudentView& view) {
  const StudentRecord& record = view.record;
  return record.name.empty() && record.exercises.empty() && record.lessons.empty() && view.ran.empty();
}

std::vector<StudentView> views_of(const Roster& roster, ClassTime now) {
  std::vector<StudentView> views;
  for (const std::shared_ptr<Student>& student : roster.all()) {
    StudentView view = student->view();
    if (is_here(view, now) || !is_nobody(view)) views.push_back(std::move(view));
  }
  return views;
}

/// Returns what a student does not get beyond; empty: nothing.
std::string stuck_at(const StudentView& view, ClassTime now) {
  if (!is_here(view, now)) return "";
  if (view.refused_in_a_row >= kRefusedAgain) return view.ran.back().facts.code;
  return !view.place.lesson.empty() && now - view.at_place_since > kLongAtStep ? "step" : "";
}

int points_of(const StudentRecord& record) {
  int sum = 0;
  for (const auto& [id, mark] : record.exercises) sum += mark.best.value_or(0);
  return sum;
}

std::string student_json(const StudentView& view, bool has_place, ClassTime now) {
  const StudentRecord& record = view.record;
  const auto answered =
      std::ranges::count_if(record.exercises, [](const auto& each) { return each.second.best.has_value(); });
  std::string text = fmt::format(
      R"({{"number":{},"name":{},"is_here":{},"has_place":{},"is_kept":{},"lesson":{},"step":{},"steps":{},"exercise":{},"points":{},"answered":{})",
      record.number, json_string(record.name), is_here(view, now), has_place, view.is_kept,
      json_string(view.place.lesson), view.place.step, view.place.steps, json_string(view.exercise),
      points_text(points_of(record)), answered);
  if (!view.ran.empty()) text += fmt::format(R"(,"idle":{})", seconds_between(view.ran.back().at, now));
  if (const std::string stuck = stuck_at(view, now); !stuck.empty())
    text += fmt::format(R"(,"stuck":{})", json_string(stuck));
  return text + "}";
}

struct Missed {
  std::string rule, title;
  std::size_t students = 0, times = 0;
};

/// Refusals by their codes, and what answers to exercises have lost: "likes T1.MR5".
std::vector<Missed> missed_most(const std::vector<StudentView>& views) {
  std::map<std::string, Missed> found;
  const auto add = [&](const std::string& rule, std::size_t times, const std::string& title) {
    Missed& missed = found[rule];
    missed.rule = rule;
    missed.title = title;
    ++missed.students;
    missed.times += times;
  };
  for (const StudentView& view : views) {
    for (const auto& [code, met] : view.refusals) add(code, met.times, met.title);
    for (const auto& [exercise, rules] : view.missed)
      for (const std::string& rule : rules) add(exercise + " " + rule, 1, "");
  }
  std::vector<Missed> sorted;
  for (auto& [rule, missed] : found) sorted.push_back(std::move(missed));
  std::ranges::stable_sort(sorted, [](const Missed& left, const Missed& right) {
    return std::pair(left.students, left.times) > std::pair(right.students, right.times);
  });
  if (sorted.size() > kMostMissed) sorted.resize(kMostMissed);
  return sorted;
}

std::string ran_json(const RanStatement& ran, ClassTime now) {
  const AnswerFacts& facts = ran.facts;
  std::string text = fmt::format(R"({{"statement":{},"outcome":"{}","code":{},"title":{},"took":{},"ago":{})",
                                 json_string(ran.statement),
                                 facts.outcome == Outcome::done ? "done" : "refused", json_string(facts.code),
                                 json_string(facts.title), ran.took.count(), seconds_between(ran.at, now));
  if (facts.has_rows) text += fmt::format(R"(,"rows":{},"has_more":{})", facts.rows, facts.has_more);
  return text + "}";
}

/// What anybody has done.
struct MarkColumns {
  std::vector<const Exercise*> exercises;
  std::set<std::string> lessons;
};

MarkColumns columns_of(const std::vector<StudentView>& views, const std::vector<SpokenExercise>& exercises) {
  std::set<std::string> answered;
  MarkColumns columns;
  for (const StudentView& view : views) {
    for (const auto& [id, mark] : view.record.exercises)
      if (mark.best) answered.insert(id);
    for (const auto& [lesson, steps] : view.record.lessons) columns.lessons.insert(lesson);
  }
  for (const SpokenExercise& each : exercises)
    if (answered.contains(each.id())) columns.exercises.push_back(&each.original.exercise);
  return columns;
}

std::string marks_line(const StudentRecord& record, const MarkColumns& columns) {
  std::string text =
      fmt::format("{},{},{}", record.number, escape_csv(record.name), points_text(points_of(record)));
  for (const Exercise* exercise : columns.exercises) {
    const auto mark = record.exercises.find(exercise->id);
    const bool is_answered = mark != record.exercises.end() && mark->second.best;
    text += "," + (is_answered ? points_text(*mark->second.best) : std::string());
  }
  for (const std::string& lesson : columns.lessons) {
    const auto steps = record.lessons.find(lesson);
    text += "," + (steps == record.lessons.end() ? std::string() : std::to_string(steps->second));
  }
  return text;
}

}  // namespace

std::string students_json(const Roster& roster, const ClassFacts& facts, ClassTime now) {
  const std::vector<StudentView> views = views_of(roster, now);
  const std::string students = json_list(views, [&](const StudentView& view) {
    return student_json(view, facts.holders.contains(view.record.number), now);
  });
  const std::string missed = json_list(missed_most(views), [](const Missed& each) {
    return fmt::format(R"({{"rule":{},"title":{},"students":{},"times":{}}})", json_string(each.rule),
                       json_string(each.title), each.students, each.times);
  });
  return fmt::format(R"({{"phase":"{}","shown":{},"language":{},"grading":{},"students":{},"missed":{}}})",
                     name_of(facts.state.phase()), json_string(facts.state.shown().text),
                     json_string(facts.language), facts.being_graded, students, missed);
}

std::string screen_json(const StudentView& view, ClassTime now) {
  std::vector<RanStatement> newest_first(view.ran.rbegin(), view.ran.rend());
  return fmt::format(R"({{"number":{},"name":{},"ran":{}}})", view.record.number,
                     json_string(view.record.name),
                     json_list(newest_first, [&](const RanStatement& ran) { return ran_json(ran, now); }));
}

std::string marks_csv(const Roster& roster, const std::vector<SpokenExercise>& exercises, ClassTime now) {
  const std::vector<StudentView> views = views_of(roster, now);
  const MarkColumns columns = columns_of(views, exercises);
  std::string text = "number,name,points";
  for (const Exercise* exercise : columns.exercises)
    text += "," + escape_csv(fmt::format("{} of {}", exercise->id, points_text(exercise->points)));
  for (const std::string& lesson : columns.lessons) text += "," + escape_csv(lesson + " steps");
  text += "\r\n";
  for (const StudentView& view : views) text += marks_line(view.record, columns) + "\r\n";
  return text;
}

}  // namespace cellar
