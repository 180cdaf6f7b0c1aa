// The exercises of a module, which whoever runs it hands in: it has none itself, since few look at them at once.
//
// In:      the text that cmake/exercises.cmake writes for the page: each file behind a line "%% NAME", or "%% NAME lacks hidden".
// Out:     exercise_files() (shell/check/grade/exercise_files.h).
// Refused: nothing. Lines before the first name are passed over.
#pragma once

#include <string>

namespace cellar {

/// Replaces the text that was handed in before. Views of that are no longer valid.
void give_exercises(std::string text);

}  // namespace cellar
