// An exercise in another language, and what its teacher says of hidden rows there (docs/grading.md specifies the form).
//
// In:      an exercise, or its teacher's answers; the text of the file that says the same in another language.
// Out:     the same with the words of that file: titles, tasks, hints, comments; what is special in hidden rows.
// Refused: a WrongExercise, if the file differs in more than words; what read_exercise.h refuses.
#pragma once

#include <string>

#include "shell/check/grade/exercise.h"

namespace cellar {

Exercise read_translation(std::string file, std::string text, const Exercise& original);
/// The file has the directives @hidden of the original, in their order, and nothing else.
TeacherAnswers read_translated_answers(std::string file, std::string text, const TeacherAnswers& original);

}  // namespace cellar
