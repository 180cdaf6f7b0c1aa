// How far a student has played each lesson, kept in a file.
//
// In:      the path of the file; empty: nothing is kept beyond the program's run.
// Out:     for each lesson how many of its steps are done.
// Format:  a line for each lesson: its id and the number. Lines that are something else are kept as they are.
// Refused: nothing: what cannot be read or written is left as it is, since no lesson may end for it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace cellar {

/// Returns the file beside that of the history: `.cellar_lessons` beside `.cellar_history`; empty if the history is kept
/// nowhere, or in a device.
std::filesystem::path lessons_beside(const std::filesystem::path& history);

/// Where a player reads and notes it. No lesson may end because it is not kept.
class LessonProgress {
 public:
  virtual ~LessonProgress() = default;
  virtual std::size_t steps_done(std::string_view lesson) = 0;
  /// Fewer steps than before change nothing: who looks at an early step again has come as far as ever. Returns false if it is
  /// not kept beyond the program's run.
  virtual bool note(std::string_view lesson, std::size_t steps_done) = 0;
};

class LessonProgressFile final : public LessonProgress {
 public:
  explicit LessonProgressFile(std::filesystem::path file) : file_(std::move(file)) {}

  /// Reads the file each time, since another shell may have written it.
  std::size_t steps_done(std::string_view lesson) override;
  /// Returns false if it could not be written, or must not be since it cannot be read.
  bool note(std::string_view lesson, std::size_t steps_done) override;

 private:
  /// Returns false if the file is there and cannot be read.
  bool read();

  std::filesystem::path file_;
  std::map<std::string, std::size_t, std::less<>> done_;
  std::string others_;  // lines of no lesson
};

}  // namespace cellar
