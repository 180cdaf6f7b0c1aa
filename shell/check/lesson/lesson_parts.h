// All of a lesson but its words, so that one in another language can be compared with it.
//
// In:      a lesson.
// Out:     its statements, its checks and what its nudges are for, each with a line of the file, in one order.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "shell/teach/lesson/lesson.h"

namespace cellar {

struct LessonPart {
  std::string text;      // "check serves SELECT a FROM t WHERE a = 1"
  std::size_t line = 1;  // of the statement; of the step for what has no line of its own

  bool operator==(const LessonPart& other) const { return text == other.text; }
};
std::vector<LessonPart> wordless_parts(const Lesson& lesson);

}  // namespace cellar
