// The lessons of a teacher's folder, in the form of examples/lessons/ (docs/lessons.md).
//
// In:      a folder: NAME.md, and NAME.zh.md in Chinese. Other files are passed over, as is README.md.
// Out:     its lessons, each of which was played once from the first step to the last.
// Refused: a folder without lessons; with the place and the reason a lesson that is not of its form, that another one is called
//          like, that is there in Chinese alone, or differs there in more than words, or of which a step is not done by what it
//          asks for.
#pragma once

#include <deque>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/teach/lesson/lesson_files.h"

namespace cellar {

class LessonFolder {
 public:
  explicit LessonFolder(const std::filesystem::path& folder);

  /// Valid as long as this object.
  std::span<const LessonFile> files() const { return files_; }

 private:
  void add(const std::filesystem::path& path);

  std::deque<std::string> texts_;  // ids and files
  std::vector<LessonFile> files_;
  std::vector<std::string> paths_;  // of the files
};

}  // namespace cellar
