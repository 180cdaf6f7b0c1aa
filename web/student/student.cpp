#include "web/student/student.h"

#include <algorithm>
#include <fstream>
#include <utility>

#include "storage/system/files.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kMostRan = 12;
constexpr std::size_t kLongestKept = 1'000;  // bytes of a text

std::string beginning_of(std::string_view text) {
  return std::string(text.substr(0, character_boundary(text, std::min(kLongestKept, text.size()))));
}

/// A second file is renamed, so that a full disk leaves the first one.
bool replace_file(const std::filesystem::path& path, const std::string& text) {
  const std::string written = path.string() + ".new";
  std::ofstream file(written, std::ios::binary);
  file << text;
  file.close();
  if (!file) return false;
  const OpenAttempt again = open_file(written, OpenAs::database_to_write);
  const bool is_durable = again.descriptor >= 0 && sync_file(again.descriptor) == 0;
  close_file(again.descriptor);
  if (!is_durable || rename_file(written, path.string()) != 0) return false;
  sync_folder_of(path.string());
  return true;
}

}  // namespace

RanStatement::RanStatement(std::string_view whole, AnswerFacts of, std::chrono::milliseconds time,
                           ClassTime ended)
    : statement(beginning_of(whole)), facts(std::move(of)), took(time), at(ended) {
  facts.title = beginning_of(facts.title);
}

Student::Student(StudentRecord record, std::optional<std::filesystem::path> file)
    : number_(record.number), file_(std::move(file)) {
  view_.record = std::move(record);
}

std::string Student::name() const {
  const std::lock_guard guard(mutex_);
  return view_.record.name;
}

void Student::set_name(std::string_view typed) {
  {
    const std::lock_guard guard(mutex_);
    view_.record.name = fit_name(typed);
  }
  keep();
}

bool Student::keep() {
  if (!file_) return false;
  const std::lock_guard order(writing_);
  std::string text;
  {
    const std::lock_guard guard(mutex_);
    text = record_json(view_.record) + "\n";
    view_.is_kept = false;
  }
  if (!replace_file(*file_, text)) return false;
  const std::lock_guard guard(mutex_);
  view_.is_kept = true;
  return true;
}

bool Student::is_kept() const {
  const std::lock_guard guard(mutex_);
  return view_.is_kept;
}

void Student::keep_again() {
  if (!is_kept()) keep();
}

std::size_t Student::steps_done(std::string_view lesson) {
  const std::lock_guard guard(mutex_);
  const auto found = view_.record.lessons.find(lesson);
  return found == view_.record.lessons.end() ? 0 : found->second;
}

bool Student::note(std::string_view lesson, std::size_t steps_done) {
  {
    const std::lock_guard guard(mutex_);
    std::size_t& furthest = view_.record.lessons[std::string(lesson)];
    furthest = std::max(furthest, steps_done);
  }
  return keep();
}

ExerciseMark Student::mark(const std::string& exercise) const {
  const std::lock_guard guard(mutex_);
  const auto found = view_.record.exercises.find(exercise);
  return found == view_.record.exercises.end() ? ExerciseMark() : found->second;
}

void Student::note_answer(const std::string& exercise, int hundredths, std::vector<std::string> missed) {
  {
    const std::lock_guard guard(mutex_);
    ExerciseMark& mark = view_.record.exercises[exercise];
    mark.best = std::max(mark.best.value_or(0), hundredths);
    view_.missed[exercise] = std::move(missed);
  }
  keep();
}

void Student::note_hint(const std::string& exercise, const std::string& task) {
  {
    const std::lock_guard guard(mutex_);
    ++view_.record.exercises[exercise].hints[task];
  }
  keep();
}

void Student::note_opened(const std::string& exercise) {
  const std::lock_guard guard(mutex_);
  view_.exercise = exercise;
}

std::shared_ptr<const void> Student::begin_grading() {
  const std::lock_guard guard(mutex_);
  if (!grading_.expired()) return nullptr;
  const auto grading = std::make_shared<bool>(true);
  grading_ = grading;
  return grading;
}

void Student::note_seen(ClassTime now) {
  const std::lock_guard guard(mutex_);
  view_.seen = now;
}

std::optional<ClassTime> Student::seen() const {
  const std::lock_guard guard(mutex_);
  return view_.seen;
}

void Student::note_ran(RanStatement ran) {
  const std::lock_guard guard(mutex_);
  const std::string& code = ran.facts.code;
  const bool is_same = !view_.ran.empty() && view_.ran.back().facts.code == code;
  view_.refused_in_a_row = code.empty() ? 0 : is_same ? view_.refused_in_a_row + 1 : 1;
  if (!code.empty()) {
    MetRefusal& met = view_.refusals[code];
    ++met.times;
    met.title = ran.facts.title;
  }
  view_.ran.push_back(std::move(ran));
  if (view_.ran.size() > kMostRan) view_.ran.pop_front();
}

void Student::note_place(LessonPlace place, ClassTime now) {
  const std::lock_guard guard(mutex_);
  if (view_.place == place) return;
  view_.place = std::move(place);
  view_.at_place_since = now;
}

StudentView Student::view() const {
  const std::lock_guard guard(mutex_);
  return view_;
}

}  // namespace cellar
