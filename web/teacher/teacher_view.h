// What a teacher sees of a class.
//
// In:      the students; the time.
// Out:     who is where, what is missed most, one student's screen, as JSON; the marks as CSV. A student is called by
//          their number and the name that they typed: no code word is told, since it would open their work. Who has come
//          and gone, and has left nothing, is left out.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "shell/check/grade/exercise_files.h"
#include "web/student/class_state.h"
#include "web/student/roster.h"

namespace cellar {

struct ClassFacts {
  const ClassState& state;
  std::string_view language;        // of the program, for a teacher who has chosen none
  std::set<std::size_t> holders{};  // numbers of the students who have places
  std::size_t being_graded = 0;     // answers that are handed in and have no grade yet
};

/// {"phase":"open","shown":"SELECT ...","language":"en","grading":2,"students":[{"number":1,"name":"Ann","is_here":true,"has_place":true,"is_kept":true,"lesson":"L2","step":3,
///   "steps":9,"exercise":"likes","points":8.91,"answered":1,"idle":12,"stuck":"E301"}],
///   "missed":[{"rule":"E301","title":"...","students":4,"times":9}]}
/// `idle`: seconds since the last statement; missing before the first one. `stuck`: a code that a student meets again and
/// again, or "step"; missing for who is not stuck.
/// `is_kept` is false of who has done what could not be written into the folder of the class.
std::string students_json(const Roster& roster, const ClassFacts& facts, ClassTime now);
/// {"number","name","ran":[{"statement","outcome","code","title","rows","has_more","took","ago"}]}, the newest first.
std::string screen_json(const StudentView& view, ClassTime now);
/// A line for each student: number, name, the sum of the points, then a column for each exercise that anybody answered, with
/// the most that it gives, and one for each lesson that anybody began, with the steps that are done.
std::string marks_csv(const Roster& roster, const std::vector<SpokenExercise>& exercises, ClassTime now);

}  // namespace cellar
