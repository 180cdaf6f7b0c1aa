#include "shell/teach/lesson/lesson_progress.h"

#include <algorithm>
#include <charconv>
#include <fstream>

namespace cellar {

std::filesystem::path lessons_beside(const std::filesystem::path& history) {
  std::error_code unknown;
  const bool is_device =
      std::filesystem::exists(history, unknown) && !std::filesystem::is_regular_file(history, unknown);
  if (history.empty() || is_device) return {};
  constexpr std::string_view kHistory = "history";
  std::string name = history.filename().string();
  const std::size_t place = name.rfind(kHistory);
  place == name.npos ? name.append("_lessons") : name.replace(place, kHistory.size(), "lessons");
  return history.parent_path() / name;
}

bool LessonProgressFile::read() {
  std::error_code fault;
  if (file_.empty() || (!std::filesystem::exists(file_, fault) && !fault)) return true;
  std::ifstream file(file_);
  if (fault || !file) return false;
  others_.clear();
  for (std::string line; std::getline(file, line);) {
    const std::size_t blank = std::min(line.find(' '), line.size());
    std::size_t steps = 0;
    const char* const begin = line.data() + std::min(blank + 1, line.size());
    const auto [end, error] = std::from_chars(begin, line.data() + line.size(), steps);
    if (error == std::errc() && end == line.data() + line.size()) {
      done_[line.substr(0, blank)] = steps;
    } else {
      others_ += line + '\n';
    }
  }
  return !file.bad();
}

std::size_t LessonProgressFile::steps_done(std::string_view lesson) {
  read();
  const auto found = done_.find(lesson);
  return found == done_.end() ? 0 : found->second;
}

bool LessonProgressFile::note(std::string_view lesson, std::size_t steps_done) {
  const bool is_read = read();
  std::size_t& furthest = done_[std::string(lesson)];
  furthest = std::max(furthest, steps_done);
  if (file_.empty() || !is_read) return false;
  std::error_code fault;
  // A link stays one, and what must not be written is not replaced.
  const std::filesystem::path kept = std::filesystem::weakly_canonical(file_, fault);
  if (fault || (std::filesystem::exists(kept, fault) && !std::ofstream(kept, std::ios::app))) return false;
  std::filesystem::path written = kept;
  written += ".new";
  std::ofstream file(written, std::ios::binary);
  for (const auto& [id, steps] : done_) file << id << ' ' << steps << '\n';
  file << others_;
  file.close();
  if (file) std::filesystem::rename(written, kept, fault);
  return file && !fault;
}

}  // namespace cellar
