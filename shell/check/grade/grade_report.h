// Grades as text for students and teachers, and in the forms that programs read.
//
// In:      grades.
// Out:     text. TAP 14; JUnit's XML; JSON (docs/schema/grade.schema.json); CSV with a line for each answer. None of them says
//          when or how fast it was made, so the same grades are the same bytes.
// Refused: nothing.
//
// Sources: grade_text.cpp; grade_forms.cpp.
#pragma once

#include <string>
#include <vector>

#include "shell/check/grade/class_grade.h"

namespace cellar {

/// For the student: what holds, what does not, the rule, the first counter-example, hints.
std::string grade_text(const Grade& grade, Language language = Language::english);
/// For the teacher: a line for each answer, then what was missed.
std::string class_text(const std::vector<Grade>& grades);
/// What came of the teacher's answers: a line for each that is misjudged, and a last one that counts.
std::string test_text(const Exercise& exercise, const TeacherAnswers& answers,
                      const std::vector<SampleOutcome>& outcomes);

std::string grade_tap(const std::vector<Grade>& grades);
std::string grade_junit(const std::vector<Grade>& grades);
/// One object on one line, for one answer.
std::string grade_json(const Grade& grade);
std::string class_json(const std::vector<Grade>& grades);
std::string class_csv(const std::vector<Grade>& grades);

}  // namespace cellar
