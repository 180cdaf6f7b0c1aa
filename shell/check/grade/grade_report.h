// Grades as text for students and teachers, and in the forms that programs read.
//
// In:      grades, or what came of testing exercises; the language of sentences.
// Out:     text. TAP 14; JUnit's XML; JSON (docs/schema/grade.schema.json); CSV with a line for each answer. None of them says
//          when or how fast it was made, so the same grades are the same bytes. What programs look for, such as the names of
//          checks, is the same in all languages.
// Refused: nothing.
//
// Sources: grade_text.cpp; grade_forms.cpp; test_forms.cpp.
#pragma once

#include <string>
#include <vector>

#include "shell/check/grade/class_grade.h"
#include "shell/check/grade/handed_in.h"

namespace cellar {

/// For the student: what holds, what does not, the rule, the first counter-example, hints.
std::string grade_text(const Grade& grade, Language language);
/// For the teacher: a line for each answer, then what was missed, and what was passed over. The latter is in all reports but JUnit's.
std::string class_text(const std::vector<Grade>& grades, Language language,
                       const std::vector<PassedOver>& passed_over = {});
std::string grade_tap(const std::vector<Grade>& grades, Language language,
                      const std::vector<PassedOver>& passed_over = {});
std::string grade_junit(const std::vector<Grade>& grades, Language language);
/// One object on one line, for one answer.
std::string grade_json(const Grade& grade, Language language);
std::string class_json(const std::vector<Grade>& grades, Language language,
                       const std::vector<PassedOver>& passed_over = {});
std::string class_csv(const std::vector<Grade>& grades, const std::vector<PassedOver>& passed_over = {});

/// Returns a line for each of the teacher's answers that is misjudged, and a last line that counts them.
std::string test_text(const TestedExercise& tested, Language language);
/// A test for each of the teacher's answers, and one for each fault of the exercise itself.
std::string test_tap(const std::vector<TestedExercise>& tested, Language language);
std::string test_junit(const std::vector<TestedExercise>& tested, Language language);
/// One object on one line.
std::string test_json(const std::vector<TestedExercise>& tested, Language language);

// Parts of several.

/// The name of a file on one line of a terminal, whatever bytes it has.
std::string shown_name(std::string_view file);

/// The names of files that are passed over for one reason, in the language.
using PassedOverGroup = std::pair<std::string, std::vector<std::string>>;
std::vector<PassedOverGroup> by_reason(const std::vector<PassedOver>& passed_over, Language language);

}  // namespace cellar
