// The lessons that are part of the program, as their files are written in examples/lessons/.
//
// In:      nothing.
// Out:     the text of each file. cmake/lessons.cmake writes the source of this function. Nothing is read before it is asked
//          for, so lessons cost the start of the program nothing.
// Refused: nothing.
#pragma once

#include <span>
#include <string_view>

namespace cellar {

struct LessonFile {
  std::string_view id;        // "L2"
  std::string_view language;  // "en", "zh": the code of refusal/language.h
  std::string_view text;
};

/// By id, and then by language.
std::span<const LessonFile> lesson_files();

}  // namespace cellar
