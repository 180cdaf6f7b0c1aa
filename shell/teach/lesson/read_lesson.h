// Reads the file of a lesson (docs/lessons.md specifies the form).
//
// In:      the name of a file, the code of its language, its text.
// Out:     a Lesson with at least one step. Whether its statements run is known when it is played.
// Refused: WrongLesson, with the place: a fence, check or heading that is unknown or not of its form, a step that asks for
//          something and does not check it, or the other way round.
#pragma once

#include <exception>
#include <span>
#include <string>
#include <string_view>

#include "shell/teach/lesson/lesson.h"

namespace cellar {

class WrongLesson : public std::exception {
 public:
  WrongLesson(std::string in_file, std::size_t in_line, std::string because);
  /// "L2.md:12: there is no check answer"
  const char* what() const noexcept override { return text_.c_str(); }

  std::string file;
  std::size_t line;
  std::string reason;

 private:
  std::string text_;
};

Lesson read_lesson(std::string_view file, std::string_view language, std::string_view text);

}  // namespace cellar
