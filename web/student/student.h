// A student: what is kept of them, and what their teacher sees of them while the class goes on.
//
// In:      what happens: a name, statements with their answers, places in lessons, answers to exercises.
// Out:     the same as data. Any thread may ask.
// Refused: nothing. A record that cannot be written is kept as long as the program runs, and written again later.
//
// A change of the record writes its file, so it is for the threads that do the work.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/console/answer_json.h"
#include "shell/teach/lesson/lesson_progress.h"
#include "web/student/student_record.h"

namespace cellar {

using ClassTime = std::chrono::steady_clock::time_point;

struct RanStatement {
  /// Of a long statement the beginning is kept, and so of the title of its refusal.
  RanStatement(std::string_view whole, AnswerFacts of, std::chrono::milliseconds time, ClassTime ended);

  std::string statement;
  AnswerFacts facts;
  std::chrono::milliseconds took{0};
  ClassTime at;
};

struct LessonPlace {
  std::string lesson;  // empty: none is played
  std::size_t step = 0, steps = 0;
  bool operator==(const LessonPlace&) const = default;
};

/// How often a student met a refusal, and how it was said last.
struct MetRefusal {
  std::size_t times = 0;
  std::string title;
};

/// What a teacher sees of a student.
struct StudentView {
  StudentRecord record;
  std::optional<ClassTime> seen;  // nothing: not since the program runs
  LessonPlace place;
  ClassTime at_place_since;
  std::string exercise;                                    // that was opened last
  std::map<std::string, MetRefusal> refusals;              // by code
  std::map<std::string, std::vector<std::string>> missed;  // of each exercise, by the last answer: "T1.MR5"
  std::deque<RanStatement> ran;                            // the last ones, the newest last
  std::size_t refused_in_a_row = 0;                        // for one and the same code
  bool is_kept = true;                                     // the file of the record has all of it
};

class Student final : public LessonProgress {
 public:
  /// `file`: where the record is kept; nothing: it is not.
  explicit Student(StudentRecord record, std::optional<std::filesystem::path> file = {});

  std::size_t number() const { return number_; }
  std::string name() const;
  void set_name(std::string_view typed);

  std::size_t steps_done(std::string_view lesson) override;
  bool note(std::string_view lesson, std::size_t steps_done) override;

  ExerciseMark mark(const std::string& exercise) const;
  /// Notes an answer; the best one counts.
  void note_answer(const std::string& exercise, int hundredths, std::vector<std::string> missed);
  void note_hint(const std::string& exercise, const std::string& task);
  void note_opened(const std::string& exercise);
  /// Returns null if an answer of the student is being graded; else what says, for as long as it lives, that one is.
  std::shared_ptr<const void> begin_grading();

  /// Whether the file of the record has all of it; also if it has none.
  bool is_kept() const;
  /// Writes the record again, if its file has not all of it.
  void keep_again();

  void note_seen(ClassTime now);
  std::optional<ClassTime> seen() const;
  void note_ran(RanStatement ran);
  void note_place(LessonPlace place, ClassTime now);
  StudentView view() const;

 private:
  bool keep();

  const std::size_t number_;
  const std::optional<std::filesystem::path> file_;
  std::mutex writing_;  // is taken before the other one
  mutable std::mutex mutex_;
  StudentView view_;
  std::weak_ptr<const void> grading_;
};

}  // namespace cellar
